import Foundation
import JSON
import TestSupport
import Testing

/// A customer who pays from coins in Litecoin's extension blocks, as the shop and its app see it.
@Suite(.serialized) struct ExtensionBlockTests {
  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
  func anInvoiceIsPaidOutOfExtensionBlocks() async throws {
    try await LitecoinRegtest.with { litecoin in
      let customer = try await litecoin.customer()
      let yaml = litecoin.configuration(wallet: "shop", times: "poll: 1s", more: "timeout_seconds: 3")
      try await Daemon.with(yaml) { daemon in
        let app = try Client(daemon.runtime)
        try await app.pair(with: daemon, scopes: "receive,statement")
        let invoice = try await app.ask("invoice", "LTC", "0.25")["invoice"] ?? .null
        let later = try await app.ask("invoice", "LTC", "0.1")["invoice"] ?? .null
        let address = invoice.text("address")
        let answer = try await litecoin.rpc("sendtoaddress", [.string(address), "0.25"], wallet: customer)
        let paid = try #require(answer.stringValue)
        let seen = try await app.invoice(invoice.text("invoice_id"), "seen") { $0.text("payment") == "paid" }
        #expect(seen.text("state") == "processing")
        try await litecoin.mine(12)
        let settled = try await app.invoice(invoice.text("invoice_id"), "settled") { $0.text("state") == "settled" }
        #expect(settled.text("confirmed_amount") == "0.25", "it counts once: \(settled)")
        #expect(settled["transfers"]?.arrayValue?.map { $0.text("transaction_id") } == [paid])
        // An ordinary payment afterwards is seen as ever.
        try await litecoin.rpc("sendtoaddress", [.string(later.text("address")), "0.1"], wallet: "payer")
        _ = try await app.invoice(later.text("invoice_id"), "seen") { $0.text("payment") == "paid" }
        try await litecoin.mine(12)
        _ = try await app.invoice(later.text("invoice_id"), "settled") { $0.text("state") == "settled" }

        let file = daemon.folder.path + "/statement.json"
        try await app.ask("statement", "--from", "2020-01-01", "--format", "json", "--output", file)
        let statement = try JSONValue(parsing: Array(Data(contentsOf: URL(fileURLWithPath: file))))
        let rows = statement["sections"]?[0]?["rows"]?.arrayValue?.filter { $0.text("transaction_id") == paid } ?? []
        #expect(rows.map { $0.text("in") } == ["0.25"], "\(statement)")
        let status = try await daemon.console("status").succeeded().result.output.joined(separator: " ")
        #expect(status.contains("LTC: ready") && !status.contains("could not be read"), "\(status)")
        let check = try await daemon.console("check", "--config", daemon.configuration, "--json")
        #expect(check.status == 0, "\(check)")
      }
    }
  }
}
