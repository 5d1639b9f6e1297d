import JSON
import MockWallet
import TestSupport
import Testing

@Suite(.serialized) struct BadAmountTests {
  private let stranger = MockAddress.example(currency: "LTC")

  @Test func amountsThatPayctlRefuses() async throws {
    try await withPairedApp { daemon, app in
      for amount in ["-1", "0", "0.0", "1e3", "1,5", "NaN", "", "0x10", "1.", ".5", "+1"] {
        try await app.refused("pay", "LTC", stranger, amount, reason: "usage", status: 64)
        try await app.refused("invoice", "LTC", amount, reason: "usage", status: 64)
      }
      #expect(try await app.ask("orders")["payment_orders"] == [])
    }
  }

  @Test func amountsThatTheProviderRefuses() async throws {
    try await withPairedApp { daemon, app in
      let huge = String(repeating: "9", count: 35)
      let cases: [(amount: String, reason: String)] = [
        ("0.000000001", "too_many_decimals"), ("1.123456789", "too_many_decimals"),
        ("100.00000001", "insufficient_funds"), ("100", "insufficient_funds"), (huge, "amount_out_of_range"),
        ("184467440738", "amount_out_of_range"),
        ("0.00000001", "amount_out_of_range"), ("0", "amount_out_of_range"), ("-1", "invalid_params"),
        ("1e3", "invalid_params"), ("", "invalid_params"), ("٣", "invalid_params"),
      ]
      for (amount, reason) in cases {
        let params =
          #"{"request_id":"f0f0e7a5-9a4f-4d39-9c1d-6f0f5a7f2b15","currency":"LTC","address":"\#(stranger)","#
          + #""amount":"\#(amount)"}"#
        let error = try await app.refused("call", "payment_order", params, reason: reason, status: 65)
        if reason != "insufficient_funds" { #expect(error["data"]?.text("pointer") == "/amount", "\(amount)") }
      }
      let tooMuch = String(repeating: "9", count: 60)
      for (amount, reason) in [
        ("0.000000001", "too_many_decimals"), ("0", "amount_out_of_range"), (huge, "amount_out_of_range"),
        ("0.00000001", "amount_out_of_range"), ("-1", "invalid_params"), (tooMuch, "invalid_params"),
      ] {
        let params =
          #"{"request_id":"f0f0e7a5-9a4f-4d39-9c1d-6f0f5a7f2b15","currency":"LTC","amount":"\#(amount)"}"#
        try await app.refused("call", "invoice_request", params, reason: reason, status: 65)
      }
      try await app.refused(
        "pay", "LTC", stranger, "1", "--max-fee", "0.0001", reason: "fee_too_high", status: 65)
      // A request that is refused at once is not recorded, so its identifier can be used again with correct params.
      let again = try await app.ask(
        "pay", "LTC", stranger, "0.01", "--request-id", "f0f0e7a5-9a4f-4d39-9c1d-6f0f5a7f2b15")
      #expect(again["replayed"] == false)
      try await app.order(again["payment_order"]?.text("order_id") ?? "", is: "in_flight")
      #expect(try await daemon.broadcasts("LTC").count == 1)
    }
  }

  @Test func addressesThatCannotBePaid() async throws {
    try await withPairedApp { daemon, app in
      let foreign = MockAddress.example(currency: "LTC", network: .test)
      try await app.refused("pay", "LTC", foreign, "0.01", reason: "wrong_network", status: 65)
      let typo = String(stranger.dropLast()) + (stranger.hasSuffix("a") ? "b" : "a")
      let other = MockAddress.example(currency: "XMR")
      for address in [typo, other, "x", stranger + " ", String(repeating: "m", count: 5000)] {
        try await app.refused("pay", "LTC", address, "0.01", reason: "invalid_address", status: 65)
      }
      try await app.refused("pay", "DOGE", stranger, "0.01", reason: "unknown_currency", status: 65)
      #expect(try await daemon.broadcasts("LTC").isEmpty)
    }
  }

  @Test func requestsWhoseTimeIsOver() async throws {
    try await withPairedApp { daemon, app in
      let past = #""request_id":"a0f0e7a5-9a4f-4d39-9c1d-6f0f5a7f2b16","expires_at":"2020-01-01T00:00:00Z""#
      try await app.refused(
        "call", "payment_order", #"{"currency":"LTC","address":"\#(stranger)","amount":"0.01",\#(past)}"#,
        reason: "expired", status: 65)
      try await app.refused(
        "call", "invoice_request", #"{"currency":"LTC","amount":"0.01",\#(past)}"#, reason: "expired", status: 65)
      // This order expires before anybody answers.
      let paying = try await app.run("pay", "LTC", stranger, "5", "--expires-in", "1s", "--wait")
      #expect(paying.status == 65)
      #expect(paying.json["payment_order"]?.text("state") == "expired")
      #expect(try await daemon.broadcasts("LTC").isEmpty)
    }
  }
}
