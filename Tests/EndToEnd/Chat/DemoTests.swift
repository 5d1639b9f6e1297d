import TestSupport
import Testing

/// `make demo`, which is often the first thing that people try.
@Suite struct DemoTests {
  @Test func theStoryIsToldToItsEnd() async throws {
    let script = ForeignConsumer.packageRoot + "/scripts/demo.sh"
    let programs = try BuiltPrograms.path("payd").dropLast("/payd".count)
    let outcome = try await ChildProcess.run(
      "/usr/bin/env", ["PAYPORT_BIN=\(programs)", "COLUMNS=110", "bash", script], within: .seconds(170))
    let text = outcome.output.joined(separator: "\n")
    #expect(outcome.exit == .code(0), "\(text)\n\(outcome.error.joined(separator: "\n"))")
    for words in [
      "│ alice asks you for", "/accept 1 LTC  /accept 1 XMR  /decline 1", "bob$ payd approve ord_",
      "Received · the money is in your wallet", "│ bob offers you",
      "You ask carol for 1.5 LTC  Declined · by carol: next time",
      "* Collection the boat: 1 of 2 have paid.", "That is all",
    ] {
      #expect(text.contains(words), "\(words) is not in\n\(text)")
    }
  }
}
