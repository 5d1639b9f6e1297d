import JSON
import MockWallet
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is created for an app stays for ever, so the number is limited.
@Suite(.serialized) struct QuotaTests {
  private let name = "payport.payctl"

  /// Returns the number of addresses that the mock wallet has made.
  private func addresses(_ daemon: Daemon) throws -> Int {
    let journal = try Data(contentsOf: URL(fileURLWithPath: daemon.state + "/mock-network.journal"))
    let lines = String(decoding: journal, as: UTF8.self).split(separator: "\n")
    return lines.count { $0.contains(#""event":"address""#) && $0.contains("mockltc1") }
  }

  private func quota(_ daemon: Daemon) async throws -> JSONValue {
    try await daemon.owner("quota", name)["quota"] ?? .null
  }

  @Test func copiesOfARequestThatComeAtOnceUseOneAddress() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.mock("latency", "LTC", "newAddress", "200")
      try await RawApp.with(app, daemon) { raw in
        for (number, method) in ["new_address_for_currency", "invoice_request"].enumerated() {
          let before = try addresses(daemon)
          let params = #"{"request_id":"0f6d6c1e-3c0b-4a53-9b61-2f4a1d8f7c0\#(number)","currency":"LTC"}"#
          let calls = (0..<32).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"\#(method)","params":\#(params)}"# }
          let answers = try await raw.ask("[" + calls.joined(separator: ",") + "]").arrayValue ?? []
          #expect(answers.count == 32)
          #expect(answers.filter { $0["result"]?["replayed"] == false }.count == 1)
          #expect(answers.filter { $0["result"]?["replayed"] == true }.count == 31)
          #expect(try addresses(daemon) == before + 1)
        }
      }
    }
  }

  @Test func openInvoicesAndUnpaidAddressesAreBoundedAndTheOwnerSeesAndChangesIt() async throws {
    try await withPairedApp(Configurations.mock(limits: "open_invoices: 2, unpaid_addresses: 4")) { daemon, app in
      let first = try await app.ask("invoice", "LTC", "0.5")["invoice"] ?? .null
      _ = try await app.ask("invoice", "LTC", "0.5")
      let refusal = try await app.refused("invoice", "LTC", "0.5", reason: "quota_exceeded", status: 77)
      #expect(refusal["data"]?.text("rule") == "open_invoices")
      #expect(try await quota(daemon)["open_invoices"] == ["used": 2, "most": 2])
      let before = try addresses(daemon)
      try await app.refused("invoice", "LTC", "0.5", reason: "quota_exceeded", status: 77)
      #expect(try addresses(daemon) == before, "nothing was made for what is refused")

      _ = try await app.ask("new-address", "LTC")
      let last = try await app.ask("new-address", "LTC")["address"] ?? .null
      let full = try await app.refused("new-address", "LTC", reason: "quota_exceeded", status: 77)
      #expect(full["data"]?.text("rule") == "unpaid_addresses")
      _ = try await app.ask("new-address", "XMR")
      // A paid address no longer counts, even if it belongs to no invoice.
      try await daemon.mock("receive", last.text("address"), "0.5")
      _ = try await eventually("the payment is seen") {
        try await quota(daemon)["unpaid_addresses"]?["used"]?["LTC"] == 0 ? true : nil
      }
      _ = try await app.ask("new-address", "LTC")

      _ = try await app.ask("cancel-invoice", first.text("invoice_id"))
      _ = try await app.ask("invoice", "LTC", "0.5")
      try await app.refused("invoice", "LTC", "0.5", reason: "quota_exceeded", status: 77)
      let raised = try await daemon.owner("quota", name, "--open-invoices", "3")["quota"]
      #expect(raised?["open_invoices"] == ["used": 2, "most": 3])
      _ = try await app.ask("invoice", "LTC", "0.5")
      let shown = try await daemon.console("grants", name).result.output.joined(separator: "\n")
      #expect(shown.contains("3 of 3 invoices open"), "\(shown)")
      try await daemon.owner("quota", name, "--ledger-megabytes", "0")
      let spent = try await app.refused("new-address", "XMR", reason: "quota_exceeded", status: 77)
      #expect(spent["data"]?.text("rule") == "ledger_bytes")
      try await daemon.owner("quota", name, "--clear")
      #expect(try await quota(daemon)["own"] == false)
    }
  }

  /// Whatever an app has written in its name takes room, not only invoices, addresses and orders.
  @Test func statementsAreCountedAndRepeatedCancelsLeaveNothing() async throws {
    try await withPairedApp(scopes: "receive,statement") { daemon, app in
      func used() async throws -> Int64 {
        try await quota(daemon)["ledger_bytes"]?["used"]?.numberValue?.wholeValue ?? -1
      }
      let invoice = try await app.ask("invoice", "LTC", "0.5")["invoice"] ?? .null
      try await RawApp.with(app, daemon) { raw in
        func ask(_ method: String, _ number: Int, _ params: String) async throws -> JSONValue {
          let id = "0f6d6c1e-3c0b-4a53-9b61-2f4a1d8f7c\(number)"
          return try await raw.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"request_id":"\#(id)",\#(params)}}"#)
        }
        let cancelled = #""invoice_id":"\#(invoice.text("invoice_id"))""#
        #expect(try await ask("cancel_invoice_request", 10, cancelled)["result"] != nil)
        let before = try await used()
        for number in 11..<20 {
          #expect(try await ask("cancel_invoice_request", number, cancelled)["result"] != nil)
        }
        #expect(try await used() == before)
      }
      let before = try await used()
      let period = ["statement", "--format", "json", "--from", "2026-01-01", "--to", "2026-02-01"]
      _ = try await app.run(period).succeeded()
      #expect(try await used() > before + 400)
      try await daemon.owner("quota", name, "--ledger-megabytes", "0")
      #expect(try await app.run(period).description.contains("quota_exceeded"))
    }
  }

  @Test func whatTheWalletDidNotMakeIsNotCountedAndItsRequestIsFree() async throws {
    try await withPairedApp { daemon, app in
      let before = try await quota(daemon)["ledger_bytes"]?["used"]
      let id = "0f6d6c1e-3c0b-4a53-9b61-2f4a1d8f7c01"
      try await daemon.mock("fault", "LTC", "newAddress", "before")
      try await app.refused("invoice", "LTC", "0.5", "--request-id", id, reason: "wallet_unavailable", status: 69)
      #expect(try await quota(daemon)["open_invoices"]?["used"] == 0)
      #expect(try await quota(daemon)["ledger_bytes"]?["used"] == before)
      // Nothing was recorded, so the identifier can be used for another request.
      _ = try await app.ask("invoice", "LTC", "0.6", "--request-id", id)
    }
  }
}
