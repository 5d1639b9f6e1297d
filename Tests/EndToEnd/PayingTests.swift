import JSON
import MockWallet
import TestSupport
import Testing

@Suite(.serialized) struct PayingTests {
  private let stranger = MockAddress.example(currency: "LTC")

  @Test func aSmallPaymentIsMadeWithoutAsking() async throws {
    try await withPairedApp { daemon, app in
      let paying = try app.launch(["pay", "LTC", stranger, "0.05", "--wait"])
      _ = try await paying.line(containing: "request_id", on: .error)
      _ = try await paying.line(containing: "confirmations 0/6", on: .error)
      try await daemon.mock("mine", "6")
      #expect(try await paying.exit() == .code(0))
      let paid = try JSONValue(parsing: Array((paying.lines(.output).last ?? "").utf8))
      try Checked.result(paid, of: ["pay", "--wait"], #_sourceLocation)
      let order = paid["payment_order"] ?? .null
      #expect(order.text("state") == "succeeded")
      #expect(order.text("fee") == "0.000282")
      #expect(order.text("total") == "0.050282")

      let sent = try await daemon.broadcasts("LTC")
      #expect(sent.map { $0.text("transaction_id") } == [order.text("transaction_id")])
      #expect(sent.map { $0.text("atomic_units") } == ["5000000"])
      #expect(sent.first?["commits"] == 1)
      #expect(try await app.ask("balance", "LTC").text("available") == "99.949718")
      #expect(try await app.ask("orders", "--only", "succeeded")["payment_orders"]?.arrayValue?.count == 1)
      let states = try await app.events(count: 4).map { $0["payment_order"]?.text("state") ?? "" }
      #expect(states == ["approved", "submitting", "in_flight", "succeeded"])
    }
  }

  @Test func theOwnerApprovesWhatIsAboveTheLimit() async throws {
    try await withPairedApp { daemon, app in
      // The limit includes the fee.
      let order = try await app.ask("pay", "LTC", stranger, "0.1", "--description", "rent")["payment_order"] ?? .null
      #expect(order.text("state") == "awaiting_approval")
      let question = try #require(try await daemon.questions("payment").first)
      #expect(question.text("id") == order.text("order_id"))
      #expect(question.text("address") == stranger)
      #expect(question.text("amount") == "0.1")
      #expect(question.text("fee") == "0.000282")
      #expect(question.text("description") == "rent")
      #expect(try await daemon.broadcasts("LTC").isEmpty)

      try await daemon.owner("approve", order.text("order_id"))
      try await app.order(order.text("order_id"), is: "in_flight")
      #expect(try await daemon.broadcasts("LTC").count == 1)
      // The order was approved already.
      #expect(try await daemon.console("approve", order.text("order_id")).status == 65)
      #expect(try await daemon.console("deny", order.text("order_id")).status == 65)
    }
  }

  @Test func aURIIsPaid() async throws {
    try await withPairedApp { daemon, app in
      let uri = "litecoin:\(stranger)?amount=0.25&label=Caf%C3%A9&message=tea%20%1B%5B2J"
      try await app.refused("pay", uri, "0.5", reason: "contradiction", status: 65)
      try await app.refused("pay", uri + "&amount=0.25", reason: "invalid_uri", status: 65)
      try await app.refused("pay", uri + "&req-x=1", reason: "invalid_uri", status: 65)
      try await app.refused("pay", "bitcoin:1abc?amount=1", reason: "unknown_currency", status: 65)
      let order = try await app.ask("pay", uri)["payment_order"] ?? .null
      let question = try #require(try await daemon.questions("payment").first)
      #expect(question.text("id") == order.text("order_id") && question.text("address") == stranger)
      #expect(question.text("amount") == "0.25" && question.text("description") == "Café: tea ␛[2J")
      let person = try app.launchForPeople("pay", uri)
      _ = try await person.line(containing: "Claims to be\tCafé", on: .error)
      #expect(try await person.exit() == .code(0))
      #expect(try await app.run("uri", uri).succeeded().json.text("message") == "tea \u{1B}[2J")
    }
  }

  @Test func theOwnerDenies() async throws {
    try await withPairedApp { daemon, app in
      let paying = try app.launch(["pay", "XMR", MockAddress.example(currency: "XMR"), "2", "--wait"])
      _ = try await paying.line(containing: "waiting for the owner", on: .error)
      let question = try #require(try await daemon.questions("payment").first)
      try await daemon.owner("deny", question.text("id"))
      #expect(try await paying.exit() == .code(77))
      let order = try JSONValue(parsing: Array((paying.lines(.output).last ?? "").utf8))["payment_order"] ?? .null
      #expect(order.text("state") == "rejected")
      #expect(order.text("reason") == "user_rejected")
      #expect(try await daemon.broadcasts("XMR").isEmpty)
      try await app.refused("cancel-order", order.text("order_id"), reason: "not_cancellable", status: 65)
    }
  }

  @Test func nobodyAnswersInTime() async throws {
    try await withPairedApp(Configurations.mock(times: "approval: 1s")) { daemon, app in
      let run = try await app.run("pay", "LTC", stranger, "5", "--wait")
      #expect(run.status == 65)
      #expect(run.json["payment_order"]?.text("state") == "expired")
      #expect(try await daemon.questions("payment").isEmpty)
      #expect(try await daemon.broadcasts("LTC").isEmpty)
    }
  }

  @Test func interruptingAWaitHarmsNothing() async throws {
    try await withPairedApp { daemon, app in
      let paying = try app.launch(["pay", "LTC", stranger, "5", "--wait"])
      _ = try await paying.line(containing: "waiting for the owner", on: .error)
      #expect(try await paying.interrupt() == .code(130))
      let failure = try JSONValue(parsing: Array((paying.lines(.output).last ?? "").utf8))["error"] ?? .null
      #expect(failure.text("reason") == "interrupted")
      let id = try #require(try await daemon.questions("payment").first).text("id")
      #expect(failure.text("advice").contains(id))

      let waiting = try app.launch(["order-status", id, "--wait"])
      _ = try await waiting.line(containing: "waiting for the owner", on: .error)
      try await daemon.owner("approve", id)
      _ = try await waiting.line(containing: "confirmations 0/6", on: .error)
      try await daemon.mock("mine", "6")
      #expect(try await waiting.exit() == .code(0))
      #expect(try await daemon.broadcasts("LTC").count == 1)
    }
  }

  @Test func aRepeatedRequestIsTheSameOrder() async throws {
    try await withPairedApp { daemon, app in
      let request = "3f0e7a52-9a4f-4d39-9c1d-6f0f5a7f2b10"
      let first = try await app.ask("pay", "LTC", stranger, "0.02", "--request-id", request)
      #expect(first["replayed"] == false)
      let id = first["payment_order"]?.text("order_id") ?? ""
      for _ in 0..<3 {
        let again = try await app.ask("pay", "LTC", stranger, "0.02", "--request-id", request)
        #expect(again["replayed"] == true)
        #expect(again["payment_order"]?.text("order_id") == id)
      }
      try await app.order(id, is: "in_flight")
      #expect(try await app.ask("order-status", request)["payment_order"]?.text("order_id") == id)
      #expect(try await daemon.broadcasts("LTC").count == 1)

      // The same identifier with other params is a conflict.
      let other = ["0.03", "--request-id", request]
      try await app.refused(
        "pay", "LTC", stranger, other[0], other[1], other[2], reason: "request_conflict", status: 65)
      try await app.refused(
        "invoice", "LTC", "0.02", "--request-id", request, reason: "request_conflict", status: 65)
      #expect(try await daemon.broadcasts("LTC").count == 1)
    }
  }

  @Test func manyCopiesAtOnceAreOneOrder() async throws {
    try await withPairedApp { daemon, app in
      let request = "a1f0e7a5-9a4f-4d39-9c1d-6f0f5a7f2b11"
      let ids = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<6 {
          group.addTask {
            try await app.ask("pay", "LTC", stranger, "0.02", "--request-id", request)["payment_order"]?
              .text("order_id") ?? ""
          }
        }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(ids.count == 1)
      try await app.order(ids.first ?? "", is: "in_flight")
      #expect(try await daemon.broadcasts("LTC").count == 1)
    }
  }

  @Test func anOrderIsWithdrawnUntilItIsSent() async throws {
    try await withPairedApp { daemon, app in
      let waiting = try await app.ask("pay", "LTC", stranger, "5")["payment_order"] ?? .null
      let cancelled = try await app.ask("cancel-order", waiting.text("order_id"))["payment_order"] ?? .null
      #expect(cancelled.text("state") == "cancelled")
      #expect(try await daemon.questions("payment").isEmpty)
      #expect(try await daemon.console("approve", waiting.text("order_id")).status == 65)

      let sent = try await app.ask("pay", "LTC", stranger, "0.01")["payment_order"] ?? .null
      try await app.order(sent.text("order_id"), is: "in_flight")
      try await app.refused("cancel-order", sent.text("order_id"), reason: "in_flight", status: 75)
      try await daemon.mock("mine", "6")
      try await app.order(sent.text("order_id"), is: "succeeded")
      try await app.refused("cancel-order", sent.text("order_id"), reason: "already_paid", status: 65)
      try await app.refused("cancel-order", "ord_aaaaaaaaaaaaaaaaaaaaaaaaaa", reason: "order_not_found", status: 65)
      #expect(try await daemon.broadcasts("LTC").count == 1)
    }
  }

  @Test func twoAppsSeeNothingOfEachOther() async throws {
    try await withPairedApp { daemon, app in
      let other = try Client(daemon.runtime)
      try await other.pair(with: daemon)
      let order = try await app.ask("pay", "LTC", stranger, "5")["payment_order"] ?? .null
      let invoice = try await app.ask("invoice", "LTC", "1")["invoice"] ?? .null
      _ = try await app.ask("new-address", "LTC")

      let id = order.text("order_id")
      try await other.refused("order-status", id, reason: "order_not_found", status: 65)
      try await other.refused("order-status", order.text("request_id"), reason: "order_not_found", status: 65)
      try await other.refused("cancel-order", id, reason: "order_not_found", status: 65)
      try await other.refused("invoice-status", invoice.text("invoice_id"), reason: "invoice_not_found", status: 65)
      try await other.refused("cancel-invoice", invoice.text("invoice_id"), reason: "invoice_not_found", status: 65)
      #expect(try await other.ask("orders")["payment_orders"] == [])
      #expect(try await other.ask("invoices")["invoices"] == [])
      #expect(try await other.ask("addresses", "LTC")["addresses"] == [])
      // The same request identifier from another app is another request.
      let own = try await other.ask("invoice", "LTC", "2", "--request-id", invoice.text("request_id"))
      #expect(own["replayed"] == false)
      let events = try await other.events(count: 1)
      #expect(events.first?["invoice"]?.text("invoice_id") == own["invoice"]?.text("invoice_id"))
      #expect(try await app.events(count: 2).count == 2)
    }
  }
}
