import JSON
import MockWallet
import PostgreSQL
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The audit log of a real daemon: its content, and the detection of changes to it.
@Suite(.serialized) struct AuditTests {
  private let stranger = MockAddress.example(currency: "LTC")

  /// Makes payments with every outcome, a kill, and a regular end.
  private func history(_ daemon: Daemon, _ app: Client) async throws -> [String: String] {
    let small = try await app.ask("pay", "LTC", stranger, "0.05")["payment_order"] ?? .null
    try await app.order(small.text("order_id"), is: "in_flight")
    try await daemon.mock("mine", "6")
    try await app.order(small.text("order_id"), is: "succeeded")
    await daemon.kill()
    try await daemon.start()
    let large = try await app.ask("pay", "LTC", stranger, "5")["payment_order"] ?? .null
    try await daemon.owner("deny", large.text("order_id"))
    try await app.order(large.text("order_id"), is: "rejected")
    let dropped = try await app.ask("pay", "LTC", stranger, "6")["payment_order"] ?? .null
    _ = try await app.ask("cancel-order", dropped.text("order_id"))
    return [
      "small": small.text("order_id"), "large": large.text("order_id"), "dropped": dropped.text("order_id"),
    ]
  }

  private func kinds(_ log: JSONValue, about object: String) -> [String] {
    (log["entries"]?.arrayValue ?? []).filter { $0.text("object") == object }.map { $0.text("kind") }
  }

