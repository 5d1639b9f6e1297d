package import PaymentsModel

extension WalletTrouble {
  /// A problem about which little else is known.
  package init(_ problem: WalletTroubleProblem, reason: WalletReason, program: String? = nil, url: String? = nil) {
    self.init(problem: problem, reason: reason, program: program, url: url)
  }
}
