import JSON
import MockWallet
import TestSupport
import Testing

/// The metrics as a foreign parser reads them, before and after a script whose numbers are known.
@Suite(.serialized) struct MetricsTests {
  private let stranger = MockAddress.example(currency: "LTC")

  /// What the parser read.
  private struct Samples {
    let all: [JSONValue]

    func value(_ name: String, _ labels: [String: String] = [:]) -> Double {
      all.filter { sample in
        sample.text("name") == name && labels.allSatisfy { sample["labels"]?.text($0.key) == $0.value }
      }.reduce(0) { $0 + ($1["value"]?.numberValue?.double ?? .nan) }
    }
  }

  private func samples(_ daemon: Daemon, _ python: String) async throws -> Samples {
    let text = try await daemon.console("metrics").succeeded().result.output.joined(separator: "\n") + "\n"
    let parser = ForeignConsumer.packageRoot + "/Tests/Foreign/metrics.py"
    let result = try await ChildProcess.run(python, ["-B", parser], input: text)
    #expect(result.exit == .code(0), "\(result.error)")
    for secret in [stranger, "ord_", "inv_", "ses_", "payctl", "0.01237391"] { #expect(!text.contains(secret)) }
    let read = try JSONValue(parsing: Array(result.output.joined(separator: "\n").utf8))
    return Samples(all: read["samples"]?.arrayValue ?? [])
  }

  @Test func aForeignParserReadsWhatWasDone() async throws {
    guard let python = await ForeignConsumer.python() else {
      print(ForeignConsumer.howToGetPython)
      try Test.cancel("\(ForeignConsumer.howToGetPython)")
    }
    try await withPairedApp { daemon, app in
      let before = try await samples(daemon, python)
      #expect(before.value("payport_handshakes_total", ["outcome": "pending"]) == 1)
      #expect(before.value("payport_wallet_status", ["currency": "LTC", "status": "ready"]) == 1)
      #expect(before.value("payport_process_resident_memory_bytes") > 1_000_000 || !isLinux)
      #expect(before.value("payport_process_start_time_seconds") > 1_700_000_000)

      // Three orders: one is paid, one fails, one waits. One invoice is paid. Two requests are refused.
      let paid = try await app.ask("pay", "LTC", stranger, "0.01237391")["payment_order"]?.text("order_id") ?? ""
      try await app.order(paid, is: "in_flight")
      try await daemon.mock("mine", "6")
      try await app.order(paid, is: "succeeded")
      try await daemon.mock("fault", "LTC", "commit", "reject")
      let failed = try await app.ask("pay", "LTC", stranger, "0.01237391")["payment_order"]?.text("order_id") ?? ""
      _ = try await eventually("the order has failed") {
        try await daemon.mock("mine", "2")
        return try await app.ask("order-status", failed)["payment_order"]?.text("state") == "failed" ? true : nil
      }
      _ = try await app.ask("pay", "LTC", stranger, "0.5")
      let invoice = try await app.ask("invoice", "LTC", "0.01237391")["invoice"]?.text("address") ?? ""
      try await daemon.mock("receive", invoice, "0.01237391")
      try await daemon.mock("mine", "6")
      _ = try await app.run("call", "no_such_method_\(stranger)", "{}")
      try await app.refused("pay", "LTC", "nowhere", "0.01237391", reason: "invalid_address", status: 65)

      let after = try await eventually("the invoice is settled") {
        let now = try await samples(daemon, python)
        return now.value("payport_invoices_total", ["state": "settled"]) == 1 ? now : nil
      }
      func grown(_ name: String, _ labels: [String: String] = [:]) -> Double {
        after.value(name, labels) - before.value(name, labels)
      }
      #expect(grown("payport_orders_total", ["currency": "LTC", "state": "succeeded"]) == 1)
      #expect(grown("payport_orders_total", ["currency": "LTC", "state": "failed"]) == 1)
      #expect(grown("payport_order_failures_total", ["currency": "LTC"]) == 1)
      #expect(grown("payport_requests_total", ["method": "payment_order", "outcome": "ok"]) == 3)
      #expect(grown("payport_requests_total", ["method": "payment_order", "outcome": "invalid_address"]) == 1)
      #expect(grown("payport_requests_total", ["method": "unknown", "outcome": "method_not_found"]) == 1)
      #expect(grown("payport_request_duration_seconds_count", ["method": "payment_order"]) == 4)
      #expect(grown("payport_invoices_total", ["state": "pending"]) == 1)
      #expect(after.value("payport_questions", ["kind": "payment"]) == 1)
      #expect(after.value("payport_orders_open", ["currency": "LTC", "group": "waiting"]) == 1)
      #expect(after.value("payport_orders_open", ["currency": "LTC", "group": "in_flight"]) == 0)
      #expect(grown("payport_wallet_call_duration_seconds_count", ["currency": "LTC", "call": "prepare"]) == 2)
      #expect(grown("payport_handshakes_total", ["outcome": "approved"]) >= 6)
      #expect(grown("payport_ledger_units_total") >= grown("payport_ledger_commit_duration_seconds_count"))
      #expect(grown("payport_ledger_commit_duration_seconds_count") > 5)
      #expect(grown("payport_wallet_blocks_seen_total", ["currency": "LTC"]) >= 1)

      // Nothing that only grows became smaller or went away.
      for sample in before.all where sample.text("type") != "gauge" {
        let same = after.all.first { $0["name"] == sample["name"] && $0["labels"] == sample["labels"] }
        #expect(
          (same?["value"]?.numberValue?.double ?? -1) >= sample["value"]?.numberValue?.double ?? 0, "\(sample.text())")
      }
      // Apps cannot ask for them.
      let answer = try await app.run("call", "metrics", "{}")
      #expect(answer.json["error"]?.text("reason") == "method_not_found", "\(answer)")
    }
  }

  private var isLinux: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }
}
