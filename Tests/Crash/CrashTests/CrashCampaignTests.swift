import TestSupport
import Testing

/// Runs a short crash campaign with a few places of each kind. `make test-crash` tries all places.
@Suite struct CrashCampaignTests {
  @Test func `every invariant holds at a few places of each kind`() async throws {
    let run = try await ChildProcess.run(
      BuiltPrograms.path("CrashCampaign"), ["--most", "5"], within: .seconds(300))
    for line in run.output + run.error { print(line) }
    #expect(run.exit == .code(0))
  }
}
