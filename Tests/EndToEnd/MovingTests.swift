import Foundation
import JSON
import MockWallet
import Platform
import TestSupport
import Testing

/// Daemons that have one identity, of which one dies. `payctl` goes on with another one by itself.
@Suite(.serialized) struct MovingTests {
  private let stranger = MockAddress.example(currency: "LTC")
  private let passphrase = "correct horse battery"

  /// Kills the daemon and starts it under another name, with the same key and the same ledger. The file of the one that
  /// was killed stays.
  private func replace(_ daemon: Daemon) async throws {
    await daemon.kill()
    try daemon.configure(Configurations.mock().replacing("name: test", with: "name: second"))
    try await daemon.start()
    #expect(daemon.published.sorted() == ["second.json", "test.json"])
  }

  @Test func eventsGoOnAtTheNextDaemonWithoutGapOrDuplicate() async throws {
    try await withPairedApp { daemon, app in
      let follower = try app.launch(["events", "--from", "0", "--count", "4"])
      for amount in ["0.1", "0.2"] { _ = try await app.ask("invoice", "LTC", amount) }
      _ = try await follower.line(containing: "\"cursor\":\"2\"")
      try await replace(daemon)
      // New commands have two files to choose from, and no name: both files are of one provider.
      for amount in ["0.3", "0.4"] { _ = try await app.ask("invoice", "LTC", amount) }
      #expect(try await follower.exit() == .code(0))
      let seen = try follower.lines(.output).map { try JSONValue(parsing: Array($0.utf8)) }
      #expect(seen.map { $0.text("cursor") } == ["1", "2", "3", "4"])
      #expect(seen.map { $0["invoice"]?.text("amount") } == ["0.1", "0.2", "0.3", "0.4"])
      // The name of the one that died still means the provider.
      #expect(try await app.ask("session", "--provider", "test").text("status") == "approved")
    }
  }

  @Test func aPaymentThatWasBeingTakenIsRepeatedAtTheNextDaemon() async throws {
    try await withPairedApp { daemon, app in
      let request = "5f2c6b1e-3a57-4a35-8a14-0d6a1b2c3d4e"
      try await daemon.mock("latency", "LTC", "quote", "60000")
      let paying = try app.launch(["pay", "LTC", stranger, "0.05", "--request-id", request])
      _ = try await paying.line(containing: request, on: .error)
      _ = try await eventually("it is connected") { try await daemon.owner("status")["sessions"] == 1 ? true : nil }
      try await replace(daemon)
      #expect(try await paying.exit() == .code(0))
      try await daemon.mock("mine", "6")
      try await app.order(request, is: "succeeded")
      #expect(try await daemon.broadcasts("LTC").count == 1)
      #expect(try await app.ask("orders")["payment_orders"]?.arrayValue?.count == 1)
    }
  }

  /// Until the ledger can be shared, the second daemon begins with a copy of it, which is the same as long as only one of
  /// the two is used. Both have the sealed key and get its passphrase as a credential.
  @Test(.ledgerInFile("two providers with one database take turns: Tests/Foreign/cluster.py"))
  func ofTwoThatRunOneIsKilled() async throws {
    let credentials = try ScratchFolder()
    try Data("\(passphrase)\n".utf8).write(to: URL(fileURLWithPath: credentials.path + "/payport-passphrase"))
    chmod(credentials.path + "/payport-passphrase", 0o600)
    let environment = ["CREDENTIALS_DIRECTORY": credentials.path]
    let first = try Daemon(Configurations.mock(), environment: environment)
    let second = try Daemon(
      Configurations.mock().replacing("name: test", with: "name: second"), runtime: first.runtime,
      environment: environment)
    do {
      try await first.start()
      let app = try Client(first.runtime)
      try await app.pair(with: first)
      _ = try await app.ask("invoice", "LTC", "0.1")
      #expect(try await first.terminate() == .code(0))
      try await first.console(
        "key", "seal", "--new-passphrase-file", credentials.path + "/payport-passphrase"
      ).succeeded()
      try FileManager.default.copyItem(atPath: first.state, toPath: second.state)
      try await first.start()
      try await second.start()

      let follower = try app.launch(["events", "--from", "0", "--count", "2", "--provider", "test"])
      _ = try await follower.line(containing: "\"cursor\":\"1\"")
      #expect(try await first.owner("status")["sessions"] == 1, "it follows at the first one")
      await first.kill()
      _ = try await app.ask("invoice", "LTC", "0.2")
      #expect(try await follower.exit() == .code(0))
      let seen = try follower.lines(.output).map { try JSONValue(parsing: Array($0.utf8)) }
      #expect(seen.map { $0.text("cursor") } == ["1", "2"])
      #expect(seen.map { $0["invoice"]?.text("amount") } == ["0.1", "0.2"])

      // When both are gone it says so.
      await second.kill()
      let failure = try await app.refused("session", reason: "not_running", status: 69)
      #expect(failure.text("advice").contains("payd run"))
    } catch {
      await first.kill()
      await second.kill()
      throw error
    }
  }

  /// A program with another key takes the place of the daemon that died.
  @Test func anotherKeyUnderTheNameIsRefusedWithWordsAndTheOtherOneIsUsed() async throws {
    try await withPairedApp { daemon, app in
      let impostor = try Daemon(Configurations.mock(), runtime: daemon.runtime)
      try await replace(daemon)
      do {
        try await impostor.start()
        let run = try app.launchForPeople("session")
        #expect(try await run.exit() == .code(0))
        let words = run.lines(.error).joined()
        #expect(words.contains("test has another key") && words.contains("nothing was sent"), "\(words)")
        #expect(try await impostor.owner("status")["sessions"] == 0)
        #expect(try await impostor.questions("pairing").isEmpty)
      } catch {
        await impostor.kill()
        throw error
      }
      await impostor.kill()
    }
  }
}
