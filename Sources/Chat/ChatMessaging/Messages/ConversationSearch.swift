import MessagingAPI

/// A message of a conversation, as far as looking for things in it needs it.
package struct ConversationLine: Sendable, Hashable {
  /// The network's name of it.
  package let id: String
  /// Whether the person who uses the chat has written it.
  package let isOwn: Bool
  /// Who has written it.
  package let person: String
  /// What it says; nil where that is not plain text, such as a card.
  package let text: String?
  /// The network's name of the message that it answers by the chat's own means; nil where it answers none.
  package let answers: String?

  /// A message.
  package init(id: String, isOwn: Bool, person: String, text: String?, answers: String? = nil) {
    self.id = id
    self.isOwn = isOwn
    self.person = person
    self.text = text
    self.answers = answers
  }
}

extension OutgoingMessage {
  /// The network's name of the next part, where a conversation (the oldest first) has it: the first own message with
  /// the same text after the ``anchor`` that is no part of another message. Nil where there is none.
  ///
  /// - Parameter taken: the names of parts of all messages.
  package func nextPart(in conversation: [ConversationLine], taken: Set<String>) -> String? {
    guard let wanted = parts.isEmpty ? carriedText : files[safe: parts.count - 1]?.name else { return nil }
    let start = anchor.flatMap { anchor in conversation.lastIndex { $0.id == anchor } }.map { $0 + 1 } ?? 0
    return conversation[start...].first { $0.isOwn && $0.text == wanted && !taken.contains($0.id) }?.id
  }

  /// What the contact has answered. Nil where there is nothing, or where the last part is not in the conversation any
  /// more.
  ///
  /// In a conversation of two it is their first text after the last part, unless that answers another message. Where
  /// others read along it may be meant for any of them: there it is the first text that answers one of the parts by the
  /// chat's own means.
  package func answer(in conversation: [ConversationLine]) -> ConversationLine? {
    guard let target, let last = parts.last, let place = conversation.lastIndex(where: { $0.id == last }) else {
      return nil
    }
    return conversation[(place + 1)...].first { line in
      guard line.person == target.person, line.text != nil else { return false }
      return line.answers.map(parts.contains) ?? (target.group == nil)
    }
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
