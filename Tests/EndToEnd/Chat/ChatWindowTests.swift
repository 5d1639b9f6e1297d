import TestSupport
import Testing

/// A person uses the chat in a terminal.
@Suite(.serialized) struct ChatWindowTests {
  /// The person reads the code from the screen, a card changes in place, and a typing error has no consequences.
  @Test func aCardIsAcceptedAndPaidOnAScreen() async throws {
    try await ChatScene.with { scene in
      let relay = try await scene.relay()
      let alice = try scene.app("alice")
      try await alice.pair(with: scene.alice)
      let window = try await TerminalWindow([
        try BuiltPrograms.path("paychat"), "--as", "bob", "--provider", "bob", "--state", scene.folder.path + "/bob",
        "--runtime", scene.runtime,
      ])
      try await window.shows("payd approve pair_")
      let words = try await window.screen().split { $0.isWhitespace }.map(String.init)
      let at = try #require(words.firstIndex(of: "approve"))
      try await scene.bob.owner("approve", words[at + 1], "--code", words[at + 3], "--scopes", "receive,pay")
      try await window.shows("Your wallet is connected: bob.")

      try alice.type("/request bob 0.5 LTC Pizza")
      try await window.shows("│ ●○○○ Pending · waiting for your answer")
      try await window.type("/acept", enter: true)
      try await window.shows("Is it /accept? Such as: /accept 1 XMR")
      // A card changes while the person types.
      try await window.type("/acc", enter: false)
      try await window.press("Tab")
      try await window.shows("bob → alice> /accept")
      try await window.press("Enter")
      try await window.type("half a line", enter: false)
      try await window.shows("●●○○ Accepted · your wallet's owner has to approve")
      try await scene.bob.owner("approve", scene.question(scene.bob))
      try await window.shows("●●●○ Paid")
      try await scene.alice.mock("mine", "6")
      try await window.shows("●●●● Paid · confirmed")
      let screen = try await window.screen()
      #expect(screen.ranges(of: "alice asks you for").count == 1, "\(screen)")
      #expect(!screen.contains("Pending") && screen.contains("bob → alice> half a line"), "\(screen)")
      try await window.press("C-c")
      try await window.press("C-d")
      try await window.shows("ended with 0")
      try await window.close()
      try await alice.end()
      try await relay.stop()
    }
  }
}
