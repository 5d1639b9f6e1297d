import DisplayText
import OwnerAPI
import PaymentsModel

/// Money that moved without a question, in short form. It asks nothing, and is shown for a moment only.
///
/// The name of the app is unverified and contained as the app wrote it, unless the owner gave it another. It has to be
/// made safe for the place where it is shown.
public struct MoneyNotice: Sendable, Hashable {
  /// What happened, in one line.
  public var summary: String
  /// The address of a payment's recipient, complete; `nil` for what arrived.
  public var address: String?
  /// The public key of the node that was paid, in hexadecimal, where the address is a Lightning invoice.
  public var lightningNode: String?
  /// The name of the app; `nil` if several may be concerned, or none.
  public var appName: String?
  /// Further details, one per line.
  public var lines: [String]

  /// What is told of one movement.
  init(_ money: MoneyMoved) {
    let amount = "\(money.amount.text) \(money.currency)"
    summary =
      switch money.kind {
      case .paidUnasked: localized("Paid \(amount), within the limits")
      case .arrived: localized("\(amount) was seen, and waits for confirmations")
      case .settled: localized("\(amount) has arrived")
      case .takenBack: localized("An invoice was not paid in time, or its money was taken back")
      }
    address = money.kind == .paidUnasked ? money.address : nil
    lightningNode = address.flatMap { LightningClaims(address: $0)?.node }
    appName = money.app.key == .owner ? nil : money.app.name.isEmpty ? money.app.fingerprint : money.app.name
    lines = [money.id] + (money.others.map { [Self.more($0)] } ?? [])
  }

  /// What is told of movements that were too many to be told one by one.
  init(untold count: Int) {
    summary = Self.more(count)
    lines = [localized("payd payments and payd payments --incoming list them.")]
  }

  private static func more(_ count: Int) -> String {
    count == 1 ? localized("1 more that was not told") : localized("\(count) more that were not told")
  }
}

extension NoticesConfiguration {
  /// Whether the owner wants to be told of this.
  func tells(_ kind: MoneyMovedKind) -> Bool {
    switch kind {
    case .paidUnasked: tellsPayments
    case .arrived, .settled, .takenBack: tellsArrivals
    }
  }
}

extension MoneyNotice: CustomStringConvertible, CustomDebugStringConvertible {
  /// A fixed text: amounts and names do not appear in logs.
  public var description: String { "MoneyNotice(…)" }
  /// The same as the description.
  public var debugDescription: String { description }
}
