import Links
import PaymentsAPI
import PaymentsModel
import Testing

@testable import Provider

@Suite("The store of openings")
struct OpeningStoreTests {
  private let now = Timestamp(milliseconds: 1_700_000_000_000)
  private let alice = AppKey(rawValue: "alice")
  private let bob = AppKey(rawValue: "bob")

  private func entry(_ name: String, of app: AppKey) throws -> OpeningStore.Entry {
    OpeningStore.Entry(
      app: app, token: "token-" + name, subject: .payments, callback: CallbackScheme("org.example.app"),
      state: try #require(LinkState("s")),
      opening: Opening(
        openingID: name, version: 1, status: .waiting, state: "s", returns: true, createdAt: now,
        expiresAt: now.advanced(by: OpeningStore.lifetime)))
  }

  private func refusal(_ store: inout OpeningStore, _ token: String, at now: Timestamp) -> OpeningStore.Refusal? {
    do throws(OpeningStore.Refusal) {
      _ = try store.open(token, at: now)
      return nil
    } catch {
      return error
    }
  }

  @Test("a link works once, whatever comes after")
  func once() throws {
    var store = OpeningStore()
    #expect(store.add(try entry("a", of: alice)))
    #expect(refusal(&store, "token-b", at: now) == .unknown)
    #expect(refusal(&store, "a", at: now) == .unknown)
    let early = store.finish("a", .approved, at: now)
    #expect(early == nil, "it was not opened")
    let opened = try store.open("token-a", at: now)
    #expect(opened.opening.status == .opened && opened.opening.version == 2)
    #expect(refusal(&store, "token-a", at: now) == .used)
    let finished = store.finish("a", .approved, at: now)?.opening
    #expect(finished?.status == .returned && finished?.result == .approved && finished?.version == 3)
    #expect(refusal(&store, "token-a", at: now) == .used)
    let again = store.finish("a", .rejected, at: now)
    #expect(again == nil)
    #expect(store.entry("a", of: alice)?.opening.result == .approved)
  }

  @Test("an opening is its own app's, and one app has so many at a time")
  func apps() throws {
    var store = OpeningStore()
    for index in 0..<OpeningStore.perApp {
      let isAdded = store.add(try entry("a\(index)", of: alice))
      #expect(isAdded)
    }
    let isAdded = store.add(try entry("a", of: alice))
    #expect(!isAdded)
    let others = store.add(try entry("b", of: bob))
    #expect(others)
    #expect(store.entry("a0", of: bob) == nil)
    #expect(store.entry("a0", of: alice) != nil)
    // An opening that has ended makes room for another one.
    _ = try store.open("token-a0", at: now)
    #expect(store.finish("a0", .viewed, at: now) != nil)
    let next = store.add(try entry("a", of: alice))
    #expect(next)
  }

  @Test("time ends what nobody opens or finishes, and later forgets it")
  func time() throws {
    var store = OpeningStore()
    #expect(store.add(try entry("a", of: alice)))
    #expect(store.add(try entry("b", of: alice)))
    let (before, end) = (now.advanced(by: .seconds(599)), now.advanced(by: .seconds(600)))
    #expect(refusal(&store, "token-a", at: end) == .expired, "also before the clock was looked at")
    _ = try store.open("token-b", at: before)
    #expect(store.tick(at: before).isEmpty)
    #expect(store.tick(at: end).map(\.opening.openingID) == ["a"])
    #expect(store.entry("a", of: alice)?.opening.status == .expired)
    #expect(refusal(&store, "token-a", at: end) == .expired)
    // The owner has ten minutes from the moment of opening.
    #expect(store.opened("b", at: end) != nil)
    let late = before.advanced(by: .seconds(600))
    #expect(store.opened("b", at: late) == nil)
    let finished = store.finish("b", .approved, at: late)
    #expect(finished == nil)
    #expect(store.tick(at: late).map(\.opening.openingID) == ["b"])
    #expect(store.entry("b", of: alice)?.opening.result == nil)
    #expect(store.tick(at: late.advanced(by: .seconds(600))).isEmpty)
    #expect(store.entry("a", of: alice) == nil && store.entry("b", of: alice) == nil)
    #expect(refusal(&store, "token-a", at: late) == .unknown)
  }
}
