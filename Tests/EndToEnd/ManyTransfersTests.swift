import JSON
import TestSupport
import Testing

/// Anybody who knows an invoice's address can pay it with as many small transfers as they like.
@Suite struct ManyTransfersTests {
  @Test func fortyPaymentsToOneAddressAreCountedWholeAndShownInPart() async throws {
    try await withPairedApp { daemon, app in
      let invoice = try await app.ask("invoice", "LTC", "0.4", "--confirmations", "1")["invoice"] ?? .null
      let (id, address) = (invoice.text("invoice_id"), invoice.text("address"))
      for _ in 0..<40 { try await daemon.mock("receive", address, "0.01") }
      let paid = try await app.invoice(id, "paid") { $0.text("payment") == "paid" }
      #expect(paid.text("paid_amount") == "0.4")
      #expect(paid["transfers"]?.arrayValue?.count == 16)
      #expect(paid["earlier_transfers"] == 24)

      try await daemon.mock("mine", "1")
      let settled = try await app.invoice(id, "all are confirmed") { $0.text("confirmed_amount") == "0.4" }
      #expect(settled.text("state") == "settled")
      #expect(settled["transfers"]?.arrayValue?.count == 16)

      let pages = try await pages(of: id, app)
      #expect(pages.map(\.count) == [15, 15, 10])
      let listed = pages.flatMap(\.self)
      #expect(Set(listed.map { $0.text("transaction_id") }).count == 40, "each of them once")
      #expect(listed.allSatisfy { $0.text("state") == "confirmed" && $0.text("amount") == "0.01" })
      #expect(settled["transfers"] == .array(listed.prefix(16).reversed()), "the newest, oldest first")
      #expect(try await app.ask("invoices")["invoices"]?[0] == settled)

      try await checkEvents(of: settled, app)
      try await daemon.mock("reorganise", "1")
      let back = try await app.invoice(id, "taken back") { $0.text("confirmed_amount") == "0" }
      #expect(back.text("state") == "processing" && back.text("paid_amount") == "0.4", "also those that are not shown")
    }
  }

  /// There are events of the first changes, one with each transfer, and of all the others one, which shows the invoice
  /// as it is.
  private func checkEvents(of settled: JSONValue, _ app: Client) async throws {
    #expect(settled["version"]?.integerValue(as: Int.self) ?? 0 > 80, "each transfer came and was confirmed")
    let other = try await app.ask("invoice", "LTC", "0.1")["invoice"] ?? .null
    let told = try await app.events(count: 18).map { $0["invoice"] ?? .null }
    #expect(told.map { $0["transfers"]?.arrayValue?.count ?? 0 } == Array(0...15) + [16, 0])
    #expect(told[16] == settled && told[17] == other)
  }

  private func pages(of id: String, _ app: Client) async throws -> [[JSONValue]] {
    var pages: [[JSONValue]] = []
    var next: [String] = []
    while pages.count < 9 {
      let page = try await app.run(["transfers", id, "--limit", "15"] + next).succeeded().json
      try Checked.result(page, of: ["transfers"], #_sourceLocation)
      pages.append(page["transfers"]?.arrayValue ?? [])
      guard let before = page["next"]?.stringValue else { break }
      next = ["--before", before]
    }
    return pages
  }

  @Test func onlyTheAppsOwnInvoicesAndPlacesThatExistAreListed() async throws {
    try await withPairedApp { daemon, app in
      let made = try await app.ask("invoice", "LTC", "0.5")["invoice"] ?? .null
      let id = made.text("invoice_id")
      #expect(try await app.ask("transfers", id) == ["transfers": []])
      #expect(try await app.ask("transfers", made.text("request_id")) == ["transfers": []])
      try await daemon.mock("receive", made.text("address"), "0.5")
      _ = try await app.invoice(id, "paid") { $0.text("payment") == "paid" }
      #expect(try await app.ask("transfers", id)["transfers"]?.arrayValue?.count == 1)
      // The first transfer has a place, and nothing is before it.
      #expect(try await app.ask("transfers", id, "--before", "0") == ["transfers": []])
      for wrong in ["1", "-1", "x"] {
        let error = try await app.refused(
          "transfers", id, "--before=\(wrong)", reason: "invalid_params", status: 65)
        #expect(error["data"]?.text("pointer") == "/before")
      }
      try await app.refused("transfers", "inv_aaaaaaaaaaaaaaaaaaaaaaaaaa", reason: "invoice_not_found", status: 65)
      let other = try Client(daemon.runtime)
      try await other.pair(with: daemon, scopes: "receive")
      try await other.refused("transfers", id, reason: "invoice_not_found", status: 65)
      let payer = try Client(daemon.runtime)
      try await payer.pair(with: daemon, scopes: "pay")
      try await payer.refused("transfers", id, reason: "scope_not_granted", status: 77)
    }
  }
}
