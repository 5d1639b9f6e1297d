import TestSupport
import Testing

/// Visits from the chat to the wallet's own window, and their results.
@Suite(.serialized, .enabled(if: LinkDesktop.isInstalled)) struct ChatWalletTests {
  @Test func aPaymentIsApprovedInTheWalletsWindow() async throws {
    try await ChatScene.with { scene in
      let desktop = try await LinkDesktop(scene.bob, hasWindows: true)
      let relay = try await scene.relay()
      let alice = try scene.app("alice")
      try await alice.pair(with: scene.alice)
      let bob = try scene.app("bob", environment: desktop.environment)
      try await bob.pair(with: scene.bob)
      try alice.type("/request bob 1.2 LTC Pizza")
      try await bob.shows("alice asks you for 1.2 LTC (Pizza): Pending")
      try bob.type("/accept")
      try await bob.shows("has to approve")
      try bob.type("/wallet 1")
      try await bob.shows("Your wallet shows it.")
      let window = try await desktop.window()
      try await window.shows("Type approve, deny or later:")
      #expect(try await window.screen().contains("An app that calls itself paychat (bob) sent you here"))
      try await window.type("approve", enter: true)
      try await bob.shows("In your wallet: approved.")
      try await alice.shows("Paid · your wallet sees it")
      #expect(try await scene.payments(scene.bob) == 1)
      #expect(try await alice.end() == .code(0))
      #expect(try await bob.end() == .code(0))
      try await relay.stop()
    }
  }
}
