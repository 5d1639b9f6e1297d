import JSON
import Ledger
import Logging
import Orders
import OwnerAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Reads the configuration file again while the provider runs, and applies what can be applied without ending a session
/// or touching a payment. Each changed key is told, with whether it was applied or needs a restart.
///
/// A file that is wrong changes nothing. Keys that need a restart are told again at each reload until then, because
/// every file is compared with what the provider runs by.
actor ConfigurationReload {
  private let source: ConfigurationSource?
  private let parts: ProviderParts
  private let report: SupervisorReport
  /// What the provider runs by: the file that was read at the start, with the keys that were applied since.
  private var present: ProviderConfiguration

  init(_ source: ConfigurationSource?, parts: ProviderParts, report: SupervisorReport) {
    self.source = source
    self.parts = parts
    self.report = report
    present = parts.configuration
  }

  private var log: Logger { parts.core.log }

  /// Reads the file, as the owner's command does.
  ///
  /// - Throws: ``OwnerFailure`` if the file is wrong, or there is none that could be read.
  func reload(_: OwnerNothing) async throws -> ReloadReport {
    report.reloading()
    defer { report.ready() }
    do {
      let answer = try apply()
      let applied = answer.changes.filter(\.applied).map(\.key)
      let waiting = answer.changes.filter { !$0.applied }.map(\.key)
      log.log(
        level: .ownersBusiness,
        "the configuration was read again",
        metadata: [
          "applied": "\(Self.list(applied))", "needs_restart": "\(Self.list(waiting))",
        ])
      if !answer.changes.isEmpty {
        await parts.core.audit(
          "configuration.changed",
          ["applied": .array(applied.map { .string($0) }), "needs_restart": .array(waiting.map { .string($0) })])
        await noteLimits()
      }
      return answer
    } catch {
      log.log(level: .ownersTurn, "the configuration was not changed", metadata: ["why": "\(error.message)"])
      throw error
    }
  }

  private func noteLimits() async {
    do throws(LedgerError) {
      try await ConfiguredLimits(payments: parts.payments).note(at: parts.core.clock.now())
    } catch {
      // The next start compares again.
      parts.core.ledgerTrouble(error)
    }
  }

  private static func list(_ keys: [String]) -> String { keys.isEmpty ? "nothing" : keys.joined(separator: ", ") }

  private func apply() throws(OwnerFailure) -> ReloadReport {
    guard let source else {
      throw OwnerFailure(.unavailable, "this provider reads its configuration at the start only")
    }
    let read: ProviderConfiguration
    do throws(ConfigurationFault) {
      read = try source.read()
    } catch {
      throw OwnerFailure(.conflict, "the configuration was not changed: \(error.words)")
    }
    let limits = try walletLimits(read)
    var changes = present.written.changed(to: read.written).map { key in
      ReloadReportChange(key: key, applied: LiveSettings.keys.contains(key))
    }
    for (wallet, limits) in limits where wallet.limits != limits {
      // Who can write the file need not know the PIN, which wider limits need at the console.
      let applies = !(parts.pin.isSet && limits.widens(wallet.limits))
      if applies { wallet.change(limits: limits) }
      changes.append(.init(key: "wallets.\(wallet.currency.code).limits", applied: applies))
    }
    parts.core.settings.change(to: read)
    parts.payments.orders.questions.change(parts.core.questionLimits)
    parts.apps.notices.notify(by: read)
    present.written.adopt(LiveSettings.keys, of: read.written)
    // What waits for the owner may be shown with other limits now.
    parts.payments.orders.questions.changed()
    return ReloadReport(changes: changes)
  }

  /// The limits that the file has for the wallets of this provider. All are made before one is applied.
  private func walletLimits(_ read: ProviderConfiguration) throws(OwnerFailure) -> [(CurrencyWallet, PaymentLimits)] {
    var limits: [(CurrencyWallet, PaymentLimits)] = []
    for wallet in parts.payments.wallets.wallets {
      let currency = wallet.currency
      guard let section = read.wallets.first(where: { $0.currencyCodes.contains(currency.code) }) else { continue }
      do throws(AmountError) {
        limits.append((wallet, try section.limits(of: currency.code).limits(decimals: currency.decimals)))
      } catch {
        throw OwnerFailure(
          .conflict,
          "the configuration was not changed: limits: \(currency.code) has \(currency.decimals) decimal places, and "
            + "amounts must fit")
      }
    }
    return limits
  }
}
