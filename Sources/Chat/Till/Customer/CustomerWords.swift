package import PaymentsModel

/// What a customer has written to the people of the shop: a text that is no command of the till.
package struct CustomerWords: Sendable, Hashable, Codable {
  /// The most that is kept of a customer's words that were not answered; the older ones go.
  static let most = 5
  /// The most code points that are kept of a text.
  private static let longest = 500

  /// The text, of limited length. It is untrusted, and must be made safe before it is shown.
  package let text: String
  /// The moment at which it was written, as the chat says.
  package let at: Timestamp

  init(_ text: String, at: Timestamp) {
    self.text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longest)))
    self.at = at
  }
}

/// Why an answer was not given to a customer.
package enum AnswerRefusal: Error, Sendable, Hashable {
  /// There is no customer of that number.
  case unknownCustomer
  /// There is no text, or more than ``longest`` code points.
  case length
  /// Too many messages wait for this customer.
  case full

  /// The most code points of an answer.
  package static let longest = 2000
}

extension Customer {
  /// Keeps what was written to the people of the shop.
  mutating func keep(_ words: CustomerWords) {
    self.words = Array(((self.words ?? []) + [words]).suffix(CustomerWords.most))
  }

  /// Says what the people of the shop answer. What the customer has written counts as answered.
  mutating func answer(_ text: String) throws(AnswerRefusal) {
    guard (1...AnswerRefusal.longest).contains(text.unicodeScalars.count) else { throw .length }
    guard outbox.count < Self.maximumOutbox else { throw .full }
    words = nil
    say(TillWords.answer(text))
  }
}
