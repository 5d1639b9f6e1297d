import Foundation
import JSON
import MockWallet
import TestSupport
import Testing

/// The owner's own names for addresses.
@Suite(.serialized) struct PayeeNameTests {
  private let stranger = MockAddress.example(currency: "LTC")

  @Test func aNameStandsWhereTheOwnerReadsAndNoAppSeesIt() async throws {
    try await withPairedApp(scopes: "receive,pay,statement") { daemon, app in
      #expect(try await daemon.console("names").succeeded().description.contains("No address has a name."))
      // As a QR code has it.
      try await daemon.owner("names", stranger.uppercased(), "Anna")
      let order = try await app.ask("pay", "LTC", stranger, "1", "--description", "rent")["payment_order"] ?? .null
      let question = try #require(try await daemon.questions("payment").first)
      #expect(question.text("payee") == "Anna")
      let shown = try await daemon.console("questions").succeeded().description
      #expect(shown.contains("to (your name)") && shown.contains("Anna"), "\(shown)")
      try await daemon.owner("approve", order.text("order_id"))
      try await app.order(order.text("order_id"), is: "in_flight")
      try await daemon.mock("mine", "6")
      let paid = try await app.order(order.text("order_id"), is: "succeeded")
      #expect(!paid.text().contains("Anna"))
      #expect(try await daemon.console("payments").succeeded().description.contains("Anna"))
      #expect(try await daemon.console("payments", order.text("order_id")).succeeded().description.contains("Anna"))

      // In the owner's statement, whoever it is about, and in none of the app's.
      let file = daemon.folder.path + "/statement"
      for (number, scope) in [[], ["--app", "payctl"]].enumerated() {
        let all = ["statement", "--from", "2020-01-01", "--to", "2100-01-01", "--format", "text"] + scope
        try await daemon.console(all + ["--output", "\(file)-\(number).txt"]).succeeded()
        let text = try String(contentsOfFile: "\(file)-\(number).txt", encoding: .utf8)
        #expect(text.contains("to Anna, \(stranger)") && text.contains("rent"), "\(text)")
      }
      try await app.run(
        "statement", "--from", "2020-01-01", "--to", "2100-01-01", "--format", "text", "--output", file + "-app.txt"
      ).succeeded()
      let theirs = try String(contentsOfFile: file + "-app.txt", encoding: .utf8)
      #expect(theirs.contains("to \(stranger)") && !theirs.contains("Anna"), "\(theirs)")

      // It is in the audit log, survives a restart, and is forgotten by an empty name.
      let kinds = try await daemon.owner("audit")["entries"]?.arrayValue?.map { $0.text("kind") } ?? []
      #expect(kinds.contains("payee.named"))
      #expect(try await daemon.terminate() == .code(0))
      _ = try await daemon.start()
      let kept = try await daemon.owner("names")["payees"]?.arrayValue ?? []
      #expect(kept.map { $0.text("name") } == ["Anna"])
      #expect(try await daemon.owner("names", stranger, "")["payees"] == [])
      for wrong in [
        ["names", stranger], ["names", "with space", "x"], ["names", stranger, String(repeating: "x", count: 65)],
      ] {
        #expect(try await daemon.console(wrong).status == 64, "\(wrong)")
      }
    }
  }
}
