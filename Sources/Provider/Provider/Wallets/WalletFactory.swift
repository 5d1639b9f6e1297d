import Logging
import Orders
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Makes the wallets of a configuration.
struct WalletFactory {
  let configuration: ProviderConfiguration
  let clock: any WallClock
  /// The provider's state folder.
  let stateFolder: String
  var metrics = ProviderMetrics()
  var log = Logger(label: "wallets") { _ in SwiftLogNoOpLogHandler() }

  /// - Throws: ``ProviderStartError/wallet(_:)`` where one cannot be made, or two serve one currency.
  func make() throws(ProviderStartError) -> [CurrencyWallet] {
    var wallets: [CurrencyWallet] = []
    var types: Set<String> = []
    for section in configuration.wallets {
      guard types.insert(section.type).inserted || !section.isTheOnlyOfItsType else {
        throw .wallet("only one \(section.type) wallet can be configured")
      }
      do throws(WalletSetupError) {
        for backend in try section.make(clock: clock, stateFolder: stateFolder) {
          let limits = try limits(section.limits(of: backend.currency.code), backend.currency)
          let measured = MeasuredWallet(backend, toldTo: WalletCallMetrics(metrics: metrics, log: log))
          wallets.append(CurrencyWallet(backend: measured, limits: limits))
        }
      } catch {
        throw .wallet(error.problem)
      }
    }
    guard !wallets.isEmpty else { throw .wallet("no wallet is configured") }
    var codes: Set<String> = []
    for wallet in wallets where !codes.insert(wallet.currency.code).inserted {
      throw .wallet("\(wallet.currency.code) is served by two wallets")
    }
    return wallets
  }

  private func limits(_ section: LimitsSection, _ currency: Currency) throws(WalletSetupError) -> PaymentLimits {
    do throws(AmountError) {
      return try section.limits(decimals: currency.decimals)
    } catch {
      throw WalletSetupError(
        problem: "limits: \(currency.code) has \(currency.decimals) decimal places, and amounts must fit")
    }
  }
}
