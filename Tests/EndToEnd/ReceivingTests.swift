import JSON
import TestSupport
import Testing

@Suite(.serialized) struct ReceivingTests {
  @Test func currenciesAddressesRangeAndBalance() async throws {
    try await withPairedApp { daemon, app in
      let currencies = try await app.ask("currencies")["currencies"]?.arrayValue ?? []
      #expect(currencies.map { $0.text("code") } == ["LTC", "XMR"])
      #expect(currencies.allSatisfy { $0.text("ready") == "ready" && $0.text("network") == "mock" })

      let request = "7d9f0c4e-3c1f-4b3e-8f43-0d5f3f1f6a01"
      let first = try await app.ask("new-address", "LTC", "--label", "rent", "--request-id", request)
      let again = try await app.ask("new-address", "LTC", "--label", "rent", "--request-id", request)
      #expect(again["address"] == first["address"])
      #expect(again["replayed"] == true)
      let other = try await app.ask("new-address", "LTC")
      #expect(other["address"]?["address"] != first["address"]?["address"])
      let known = try await app.ask("addresses", "LTC")["addresses"]?.arrayValue ?? []
      #expect(known.map { $0.text("address") } == [other, first].map { $0["address"]?.text("address") ?? "" })

      let range = try await app.ask("range", "LTC")
      #expect(range["receive"]?.text("min") == "0.0000546")
      #expect(range["pay"]?["max"] != nil)
      #expect(try await app.ask("balance", "LTC").text("available") == "100")
      try await app.refused("balance", "DOGE", reason: "unknown_currency", status: 65)
      #expect(try await daemon.owner("status")["currencies"]?.arrayValue?.count == 2)
    }
  }

  @Test func anInvoiceIsPaidAndEveryStepIsAnEvent() async throws {
    try await withPairedApp { daemon, app in
      let made = try await app.ask("invoice", "LTC", "0.5", "--description", "two chairs")["invoice"] ?? .null
      let id = made.text("invoice_id")
      #expect(made.text("uri") == "litecoin:\(made.text("address"))?amount=0.5")
      let waiting = try app.launch(["invoice-status", id, "--wait"])
      _ = try await waiting.line(containing: "waiting for payment", on: .error)

      try await daemon.mock("receive", made.text("address"), "0.5")
      _ = try await waiting.line(containing: "confirmations 0/6", on: .error)
      try await daemon.mock("mine", "3")
      _ = try await waiting.line(containing: "confirmations 3/6", on: .error)
      try await daemon.mock("mine", "3")
      #expect(try await waiting.exit() == .code(0))
      let settled = try JSONValue(parsing: Array((waiting.lines(.output).last ?? "").utf8))
      try Checked.result(settled, of: ["invoice-status"], #_sourceLocation)
      #expect(settled["invoice"]?.text("state") == "settled")
      #expect(settled["invoice"]?.text("confirmed_amount") == "0.5")

      let events = try await app.events(count: 4)
      let steps = events.map { event in
        let invoice = event["invoice"] ?? .null
        return
          "\(invoice.text("state")) \(invoice.text("payment")) \(invoice["transfers"]?[0]?["confirmations"]?.text() ?? "-")"
      }
      #expect(steps == ["pending none -", "processing paid 0", "processing paid 3", "settled paid 6"])
      #expect(events.map { $0.text("cursor") } == ["1", "2", "3", "4"])
      #expect(events.compactMap { $0["invoice"]?["version"]?.integerValue(as: Int.self) } == [1, 2, 3, 4])
      #expect(try await app.ask("invoices", "--only", "settled")["invoices"]?.arrayValue?.count == 1)
    }
  }

  @Test func partialAndTooMuch() async throws {
    try await withPairedApp { daemon, app in
      let invoice = try await app.ask("invoice", "LTC", "1")["invoice"] ?? .null
      let (id, address) = (invoice.text("invoice_id"), invoice.text("address"))
      try await daemon.mock("receive", address, "0.4")
      let partial = try await app.invoice(id, "partial") { $0.text("payment") == "partial" }
      #expect(partial.text("state") == "pending")
      #expect(partial.text("paid_amount") == "0.4")

      try await daemon.mock("receive", address, "0.7")
      try await daemon.mock("mine", "6")
      let over = try await app.invoice(id, "settled") { $0.text("state") == "settled" }
      #expect(over.text("payment") == "over")
      #expect(over.text("paid_amount") == "1.1")
      #expect(over["transfers"]?.arrayValue?.count == 2)

      // Without an amount the payer decides.
      let open = try await app.ask("invoice", "XMR")["invoice"] ?? .null
      #expect(open["amount"] == nil)
      try await daemon.mock("receive", open.text("address"), "0.000000000001")
      let paid = try await app.invoice(open.text("invoice_id"), "paid") { $0.text("payment") == "paid" }
      #expect(paid.text("paid_amount") == "0.000000000001")
    }
  }

  @Test func lateMoneyIsSeenAndReported() async throws {
    try await withPairedApp(Configurations.mock(times: "invoice: 1s")) { daemon, app in
      let waiting = try await app.run("invoice", "LTC", "0.5", "--wait")
      #expect(waiting.status == 65)
      let invoice = waiting.json["invoice"] ?? .null
      #expect(invoice.text("state") == "expired")
      #expect(invoice.text("payment") == "none")

      try await daemon.mock("receive", invoice.text("address"), "0.5")
      let late = try await app.invoice(invoice.text("invoice_id"), "late") { $0.text("payment") == "late" }
      #expect(late.text("state") == "expired")
      #expect(late.text("paid_amount") == "0.5")
    }
  }

  @Test func aReorganisationTakesMoneyBack() async throws {
    try await withPairedApp { daemon, app in
      let invoice = try await app.ask("invoice", "LTC", "0.5", "--confirmations", "1")["invoice"] ?? .null
      let id = invoice.text("invoice_id")
      try await daemon.mock("receive", invoice.text("address"), "0.5")
      try await daemon.mock("mine", "1")
      _ = try await app.invoice(id, "settled") { $0.text("state") == "settled" }
      try await daemon.mock("reorganise", "1")
      let back = try await app.invoice(id, "taken back") { $0.text("confirmed_amount") == "0" }
      #expect(back.text("paid_amount") == "0.5")
    }
  }

  @Test func anInvoiceIsWithdrawnUntilMoneyIsSeen() async throws {
    try await withPairedApp { daemon, app in
      let first = try await app.ask("invoice", "LTC", "0.5")["invoice"] ?? .null
      let cancelled = try await app.ask("cancel-invoice", first.text("invoice_id"))["invoice"] ?? .null
      #expect(cancelled.text("state") == "cancelled")
      let second = try await app.ask("invoice", "LTC", "0.5")["invoice"] ?? .null
      try await daemon.mock("receive", second.text("address"), "0.5")
      _ = try await app.invoice(second.text("invoice_id"), "seen") { $0.text("payment") == "paid" }
      try await app.refused("cancel-invoice", second.text("invoice_id"), reason: "not_cancellable", status: 65)
      try await app.refused("cancel-invoice", "inv_aaaaaaaaaaaaaaaaaaaaaaaaaa", reason: "invoice_not_found", status: 65)
    }
  }
}
