import Foundation
import JSON
import TestSupport
import Testing

/// What the owner receives without an app, and what the wallets hold.
@Suite(.serialized) struct OwnReceivingTests {
  @Test func anOwnInvoiceIsFollowedAndNoAppSeesIt() async throws {
    try await withPairedApp(scopes: "receive,pay,statement") { daemon, app in
      let made = try await daemon.owner("receive", "LTC", "0.5", "--for", "Boat")["invoice"] ?? .null
      #expect(made["app"]?["key"] == "owner" && made["amount"] == "0.5" && made["description"] == "Boat", "\(made)")
      #expect(made.text("uri").contains(made.text("address")) && made.text("uri").contains("0.5"))
      let theirs = try await app.ask("invoices")["invoices"]?.arrayValue ?? []
      #expect(theirs.isEmpty, "\(theirs)")

      let before = try await held(daemon)
      try await daemon.mock("receive", made.text("address"), "0.5")
      try await daemon.mock("mine", "8")
      let id = made.text("id")
      let paid = try await eventually("it is settled") {
        let invoice = try await daemon.owner("payments", id)["invoice"] ?? .null
        return invoice["state"] == "settled" ? invoice : nil
      }
      #expect(paid["received"] == "0.5" && paid["transfers"]?.arrayValue?.count == 1)
      #expect(try await held(daemon) != before)

      // It is as safe as those of apps, and the owner is no app.
      #expect(try await daemon.terminate() == .code(0))
      _ = try await daemon.start()
      #expect(try await daemon.owner("payments", id)["invoice"]?["state"] == "settled")
      let apps = try await daemon.owner("apps")["apps"]?.arrayValue ?? []
      #expect(!apps.isEmpty && apps.allSatisfy { $0["app"]?["key"] != "owner" })
      #expect(try await daemon.console("payments", "--incoming").succeeded().description.contains("you"))
      #expect(try await daemon.console("audit", "verify").status == 0)
      #expect(try await daemon.console("grants", "owner").status != 0)

      // In the owner's statement, and in none of an app's.
      let file = daemon.folder.path + "/statement"
      let period = ["statement", "--from", "2020-01-01", "--to", "2100-01-01", "--format", "text", "--output"]
      try await daemon.console(period + [file]).succeeded()
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("Boat"))
      try await daemon.console(period + [file + "-app", "--app", "payctl"]).succeeded()
      #expect(try !String(contentsOfFile: file + "-app", encoding: .utf8).contains("Boat"))
    }
  }

  @Test func whatCannotBeAskedForIsRefused() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      for wrong in [
        ["receive", "XYZ"], ["receive", "LTC", "0"], ["receive", "LTC", "x"], ["receive", "LTC", "0.000000001"],
        ["receive", "LTC", "1", "--for", String(repeating: "x", count: 1001)],
      ] {
        #expect(try await daemon.console(wrong).status == 64, "\(wrong)")
      }
      try await daemon.mock("status", "LTC", "unavailable")
      let silent = try await eventually("the wallet says nothing") {
        let wallet = try await daemon.owner("balance")["wallets"]?.arrayValue?.first { $0["code"] == "LTC" } ?? .null
        return wallet["available"] == nil && wallet["ready"] == "unavailable" ? wallet : nil
      }
      #expect(silent["reason"] == "wallet_unavailable", "\(silent)")
    }
  }

  private func held(_ daemon: Daemon) async throws -> JSONValue? {
    try await daemon.owner("balance")["wallets"]?.arrayValue?.first { $0["code"] == "LTC" }?["available"]
  }
}
