import JSON
package import PaymentsModel
import Synchronization
package import WalletBackend

extension BitcoinWallet {
  /// Returns the balance of the wallet. Coins that are reserved for payments are reported as `locked`. Coins in extension
  /// blocks are no part of it, although the daemon counts them, because nothing can be paid with them.
  ///
  /// The daemon's sum and its list of locked coins are read rather than the list of all coins, which takes a daemon with
  /// a thousand coins as long as a payment.
  package func balance() async throws(WalletError) -> WalletBalance {
    let mine = try await rpc.result("getbalances").member("mine")
    let counted = try mine.member("trusted").amount(decimals: currency.decimals)
    let trusted = try await counted.subtracting(amountInExtensionBlocks()) ?? .zero
    let waiting = try mine.member("untrusted_pending").amount(decimals: currency.decimals)
    let immature = try mine.member("immature").amount(decimals: currency.decimals)
    var locked = Amount.zero
    for coin in try await lockedCoins() { locked = try locked.plus(coin.amount) }
    // A locked coin that is not trusted yet is not part of the sum.
    locked = min(locked, trusted)
    return WalletBalance(
      available: trusted.subtracting(locked) ?? .zero, pending: try waiting.plus(immature), locked: locked)
  }

  /// The amounts from the dust limit to the largest output that all daemons accept.
  package var transferAmounts: ClosedRange<Amount> { configuration.family.dust...Self.largest }

  /// Returns what a transaction can pay that spends everything. Other payments lock and free coins between the two
  /// questions to the daemon, so both are asked again if the sum of the coins changed in the meantime.
  package func largestPayment() async throws(WalletError) -> Amount {
    for _ in 0..<8 {
      let available = try await available()
      guard available > configuration.family.dust else { return .zero }
      do throws(WalletError) {
        let target = try await nextChangeAddress()
        let whole = try await fund(
          [PaymentIntent(address: target, amount: available)], changeAddress: target, feeFromAmount: true)
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

  /// Returns the address for the change of the next payment. It stays the same until a payment uses it.
  func nextChangeAddress() async throws(WalletError) -> String {
    if let address = changeAddress.withLock({ $0 }) { return address }
    guard let made = try await rpc.result("getrawchangeaddress", ["bech32"]).stringValue else {
      throw .protocolViolation(code: nil)
    }
    return changeAddress.withLock { address in
      let next = address ?? made
      address = next
      return next
    }
  }

  /// Gives back the address of a payment that was not made.
  func giveBackChangeAddress(_ address: String) {
    changeAddress.withLock { next in if next == nil { next = address } }
  }

  /// Takes the address for the change of a payment. Returns `false` if another payment took it before.
  func takeChangeAddress(_ address: String) -> Bool {
    changeAddress.withLock { next in
      guard next == address else { return false }
      next = nil
      return true
    }
  }
}
