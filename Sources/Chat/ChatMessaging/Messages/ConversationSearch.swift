import MessagingAPI

/// The properties of a chat message that are needed to search a conversation.
struct ConversationLine: Sendable, Hashable {
  /// The identifier that the network gave the message.
  let id: String
  /// Whether the person who uses this chat wrote the message.
  let isOwn: Bool
  /// The author of the message.
  let person: String
  /// The text of the message; `nil` where it is not plain text, for example where it is a card.
  let text: String?
  /// The identifier of the message that this one replies to in the chat; `nil` where it is no reply.
  let answers: String?
}

extension OutgoingMessage {
  /// Finds the next part of this message in a conversation, which is sorted from oldest to newest. It is the first own
  /// message with the same text that comes after the ``anchor`` and is no part of another message.
  ///
  /// - Parameter taken: the network's identifiers of the parts of all messages.
  /// - Returns: the network's identifier of the part; `nil` where the conversation does not have it.
  func nextPart(in conversation: [ConversationLine], taken: Set<String>) -> String? {
    guard let wanted = parts.isEmpty ? carriedText : files[safe: parts.count - 1]?.name else { return nil }
    let start = anchor.flatMap { anchor in conversation.lastIndex { $0.id == anchor } }.map { $0 + 1 } ?? 0
    return conversation[start...].first { $0.isOwn && $0.text == wanted && !taken.contains($0.id) }?.id
  }

  /// Finds the contact's answer to this message; `nil` where there is none, or where the conversation no longer holds
  /// the last part of the message.
  ///
  /// In a conversation of two the answer is the contact's first text after the last part, unless that text replies to
  /// another message. In a group the contact may be talking to anybody, so only a text that replies to one of the parts
  /// counts.
  func answer(in conversation: [ConversationLine]) -> ConversationLine? {
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
