import JSON
import TypeDefinition

/// The content of a card's message: the terms, if the author sends it, and all steps that the sender has made so far.
public struct CardMessage: Sendable, Hashable {
  /// The version of the format that is written. It is also the highest version that is read.
  public static let version = 1

  /// The identifier that the author gave the card.
  public let card: CardID
  /// The terms. They are in every message of the author, and `nil` in messages of the other party.
  public let terms: CardTerms?
  /// The author of the card. The other party names the author in rooms of more than two; otherwise this is `nil`.
  public let author: PersonID?
  /// All steps that the sender has made so far.
  public let steps: CardSide

  /// Creates the content of a message.
  public init(card: CardID, terms: CardTerms? = nil, author: PersonID? = nil, steps: CardSide = CardSide()) {
    self.card = card
    self.terms = terms
    self.author = author
    self.steps = steps
  }
}

extension CardMessage: Codable {
  private enum CodingKeys: String, CodingKey { case v, card, terms, author, steps }

  /// Decodes the object that `cards/card.json` of the specification describes.
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
  /// The identifier of the card and the names of the steps, without any other content.
  public var description: String { "‹card \(card) \(steps.steps.map(\.name.rawValue).joined(separator: ","))›" }
}

/// The schema of the JSON object in a card's link. It is the specification's own file, embedded at build time.
enum CardSchema {
  /// The schema; `nil` if the embedded file is no schema, which a test rules out for every build.
  static let card: Schema? = {
    // Without the schema no card is read, so that no unchecked content is accepted.
    try? Schema(json: JSONValue(parsing: PackageResources.card_json))
  }()
}
