import TestSupport
import Testing

/// Tests the helper with which other test targets run programs. The tests are here because this target is small.
@Suite struct ChildProcessTests {
  @Test func collectsLinesAndTheExitCode() async throws {
    let result = try await ChildProcess.run("/bin/sh", ["-c", "echo one; echo two >&2; printf three; exit 7"])
    #expect(result.exit == .code(7))
    #expect(result.output == ["one", "three"])
    #expect(result.error == ["two"])
  }

  @Test func passesInputEnvironmentAndDirectory() async throws {
    let result = try await ChildProcess.run(
      "/bin/sh", ["-c", "read x; echo $x $COLOUR; pwd"], environment: ["COLOUR": "blue"], directory: "/usr",
      input: "sky\n")
    #expect(result.output == ["sky blue", "/usr"])
  }

  @Test func waitsForLinesInOrder() async throws {
    let process = try ChildProcess("/bin/cat", input: .pipe)
    async let second = process.line(containing: "b")
    try process.write("a\nb1\nb2\n")
    #expect(try await second == "b1")
    #expect(try await process.line(containing: "b") == "b2")
    process.closeInput()
    #expect(try await process.exit() == .code(0))
    #expect(!process.isRunning)
  }

  @Test func saysWhyALineDidNotCome() async throws {
    let process = try ChildProcess("/bin/sh", ["-c", "echo nearly >&2"])
    let error = await #expect(throws: ChildProcessError.self) { try await process.line(containing: "ready") }
    #expect(error?.description.contains("err| nearly") == true)
    let silent = try ChildProcess("/bin/sleep", ["60"])
    let late = await #expect(throws: ChildProcessError.self) {
      try await silent.line(containing: "ready", within: .milliseconds(20))
    }
    #expect(late?.description.contains("deadline") == true)
    #expect(try await silent.stop() == .signal(15))
  }

  @Test func killsAProgramThatIgnoresTheSignal() async throws {
    let process = try ChildProcess("/bin/sh", ["-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done"])
    _ = try await process.line(containing: "ready")
    #expect(try await process.stop(within: .milliseconds(100)) == .signal(9))
  }

  @Test func aMissingProgramIsAnError() {
    #expect(throws: ChildProcessError.self) { try ChildProcess("/nonexistent/program") }
  }
}
