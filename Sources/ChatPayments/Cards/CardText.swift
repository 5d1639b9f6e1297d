import PaymentsAPI
import PaymentsModel

/// The text of the message that carries one side of a card: complete for a person who has no payments.
enum CardText {
  /// What the message of this person's says.
  static func text(of card: Card) -> String {
    let lines = card.isAuthor ? authorLines(card) : otherLines(card)
    return lines.joined(separator: "\n")
  }

  private static func authorLines(_ card: Card) -> [String] {
    let terms = card.terms
    let sum = prices(terms.prices)
    var lines = [terms.kind == .request ? "Payment request: \(sum)" : "I would like to pay you \(sum)"]
    if let title = terms.collection?.title { lines.append(title) }
    if let note = terms.note { lines.append(note) }
    let side = card.authorSide
    switch true {
    case side.says(.received): lines.append("Received, thank you.")
    case side.says(.paid): lines.append("Paid.")
    case side.says(.cancelled): lines.append(sentence("Cancelled", side[.cancelled]))
    case side.says(.failed): lines.append("The payment failed.")
    default:
      if let destination = side.destination, let price = terms.price(in: destination.currency) {
        lines.append("Please pay \(prices([price])) to \(card.invoice?.uri ?? destination.address)")
      }
      lines.append("Valid until \(minute(terms.expiresAt)).")
    }
    return lines
  }

  private static func otherLines(_ card: Card) -> [String] {
    let side = card.otherSide
    let subject = card.terms.note.map { " (\($0))" } ?? ""
    let sum = prices(card.price.map { [$0] } ?? card.terms.prices)
    switch true {
    case side.says(.received): return ["Received \(sum)\(subject), thank you."]
    case side.says(.paid): return ["Paid \(sum)\(subject)."]
    case side.says(.declined): return [sentence("Declined: \(sum)\(subject)", side[.declined])]
    case side.says(.failed): return ["My payment of \(sum)\(subject) failed."]
    default:
      guard let destination = side.destination else { return ["Accepted: I am going to pay \(sum)\(subject)."] }
      return ["Accepted\(subject). Please pay \(sum) to \(card.invoice?.uri ?? destination.address)"]
    }
  }

  private static func prices(_ prices: [CardPrice]) -> String {
    prices.map { "\($0.amount.text) \($0.currency)" }.joined(separator: " or ")
  }

  private static func sentence(_ text: String, _ step: CardStep?) -> String {
    switch step {
    case .declined(let reason?), .cancelled(let reason?): "\(text). \(reason)"
    default: "\(text)."
    }
  }

  /// To the minute, in UTC: whoever reads it has the time zone of their own.
  private static func minute(_ moment: Timestamp) -> String {
    let text = moment.text
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
  }
}
