import BuiltInWallets
package import OwnerAPI
import PaymentsModel
import Provider

/// A wallet that was found and asked.
package struct TriedWallet: Sendable {
  /// What came of asking it.
  package enum Finding: Sendable {
    /// payd can work with it, perhaps after some waiting, as the report says.
    case usable(CurrencyReport)
    /// The daemon has several wallets loaded, and one of them has to be named.
    case severalLoaded([String])
    /// The daemon has no wallet loaded, and has these in its folder.
    case noneLoaded(stored: [String])
    /// `monero-wallet-rpc` has no wallet open.
    case noneOpen
    /// A user name and a password are missing, or wrong.
    case wantsPassword(WalletTrouble)
    /// Nothing answers: it does not run.
    case absent
    /// Something else keeps payd from using it.
    case trouble(WalletTrouble)
    /// Nothing was sent, since it is not the wallet's program that listens there, as far as the kernel tells.
    case notAsked(WalletListeners.Problem)
    /// Something keeps payd from using it that was seen before it was asked.
    case obstacle(String)
  }

  /// The wallet, with the chain that its program reported.
  package var wallet: FoundWallet
  /// What came of asking it.
  package var finding: Finding

  /// Whether it can stand in a configuration.
  package var isUsable: Bool {
    if case .usable = finding { return true }
    return false
  }
}

extension TriedWallet {
  /// Asks a wallet. If its program is on another chain than was guessed, it is asked again on that one.
  ///
  /// - Parameters:
  ///   - patience: how long to wait for an answer.
  ///   - listeners: whom the ports belong to.
  package init(
    asking wallet: FoundWallet, patience: Duration, listeners: WalletListeners = .ofThisMachine
  ) async {
    self.wallet = wallet
    if let obstacle = wallet.obstacle {
      finding = .obstacle(obstacle)
      return
    }
    finding = await Self.finding(wallet, patience, asTold: listeners)
    guard case .trouble(let trouble) = finding, trouble.problem == .wrongNetwork,
      let chain = trouble.found.flatMap(wallet.network(toldAs:)), chain != wallet.network
    else { return }
    self.wallet.network = chain
    finding = await Self.finding(self.wallet, patience, asTold: listeners)
  }

  /// The same with the name of the wallet that payd would use without one.
  package func named() async -> TriedWallet {
    guard isUsable, case .bitcoin(var section) = wallet.section else { return self }
    await section.nameOnlyWallet()
    var named = self
    named.wallet.section = .bitcoin(section)
    return named
  }

  private static func finding(
    _ wallet: FoundWallet, _ patience: Duration, asTold listeners: WalletListeners
  ) async -> Finding {
    switch listeners.problem(with: wallet) {
    // Where nothing runs and nobody listens there is nothing to tell.
    case .nobody where wallet.process == nil: return .absent
    case let problem?: return .notAsked(problem)
    case nil: break
    }
    guard let look = await WalletTrial.looks(at: [wallet.configured], patience: patience).first else { return .absent }
    switch look.outcome {
    case .madeUp: return .absent
    case .notMade(let problem): return .obstacle(problem)
    case .answered(let report):
      guard let trouble = report.trouble else { return .usable(report) }
      switch trouble.problem {
      case .starting, .syncing, .locked, .viewOnly: return .usable(report)
      case .walletNotChosen: return .severalLoaded(trouble.loaded ?? [])
      case .walletNotFound: return .noneLoaded(stored: trouble.stored ?? [])
      case .noWalletOpen: return .noneOpen
      case .unauthorized where wallet.takesPassword: return .wantsPassword(trouble)
      // A program that runs has its file elsewhere; one that was only guessed does not run.
      case .noCookie where wallet.process == nil: return .absent
      case .noCookie where wallet.takesPassword: return .wantsPassword(trouble)
      case .refused: return wallet.process == nil ? .absent : .trouble(trouble)
      default: return .trouble(trouble)
      }
    }
  }
}
