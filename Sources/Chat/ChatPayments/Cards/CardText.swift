import PaymentsAPI
import PaymentsModel

/// The text of the message that carries one side of a card. It tells everything to a reader whose chat knows no cards.
///
/// In rooms of more than two people the text names the persons; in a room of two that is not necessary.
struct CardText {
  /// The most code points of a note, a title or a reason in a brief text.
  private static let briefWords = 60

  private let card: Card
  private let room: ChatRoom
  private let isBrief: Bool

  /// Returns this person's message about a card: the text, and the link with everything that the person has said.
  ///
  /// - Parameter isBrief: whether the text holds only the beginning of what people have written, for a network that does
  ///   not carry more. Amounts, addresses and times are always whole.
  /// - Throws: ``CardLinkError/tooLong``.
  static func content(of card: Card, in room: ChatRoom, isBrief: Bool = false) throws(CardLinkError) -> ChatContent {
    let message = CardMessage(
      card: card.key.id, terms: card.isAuthor ? card.terms : nil,
      author: card.isAuthor || room.members.count <= 2 ? nil : card.key.author, steps: card.mySide)
    return ChatContent(text: text(of: card, in: room, isBrief: isBrief), link: try CardLink.write(message))
  }

  /// Returns the text of this person's message.
  static func text(of card: Card, in room: ChatRoom, isBrief: Bool = false) -> String {
    let text = CardText(card: card, room: room, isBrief: isBrief)
    return (card.isAuthor ? text.authorLines : text.otherLines).joined(separator: "\n")
  }

  private var authorLines: [String] {
    let terms = card.terms
    var lines = [proposal(prices(terms.prices))]
    if let title = terms.collection?.title { lines.append(words(title)) }
    if let note = terms.note { lines.append(words(note)) }
    let side = card.authorSide
    switch true {
    case side.says(.received): lines.append("Received, thank you.")
    case side.says(.paid): lines.append("Paid.")
    case side.says(.cancelled): lines.append(sentence("Cancelled", side[.cancelled]))
    case side.says(.failed): lines.append("The payment failed.")
    case card.isEndedByWords: lines.append("That is over: nothing is to be paid any more.")
    default:
      if let request { lines.append("Please pay \(request)") }
      lines.append("Valid until \(Self.minute(terms.expiresAt)).")
    }
    return lines
  }

  private func proposal(_ sum: String) -> String {
    switch card.terms.kind {
    case .request: "Payment request\(name(card.other).map { " to \($0)" } ?? ""): \(sum)"
    case .offer: "I would like to pay \(name(card.other) ?? "you") \(sum)"
    }
  }

  private var otherLines: [String] {
    let side = card.otherSide
    let author = name(card.key.author)
    let subject = card.terms.note.map { " (\(words($0)))" } ?? ""
    let sum = prices(card.price.map { [$0] } ?? card.terms.prices)
    let isPayer = card.terms.kind == .request
    let toAuthor = author.map { "\($0) " } ?? ""
    let ofAuthor = author.map { isPayer ? " to \($0)" : " from \($0)" } ?? ""
    switch true {
    case side.says(.received): return ["Received \(sum)\(ofAuthor)\(subject), thank you."]
    case side.says(.paid): return ["Paid \(toAuthor)\(sum)\(subject)."]
    case side.says(.declined): return [sentence("Declined: \(sum)\(ofAuthor)\(subject)", side[.declined])]
    case side.says(.failed): return ["My payment of \(sum)\(ofAuthor)\(subject) failed."]
    case card.isEndedByWords && !isPayer:
      return ["Accepted\(ofAuthor)\(subject): \(sum). That is over: nothing is to be paid any more."]
    default:
      guard let request else { return ["Accepted: I am going to pay \(toAuthor)\(sum)\(subject)."] }
      return [
        "Accepted\(ofAuthor)\(subject). Please pay \(request)", "Valid until \(Self.minute(card.terms.expiresAt)).",
      ]
    }
  }

  /// The amount and the address to pay to; `nil` until this person, as the payee, has given the address.
  private var request: String? {
    guard card.role == .payee, let destination = card.destination,
      let price = card.terms.price(in: destination.currency)
    else { return nil }
    return "\(prices([price])) to \(isBrief ? destination.address : card.ownInvoice?.uri ?? destination.address)"
  }

  /// The name under which the others in the room know a person; `nil` in a room of two. If two members share a name,
  /// their identifiers are added.
  private func name(_ person: PersonID) -> String? {
    guard room.members.count > 2 else { return nil }
    let name = room.name(of: person)
    let namesakes = room.members.count { $0.name.lowercased() == name.lowercased() }
    return namesakes > 1 ? "\(name) (\(person.rawValue))" : name
  }

  private func prices(_ prices: [CardPrice]) -> String {
    prices.map { "\($0.amount.text) \($0.currency)" }.joined(separator: " or ")
  }

  /// What somebody has written.
  private func words(_ text: String) -> String {
    guard isBrief, text.unicodeScalars.count > Self.briefWords else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.briefWords - 1))) + "…"
  }

  private func sentence(_ text: String, _ step: CardStep?) -> String {
    switch step {
    case .declined(let reason?), .cancelled(let reason?): "\(text). \(words(reason))"
    default: "\(text)."
    }
  }

  /// The time to the minute, in UTC, because readers may be in different time zones.
  private static func minute(_ moment: Timestamp) -> String {
    let scalars = moment.text.unicodeScalars
    return "\(String(scalars.prefix(10))) \(String(scalars.dropFirst(11).prefix(5))) UTC"
  }
}
