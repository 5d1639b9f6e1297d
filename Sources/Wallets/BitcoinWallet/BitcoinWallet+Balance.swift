import JSON
import PaymentsModel
import Synchronization
package import WalletBackend

extension BitcoinWallet {
  /// Returns the balance of the wallet. Coins that are reserved for payments are reported as `locked`.
  package func balance() async throws(WalletError) -> WalletBalance {
    let mine = try await rpc.result("getbalances").member("mine")
    let trusted = try mine.member("trusted").amount(decimals: currency.decimals)
    let waiting = try mine.member("untrusted_pending").amount(decimals: currency.decimals)
    let immature = try mine.member("immature").amount(decimals: currency.decimals)
    let available = try await available()
    return WalletBalance(
      available: available, pending: try waiting.plus(immature), locked: trusted.subtracting(available) ?? .zero)
  }

  /// Returns the range of amounts: from the dust limit to everything that is available, less the fee of a transaction
  /// that spends it all.
  package func amountRange() async throws(WalletError) -> WalletAmountRange {
    WalletAmountRange(
      receiveMinimum: configuration.family.dust, receiveMaximum: Self.largest,
      payMinimum: configuration.family.dust, payMaximum: try await largestPayment())
  }

  /// Returns what a transaction can pay that spends everything. Other payments lock and free coins between the two
  /// questions to the daemon, so both are asked again if the sum of the coins changed in the meantime.
  private func largestPayment() async throws(WalletError) -> Amount {
    for _ in 0..<8 {
      let available = try await available()
      guard available > configuration.family.dust else { return .zero }
      do throws(WalletError) {
        let target = try await ownAddress()
        let whole = try await fund(PaymentIntent(address: target, amount: available), feeFromAmount: true)
        // The daemon reserves the fee of a change output, which is less than a third of the smallest transaction, even
        // if there is no change in the end.
        let margin = Amount(atomicUnits: whole.fee.atomicUnits / 3 + 1)
        return try available.subtracting(whole.fee.plus(margin)) ?? .zero
      } catch .insufficientFunds, .coinsBusy, .amountTooSmall {
        // If the coins are the same as before, they are worth less than their fee, and nothing can be paid.
        if try await self.available() == available { return .zero }
      }
    }
    throw .unavailable
  }

  /// The highest amount of an output that all daemons accept: 21 million Bitcoin. Litecoin would allow 84 million.
  private static let largest = Amount(atomicUnits: 2_100_000_000_000_000)

  /// Returns the sum of the coins that can be spent now.
  private func available() async throws(WalletError) -> Amount {
    var sum = Amount.zero
    for coin in try await freeCoins() { sum = try sum.plus(coin.amount) }
    return sum
  }

  /// Returns an address of the wallet for transactions that are only computed and never sent.
  func ownAddress() async throws(WalletError) -> String {
    if let address = quoteAddress.withLock({ $0 }) { return address }
    guard let address = try await rpc.result("getrawchangeaddress", ["bech32"]).stringValue else {
      throw .protocolViolation(code: nil)
    }
    quoteAddress.withLock { $0 = address }
    return address
  }
}
