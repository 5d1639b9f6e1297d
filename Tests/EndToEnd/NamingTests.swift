import JSON
import MockWallet
import TestSupport
import Testing

/// What the owner types for an app and what people type for an order: one rule each, in every command.
@Suite(.serialized) struct NamingTests {
  private let stranger = MockAddress.example(currency: "LTC")

  @Test func anAppIsNamedByTheOwnersNameItsClaimsOrTheBeginningOfItsKey() async throws {
    try await withPairedApp { daemon, app in
      let key = try await app.ask("session")["app"]?.text("key") ?? ""
      let (four, eight) = (String(key.prefix(4)), "\(key.prefix(4)) \(key.dropFirst(4).prefix(4))")
      for named in ["payctl", "payport.payctl", "key:\(key)", "key:\(four)", "key:\(eight)"] {
        let apps = try await daemon.owner("grants", named)["apps"]?.arrayValue ?? []
        #expect(apps.map { $0["app"]?.text("key") } == [key], "\(named)")
        #expect(try await daemon.owner("audit", "--app", named)["entries"]?.arrayValue?.isEmpty == false, "\(named)")
        try await daemon.owner("limit", named, "LTC", "--per-payment", "1")
        try await daemon.owner("quota", named)
      }
      #expect(try await daemon.console("grants", "key:\(key.prefix(3))").status == 65)

      try await daemon.owner("rename", "payctl", "Till")
      #expect(try await daemon.owner("apps")["apps"]?.arrayValue?.first?["app"]?.text("name") == "Till")
      let entries = try await daemon.owner("audit", "--app", "Till")["entries"]?.arrayValue ?? []
      #expect(Set(entries.map { $0.text("name") }) == ["Till"])
      let table = try await daemon.console("apps").succeeded().description
      #expect(table.contains("Till") && table.contains("payctl"))
      try await daemon.owner("revoke", "Till")
    }
  }

  /// An app can call itself anything, and must not get what the owner means for another one.
  @Test func aNameThatSeveralAppsHaveMeansNoneAndTheOwnersNameMeansItsOwn() async throws {
    try await withPairedApp { daemon, app in
      let other = try Client(daemon.runtime)
      try await other.pair(with: daemon)
      let key = try await app.ask("session")["app"]?.text("key") ?? ""
      let unclear = try await daemon.console("revoke", "payctl")
      #expect(unclear.status == 65)
      #expect(unclear.remarks.contains("several apps are called payctl"))
      #expect(unclear.remarks.contains(String(key.prefix(4))), "the candidates are listed")
      let told = try await daemon.console("revoke", "payctl", "--json")
      #expect(told.json["error"]?["data"]?["candidates"]?.arrayValue?.count == 2)
      // The owner's name for one is what the other calls itself.
      try await daemon.owner("rename", "key:\(key)", "payctl")
      try await daemon.owner("revoke", "payctl")
      try await app.refused("session", reason: "pairing_pending", status: 77)
      #expect(try await other.ask("session").text("status") == "approved")
    }
  }

  @Test func aPartOfAnIdentifierIsEnoughForAnApp() async throws {
    try await withPairedApp { daemon, app in
      let first = try await app.ask("pay", "LTC", stranger, "0.01")["payment_order"]?.text("order_id") ?? ""
      let second = try await app.ask("pay", "LTC", stranger, "0.02")["payment_order"]?.text("order_id") ?? ""
      for part in [String(first.dropFirst(4).prefix(20)), String(first.suffix(6))] {
        let found = try await app.ask("order-status", part)["payment_order"]
        #expect(found?.text("order_id") == first, "\(part)")
      }
      let unclear = try await app.refused("order-status", String(first.prefix(8)), reason: "ambiguous_id", status: 65)
      #expect(unclear.text("advice").contains(first) && unclear.text("advice").contains(second))
      try await app.refused("order-status", "ord_zzzzzzzz", reason: "order_not_found", status: 65)
      let invoice = try await app.ask("invoice", "LTC", "0.5")["invoice"]?.text("invoice_id") ?? ""
      let cancelled = try await app.ask("cancel-invoice", String(invoice.prefix(20)))["invoice"]
      #expect(cancelled?.text("invoice_id") == invoice)
    }
  }

  @Test func whatTheOwnerIsRefusedIsJSONWhereThatWasAskedFor() async throws {
    try await withPairedApp { daemon, _ in
      let wrong: [(command: [String], reason: String, status: Int32, code: Int)] = [
        (["grants", "nobody"], "app_not_found", 65, -32000),
        (["approve", "ord_none"], "question_not_found", 65, -32000),
        (["deny"], "usage", 64, 64), (["audit", "--limit", "0"], "usage", 64, 64), (["frobnicate"], "usage", 64, 64),
        (["grant", "payctl", "everything"], "usage", 64, 64), (["audit", "--since", "x"], "usage", 64, 64),
      ]
      for (command, reason, status, code) in wrong {
        let run = try await daemon.console(command + ["--json"])
        let error = run.json["error"] ?? .null
        #expect(run.status == status && error.text("reason") == reason, "\(run)")
        #expect(error["code"] == .integer(code) && !error.text("message").isEmpty, "\(run)")
        #expect(run.result.error.isEmpty, "\(run)")
        let people = try await daemon.console(command)
        #expect(people.status == status && people.result.output.isEmpty && !people.remarks.isEmpty, "\(people)")
      }
    }
  }

  /// Tables fit the window, show local times with their zone and no words of programs.
  @Test(arguments: [40, 80, 120]) func tablesFitTheWindow(width: Int) async throws {
    try await withPairedApp { daemon, app in
      let memo = "for the tickets to the concert on the twelfth"
      let waiting = try await app.ask("pay", "LTC", stranger, "1.5", "--description", memo)["payment_order"]
      _ = try await app.ask("pay", "LTC", stranger, "0.01")
      _ = try await app.ask("invoice", "LTC", "0.25", "--description", memo)
      _ = try await app.ask("new-address", "LTC", "--label", memo)
      let (payctl, payd) = (try BuiltPrograms.path("payctl"), try BuiltPrograms.path("payd"))
      var commands: [[String]] = []
      for words in [["orders"], ["invoices"], ["addresses", "LTC"], ["currencies"], ["services"]] {
        commands.append([payctl] + words + app.folders)
      }
      for words in [["apps"], ["sessions"], ["audit"]] { commands.append([payd] + words + daemon.folders) }
      for command in commands {
        let window = try await TerminalWindow(["/usr/bin/env", "TZ=Europe/Berlin"] + command, width: width)
        try await window.shows("ended with 0")
        // tmux joins what a program wrote as one line, so that a longer one is seen as such.
        let lines = try await window.screen(joined: true).split(separator: "\n")
        try await window.close()
        // An address is complete, even where it is wider than the window.
        for line in lines where line.count > width && !line.contains("mockltc") {
          Issue.record("\(command.dropFirst().prefix(2)): \(line)")
        }
        #expect(!lines.contains { $0.contains("in_flight") || $0.contains("awaiting_approval") })
        if command.contains("orders") || command.contains("audit") {
          let id = waiting?.text("order_id") ?? ""
          #expect(lines.contains { $0.contains(id.prefix(12)) } && !lines.contains { $0.contains(id) })
        }
        if command.contains("invoices"), width == 120 { #expect(lines.contains { $0.contains(" CE") }) }
      }
    }
  }
}
