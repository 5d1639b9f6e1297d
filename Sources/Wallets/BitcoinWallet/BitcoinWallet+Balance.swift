import JSON
import PaymentsModel
import Synchronization
package import WalletBackend

extension BitcoinWallet {
  /// What the wallet holds; coins that are set aside for payments are `locked`.
  package func balance() async throws(WalletError) -> WalletBalance {
    let mine = try await rpc.result("getbalances").member("mine")
    let trusted = try mine.member("trusted").amount(decimals: currency.decimals)
    let waiting = try mine.member("untrusted_pending").amount(decimals: currency.decimals)
    let immature = try mine.member("immature").amount(decimals: currency.decimals)
    let available = try await available()
    return WalletBalance(
      available: available, pending: try waiting.plus(immature), locked: trusted.subtracting(available) ?? .zero)
  }

  /// From dust to all that is available, less the fee of a transaction that spends it all.
  package func amountRange() async throws(WalletError) -> WalletAmountRange {
    WalletAmountRange(
      receiveMinimum: configuration.family.dust, receiveMaximum: Self.largest,
      payMinimum: configuration.family.dust, payMaximum: try await largestPayment())
  }

  /// Other payments lock and free coins between the two questions that this takes, so it asks again until the sum of the
  /// coins stood still meanwhile.
  private func largestPayment() async throws(WalletError) -> Amount {
    for _ in 0..<8 {
      let available = try await available()
      guard available > configuration.family.dust else { return .zero }
      do throws(WalletError) {
        let target = try await ownAddress()
        let whole = try await fund(PaymentIntent(address: target, amount: available), feeFromAmount: true)
        // The daemon plans with an output for change, less than a third of the smallest transaction, even where none is
        // left in the end.
        let margin = Amount(atomicUnits: whole.fee.atomicUnits / 3 + 1)
        return try available.subtracting(whole.fee.plus(margin)) ?? .zero
      } catch .insufficientFunds, .coinsBusy, .amountTooSmall {
        // What is there all the same is not worth its fee.
        if try await self.available() == available { return .zero }
      }
    }
    throw .unavailable
  }

  /// 21 million coins of Bitcoin, 84 of Litecoin: the daemons refuse an output above that; this is what all accept.
  private static let largest = Amount(atomicUnits: 2_100_000_000_000_000)

  /// What can be spent now.
  private func available() async throws(WalletError) -> Amount {
    var sum = Amount.zero
    for coin in try await freeCoins() { sum = try sum.plus(coin.amount) }
    return sum
  }

  /// One address of the wallet, for transactions that are only computed.
  func ownAddress() async throws(WalletError) -> String {
    if let address = quoteAddress.withLock({ $0 }) { return address }
    guard let address = try await rpc.result("getrawchangeaddress", ["bech32"]).stringValue else {
      throw .protocolViolation(code: nil)
    }
    quoteAddress.withLock { $0 = address }
    return address
  }
}
