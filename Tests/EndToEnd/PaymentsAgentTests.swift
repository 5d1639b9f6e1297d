import Foundation
import JSON
import TestSupport
import Testing

/// `payctl agent` with apps in Python and other languages, which were written from chapter 20.
@Suite(.timeLimit(.minutes(50)))
struct PaymentsAgentTests {
  private func run(_ script: String, _ arguments: [String] = []) async throws -> [String] {
    guard let python = await ForeignConsumer.python() else {
      print(ForeignConsumer.howToGetPython)
      try Test.cancel("\(ForeignConsumer.howToGetPython)")
    }
    // Compilers are where the person who runs the tests has them.
    var environment = ["PAYPORT_PROGRAMS": try BuiltPrograms.folder(with: "payd"), "SWIFT_BACKTRACE": "enable=no"]
    for name in ["PATH", "HOME"] { environment[name] = ProcessInfo.processInfo.environment[name] }
    let process = try ChildProcess(
      python, ["-B", ForeignConsumer.packageRoot + "/Tests/Foreign/" + script] + arguments, environment: environment)
    let end = try await process.exit(within: .seconds(540))
    #expect(end == .code(0), "\(process.lines(.output).suffix(3)) \(process.lines(.error).suffix(5))")
    return process.lines(.output)
  }

  private func summary(_ arguments: String...) async throws -> JSONValue {
    let last = try #require(try await run("payments_agent.py", arguments).last)
    let summary = try JSONValue(parsing: last)
    #expect(summary["ok"] == true, "\(summary)")
    return try #require(summary["parts"])
  }

  @Test func anAppIsPaidAndPaysUnderNamesOfItsOwn() async throws {
    let parts = try await summary("--part", "shop", "--part", "names", "--part", "identities")
    #expect(parts["shop"]?["payments"] == 1)
    #expect(parts["names"]?["payments"] == 4)
  }

  @Test func whatIsRefusedSaysWhatToDoAndTheAgentEndsCleanly() async throws {
    let parts = try await summary("--part", "refusals", "--part", "unanswered", "--part", "ends")
    #expect(parts["refusals"]?["refused"] == 19)
    #expect(parts["unanswered"]?["unknown"] == 1)
    #expect(parts["ends"]?["ends"] == 3)
  }

  @Test func eventsComeUntilTheyAreAcknowledged() async throws {
    #expect(try await summary("--part", "events")["events"] != nil)
  }

  @Test(arguments: ["killed_apps", "killed_agents"])
  func eitherSideIsKilledBetweenTwoLinesAndEachOrderIsPaidOnce(_ part: String) async throws {
    let parts = try await summary("--part", part, "--orders", "15")
    #expect(parts[part]?["paid"] == 15)
    #expect(try #require(parts[part]?["kills"]?.integerValue(as: Int.self)) >= 5)
  }

  @Test func thePageForAnyLanguageDoesWhatItSays() async throws {
    #expect(try await run("any_language_page.py").last?.hasSuffix(", 0 went wrong") == true)
  }
}
