import MessagingAPI

/// A message of a conversation, as far as looking for things in it needs it.
public struct ConversationLine: Sendable, Hashable {
  /// The network's name of it.
  public let id: String
  /// Whether the person who uses the chat has written it.
  public let isOwn: Bool
  /// Who has written it.
  public let person: String
  /// What it says; nil where that is not plain text, such as a card.
  public let text: String?

  /// A message.
  public init(id: String, isOwn: Bool, person: String, text: String?) {
    self.id = id
    self.isOwn = isOwn
    self.person = person
    self.text = text
  }
}

extension OutgoingMessage {
  /// The network's name of the next part, where a conversation (the oldest first) has it: the first own message with the
  /// same text after the ``anchor`` that is no part of another message. Nil where there is none.
  ///
  /// - Parameter taken: the names of parts of all messages.
  public func nextPart(in conversation: [ConversationLine], taken: Set<String>) -> String? {
    guard let wanted = parts.isEmpty ? text : files[safe: parts.count - 1]?.name else { return nil }
    let start = anchor.flatMap { anchor in conversation.lastIndex { $0.id == anchor } }.map { $0 + 1 } ?? 0
    return conversation[start...].first { $0.isOwn && $0.text == wanted && !taken.contains($0.id) }?.id
  }

  /// What the contact has answered: their first text after the last part. Nil where there is none, or where the last part
  /// is not in the conversation any more.
  public func answer(in conversation: [ConversationLine]) -> ConversationLine? {
    guard let last = parts.last, let place = conversation.lastIndex(where: { $0.id == last }) else { return nil }
    return conversation[(place + 1)...].first { $0.person == target?.person && $0.text != nil }
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
