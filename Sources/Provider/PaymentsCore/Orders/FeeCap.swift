package import PaymentsModel

/// The fee cap of an approval: how much network fee a yes to a payment covers. All of it is computed here.
///
/// Fees move between the question and the payment, so that a yes covers up to a quarter more than was quoted. The owner
/// is shown that cap. It is lowered where the limits of the app leave less, and where the app itself accepts less.
package enum FeeCap {
  /// The cap that is shown with a quoted fee.
  package static func shown(for fee: Amount) -> Amount {
    (try? fee.adding(Amount(atomicUnits: fee.atomicUnits / 4))) ?? fee
  }

  /// The cap that is shown with an order; `nil` while its fee is not known.
  package static func shown(for order: OrderMachine) -> Amount? {
    order.progress.quote.map { shown(for: $0.fee) }
  }

  /// The cap of a yes that nobody is asked for: what would be shown, lowered so that amount and fee stay within the
  /// largest total that fits; `nil` for no such total.
  ///
  /// - Returns: `nil` where not even the quoted fee fits.
  package static func standing(for fee: Amount, of amount: Amount, within total: Amount?) -> Amount? {
    guard let total else { return shown(for: fee) }
    guard let room = total.subtracting(amount), fee <= room else { return nil }
    return min(shown(for: fee), room)
  }

  /// The cap of the owner's yes, lowered so that amount and fee stay within the largest total that fits; `nil` for no
  /// such total.
  static func approved(_ cap: Amount, of amount: Amount, within total: Amount?) -> Amount {
    total?.subtracting(amount).map { min(cap, $0) } ?? cap
  }

  /// The cap, lowered to what the app accepts as the fee; `nil` where it accepts any.
  static func accepted(_ cap: Amount, maxFee: Amount?) -> Amount {
    maxFee.map { min(cap, $0) } ?? cap
  }
}
