import ChatPayments
import Consumer
import Foundation
import PaymentsModel
import TestSupport
import Testing

@testable import ChatMessaging

/// Tests files that are sent with a message.
@Suite struct FileTests {
  private func folder(_ client: MessagingClient, _ world: World) async throws -> String {
    // Finds the folder of the only app.
    let files = world.scratch.path + "/messaging/.services/messaging/files/"
    let names = try FileManager.default.contentsOfDirectory(atPath: files)
    return files + (try #require(names.first)) + "/"
  }

  @Test func filesFollowTheTextAsTheyWereWhenTheMessageWasSent() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      let files = [
        try await client.attach(Array("one".utf8), named: "a.txt"), try await client.attach([0, 255], named: "b.bin"),
      ]
      let sent = try await client.send("Files", to: World.invoice, files: files)
      #expect(await service.questions.first?.files == files)
      _ = try await client.attach(Array("changed".utf8), named: "a.txt")
      try await client.detach("b.bin")
      try await service.allow(sent.messageID)
      _ = try await world.reach(.sent, sent.messageID, client)
      let history = try await world.chat.device(of: world.bob).history(of: world.room)
      #expect(history.map(\.content.text) == ["Files\n\n" + OutgoingMessage.mark, "a.txt", "b.bin"])
      #expect(history.map(\.file?.size) == [nil, 3, 2])
      #expect(await world.chat.file(history[1].id)?.bytes == Array("one".utf8))
      #expect(await world.chat.file(history[2].id)?.bytes == [0, 255])
      let copies = world.scratch.path + "/messaging/attachments"
      #expect(try FileManager.default.contentsOfDirectory(atPath: copies).count == 2, "kept until it is removed")
      try await client.remove(sent.messageID)
      #expect(try FileManager.default.contentsOfDirectory(atPath: copies).isEmpty)
      await client.close()
    }
  }

  @Test func whatIsNotAsTheRequestSaysIsNotTaken() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      let file = try await client.attach(Array("one".utf8), named: "a.txt")
      let folder = try await folder(client, world)
      func refusal(_ file: MessageFile) async -> PaymentsFailure? {
        do {
          _ = try await client.send("Files", to: World.invoice, files: [file])
          return nil
        } catch {
          return error as? PaymentsFailure
        }
      }
      func changed(_ change: (inout MessageFile) -> Void) -> MessageFile {
        var copy = file
        change(&copy)
        return copy
      }
      let mismatch = FailureReason.fileMismatch
      #expect(await refusal(changed { $0.size = 2 }) == PaymentsFailure(mismatch, pointer: "/files/0/size"))
      #expect(await refusal(changed { $0.size = 4 }) == PaymentsFailure(mismatch, pointer: "/files/0/size"))
      let other = try await client.attach(Array("two".utf8), named: "b.txt")
      #expect(
        await refusal(changed { $0.sha256 = other.sha256 }) == PaymentsFailure(mismatch, pointer: "/files/0/sha256"))
      let missing = PaymentsFailure(.fileNotFound, pointer: "/files/0")
      #expect(await refusal(changed { $0.name = "none" }) == missing)
      // These are a link to a file that only the chat may read, a second name of it, and a file that others can write.
      try FileManager.default.createSymbolicLink(atPath: folder + "link", withDestinationPath: folder + "a.txt")
      #expect(await refusal(changed { $0.name = "link" }) == missing)
      try FileManager.default.linkItem(atPath: folder + "b.txt", toPath: folder + "c.txt")
      #expect(
        await refusal(
          changed {
            $0.name = "c.txt"; $0.sha256 = other.sha256
          }) == missing)
      try FileManager.default.setAttributes([.posixPermissions: 0o622], ofItemAtPath: folder + "a.txt")
      #expect(await refusal(file) == missing)
      #expect(await refusal(changed { $0.name = "../a.txt" })?.reason == .invalidParams)
      let copies = world.scratch.path + "/messaging/attachments"
      #expect(try FileManager.default.contentsOfDirectory(atPath: copies).isEmpty)
      #expect(await service.messages.isEmpty)
      await client.close()
    }
  }

  @Test func aChatWithoutFilesSaysSo() async throws {
    let world = try await World()
    try await world.withService(over: FailingChat(world.chat.device(of: world.alice), nil)) { service in
      let client = try await world.pairedClient(with: service)
      let file = try await client.attach([1], named: "a.bin")
      await #expect(throws: PaymentsFailure(.filesNotSupported, pointer: "/files")) {
        _ = try await client.send("Files", to: World.invoice, files: [file])
      }
      await client.close()
    }
  }

  @Test func aCopyThatIsGoneHoldsUpNobodyElse() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      let file = try await client.attach([1], named: "a.bin")
      let broken = try await client.send("one", to: World.invoice, files: [file])
      let whole = try await client.send("two", to: World.invoice)
      try FileManager.default.removeItem(
        atPath: world.scratch.path + "/messaging/attachments/\(broken.messageID.rawValue).0")
      try await service.allow(broken.messageID)
      try await service.allow(whole.messageID)
      #expect(try await world.reach(.failed, broken.messageID, client).reason == "file_not_found")
      _ = try await world.reach(.sent, whole.messageID, client)
      await client.close()
    }
  }

  @Test func copiesOfNoMessageAreRemovedAtTheNextStart() async throws {
    let world = try await World()
    try await world.withService { _ in }
    let stray = world.scratch.path + "/messaging/attachments/msg_stray.0"
    try Data([1]).write(to: URL(fileURLWithPath: stray))
    try await world.withService { _ in #expect(!FileManager.default.fileExists(atPath: stray)) }
  }
}
