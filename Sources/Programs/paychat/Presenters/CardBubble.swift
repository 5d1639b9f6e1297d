import ChatPayments
import PaymentsModel
import TerminalUI

/// The text that presents a card: the proposal, its state, and the commands that this person can type.
struct CardBubble: ScreenItem {
  let number: Int
  let isMine: Bool
  /// The group in which the card was proposed.
  let place: String?
  let sentAt: Timestamp
  /// The first line, for example `bob asks you for`.
  let title: String
  /// The price or the prices, for example `0.5 XMR or 1.2 LTC`.
  let sum: String
  let note: String?
  let track: String
  /// The state, for example `Pending · waiting for your answer`.
  let state: String
  /// The card is shown again only if this text changes. It does not contain the number of confirmations.
  let milestone: String
  let tone: TextStyle.Tone
  /// The reason why the card does not proceed, if there is one.
  let problem: String?
  /// The commands in the form in which they are typed.
  let actions: [String]

  init(_ card: Card, number: Int, names: CardNames, now: Timestamp, place: String? = nil) {
    let headline = CardHeadline(card, names: names, now: now)
    self.number = number
    self.place = place.map { SafeText($0, limit: 24).text }
    isMine = card.isAuthor
    sentAt = card.terms.createdAt
    title = Self.title(card, names)
    sum = (card.price.map { [$0] } ?? card.terms.prices).map { "\($0.amount.text) \($0.currency)" }
      .joined(separator: localized(" or "))
    note = Self.note(card)
    track = headline.track
    state = "\(headline.word) · \(headline.detail)\(headline.count.map { ", \($0)" } ?? "")"
    tone = headline.tone
    problem = ProblemText.sentence(of: card, names: names, number: number)
    actions = Self.actions(card, number: number, now: now)
    milestone = ([headline.word, headline.detail, problem ?? ""] + actions).joined(separator: "\n")
  }

  private static func title(_ card: Card, _ names: CardNames) -> String {
    let (author, other) = (names.name(card.key.author), names.name(card.other))
    return switch card.terms.kind {
    case .request where names.isMe(card.key.author): localized("You ask \(other) for")
    case .request where names.isMe(card.other): localized("\(author) asks you for")
    case .request: localized("\(author) asks \(other) for")
    case .offer where names.isMe(card.key.author): localized("You offer \(other)")
    case .offer where names.isMe(card.other): localized("\(author) offers you")
    case .offer: localized("\(author) offers \(other)")
    }
  }

  private static func note(_ card: Card) -> String? {
    let texts = [card.terms.collection?.title, card.terms.note].compactMap(\.self)
    return texts.isEmpty ? nil : texts.map { SafeText($0).text }.joined(separator: " · ")
  }

  private static func actions(_ card: Card, number: Int, now: Timestamp) -> [String] {
    let commands = card.commands(now: now)
    var actions: [String] = []
    if commands.contains(.accept) {
      let currencies = card.terms.prices.count == 1 ? [""] : card.terms.prices.map { " " + $0.currency }
      actions += currencies.map { "/accept \(number)\($0)" }
    }
    if commands.contains(.decline) { actions.append("/decline \(number)") }
    if commands.contains(.cancel) { actions.append("/cancel \(number)") }
    if commands.contains(.retry) { actions.append("/retry \(number)") }
    return actions
  }

  /// The card in one line, for a log.
  var line: String {
    let subject = note.map { " (\($0))" } ?? ""
    let rest = [problem, actions.isEmpty ? nil : actions.joined(separator: "  ")].compactMap(\.self)
    return (["[\(number)]\(place.map { " in \($0):" } ?? "") \(title) \(sum)\(subject): \(state)"] + rest).joined(
      separator: " — ")
  }
}
