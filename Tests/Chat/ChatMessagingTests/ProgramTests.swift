import ChatPayments
import Consumer
import Foundation
import TestSupport
import Testing

@testable import ChatMessaging

/// Tests `payd message` together with a chat.
@Suite(.serialized) struct ProgramTests {
  private func launch(_ world: World, _ command: String...) throws -> ChildProcess { try launch(world, command) }

  private func launch(_ world: World, _ command: [String]) throws -> ChildProcess {
    try ChildProcess(
      BuiltPrograms.path("payd"),
      ["message"] + command + [
        "--json", "--state", world.scratch.path + "/payd", "--runtime", world.directories.runtime,
      ],
      environment: ["HOME": world.scratch.path, "TERM": "dumb", "SWIFT_BACKTRACE": "enable=no"], input: .none)
  }

  /// Runs a command until it ends. Returns its exit status and its output.
  private func run(_ world: World, _ command: String...) async throws -> (ChildProcess.Exit, JSONValue?) {
    let process = try launch(world, command)
    let exit = try await process.exit(within: .seconds(60))
    return (exit, process.lines(.output).first.flatMap { try? JSONValue(parsing: $0) })
  }

  private func pair(_ process: ChildProcess, with service: MessagingService) async throws {
    let line = try await process.line(containing: "pairing", on: .error)
    let code = try JSONValue(parsing: line)["pairing"]?["code"]?.stringValue
    try await service.approve(code: try #require(code))
  }

  @Test func aReceiptIsSentWaitedForListedAndRemoved() async throws {
    let world = try await World()
    let receipt = world.scratch.path + "/my receipt.txt"
    try Data("paid".utf8).write(to: URL(fileURLWithPath: receipt))
    try await world.withService { service in
      let process = try launch(world, "send", "inv_a", "Thank you", "--file", receipt, "--context", "17", "--wait")
      try await pair(process, with: service)
      let question = try await eventually("the question") { await service.questions.first }
      #expect(question.source.appID == "payport.payd" && question.files.map(\.name) == ["my_receipt.txt"])
      try await service.allow(question.id)
      #expect(try await process.exit(within: .seconds(60)) == .code(0))
      let output = try JSONValue(parsing: try #require(process.lines(.output).first))
      #expect(output["message"]?["state"] == "sent" && output["message"]?["context"] == "17")
      #expect(try await world.texts() == ["Thank you", "my_receipt.txt"])

      let id = question.id.rawValue
      let (_, status) = try await run(world, "status", id)
      #expect(status?["message"]?["message_id"] == .string(id))
      let (_, list) = try await run(world, "list")
      #expect(list?["messages"]?.arrayValue?.count == 1)
      let (removed, _) = try await run(world, "remove", id)
      #expect(removed == .code(0))
      let (_, empty) = try await run(world, "list")
      #expect(empty?["messages"]?.arrayValue?.isEmpty == true)
    }
  }

  @Test func theExitStatusTellsHowItEnded() async throws {
    let world = try await World()
    #expect(try await run(world, "send", "inv_a", "Thank you").0 == .code(69), "no chat runs")
    try await world.withService { service in
      let refused = try launch(world, "send", "inv_a", "Thank you", "--wait")
      try await pair(refused, with: service)
      let question = try await eventually("the question") { await service.questions.first }
      try await service.refuse(question.id)
      #expect(try await refused.exit(within: .seconds(60)) == .code(77))
      #expect(try await run(world, "send", "bob", "Thank you").0 == .code(64), "no payment")
      #expect(try await run(world, "send", "inv_b", "Thank you").0 == .code(65), "nobody behind it")
      #expect(try await run(world, "send", "inv_a", "Thank you", "--file", "/none").0 == .code(74))
      let (exit, output) = try await run(world, "send", "inv_a", "Hello")
      #expect(exit == .code(0) && output?["message"]?["state"] == "waiting_for_consent")
    }
  }
}
