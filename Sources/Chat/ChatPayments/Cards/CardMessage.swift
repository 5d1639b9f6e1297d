/// What a message carries of a card: what it proposes, from its author, and all that the sender has said since.
public struct CardMessage: Sendable, Hashable {
  /// The version of this format that is written, and the highest that is read.
  public static let version = 1

  /// Which card, as its author calls it.
  public let card: CardID
  /// What is proposed: in each message of the author's, nil in those of the other party.
  public let terms: CardTerms?
  /// Whose card it is: in messages of the other party where more than two are in the room.
  public let author: PersonID?
  /// All that the sender has said so far.
  public let steps: CardSide

  /// What a message carries.
  public init(card: CardID, terms: CardTerms? = nil, author: PersonID? = nil, steps: CardSide = CardSide()) {
    self.card = card
    self.terms = terms
    self.author = author
    self.steps = steps
  }
}

extension CardMessage: Codable {
  private enum CodingKeys: String, CodingKey { case v, card, terms, author, steps }

  /// Decodes the object of the specification's `cards/card.json`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    guard try members.decode(Int.self, forKey: .v) == Self.version else {
      throw DecodingError.dataCorruptedError(forKey: .v, in: members, debugDescription: "another version")
    }
    card = try members.decode(CardID.self, forKey: .card)
    terms = try members.decodeIfPresent(CardTerms.self, forKey: .terms)
    author = try members.decodeIfPresent(PersonID.self, forKey: .author)
    steps = try members.decode(CardSide.self, forKey: .steps)
  }

  /// Encodes the object.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(Self.version, forKey: .v)
    try members.encode(card, forKey: .card)
    try members.encodeIfPresent(terms, forKey: .terms)
    try members.encodeIfPresent(author, forKey: .author)
    try members.encode(steps, forKey: .steps)
  }
}

extension CardMessage: CustomStringConvertible {
  /// The card and the names of the steps alone.
  public var description: String { "‹card \(card) \(steps.steps.map(\.name.rawValue).joined(separator: ","))›" }
}
