import PaymentsModel
import Testing

@testable import ChatTransports

/// Tests the state of a relay without running one.
struct RelayStateTests {
  private let now = Timestamp(milliseconds: 1_790_000_000_000)

  private func people(_ names: String...) throws -> RelayState {
    var state = RelayState()
    for name in names { try state.enter(name, key: "key of \(name)", name: name) }
    return state
  }

  @Test func theNameOfAFileIsNotChanged() throws {
    var state = try people("alice", "bob")
    _ = try state.open("r", name: "", by: "alice", with: ["bob"])
    let name = RelayWords(room: "r", text: "receipt.pdf", link: nil)
    let sent = try state.send(name, file: RelayFileEntry(size: 3), by: "alice", at: now)
    let other = RelayWords(room: "r", text: "../../receipt.pdf", link: nil)
    #expect(throws: RelayRefusal.unknownMessage) { try state.edit(sent.message, other, by: "alice", at: now) }
  }

  @Test func aMessageThatIsForgottenIsSaidAnew() throws {
    var state = try people("alice", "bob")
    let room = try state.open("r", name: "", by: "alice", with: ["bob"])
    for number in 0...500 {
      _ = try state.send(RelayWords(room: room.id, text: String(number), link: nil), by: "alice", at: now)
    }
    let page = try state.history(of: "r", after: 0, for: "bob")
    #expect(page.messages.map(\.text) == (1...500).map(String.init) && !page.more)
    let words = RelayWords(room: "r", text: "again", link: nil)
    let anew = try state.edit(1, words, by: "alice", at: now)
    #expect(anew.message == 502 && anew.revision == 0)
    let edited = try state.edit(502, words, by: "alice", at: now)
    #expect(edited.message == 502 && edited.revision == 1)
    #expect(throws: RelayRefusal.unknownMessage) { try state.edit(503, words, by: "alice", at: now) }
    #expect(throws: RelayRefusal.unknownMessage) { try state.edit(0, words, by: "alice", at: now) }
  }

  @Test func filesAreForgottenWithTheirMessagesAndHaveALimit() throws {
    var state = try people("alice", "bob")
    _ = try state.open("r", name: "", by: "alice", with: ["bob"])
    let words = RelayWords(room: "r", text: "file", link: nil)
    let largest = RelayFileEntry(size: RelayLimits.file)
    for _ in 0..<RelayLimits.files / RelayLimits.file {
      _ = try state.send(words, file: largest, by: "alice", at: now)
    }
    let tiny = RelayFileEntry(size: 1)
    #expect(throws: RelayRefusal.tooMany) { try state.send(words, file: tiny, by: "bob", at: now) }
    for size in [0, RelayLimits.file + 1] {
      #expect(throws: RelayRefusal.tooLarge) {
        try state.send(words, file: RelayFileEntry(size: size), by: "bob", at: now)
      }
    }
    #expect(state.rooms["r"]?.files == Set(1...8))
    for _ in 0..<RelayLimits.history - 7 { _ = try state.send(words, by: "alice", at: now) }
    #expect(state.rooms["r"]?.files == Set(2...8))
    _ = try state.send(words, file: tiny, by: "bob", at: now)
  }

  @Test func aPageEndsWhereItIsFull() throws {
    var state = try people("alice", "bob")
    _ = try state.open("r", name: "", by: "alice", with: ["bob"])
    let text = String(repeating: "x", count: RelayLimits.message)
    for _ in 0..<10 { _ = try state.send(RelayWords(room: "r", text: text, link: nil), by: "bob", at: now) }
    let page = try state.history(of: "r", after: 0, for: "alice")
    #expect(page.messages.count == RelayLimits.page / RelayLimits.message && page.more)
    #expect(try state.history(of: "r", after: page.messages.count, for: "alice").messages.count == 2)
  }

  @Test func aDisplayedNameCanChangeAndAKeyCannot() throws {
    var state = try people("alice")
    try state.enter("alice", key: "key of alice", name: "Alice")
    #expect(throws: RelayRefusal.nameTaken) { try state.enter("alice", key: "another", name: "alice") }
    #expect(throws: RelayRefusal.invalidName) { try state.enter("alice", key: "key of alice", name: "") }
    #expect(state.everybody == [RelayPersonEntry(person: "alice", name: "Alice")])
  }

  @Test func thereIsAnEndToEverything() throws {
    var state = RelayState()
    for number in 0..<RelayLimits.people { try state.enter("p\(number)", key: "k", name: "n") }
    #expect(throws: RelayRefusal.tooMany) { try state.enter("one-more", key: "k", name: "n") }
    try state.enter("p0", key: "k", name: "still known")
    let others = (1...RelayLimits.members).map { "p\($0)" }
    #expect(throws: RelayRefusal.tooMany) { try state.open("r", name: "", by: "p0", with: others) }
    for number in 0..<RelayLimits.rooms { _ = try state.open("r\(number)", name: "\(number)", by: "p0", with: ["p1"]) }
    #expect(throws: RelayRefusal.tooMany) { try state.open("more", name: "more", by: "p0", with: ["p1"]) }
    // An existing room is found.
    #expect(try state.open("more", name: "7", by: "p1", with: ["p0", "p0", "p1"]).id == "r7")
  }
}
