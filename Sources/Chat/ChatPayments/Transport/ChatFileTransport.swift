/// A chat network that carries files too.
public protocol ChatFileTransport: ChatTransport {
  /// Sends a file. It is a message of its own, whose text in the history is the file's name.
  ///
  /// - Returns: its name.
  /// - Throws: ``ChatTransportError``. After ``ChatTransportError/disconnected`` it may have been sent or not.
  func send(_ file: ChatFile, to room: RoomID) async throws -> MessageID

  /// The file that a message stands for, from whomever it is.
  ///
  /// - Throws: ``ChatTransportError``; ``ChatTransportError/unknownMessage`` where there is none, or none any more.
  func file(of message: MessageID, in room: RoomID) async throws -> ChatFile
}

/// A file in a conversation, before it is asked for.
public struct ChatFileInfo: Sendable, Hashable {
  /// What its sender calls it: untrusted text.
  public let name: String
  /// How large it is, in bytes, as the network says.
  public let size: Int

  /// A file.
  public init(name: String, size: Int) {
    self.name = name
    self.size = size
  }
}

extension ChatFileInfo: CustomStringConvertible {
  /// Redacted: what people send does not appear in logs.
  public var description: String { "‹file of \(size) bytes›" }
}

/// A file that goes into a conversation.
public struct ChatFile: Sendable, Hashable {
  /// Its name, without folders.
  public let name: String
  /// What is in it.
  public let bytes: [UInt8]

  /// A file.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

extension ChatFile: CustomStringConvertible {
  /// Redacted: what people send does not appear in logs.
  public var description: String { "‹file›" }
}
