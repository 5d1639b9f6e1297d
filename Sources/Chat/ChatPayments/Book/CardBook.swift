public import PaymentsModel

/// All cards of one person, and the rules by which messages are assigned to them. It has no side effects; a
/// ``CardAgent`` stores it.
public struct CardBook: Sendable {
  /// The result of processing a message.
  public enum Hearing: Sendable, Hashable {
    /// The message belongs to this card; `isNew` tells whether it changed anything.
    case card(CardKey, isNew: Bool)
    /// The message belongs to a card whose proposal has not arrived yet.
    case early
    /// The message is no card that this person can use, and is shown as its text.
    case text(TextReason)
  }

  /// The reason why a message is shown as its text.
  public enum TextReason: Sendable, Hashable {
    /// The message has no link.
    case noCard
    /// This version cannot read the link of the message.
    case link(CardLinkError)
    /// The card is addressed to nobody in the room, or to its own author.
    case addressee
    /// The card belongs to another room.
    case anotherRoom
    /// The card was proposed before, with different terms.
    case otherTerms
    /// Its author has too many open cards.
    case tooMany
    /// The card expires so far in the future that no provider would accept its request.
    case ahead
  }

  /// The highest number of open cards of one author. Further cards are shown as text.
  public static let maximumOpen = 500
  /// The highest number of messages that wait for the proposal that they belong to.
  static let maximumEarly = 256
  /// The time by which other people's clocks may be ahead of this one.
  static let clockTolerance = Duration.seconds(3600)

  /// The cards.
  public private(set) var cards: [CardKey: Card] = [:]
  private var lastNumber = 0
  private var early: [(key: CardKey, message: ChatMessage, steps: CardSide)] = []

  /// Creates a book from stored cards.
  public init(_ cards: [Card] = []) {
    lastNumber = cards.compactMap(\.number).max() ?? 0
    for card in cards.sorted(by: { $0.terms.createdAt < $1.terms.createdAt }) { add(card) }
  }

  /// Adds a card, and gives it a number if it has none.
  mutating func add(_ card: Card) {
    var card = card
    if card.number == nil {
      lastNumber += 1
      card.number = lastNumber
    }
    cards[card.key] = card
  }

  /// The card with a key.
  public subscript(key: CardKey) -> Card? {
    get { cards[key] }
    set { cards[key] = newValue }
  }

  /// Processes a message.
  ///
  /// - Parameters:
  ///   - message: the message as the transport delivered it.
  ///   - room: the room of the message.
  ///   - now: the current time.
  public mutating func hear(_ message: ChatMessage, in room: ChatRoom, now: Timestamp) -> Hearing {
    guard let link = message.content.link else { return .text(.noCard) }
    let content: CardMessage
    do throws(CardLinkError) { content = try CardLink.read(link) } catch { return .text(.link(error)) }
    if let terms = content.terms {
      let key = CardKey(author: message.from, id: content.card)
      return propose(key, terms: terms, message: message, steps: content.steps, in: room, now: now)
    }
    guard let author = content.author ?? Self.counterpart(of: message.from, in: room) else {
      return .text(.addressee)
    }
    let key = CardKey(author: author, id: content.card)
    guard let card = cards[key] else {
      if early.count >= Self.maximumEarly { early.removeFirst() }
      early.append((key, message, content.steps))
      return .early
    }
    // A card belongs to one room. Steps that are sent in another room do not count.
    guard card.room == room.id else { return .text(.anotherRoom) }
    return .card(key, isNew: hearSteps(for: key, in: message, steps: content.steps, me: room.me))
  }

  /// Forgets a message that waits for its proposal, because somebody has removed it for everybody.
  mutating func forget(_ message: MessageID, in room: RoomID) {
    early.removeAll { ($0.message.id, $0.message.room) == (message, room) }
  }

  private mutating func propose(
    _ key: CardKey, terms: CardTerms, message: ChatMessage, steps: CardSide, in room: ChatRoom, now: Timestamp
  ) -> Hearing {
    if let card = cards[key] {
      guard card.room == room.id else { return .text(.anotherRoom) }
      // The first proposal stays valid, because terms must not change after somebody has agreed to them.
      guard card.terms == terms else { return .text(.otherTerms) }
      return .card(key, isNew: hearSteps(for: key, in: message, steps: steps, me: room.me))
    }
    guard let other = Self.addressee(of: terms, from: key.author, in: room) else { return .text(.addressee) }
    let open = cards.values.count { $0.key.author == key.author && !$0.state(now: now).isFinal }
    guard key.author == room.me || open < Self.maximumOpen else { return .text(.tooMany) }
    guard terms.expiresAt.since(now) <= CardTerms.maximumLifetime + Self.clockTolerance else { return .text(.ahead) }
    add(Card(key: key, terms: terms, room: room.id, me: room.me, other: other))
    hearSteps(for: key, in: message, steps: steps, me: room.me)
    for waiting in early where waiting.key == key && waiting.message.room == room.id {
      hearSteps(for: key, in: waiting.message, steps: waiting.steps, me: room.me)
    }
    early.removeAll { $0.key == key }
    return .card(key, isNew: true)
  }

  @discardableResult
  private mutating func hearSteps(for key: CardKey, in message: ChatMessage, steps: CardSide, me: PersonID) -> Bool {
    guard var card = cards[key] else { return false }
    let before = card
    card.hear(steps, from: message.from)
    if message.from == card.counterpart {
      card.carrier = message.id
      card.carrierSentAt = message.isFleeting ? nil : message.sentAt
    }
    if message.from == me, card.role != .onlooker {
      card.carried(by: message.id, saying: steps, text: message.content.text)
    }
    cards[key] = card
    return card != before
  }

  /// Returns the person to whom terms are addressed in a room; `nil` if that is the author or nobody in the room.
  static func addressee(of terms: CardTerms, from author: PersonID, in room: ChatRoom) -> PersonID? {
    let other = terms.to ?? counterpart(of: author, in: room)
    guard let other, other != author, room.members.contains(where: { $0.id == other }) else { return nil }
    return other
  }

  /// Returns the other member of a room of two.
  static func counterpart(of person: PersonID, in room: ChatRoom) -> PersonID? {
    guard room.members.count == 2, room.members.contains(where: { $0.id == person }) else { return nil }
    return room.members.first { $0.id != person }?.id
  }
}
