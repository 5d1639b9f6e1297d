import ChatPayments
import ChatTransports
import JSON
import TestSupport
import Testing

/// Many people, and how much that costs.
@Suite(.timeLimit(.minutes(25)))
struct SimpleXScaleTests {
  /// With as many groups as these, a page ends between two conversations of exactly the same time.
  @Test func conversationsOfOneTimeAreNotLostBetweenPages() async throws {
    try await withSimpleX("--contacts", "300", "--groups", "7", "--members", "1") { table in
      let rooms = try await table.alice.rooms()
      #expect(rooms.count == 309 && Set(rooms.map(\.id)).count == 309)
    }
  }

  @Test func fiveThousandConversationsWithPicturesAreReadInPages() async throws {
    try await withSimpleX("--contacts", "5000", "--pictures", "6000", "--groups", "3", "--members", "1000") { table in
      let rooms = try await table.alice.rooms()
      #expect(rooms.count == 5005 && Set(rooms.map(\.id)).count == 5005)
      #expect(rooms.filter { $0.members.count == 1001 }.count == 3)
      let commands = try table.apps.commands(of: 0)
      print("SimpleX: \(rooms.count) rooms with \(commands.count) commands")
      #expect(commands.count < 70)
      // The names and the way to each of them cost one command each.
      #expect(try await table.alice.people().count == 5001)
      #expect(try await table.alice.room(with: PersonID("contact/3999")).name == "person3999")
      #expect(try table.apps.commands(of: 0).count == commands.count + 1)
      // A lost connection is read again, and all are there.
      let heard = await Heard(table.alice)
      try await table.operate("drop", [:])
      _ = try await eventually("the connection", within: .seconds(60)) { heard.all.last == .connected ? true : nil }
      #expect(try await table.alice.rooms().count == 5005)
    }
  }
}
