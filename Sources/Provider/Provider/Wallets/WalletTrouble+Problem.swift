package import OwnerAPI
package import WalletBackend

extension WalletTrouble {
  /// What the owner is told of a wallet's problem.
  package init(_ problem: WalletProblem) {
    switch problem {
    case .notAsked: self.init(.notAsked, problem)
    case .refused(let endpoint): self.init(.refused, problem, endpoint)
    case .silent(let endpoint): self.init(.silent, problem, endpoint)
    case .lost(let endpoint): self.init(.lost, problem, endpoint)
    case .overloaded(let endpoint): self.init(.overloaded, problem, endpoint)
    case .unauthorized(let endpoint): self.init(.unauthorized, problem, endpoint)
    case .forbidden(let endpoint): self.init(.forbidden, problem, endpoint)
    case .untrusted(let endpoint): self.init(.untrusted, problem, endpoint)
    case .noCookie(let path, let endpoint):
      self.init(.noCookie, problem, endpoint)
      file = path
    case .walletNotFound(let name, let loaded, let stored, let endpoint):
      self.init(.walletNotFound, problem, endpoint)
      (wallet, self.loaded, self.stored) = (name, loaded, stored)
    case .walletNotChosen(let loaded, let endpoint):
      self.init(.walletNotChosen, problem, endpoint)
      self.loaded = loaded
    case .noWalletOpen(let endpoint): self.init(.noWalletOpen, problem, endpoint)
    case .walletsDisabled(let endpoint): self.init(.walletsDisabled, problem, endpoint)
    case .noAccount(let number, let endpoint):
      self.init(.noAccount, problem, endpoint)
      account = number
    case .noDaemon(let endpoint): self.init(.noDaemon, problem, endpoint)
    case .wrongNetwork(let expected, let found, let endpoint):
      self.init(.wrongNetwork, problem, endpoint)
      (self.expected, self.found) = (expected, found)
    case .tooOld(let found, let needed, let endpoint):
      self.init(.tooOld, problem, endpoint)
      (expected, self.found) = (needed, found)
    case .notUnderstood(let code, let endpoint):
      self.init(.notUnderstood, problem, endpoint)
      self.code = code
    case .starting(let endpoint): self.init(.starting, problem, endpoint)
    case .syncing(let progress):
      self.init(.syncing, problem, progress.endpoint)
      (height, target, percent) = (progress.height, progress.target, progress.percent)
    case .locked: self.init(.locked, problem)
    case .passwordMissing(let endpoint): self.init(.locked, problem, endpoint)
    case .viewOnly: self.init(.viewOnly, problem)
    case .restricted(let endpoint): self.init(.restricted, problem, endpoint)
    case .another: self.init(.another, problem)
    case .forgetful: self.init(.forgetful, problem)
    }
  }

  private init(_ kind: WalletTroubleProblem, _ problem: WalletProblem, _ endpoint: WalletEndpoint? = nil) {
    self.init(kind, reason: problem.reason, program: endpoint?.program, url: endpoint?.url)
  }
}
