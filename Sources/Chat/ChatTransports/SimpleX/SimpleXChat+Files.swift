public import ChatPayments
import JSON

extension SimpleXChat: ChatFileTransport {
  /// The largest file that is taken over from SimpleX Chat, in bytes.
  static let largestFile = 64 << 20
  /// The time for which a call waits for a file that SimpleX Chat is receiving. The next call waits on.
  private static let patience = Duration.seconds(60)

  /// See `ChatFileTransport`. The file stays in a private folder until SimpleX Chat has sent it.
  @discardableResult
  public func send(_ file: ChatFile, to room: RoomID) async throws -> MessageID {
    guard let place = SimpleXRoom(room) else { throw ChatTransportError.unknownRoom }
    guard file.hasPlainName else { throw ChatTransportError.refused("the name of the file") }
    let info = try await check(place)
    let path = try await outbox.put(file)
    do {
      let response = try await call(.sendFile(place, path: path, file), "newChatItems")
      return try await sent(response["chatItems"]?[0], to: place, info)
    } catch let error as ChatTransportError where error != .disconnected && error != .malformedAnswer {
      await outbox.remove(path)
      throw error
    }
  }

  /// See `ChatFileTransport`. SimpleX Chat receives the file into a private folder, from which it is taken over.
  public func file(of message: MessageID, in room: RoomID) async throws -> ChatFile {
    guard let place = SimpleXRoom(room) else { throw ChatTransportError.unknownRoom }
    let deadline = ContinuousClock.now + Self.patience
    var isAsked = false
    while true {
      // News from now on end the next pause.
      let news = fileNews.listen()
      let file = try await record(of: message, in: place)
      guard let number = file["fileId"]?.integerValue(as: Int64.self), let name = file["fileName"]?.stringValue else {
        throw ChatTransportError.unknownMessage
      }
      let status = file["fileStatus"]
      switch SimpleXUser.tag(status) {
      case "rcvInvitation", "rcvAborted":
        // It was asked for a moment ago, and the record does not tell it yet.
        if !isAsked { try await receive(number, file) }
        isAsked = true
      case "rcvAccepted", "rcvTransfer", "rcvWarning": break
      case "rcvComplete": return try await take(file, name)
      case "rcvCancelled": throw ChatTransportError.refused("the sender has taken the file back")
      case "rcvError": throw ChatTransportError.refused(SimpleXWords.fileError(status?["rcvFileError"]))
      default: throw ChatTransportError.unknownMessage
      }
      guard ContinuousClock.now < deadline else {
        throw ChatTransportError.refused("the file is still on its way; ask again")
      }
      try await Self.pause(until: number, in: news)
    }
  }

  private func record(of message: MessageID, in room: SimpleXRoom) async throws -> JSONValue {
    let items = try await chat(room)["chatItems"]?.arrayValue ?? []
    guard let item = items.first(where: { SimpleXUser.number($0).map(String.init) == message.rawValue }),
      let file = item["file"], !SimpleXUser.isOwn(item), item["meta"]?["itemDeleted"]?.isNull ?? true
    else { throw ChatTransportError.unknownMessage }
    return file
  }

  private func receive(_ number: Int64, _ file: JSONValue) async throws {
    guard let size = file["fileSize"]?.integerValue(as: Int.self), size <= Self.largestFile else {
      throw ChatTransportError.refused("the file is too large to be taken over; receive it in SimpleX Chat itself")
    }
    let path = try await inbox.place()
    do {
      let response = try await call(
        .receive(file: number, path: path), "rcvFileAccepted", "rcvFileAcceptedSndCancelled")
      guard SimpleXUser.tag(response) == "rcvFileAccepted" else {
        throw ChatTransportError.refused("the sender has taken the file back")
      }
    } catch {
      await inbox.remove(path)
      throw error
    }
  }

  private func take(_ file: JSONValue, _ name: String) async throws -> ChatFile {
    guard let path = file["fileSource"]?["filePath"]?.stringValue else { throw ChatTransportError.unknownMessage }
    guard let bytes = try await inbox.read(path, limit: Self.largestFile) else {
      throw ChatTransportError.refused("SimpleX Chat has already saved the file: \(path)")
    }
    return ChatFile(name: name, bytes: bytes)
  }

  /// Waits for news of a file. News may be lost, so the wait is short.
  private static func pause(until number: Int64, in news: AsyncStream<Int64>) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for await file in news where file == number { return } }
      group.addTask { try await Task.sleep(for: .seconds(2)) }
      try await group.next()
      group.cancelAll()
    }
  }
}

extension ChatFile {
  /// Whether the name is a plain file name and no path.
  var hasPlainName: Bool {
    (1...255).contains(name.utf8.count) && !name.utf8.contains { $0 == 0 || $0 == 0x2F } && name != "." && name != ".."
  }
}
