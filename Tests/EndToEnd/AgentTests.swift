import JSON
import TestSupport
import Testing

/// The card agent with a chat app in Python, which was written from chapter 19: `Tests/Foreign/agent.py`.
/// They wait most of the time and are the longest of all, so that each begins as early as it can.
@Suite(.timeLimit(.minutes(50)))
struct AgentTests {
  private func run(_ script: String, _ arguments: [String] = []) async throws -> [String] {
    guard let python = await ForeignConsumer.python() else {
      print(ForeignConsumer.howToGetPython)
      try Test.cancel("\(ForeignConsumer.howToGetPython)")
    }
    let process = try ChildProcess(
      python, ["-B", ForeignConsumer.packageRoot + "/Tests/Foreign/" + script] + arguments,
      environment: ["PAYPORT_PROGRAMS": BuiltPrograms.folder(with: "payd"), "SWIFT_BACKTRACE": "enable=no"])
    let end = try await process.exit(within: .seconds(540))
    #expect(end == .code(0), "\(process.lines(.output).suffix(3)) \(process.lines(.error).suffix(5))")
    return process.lines(.output)
  }

  private func summary(_ arguments: String...) async throws -> JSONValue {
    let last = try #require(try await run("agent.py", arguments).last)
    let summary = try JSONValue(parsing: last)
    #expect(summary["ok"] == true)
    return try #require(summary["parts"])
  }

  @Test func twoPeopleSettlePaymentsInAChatInAnotherLanguage() async throws {
    let parts = try await summary(
      "--part", "deals", "--part", "refusals", "--part", "lines", "--part", "early", "--part", "capabilities")
    #expect(parts["refusals"]?["refused"] == 16)
    #expect(parts["lines"]?["lines"] == 20)
    #expect(parts["early"]?["cards"] == 1)
  }

  @Test func whatBecomesOfMessagesIsShownWithTheirCards() async throws {
    let parts = try await summary("--part", "removals", "--part", "deliveries", "--part", "unsent")
    #expect(parts["removals"]?["cards"] == 5)
    #expect(parts["deliveries"]?["states"] == 5)
    #expect(parts["unsent"]?["cards"] == 3)
  }

  @Test func linesAreLostAndRepeatedAndNothingIsPaidTwice() async throws {
    let parts = try await summary("--part", "losses", "--every", "9")
    #expect(parts["losses"]?["lost"] == 6)
  }

  @Test(arguments: ["killed_agents", "killed_hosts"])
  func eitherSideIsKilledAtALineAndNothingIsPaidTwice(_ part: String) async throws {
    let parts = try await summary("--part", part, "--every", "9")
    #expect(try #require(parts[part]?["kills"]?.integerValue(as: Int.self)) >= 12)
  }

  @Test func thePageForAuthorsOfChatsDoesWhatItSays() async throws {
    #expect(try await run("agent_page.py").last?.hasSuffix(", 0 are missing") == true)
  }
}