  @Test func tellsEveryDecisionAndTransition() async throws {
    try await withPairedApp { daemon, app in
      let orders = try await history(daemon, app)
      let log = try await daemon.owner("audit")
      let entries = log["entries"]?.arrayValue ?? []
      #expect(entries.map { $0["entry"]?.integerValue(as: Int.self) } == Array(1...entries.count))
      #expect(
        kinds(log, about: orders["small"] ?? "") == [
          "order.received", "order.approved", "order.submitted", "order.in_flight", "order.succeeded",
        ])
      #expect(kinds(log, about: orders["large"] ?? "") == ["order.received", "order.rejected"])
      #expect(kinds(log, about: orders["dropped"] ?? "") == ["order.received", "order.cancelled"])
      // A ledger in a database begins with the daemon that made it.
      let lifecycle = entries.map { $0.text("kind") }.filter { !$0.hasPrefix("order.") && $0 != "daemon.added" }
      #expect(
        lifecycle == ["provider.started", "app.approved", "provider.started"], "killed: no stop before the start")
      let approved = try #require(entries.first { $0.text("kind") == "order.approved" })
      #expect(approved["detail"]?.text("by") == "standing" && approved["detail"]?.text("via") == "standing limit")
      let paired = try #require(entries.first { $0.text("kind") == "app.approved" })
      #expect(paired["detail"]?.text("via") == "socket")
      #expect(entries.first { $0.text("kind") == "order.submitted" }?["detail"]?["via"] == nil, "the provider did that")
      #expect(approved["detail"]?.text("total") == "0.050282")
      #expect(approved.text("name") == "payctl")
      let received = try #require(entries.first { $0.text("kind") == "order.received" })
      #expect(received["detail"]?.text("address") == stranger)
      // Pages of every size join without a gap.
      let paged = try await daemon.owner("audit", "--limit", "3", "--before", "5")
      #expect(paged["entries"]?.arrayValue == Array(entries[1..<4]))
      let key = try await app.ask("session")["app"]?.text("key") ?? ""
      let ofApp = try await daemon.owner("audit", "--app", "key:" + key.prefix(9))
      #expect(ofApp["entries"]?.arrayValue == entries.filter { $0["app"] != nil })
      #expect(try await daemon.owner("audit", "--since", "2100-01-01")["entries"]?.arrayValue == [])
      // People get a table with local times.
      let table = try await daemon.console("audit", "--since", "1h").succeeded().result.output
      #expect(table.count == entries.count + 1)
      #expect(table.contains { $0.contains("order.succeeded") && $0.contains("total=0.050282") })
      // The daemon's own log contains nothing of the audit log.
      #expect(daemon.process?.lines(.error).contains { $0.contains(stranger) } == false)
    }
  }

  @Test func holdsForADaemonThatRunsAndForItsFilesAndForAStranger() async throws {
    try await withPairedApp { daemon, app in
      _ = try await history(daemon, app)
      let early = try await daemon.owner("audit", "head", "--config", daemon.configuration).text("note")
      _ = try await app.ask("pay", "LTC", stranger, "0.05")
      let entries = try await daemon.owner("audit")["entries"]?.arrayValue ?? []
      let first = try #require(entries.first { $0.text("kind") == "order.received" })
      let number = try #require(first["entry"]?.integerValue(as: Int.self))
      let running = try await daemon.owner("audit", "verify", "--config", daemon.configuration, "--expect", early)
      #expect(running["ok"] == true)
      #expect(try await python(daemon, early).exit == .code(0), "the ledger while the daemon runs")
      // After a kill, the log of the last transactions is still beside the database file.
      await daemon.kill()
      let note = try await daemon.owner("audit", "head", "--config", daemon.configuration).text("note")
      let stopped = try await daemon.owner("audit", "verify", "--config", daemon.configuration, "--expect", early)
      #expect(stopped.text("note") == note)
      #expect(try await python(daemon, early).output == [note])

      try await daemon.meddleWithAudit(
        "UPDATE audit SET detail = replace(detail, '0.05', '0.01') WHERE entry = \(number)")
      let broken = try await daemon.console("audit", "verify", "--config", daemon.configuration)
      #expect(broken.status == 65)
      #expect(broken.result.output.first?.hasPrefix("BROKEN: entry \(number) is not what it was") == true)
      #expect(try await python(daemon, nil).error == ["entry \(number) was changed"])
      try await daemon.start()
      let atRun = try await daemon.console("audit", "verify", "--json")
      #expect(atRun.status == 65)
      #expect(atRun.json["entry"]?.integerValue(as: Int.self) == number)
    }
  }

  @Test func aNotedHeadShowsThatTheEndWasCutOff() async throws {
    try await withPairedApp { daemon, app in
      _ = try await history(daemon, app)
      #expect(try await daemon.terminate() == .code(0))
      let note = try await daemon.owner("audit", "head", "--config", daemon.configuration).text("note")
      let number = try #require(note.split(separator: ":").last.flatMap { Int($0) })
      let count =
        PostgresForTests.isUsed
        ? "UPDATE audit_count SET newest = newest - 1" : "UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'audit'"
      try await daemon.meddleWithAudit("DELETE FROM audit WHERE entry = \(number); \(count)")
      let unseen = try await daemon.console("audit", "verify", "--config", daemon.configuration)
      #expect(unseen.status == 0, "\(unseen)")
      let seen = try await daemon.console("audit", "verify", "--config", daemon.configuration, "--expect", note)
      #expect(seen.status == 65)
      #expect(seen.result.output.first?.hasPrefix("BROKEN: entries from \(number) on were there once") == true)
      #expect(try await python(daemon, note).error == ["the noted head is not in the log"])
      try await daemon.start()
    }
  }

  /// Who can write the tables can let an app pay without a question, and leaves the chain as it is.
  @Test func whatTheTablesSayIsWhatTheLogSays() async throws {
    try await withPairedApp { daemon, _ in
      try await daemon.owner("limit", "payport.payctl", "LTC", "--per", "day", "5", "--ask", "always")
      try await daemon.owner("quota", "payport.payctl", "--unpaid-addresses", "7")
      try await daemon.owner("lock")
      #expect(try await daemon.owner("audit", "verify")["ok"] == true)
      #expect(try await daemon.terminate() == .code(0))
      let app = "what the app"
      let owner = "the PIN, the lock"
      for (change, back, what) in [
        ("payment_limits SET asking = 'never'", "payment_limits SET asking = 'always'", app),
        (
          "payment_limits SET per_period = per_period || '0'",
          "payment_limits SET per_period = substr(per_period, 1, length(per_period) - 1)", app
        ),
        ("apps SET scopes = scopes || ' statement'", "apps SET scopes = replace(scopes, ' statement', '')", app),
        ("app_quotas SET unpaid_addresses = 8", "app_quotas SET unpaid_addresses = 7", app),
        (
          "settings SET key = 'x' WHERE key = 'wallet_locked'", "settings SET key = 'wallet_locked' WHERE key = 'x'",
          owner
        ),
      ] {
        try await daemon.meddleWithAudit("UPDATE " + change)
        let broken = try await daemon.console("audit", "verify", "--config", daemon.configuration, "--json")
        #expect(broken.status == 65 && broken.json.text("fault") == "settings_changed", "\(change) \(broken)")
        #expect(broken.json.text("message").hasPrefix(what), "\(broken)")
        try await daemon.meddleWithAudit("UPDATE " + back)
        let sound = try await daemon.console("audit", "verify", "--config", daemon.configuration, "--json")
        #expect(sound.status == 0, "\(back) \(sound)")
      }
      try await daemon.meddleWithAudit(
        "INSERT INTO settings (key, value) VALUES ('pin', '{}'); DELETE FROM settings WHERE key = 'wallet_locked'")
      try await daemon.meddleWithAudit("DELETE FROM settings WHERE key = 'pin'")
      #expect(try await daemon.console("audit", "verify", "--config", daemon.configuration).status == 65)
      try await daemon.start()
    }
  }

  private func python(_ daemon: Daemon, _ note: String?) async throws -> ChildProcessResult {
    let script = ForeignConsumer.packageRoot + "/Tests/Foreign/audit.py"
    let ledger = try daemon.ledgerAddress()?.uri ?? daemon.state + "/ledger/ledger.sqlite"
    let command = ["python3", "-B", script, ledger] + [note].compactMap(\.self)
    return try await ChildProcess.run("/usr/bin/env", command)
  }
}
