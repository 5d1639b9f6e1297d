public import ChatPayments
import JSON

extension SimpleXChat: ChatFileTransport {
  /// See `ChatFileTransport`. The file stays in a private folder until SimpleX Chat has sent it.
  @discardableResult
  public func send(_ file: ChatFile, to room: RoomID) async throws -> MessageID {
    guard let place = SimpleXRoom(room) else { throw ChatTransportError.unknownRoom }
    guard file.hasPlainName else { throw ChatTransportError.refused("the name of the file") }
    let path = try await outbox.put(file)
    do {
      let response = try await call(.sendFile(place, path: path, name: file.name), "newChatItems")
      guard let item = response["chatItems"]?[0], let message = await tell(item) else {
        throw ChatTransportError.malformedAnswer
      }
      return message.id
    } catch let error as ChatTransportError where error != .disconnected && error != .malformedAnswer {
      await done(path)
      throw error
    }
  }

  /// See `ChatFileTransport`. It always throws, because files from others are received and saved in SimpleX Chat
  /// itself.
  public func file(of message: MessageID, in room: RoomID) async throws -> ChatFile {
    throw ChatTransportError.refused("receive and save it in SimpleX Chat itself")
  }

  /// Removes a file that has been sent or will never be sent.
  func done(_ path: String) async {
    // A file that cannot be removed only takes up space.
    try? await outbox.remove(path)
  }
}

extension ChatFile {
  /// Whether the name is a plain file name and no path.
  var hasPlainName: Bool {
    (1...255).contains(name.utf8.count) && !name.utf8.contains { $0 == 0 || $0 == 0x2F } && name != "." && name != ".."
  }
}
