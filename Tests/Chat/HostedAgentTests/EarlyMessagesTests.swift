import ChatPayments
import Foundation
import PaymentsModel
import TestSupport
import Testing

@testable import HostedAgent

/// Messages of cards whose proposal has not arrived yet.
struct EarlyMessagesTests {
  private func message(_ id: String) -> ChatMessage {
    ChatMessage(
      id: MessageID(id), room: RoomID("7"), from: PersonID("bob"), content: ChatContent(text: "", link: "link"),
      sentAt: SystemWallClock().now())
  }

  @Test func oneBadFileDoesNotStopTheStart() async throws {
    let folder = try ScratchFolder()
    let early = EarlyMessages(folder.path + "/early")
    try await early.load()
    try await early.keep(message("m1"))
    let bad = folder.path + "/early/bad.json"
    let large = FileManager.default.createFile(
      atPath: bad, contents: Data(count: 1 << 17), attributes: [.posixPermissions: 0o600])
    #expect(large)
    let again = EarlyMessages(folder.path + "/early")
    try await again.load()
    let kept = await again.all(in: RoomID("7")).map(\.id)
    #expect(kept == [MessageID("m1")])
    withExtendedLifetime(folder) {}
  }

  @Test func whatIsTooLongIsRefusedBeforeItIsWritten() async throws {
    let folder = try ScratchFolder()
    let early = EarlyMessages(folder.path)
    try await early.load()
    await #expect(throws: FailureDescription.self) {
      try await early.keep(message(String(repeating: "m", count: 1 << 17)))
    }
    let kept = await early.all(in: RoomID("7"))
    #expect(kept.isEmpty)
    withExtendedLifetime(folder) {}
  }
}
