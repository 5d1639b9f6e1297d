import TestSupport
import Testing

/// The start of a chat, and the reasons why it can fail.
@Suite(.serialized) struct ChatStartTests {
  private func run(_ folder: ScratchFolder, _ arguments: [String], typing lines: String = "") async throws -> ProgramRun
  {
    try await ChatApp.run(
      arguments + ["--state", folder.path + "/state", "--runtime", folder.path + "/run"], typing: lines, in: folder.path
    )
  }

  @Test(
    arguments: [
      ([], 64, "--as NAME"), (["--as", "Alice Smith"], 64, "a-z 0-9"), (["--as", "alice"], 69, "paychat relay"),
      (["--as", "alice", "--relay", "home"], 69, "paychat relay home"),
      (["--simplex", "1"], 69, "simplex-chat -p 1"), (["--simplex", "1", "--relay", "home"], 64, "one of"),
      (["--as", "alice", "--script", "/nowhere"], 74, "/nowhere"), (["--ass", "alice"], 64, "--as"),
      (["relay", "a b"], 64, "cannot be a relay's name"), (["--as", "alice", "--device", "a/b"], 64, "device"),
    ] as [([String], Int32, String)]) func whatIsMissingIsSaid(
      _ arguments: [String], _ status: Int32, _ words: String
    ) async throws
  {
    let outcome = try await run(ScratchFolder(), arguments)
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.remarks.contains(words), "\(outcome)")
  }

  @Test func aNameBelongsToWhoeverTookItFirst() async throws {
    let (folder, thief) = (try ScratchFolder(), try ScratchFolder())
    let relay = try await ChatApp.relay(state: folder.path + "/relay", runtime: folder.path + "/run")
    let first = try await run(folder, ["--as", "alice", "--script", "-"], typing: "/people\n")
    #expect(first.status == 0 && first.result.output.contains { $0.contains("There is nobody else yet") }, "\(first)")
    let second = try await ChatApp.run(
      ["--as", "alice", "--state", thief.path, "--runtime", folder.path + "/run"], in: thief.path)
    #expect(second.status == 77 && second.remarks.contains("belongs to somebody else"), "\(second)")
    try await relay.stop()
  }

  @Test func aScriptEndsAtWhatCannotBeDone() async throws {
    let folder = try ScratchFolder()
    let relay = try await ChatApp.relay(state: folder.path + "/relay", runtime: folder.path + "/run")
    for (line, status, words) in [
      ("/acept 1", 64, "Is it /accept?"), ("/send bob 0,5 XMR", 64, "comma"), ("/accept 7", 65, "no card 7"),
      ("/request bob 1 XMR", 65, "nobody called bob"), ("/wait 1 1s", 75, "still no card 1"),
    ] as [(String, Int32, String)] {
      let outcome = try await run(
        folder, ["--as", "alice", "--script", "-"], typing: "# a comment\n\n\(line)\n/people\n")
      #expect(outcome.status == status && outcome.remarks.contains(words), "\(outcome)")
      #expect(outcome.result.output.contains("alice> \(line)"))
      #expect(!outcome.result.output.contains { $0.contains("/people") })
    }
    try await relay.stop()
  }

  /// A second chat on the same device would overwrite the cards of the first, so it must not start.
  @Test func oneOfADeviceAtATime() async throws {
    let folder = try ScratchFolder()
    let relay = try await ChatApp.relay(state: folder.path + "/relay", runtime: folder.path + "/run")
    let first = try ChatApp("alice", state: folder.path + "/state", runtime: folder.path + "/run")
    try await first.shows("is not running")
    let second = try await run(folder, ["--as", "alice"])
    #expect(second.status == 78 && second.remarks.contains("--device"), "\(second)")
    let phone = try await run(folder, ["--as", "alice", "--device", "phone"])
    #expect(phone.status == 0, "\(phone)")
    try await first.end()
    try await relay.stop()
  }
}
