#if os(Linux)
  import ChatPayments
  import JSON
  import Platform
  import TestSupport
  import Testing

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// A till is killed just before one of its writes, syncs, renames or sends, and another one goes on. `TillKillTests` kills
  /// at every operation of the core; here the real program dies at some of its system calls.
  @Suite(.serialized) struct TillStrikeTests {
    private static let places = 12

    @Test func killedAtItsSystemCalls() async throws {
      let probe = try await ChildProcess.run(BuiltPrograms.path("strike"), ["--under", "/nowhere", "--", "/bin/true"])
      guard probe.exit == .code(0) else {
        print("SKIPPED: this system does not let a program trace another one")
        return
      }
      try await TillScene.with(TillTests.mock, provider: "shop", sells: "LTC") { scene, till, _ in
        #expect(try await till.stop(SIGINT) == .code(0))
        let counted = try await story(scene, "counted", at: 0)
        #expect(counted.calls > 100)
        var killed = 0
        for place in 1...Self.places {
          let at = place * counted.calls / (Self.places + 1)
          let outcome = try await story(scene, "carla\(place)", at: at)
          #expect(outcome.texts == counted.texts, "killed at call \(at)")
          if outcome.isKilled { killed += 1 }
        }
        print("killed at \(killed) of \(counted.calls) calls")
        #expect(killed > Self.places / 2)
      }
    }

    /// Buys, pays too much and gets the rest back. Returns what the customer read, without addresses.
    private func story(
      _ scene: TillScene, _ name: String, at: Int
    ) async throws -> (texts: [String], calls: Int, isKilled: Bool) {
      let log = scene.folder.path + "/strike-\(name).log"
      let struck = try scene.open(strikingAt: at, log: log)
      let next = Task {
        let exit = try await struck.exit(within: .seconds(120))
        return exit == .code(137) ? try scene.open() : nil
      }
      let carla = try await scene.customer(name)
      let before = try await scene.daemon.broadcasts("LTC").count
      try await carla.say("/coffee")
      try await carla.say("/pay_ltc")
      let address = try await carla.address(1)
      try await scene.daemon.mock("receive", address, "0.25")
      try await carla.reads("your payment was seen")
      try await scene.daemon.mock("mine", "6")
      try await carla.reads("Purchase 1 is paid.")
      let back = try await scene.customersAddress()
      try await carla.say("refund 1 \(back)")
      try await carla.reads("/yes_1")
      try await carla.say("/yes_1")
      let question = try await scene.refundQuestion()
      #expect(question.text("amount") == "0.05" && question.text("address") == back)
      try await carla.reads("the shop has to approve it.")
      try await scene.daemon.owner("approve", question.text("id"))
      try await carla.reads("it was sent.")
      try await scene.daemon.mock("mine", "6")
      try await carla.reads("it was sent and is confirmed.")
      try await carla.reads("\(back): sent and confirmed")
      let texts = try await carla.texts().map { $0.replacing(address, with: "A").replacing(back, with: "B") }
      #expect(try await scene.daemon.broadcasts("LTC").count == before + 1)
      await carla.close()
      struck.signal(SIGINT)
      let again = try await next.value
      if let again { #expect(try await again.stop(SIGINT) == .code(0)) }
      let calls = FileManager.default.contents(atPath: log).map { $0.count { $0 == UInt8(ascii: "\n") } } ?? 0
      return (texts.map(Self.withoutTime), calls, again != nil)
    }

    /// A deadline differs from story to story.
    private static func withoutTime(_ text: String) -> String {
      text.split(separator: "\n").filter { !$0.contains(" UTC") }.joined(separator: "\n")
    }
  }
#endif
