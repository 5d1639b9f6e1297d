/// The properties of a payment as separate values, for notifiers that show more than lines of text. Amounts are decimal
/// texts with their currency, for display.
public struct PaymentFacts: Sendable, Hashable {
  /// The amount that the recipient gets.
  public var amount: String
  /// The quoted fee; `nil` while the quote is being requested.
  public var fee: String?
  /// The largest fee that an approval allows.
  public var feeCap: String?
  /// The sum of amount and quoted fee.
  public var total: String?
  /// The address of the recipient, complete.
  public var address: String
  /// The public key of the node that is paid, in hexadecimal, where the address is a Lightning invoice.
  public var lightningNode: String?
  /// A short text on earlier payments to the address.
  public var history: String
  /// The name that the owner gave the app; `nil` if there is none.
  public var ownerName: String?
  /// The name that the app gave itself. It is not verified.
  public var claimedName: String
  /// The description that the app gave. It is not verified.
  public var memo: String?
  /// Why the payment can be approved only at the console, or not yet; `nil` if it can be approved anywhere.
  public var obstacle: String?
}

extension PaymentFacts: CustomStringConvertible, CustomDebugStringConvertible {
  /// A fixed text: the properties do not appear in logs.
  public var description: String { "PaymentFacts(…)" }
  /// The same as the description.
  public var debugDescription: String { description }
}
