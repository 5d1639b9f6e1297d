package import OwnerAPI
package import PaymentsModel
import WalletBackend

/// Asks the wallets of a configuration once, without a provider. Nothing is stored.
package enum WalletTrial {
  /// What came of asking one wallet.
  package struct Look: Sendable {
    /// The currencies of the wallet; its type where they are not known.
    package let codes: [String]
    /// What came of it.
    package let outcome: Outcome
    /// A moment that has passed according to the chain.
    package let chainTime: Timestamp?

    /// The currencies with their networks, where they are known.
    package var networks: [(currency: String, network: String)] {
      switch outcome {
      case .madeUp: codes.map { ($0, "mock") }
      case .answered(let report): [(report.code, report.network)]
      case .notMade: []
      }
    }
  }

  /// What came of asking.
  package enum Outcome: Sendable {
    /// The money is made up, and nothing was asked.
    case madeUp
    /// The wallet cannot be made of its configuration, for this reason.
    case notMade(String)
    /// The wallet told how it is.
    case answered(CurrencyReport)
  }

  /// Asks all wallets at the same time.
  ///
  /// - Parameter patience: how long to wait for each.
  package static func looks(at sections: [any WalletSection], patience: Duration) async -> [Look] {
    await withTaskGroup(of: (Int, [Look]).self) { group in
      for (index, section) in sections.enumerated() {
        group.addTask { (index, await looks(at: section, patience)) }
      }
      var found: [Int: [Look]] = [:]
      for await (index, looks) in group { found[index] = looks }
      return sections.indices.flatMap { found[$0] ?? [] }
    }
  }

  private static func looks(at section: any WalletSection, _ patience: Duration) async -> [Look] {
    let codes = section.currencyCodes.isEmpty ? [section.type] : section.currencyCodes
    if section.isMadeUp { return [Look(codes: codes, outcome: .madeUp, chainTime: nil)] }
    let backends: [any WalletBackend]
    do throws(WalletSetupError) {
      // No wallet that is real keeps files in the state folder.
      backends = try section.make(clock: SystemWallClock(), stateFolder: "/nonexistent")
    } catch {
      return [Look(codes: codes, outcome: .notMade(error.problem), chainTime: nil)]
    }
    var looks: [Look] = []
    for backend in backends {
      let glance = await glance(at: backend, patience)
      looks.append(
        Look(
          codes: [backend.currency.code], outcome: .answered(CurrencyReport(backend.currency, glance)),
          chainTime: glance.chainTime))
    }
    return looks
  }

  private static func glance(at backend: any WalletBackend, _ patience: Duration) async -> WalletGlance {
    await withTaskGroup(of: WalletGlance.self) { group in
      group.addTask { await backend.glance() }
      group.addTask {
        // Cancellation ends the sleep.
        try? await Task.sleep(for: patience)
        return WalletGlance(problem: .silent(nil))
      }
      let first = await group.next()
      group.cancelAll()
      return first ?? WalletGlance(problem: .silent(nil))
    }
  }
}
