import Logging
import Orders
import WalletBackend

/// Counts the calls of wallets, and logs those that failed.
struct WalletCallMetrics: WalletCallObserver {
  let metrics: ProviderMetrics
  let log: Logger

  func ended(_ call: String, of currency: String, after duration: Duration) {
    metrics.time(.walletCallDuration, duration, [("currency", currency), ("call", call)])
  }

  func failed(_ call: String, of currency: String, with error: WalletError) {
    let labels = [("currency", currency), ("call", call), ("error", labelText(of: error))]
    metrics.count(.walletCallFailures, labels)
    log.log(
      level: .detail, "a call of the wallet failed",
      metadata: Dictionary(uniqueKeysWithValues: labels.map { ($0.0, .string($0.1)) }))
  }
}
