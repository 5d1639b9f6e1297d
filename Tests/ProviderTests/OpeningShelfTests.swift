import Links
import PaymentsAPI
import PaymentsModel
import Testing

@testable import Provider

@Suite("The shelf of openings")
struct OpeningShelfTests {
  private let now = Timestamp(milliseconds: 1_700_000_000_000)
  private let alice = AppKey(rawValue: "alice")
  private let bob = AppKey(rawValue: "bob")

  private func entry(_ name: String, of app: AppKey) throws -> OpeningShelf.Entry {
    OpeningShelf.Entry(
      app: app, token: "token-" + name, subject: .payments, callback: CallbackScheme("org.example.app"),
      state: try #require(LinkState("s")),
      opening: Opening(
        openingID: name, version: 1, status: .waiting, state: "s", returns: true, createdAt: now,
        expiresAt: now.advanced(by: OpeningShelf.lifetime)))
  }

  private func refusal(_ shelf: inout OpeningShelf, _ token: String, at now: Timestamp) -> OpeningShelf.Refusal? {
    do throws(OpeningShelf.Refusal) {
      _ = try shelf.open(token, at: now)
      return nil
    } catch {
      return error
    }
  }

  @Test("a link works once, whatever comes after")
  func once() throws {
    var shelf = OpeningShelf()
    #expect(shelf.add(try entry("a", of: alice)))
    #expect(refusal(&shelf, "token-b", at: now) == .unknown)
    #expect(refusal(&shelf, "a", at: now) == .unknown)
    let early = shelf.finish("a", .approved, at: now)
    #expect(early == nil, "it was not opened")
    let opened = try shelf.open("token-a", at: now)
    #expect(opened.opening.status == .opened && opened.opening.version == 2)
    #expect(refusal(&shelf, "token-a", at: now) == .used)
    let finished = shelf.finish("a", .approved, at: now)?.opening
    #expect(finished?.status == .returned && finished?.result == .approved && finished?.version == 3)
    #expect(refusal(&shelf, "token-a", at: now) == .used)
    let again = shelf.finish("a", .rejected, at: now)
    #expect(again == nil)
    #expect(shelf.entry("a", of: alice)?.opening.result == .approved)
  }

  @Test("an opening is its own app's, and one app has so many at a time")
  func apps() throws {
    var shelf = OpeningShelf()
    for index in 0..<OpeningShelf.perApp {
      let isAdded = shelf.add(try entry("a\(index)", of: alice))
      #expect(isAdded)
    }
    let isAdded = shelf.add(try entry("a", of: alice))
    #expect(!isAdded)
    let others = shelf.add(try entry("b", of: bob))
    #expect(others)
    #expect(shelf.entry("a0", of: bob) == nil)
    #expect(shelf.entry("a0", of: alice) != nil)
    // One that has ended makes room.
    _ = try shelf.open("token-a0", at: now)
    #expect(shelf.finish("a0", .viewed, at: now) != nil)
    let next = shelf.add(try entry("a", of: alice))
    #expect(next)
  }

  @Test("time ends what nobody opens or finishes, and later forgets it")
  func time() throws {
    var shelf = OpeningShelf()
    #expect(shelf.add(try entry("a", of: alice)))
    #expect(shelf.add(try entry("b", of: alice)))
    let (before, end) = (now.advanced(by: .seconds(599)), now.advanced(by: .seconds(600)))
    #expect(refusal(&shelf, "token-a", at: end) == .expired, "also before the clock was looked at")
    _ = try shelf.open("token-b", at: before)
    #expect(shelf.tick(at: before).isEmpty)
    #expect(shelf.tick(at: end).map(\.opening.openingID) == ["a"])
    #expect(shelf.entry("a", of: alice)?.opening.status == .expired)
    #expect(refusal(&shelf, "token-a", at: end) == .expired)
    // The owner has ten minutes from the moment of opening.
    #expect(shelf.opened("b", at: end) != nil)
    let late = before.advanced(by: .seconds(600))
    #expect(shelf.opened("b", at: late) == nil)
    let finished = shelf.finish("b", .approved, at: late)
    #expect(finished == nil)
    #expect(shelf.tick(at: late).map(\.opening.openingID) == ["b"])
    #expect(shelf.entry("b", of: alice)?.opening.result == nil)
    #expect(shelf.tick(at: late.advanced(by: .seconds(600))).isEmpty)
    #expect(shelf.entry("a", of: alice) == nil && shelf.entry("b", of: alice) == nil)
    #expect(refusal(&shelf, "token-a", at: late) == .unknown)
  }
}
