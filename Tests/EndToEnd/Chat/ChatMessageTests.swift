import JSON
import TestSupport
import Testing

/// A wallet sends a message to the person behind a payment, through the chat of its own person.
@Suite(.serialized) struct ChatMessageTests {
  /// Starts the command of a wallet's owner, who knows an invoice but not the person behind it.
  private func message(_ daemon: Daemon, _ command: String...) throws -> ChildProcess {
    try daemon.launchConsole(["message"] + command + ["--chat", "paychat-alice", "--json"], input: .none)
  }

  private func output(_ process: ChildProcess) async throws -> JSONValue {
    guard try await process.exit(within: .seconds(60)) == .code(0) else {
      throw ChildProcessError.ended(process.lines(.error).joined(separator: "\n"))
    }
    return try JSONValue(parsing: try #require(process.lines(.output).first))
  }

  /// Pairs the wallet with Alice's chat, using the code that the wallet shows.
  private func pair(_ process: ChildProcess, at alice: ChatApp) async throws {
    let line = try await process.line(containing: "pairing", on: .error)
    let code = try #require(try JSONValue(parsing: line)["pairing"]?["code"]?.stringValue)
    try await alice.shows("The app payd (says it is payport.payd, pid ")
    try alice.type("/pair \(code)")
    try await alice.shows("The app is let in.")
  }

  /// Makes an invoice of Alice that Bob is about to pay.
  private func invoice(_ alice: ChatApp, _ bob: ChatApp) async throws -> String {
    try alice.type("/request bob 1 LTC")
    try await bob.shows("alice asks you for 1 LTC")
    try bob.type("/accept")
    try await alice.shows("Accepted · waiting for bob's money")
    try alice.type("/status 1")
    let words = try await alice.shows("inv_").split { $0.isWhitespace }
    return String(try #require(words.first { $0.hasPrefix("inv_") }))
  }

  @Test func aThankYouIsDeliveredWithConsentAndAnswered() async throws {
    try await ChatScene.withBoth { scene, alice, bob in
      let invoice = try await invoice(alice, bob)
      let receipt = try scene.alice.file("receipt.txt", "1 LTC")
      let sending = try message(
        scene.alice, "send", invoice, "Thank you", "--file", receipt, "--context", "order 17", "--wait")
      try await pair(sending, at: alice)
      try await alice.shows(
        "wants to write to bob about card 1 “Thank you” with receipt.txt, 5 bytes: Waiting")
      try alice.type("/allow m1 name reply")
      try await alice.shows("Sent · their first answer will be passed on")
      try await bob.shows("alice: Thank you")
      try await bob.shows("alice sends file f1: receipt.txt, 5 bytes — /save f1")
      try bob.type("/save f1 \(scene.folder.path)")
      try await bob.shows("Saved: \(scene.folder.path)/receipt.txt")
      // Alice has allowed the reply, so the wallet waits for it.
      try bob.type("You are welcome")
      let answered = try #require(try await output(sending)["message"])
      #expect(answered["contact_name"] == "bob" && answered["context"] == "order 17")
      #expect(answered["state"] == "delivered" && answered["reply"]?["text"] == "You are welcome")

      // Alice's chat does not know invoices of Bob's wallet, and a wallet does not take the chat for a wallet.
      let foreign = try message(scene.bob, "send", invoice, "Hello")
      try await pair(foreign, at: alice)
      #expect(try await foreign.exit(within: .seconds(60)) == .code(65))
      #expect(foreign.lines(.output).contains { $0.contains("knows nobody behind this payment") })
      for app in [alice, bob] { #expect(try await app.end() == .code(0)) }
    }
  }

  @Test func aChatThatIsKilledAsksAgainAndDeliversOnce() async throws {
    try await ChatScene.withBoth { scene, alice, bob in
      let invoice = try await invoice(alice, bob)
      let sending = try message(scene.alice, "send", invoice, "Thank you")
      try await pair(sending, at: alice)
      _ = try await output(sending)
      try await alice.shows("[m1]")
      try await alice.kill()

      let again = try scene.app("alice")
      try await again.shows("wants to write to bob about card 1 “Thank you”: Waiting")
      try again.type("/allow")
      // The chat is killed as soon as Bob can read the message, whatever it does at that time.
      try await bob.shows("alice: Thank you")
      try await again.kill()

      let third = try scene.app("alice")
      try await third.shows("You ask bob for 1 LTC")
      _ = try await eventually("that it knows") {
        let list = try await output(try message(scene.alice, "list"))["messages"]?.arrayValue
        return list?.first?["state"] == "sent" ? true : nil
      }
      try bob.type("done")
      try await third.shows("bob: done")
      #expect(try await bob.end() == .code(0))
      #expect(bob.process.lines(.output).count { $0.contains("alice: Thank you") } == 1)
      #expect(try await third.end() == .code(0))
    }
  }
}
