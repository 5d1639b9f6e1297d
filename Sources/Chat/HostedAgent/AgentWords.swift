package import ChatPayments
package import PaymentsModel

/// The words in which a program tells the user of cards and failures.
package protocol AgentWords: Sendable {
  /// Returns a card in words.
  ///
  /// - Parameter room: the card's room; `nil` if the host has not told of it.
  func describe(_ card: Card, in room: ChatRoom?, now: Timestamp) -> CardDescription

  /// Returns why something failed, in one word and in a sentence.
  func describe(_ error: any Error) -> FailureDescription
}

/// A card in words that are safe to show.
package struct CardDescription: Sendable, Hashable {
  /// Who wants what of whom.
  package let title: String
  /// The price or the prices.
  package let sum: String
  /// The purpose of the payment.
  package let note: String?
  /// How the card stands.
  package let state: String
  /// Why it does not proceed. It is for this person only.
  package let problem: String?

  package init(title: String, sum: String, note: String?, state: String, problem: String?) {
    self.title = title
    self.sum = sum
    self.note = note
    self.state = state
    self.problem = problem
  }
}

/// A failure in one word for programs and a sentence for people.
package struct FailureDescription: Error, Sendable, Hashable {
  /// The word.
  package let reason: String
  /// The sentence, with what to do.
  package let text: String

  package init(reason: String, text: String) {
    self.reason = reason
    self.text = text
  }
}
