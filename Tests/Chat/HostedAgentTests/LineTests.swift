import ChatPayments
import Foundation
import JSON
import PaymentsModel
import TestSupport
import Testing
import TypeDefinition

@testable import HostedAgent

/// The lines as chapter 19 of the specification shows them.
struct LineTests {
  /// The lines of the blocks with a label.
  private static func examples(of side: String) throws -> [String] {
    let path = ForeignConsumer.packageRoot + "/protocol/19-card-agent.md"
    let chapter = try String(contentsOfFile: path, encoding: .utf8)
    return chapter.components(separatedBy: "```json \(side)\n").dropFirst()
      .flatMap { ($0.components(separatedBy: "\n```").first ?? "").split(separator: "\n").map(String.init) }
  }

  @Test(arguments: ["host", "agent"]) func theExamplesAreValidAndShowEachLine(_ side: String) throws {
    let schema = try #require(side == "host" ? AgentSchemas.host : AgentSchemas.agent)
    var shown: Set<String> = []
    for example in try Self.examples(of: side) {
      let value = try JSONValue(parsing: example)
      #expect(schema.validate(value).isEmpty, "\(example)")
      shown.insert(try #require(value["type"]?.stringValue))
    }
    let lines = try #require(schema.json["mapping"]?.objectValue).members.map(\.name)
    #expect(Set(lines) == shown)
  }

  @Test func theAgentReadsTheExamplesOfTheHost() throws {
    let now = SystemWallClock().now()
    var count = 0
    for example in try Self.examples(of: "host") {
      let value = try JSONValue(parsing: example)
      let (number, line) = try HostLine.read(Array(example.utf8), now: now)
      #expect(number == value["n"]?.integerValue(as: UInt32.self) ?? 0)
      count += 1
      switch line {
      case .hello(let hello):
        #expect(hello.app.id == "org.example.chat" && hello.chat.edits && !hello.chat.links)
        #expect(hello.chat.textBytes == 15_000)
      case .room(let room):
        #expect(room.id == RoomID("7") && room.me == PersonID("alice") && room.members.map(\.name) == ["Alice", "Bob"])
      case .message(let message):
        #expect(message.from == PersonID("bob") && message.content == ChatContent(text: "Hello"))
      case .sent(_, .success(let message)): #expect(message == MessageID("m42"))
      case .sent(_, .failure(let error)): #expect(error == .disconnected)
      case .removed(let message, let room, let person):
        #expect(message == MessageID("m41") && room == RoomID("7") && person == PersonID("bob"))
      case .delivery(let delivery, let message, _):
        #expect(
          delivery == .failed("The address of Bob's device is not valid any more.") && message == MessageID("m42"))
      case .accept(let key, let currency, let byLightning):
        #expect(key.author == PersonID("bob") && currency == "LTC" && !byLightning)
      case .decline(_, let reason): #expect(reason == "Not hungry")
      case .propose(let proposal): #expect(proposal.draft.lifetime == .seconds(86_400) && proposal.kind == .offer)
      case .split(let total, let currency, let count): #expect((total.text, currency, count) == ("1", "LTC", 3))
      case .retry(let key): #expect(key == nil)
      case .left(let room): #expect(room == RoomID("8"))
      case .cancel, .connection, .currencies: break
      }
    }
    #expect(count >= 14)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"type":"connected"}"#, #"{"type":"connected","n":1.0}"#,
    #"{"type":"connected","n":1,"more":true}"#,
    #"{"type":"connected","n":4294967296}"#, #"{"type":"other","n":1}"#,
    #"{"type":"accept","n":1,"card":{"author":"a","id":"none"}}"#,
    #"{"type":"split","n":1,"currency":"LTC","total":"1e3","count":2}"#, #"{"type":"connected","n":1,"n":1}"#,
  ]) func aLineThatIsNoneIsRefused(_ line: String) {
    #expect(throws: HostLineError.self) { try HostLine.read(Array(line.utf8), now: SystemWallClock().now()) }
  }
}
