public import PaymentsModel

/// The place of a payment among those that one transaction makes. It decides which share of the transaction's fee the
/// payment bears.
public struct PayoutPlace: Sendable, Hashable {
  /// The number of the payment, from 0.
  public let index: Int
  /// The number of payments that the transaction makes, at least 1.
  public let count: Int

  /// The place of a payment that is made by a transaction of its own.
  public static let alone = PayoutPlace(0, 1)

  private init(_ index: Int, _ count: Int) {
    self.index = index
    self.count = count
  }

  /// Creates a place, for example from a blob; `nil` if there is no such place.
  public init?(index: Int, count: Int) {
    guard index >= 0, index < count else { return nil }
    self.init(index, count)
  }

  /// Returns the places of the payments of a transaction, in their order.
  public static func all(of payout: [PaymentIntent]) -> [PayoutPlace] {
    payout.indices.map { PayoutPlace($0, payout.count) }
  }

  /// Returns the part of a transaction's fee that the payment bears. The shares of all payments add up to the fee
  /// exactly.
  public func share(of fee: Amount) -> Amount { fee.share(index, of: count) }

  /// Returns the place of the payment in another transaction that makes it, and perhaps not all of the others: those
  /// that are made bear the fee.
  ///
  /// - Parameter isMade: whether the other transaction makes each of the payments, in their order.
  public func among(_ isMade: [Bool]) -> PayoutPlace {
    guard isMade.count == count else { return self }
    let before = isMade[..<index].count { $0 }
    return PayoutPlace(before, before + 1 + isMade[(index + 1)...].count { $0 })
  }
}

extension [PaymentIntent] {
  /// Returns the sum of the amounts, without the fee.
  ///
  /// - Throws: ``WalletError/insufficientFunds`` if the sum cannot be expressed, because no wallet has that much.
  public func total() throws(WalletError) -> Amount {
    var total = Amount.zero
    for intent in self {
      do {
        total = try total.adding(intent.amount)
      } catch {
        throw .insufficientFunds
      }
    }
    return total
  }

  /// Returns the largest part of a fee that one of the payments bears.
  public func largestShare(of fee: Amount) -> Amount { fee.share(0, of: count) }
}

extension WalletBackend {
  /// Checks what the caller of ``prepare(_:feeCap:)`` guarantees: that the transaction makes at least one payment,
  /// not more than it can make, and no two of them to the same address.
  ///
  /// - Throws: ``WalletError/protocolViolation(code:)``.
  public func check(_ payout: [PaymentIntent]) throws(WalletError) {
    guard !payout.isEmpty, payout.count <= mostRecipients, Set(payout.map(\.address)).count == payout.count else {
      throw .protocolViolation(code: nil)
    }
  }
}
