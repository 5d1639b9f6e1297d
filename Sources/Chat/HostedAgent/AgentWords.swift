public import ChatPayments
public import PaymentsModel

/// The words in which a program tells the user of cards and failures.
public protocol AgentWords: Sendable {
  /// Returns a card in words.
  ///
  /// - Parameter room: the card's room; `nil` if the host has not told of it.
  func describe(_ card: Card, in room: ChatRoom?, now: Timestamp) -> CardDescription

  /// Returns why something failed, in one word and in a sentence.
  func describe(_ error: any Error) -> FailureDescription
}

/// A card in words that are safe to show.
public struct CardDescription: Sendable, Hashable {
  /// Who wants what of whom.
  public let title: String
  /// The price or the prices.
  public let sum: String
  /// The purpose of the payment.
  public let note: String?
  /// How the card stands.
  public let state: String
  /// Why it does not proceed. It is for this person only.
  public let problem: String?

  /// Creates a description.
  public init(title: String, sum: String, note: String?, state: String, problem: String?) {
    self.title = title
    self.sum = sum
    self.note = note
    self.state = state
    self.problem = problem
  }
}

/// A failure in one word for programs and a sentence for people.
public struct FailureDescription: Error, Sendable, Hashable {
  /// The word.
  public let reason: String
  /// The sentence, with what to do.
  public let text: String

  /// Creates a description.
  public init(reason: String, text: String) {
    self.reason = reason
    self.text = text
  }
}
