import PaymentsAPI
import PaymentsModel
import Testing

@testable import Provider

@Suite("The store of statements")
struct StatementStoreTests {
  private let now = Timestamp(milliseconds: 1_700_000_000_000)
  private let alice = StatementReader.app(AppKey(rawValue: "alice"))
  private let bob = StatementReader.app(AppKey(rawValue: "bob"))

  private func limits() -> StatementStore.Limits {
    var limits = StatementStore.Limits()
    limits.kept = 3
    limits.fileBytes = 100
    limits.readerBytes = 150
    limits.bytes = 220
    return limits
  }

  private func statement(_ id: String) -> Statement {
    Statement(
      statementID: id, requestID: .random(), version: 1, state: .preparing, format: .csv, from: now, to: now, rows: 0,
      rowsDone: 0, mediaType: "text/csv", fileName: "f", createdAt: now)
  }

  private func put(
    _ id: String, of reader: StatementReader, bytes: Int, on store: inout StatementStore
  ) throws -> Statement? {
    let isAdmitted = store.admit(statement(id), of: reader)
    try #require(isAdmitted)
    return store.finish(id, of: reader, [UInt8](repeating: 7, count: bytes), sha256: "00", at: now)
  }

  @Test("a reader has two in preparation at most, and another one its own two")
  func preparing() {
    var store = StatementStore(limits())
    #expect(!store.isBusy)
    let answer1 = store.admit(statement("a1"), of: alice)
    #expect(answer1)
    let answer2 = store.admit(statement("a2"), of: alice)
    #expect(answer2)
    let answer3 = store.admit(statement("a3"), of: alice)
    #expect(!answer3)
    let answer4 = store.admit(statement("b1"), of: bob)
    #expect(answer4)
    #expect(store.isBusy)
    let answer5 = store.finish("a1", of: alice, [1], sha256: "00", at: now)
    #expect(answer5?.state == .ready)
    let answer6 = store.admit(statement("a3"), of: alice)
    #expect(answer6)
    store.remove("a3", of: alice)
    #expect(store.entry("a3", of: alice) == nil)
  }

  @Test("nobody gets the statement of another")
  func readers() throws {
    var store = StatementStore(limits())
    _ = try put("a", of: alice, bytes: 5, on: &store)
    #expect(store.entry("a", of: alice)?.file.count == 5)
    #expect(store.entry("a", of: bob) == nil)
    #expect(store.entry("a", of: .owner) == nil)
    let changed = store.change("a", of: bob) { $0.rows = 9 }
    #expect(changed == nil)
  }

  @Test("the oldest go when there are too many or too large ones, those of others only for the whole")
  func room() throws {
    var store = StatementStore(limits())
    _ = try put("b", of: bob, bytes: 60, on: &store)
    for id in ["a1", "a2", "a3", "a4"] { _ = try put(id, of: alice, bytes: 10, on: &store) }
    #expect(store.entry("a1", of: alice) == nil, "three are kept")
    #expect(store.entry("a2", of: alice) != nil)
    _ = try put("a5", of: alice, bytes: 100, on: &store)
    _ = try put("a6", of: alice, bytes: 100, on: &store)
    #expect(store.entry("a5", of: alice) == nil, "150 bytes for one")
    #expect(store.entry("a6", of: alice) != nil)
    #expect(store.entry("b", of: bob) != nil)
    _ = try put("o", of: .owner, bytes: 100, on: &store)
    #expect(store.entry("b", of: bob) == nil, "220 bytes for all")
    #expect(store.entry("a6", of: alice) != nil)
  }

  @Test("a file is cut into parts, and one that is too large is none")
  func parts() throws {
    var large = StatementStore()
    let size = 2 * StatementStore.partBytes + 1
    let finished = try put("a", of: alice, bytes: size, on: &large)
    let ready = try #require(finished)
    #expect(ready.parts == 3)
    #expect(ready.size == size)
    let entry = try #require(large.entry("a", of: alice))
    #expect((0..<4).map { entry.part($0)?.count } == [StatementStore.partBytes, StatementStore.partBytes, 1, nil])
    #expect(entry.part(-1) == nil)
    var empty = StatementStore()
    _ = try put("e", of: alice, bytes: 0, on: &empty)
    #expect(empty.entry("e", of: alice)?.part(0)?.isEmpty == true)
    var store = StatementStore(limits())
    let tooLarge = try put("a", of: alice, bytes: 101, on: &store)
    #expect(tooLarge == nil)
  }

  @Test("files are kept for some minutes, and each change is a version")
  func time() throws {
    var store = StatementStore()
    let finished = try put("a", of: alice, bytes: 1, on: &store)
    let ready = try #require(finished)
    #expect(ready.version == 2)
    let expiresAt = try #require(ready.expiresAt)
    #expect(expiresAt == now.advanced(by: .seconds(600)))
    store.dropExpired(at: expiresAt.advanced(by: .milliseconds(-1)))
    #expect(store.entry("a", of: alice) != nil)
    store.dropExpired(at: expiresAt)
    #expect(store.entry("a", of: alice) == nil)
  }
}
