import JSON
import MockWallet
import TestSupport
import Testing

/// The owner's lists of all payments: `payd payments`.
@Suite(.serialized) struct OwnersPaymentsTests {
  private let stranger = MockAddress.example(currency: "LTC")
  private let memo = "rent \u{1B}[2J of \u{202E}May"

  @Test func theOwnerSeesEveryPaymentWhereverItStands() async throws {
    try await withPairedApp { daemon, app in
      // One has ended, one is in flight, one waits, and an invoice is paid.
      func pay(_ amount: String) async throws -> String {
        let answer = try await app.run("pay", "LTC", stranger, amount, "--description", memo).succeeded().json
        return answer["payment_order"]?.text("order_id") ?? ""
      }
      let ended = try await pay("0.01")
      try await app.order(ended, is: "in_flight")
      try await daemon.mock("mine", "6")
      try await app.order(ended, is: "succeeded")
      let flying = try await pay("0.02")
      try await app.order(flying, is: "in_flight")
      let waiting = try await pay("0.5")
      try await app.order(waiting, is: "awaiting_approval")
      let invoice = try await app.run("invoice", "LTC", "0.7").succeeded().json["invoice"] ?? .null

      let all = try await daemon.owner("payments")["orders"]?.arrayValue ?? []
      #expect(all.map { $0.text("id") } == [waiting, flying, ended])
      #expect(all.map { $0.text("group") } == ["waiting", "in_flight", "ended"])
      func ids(_ options: String...) async throws -> [String] {
        let answer = try await daemon.console(["payments", "--json"] + options).succeeded().json
        return (answer["orders"] ?? answer["invoices"])?.arrayValue?.map { $0.text("id") } ?? []
      }
      #expect(try await ids("--waiting") == [waiting])
      #expect(try await ids("--in-flight") == [flying])
      #expect(try await ids("--ended") == [ended])
      #expect(try await ids("--currency", "XMR") == [])
      #expect(try await ids("--app", "payport.payctl", "--since", "1h") == [waiting, flying, ended])
      #expect(try await ids("--until", "1h") == [])
      #expect(try await ids("--incoming", "--waiting") == [invoice.text("invoice_id")])
      #expect(try await ids("--incoming", "--ended") == [])

      // Pages follow one another.
      let last = try await pay("0.03")
      try await app.order(last, is: "in_flight")
      try await daemon.mock("mine", "6")
      for id in [flying, last] { try await app.order(id, is: "succeeded") }
      let first = try await daemon.owner("payments", "--ended", "--limit", "2")
      #expect(first["orders"]?.arrayValue?.map { $0.text("id") } == [last, flying])
      #expect(first.text("next") == flying)
      #expect(try await ids("--before", first.text("next")) == [ended])

      // One is shown whole, by the beginning of its identifier; and what the app said cannot move the cursor.
      let short = String(ended.dropFirst(4).prefix(12))
      let whole = try await daemon.owner("payments", short)
      #expect(whole["order"]?.text("id") == ended)
      #expect(whole["order"]?.text("transaction_id").isEmpty == false)
      let moments = whole["history"]?.arrayValue?.map { $0.text("what") } ?? []
      #expect(moments.first == "received" && moments.last == "succeeded", "\(moments)")
      let text = try await daemon.console("payments", ended).succeeded().result.output.joined(separator: "\n")
      #expect(text.contains("6 of 6") && !text.contains("\u{1B}") && !text.contains("\u{202E}"), "\(text)")
      #expect(try await daemon.console("payments", "ord_nothing").status == 65)

      // An invoice with what arrived for it.
      try await daemon.mock("receive", invoice.text("address"), "0.7")
      try await daemon.mock("mine", "6")
      let paid = try await eventually("the invoice is settled") {
        let answer = try await daemon.owner("payments", invoice.text("invoice_id"))
        return answer["invoice"]?.text("state") == "settled" ? answer["invoice"] : nil
      }
      #expect(paid.text("received") == "0.7" && paid["transfers"]?.arrayValue?.count == 1)
      #expect(try await ids("--incoming", "--ended") == [invoice.text("invoice_id")])
    }
  }
}
