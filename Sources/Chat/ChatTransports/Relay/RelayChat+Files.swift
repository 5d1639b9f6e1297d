public import ChatPayments
import Cryptography
import JSON

extension RelayChat: ChatFileTransport {
  /// See `ChatFileTransport`. A file may have at most 8 MiB.
  @discardableResult
  public func send(_ file: ChatFile, to room: RoomID) async throws -> MessageID {
    guard file.bytes.count <= RelayLimits.file else { throw ChatTransportError.tooLarge(limit: RelayLimits.file) }
    let message: RelayMessageEntry = try await ask(
      "send_file",
      [
        "room": .string(room.rawValue), "name": .string(file.name), "data": .string(Base64URL.encode(file.bytes)),
      ], member: "message")
    return message.chatMessage.id
  }

  /// See `ChatFileTransport`.
  public func file(of message: MessageID, in room: RoomID) async throws -> ChatFile {
    guard let number = Int(message.rawValue) else { throw ChatTransportError.unknownMessage }
    let answer: RelayFileContent = try await ask(
      "file", ["room": .string(room.rawValue), "message": .integer(number)])
    guard let bytes = try? Base64URL.decode(answer.data) else { throw ChatTransportError.malformedAnswer }
    return ChatFile(name: answer.name, bytes: bytes)
  }
}
