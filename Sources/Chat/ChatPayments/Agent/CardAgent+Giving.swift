/// For a chat that gives its rooms and messages itself, and wants to know when it may forget them.
extension CardAgent {
  /// Takes note of a room that is new or has changed, before messages of it are given.
  public func know(_ room: ChatRoom) { rooms[room.id] = room }

  /// Forgets a room of which this person is no member any more. Its cards stay.
  public func forget(_ room: RoomID) { rooms[room] = nil }

  /// Processes a message. When this returns, what the message says about a card is on the disk, but for
  /// ``CardBook/Hearing/early``, which only the caller can keep.
  ///
  /// - Throws: ``CardFilesError``. The same message can be given again.
  public func take(_ message: ChatMessage) async throws -> CardBook.Hearing {
    let hearing = await hear(message)
    if case .card(let key, _) = hearing, !isKept(key) { try await keep(key) }
    return hearing
  }
}
