/// A chat network that can also carry files.
public protocol ChatFileTransport: ChatTransport {
  /// Sends a file as a message of its own. In the history its text is the file's name.
  ///
  /// - Returns: the identifier of the message.
  /// - Throws: ``ChatTransportError``. After ``ChatTransportError/disconnected`` it is not known whether the file was
  ///   sent.
  func send(_ file: ChatFile, to room: RoomID) async throws -> MessageID

  /// Returns the file that a message stands for, whoever has sent it.
  ///
  /// - Throws: ``ChatTransportError``; ``ChatTransportError/unknownMessage`` if the message has no file, or it is gone.
  func file(of message: MessageID, in room: RoomID) async throws -> ChatFile
}

/// The description of a file in a conversation, without its content.
public struct ChatFileInfo: Sendable, Hashable {
  /// The file name that the sender gave. It is untrusted text.
  public let name: String
  /// The size in bytes, as the network reports it.
  public let size: Int

  /// Creates a description.
  public init(name: String, size: Int) {
    self.name = name
    self.size = size
  }
}

extension ChatFileInfo: CustomStringConvertible {
  /// A redacted text, so that files do not appear in logs.
  public var description: String { "‹file of \(size) bytes›" }
}

/// A file that goes into a conversation.
public struct ChatFile: Sendable, Hashable {
  /// The file name, without folders.
  public let name: String
  /// The content of the file.
  public let bytes: [UInt8]
  /// For a picture, a small one in the form PNG, which a chat can show at once; `nil` for any other file.
  public let preview: [UInt8]?

  /// Creates a file.
  public init(name: String, bytes: [UInt8], preview: [UInt8]? = nil) {
    self.name = name
    self.bytes = bytes
    self.preview = preview
  }
}

extension ChatFile: CustomStringConvertible {
  /// A redacted text, so that files do not appear in logs.
  public var description: String { "‹file›" }
}
