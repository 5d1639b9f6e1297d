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
    let available = try await available()
    var maximum = Amount.zero
    if available > configuration.family.dust {
      do throws(WalletError) {
        let target = try await ownAddress()
        let whole = try await fund(PaymentIntent(address: target, amount: available), feeFromAmount: true)
        // The daemon plans with an output for change, less than a third of the smallest transaction, even where none is
        // left in the end.
        let margin = Amount(atomicUnits: whole.fee.atomicUnits / 3 + 1)
        maximum = try available.subtracting(whole.fee.plus(margin)) ?? .zero
      } catch .insufficientFunds, .coinsBusy, .amountTooSmall {
        // Coins were locked in between, or are not worth their fee: nothing can be paid now.
        maximum = .zero
      }
    }
    return WalletAmountRange(
      receiveMinimum: configuration.family.dust, receiveMaximum: Self.largest,
      payMinimum: configuration.family.dust, payMaximum: maximum)
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
