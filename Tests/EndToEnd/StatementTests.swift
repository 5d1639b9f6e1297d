import Foundation
import JSON
import MockWallet
import PaymentsAPI
import PaymentsModel
import TestSupport
import Testing

@Suite(.serialized) struct StatementTests {
  private let stranger = MockAddress.example(currency: "LTC")
  private let scopes = "receive,pay,balance,statement"
  private let period = ["--from", "2020-01-01", "--to", "2100-01-01"]

  /// Makes an invoice that is paid in two transfers, and an order that is paid.
  private func someHistory(_ daemon: Daemon, _ app: Client) async throws {
    let made = try await app.ask("invoice", "LTC", "0.5", "--description", "=two, \"chairs\"")["invoice"] ?? .null
    for part in ["0.2", "0.3"] { try await daemon.mock("receive", made.text("address"), part) }
    let order = try await app.ask("pay", "LTC", stranger, "0.05", "--description", "rent")["payment_order"] ?? .null
    try await app.order(order.text("order_id"), is: "in_flight")
    try await daemon.mock("mine", "6")
    try await app.order(order.text("order_id"), is: "succeeded")
    _ = try await app.invoice(made.text("invoice_id"), "settled") { $0.text("state") == "settled" }
  }

  private func document(_ app: Client, _ options: String...) async throws -> StatementDocument {
    let run = try await app.run(["statement", "--format", "json"] + period + options).succeeded()
    return try JSONValueDecoder(unknownMembers: .refuse).decode(StatementDocument.self, from: run.json)
  }

  @Test func itTellsWhatInvoicesAndOrdersTell() async throws {
    try await withPairedApp(Configurations.mock(more: "time_zone: Europe/Berlin"), scopes: scopes) { daemon, app in
      #expect(try await document(app).sections.isEmpty)
      // Payments under way are not part of the statement.
      let pending = try await app.ask("invoice", "LTC", "1")["invoice"] ?? .null
      try await someHistory(daemon, app)
      try await daemon.mock("receive", pending.text("address"), "1")

      let statement = try await document(app)
      let section = try #require(statement.sections.first)
      #expect(statement.sections.map(\.currency) == ["LTC"])
      #expect(statement.timeZone == "Europe/Berlin")
      #expect(statement.fromLocal == "2020-01-01T00:00:00+01:00")
      let invoices = try await app.ask("invoices")["invoices"]?.arrayValue ?? []
      let orders = try await app.ask("orders", "--only", "succeeded")["payment_orders"]?.arrayValue ?? []
      #expect(section.incoming.text == "0.5")
      #expect(invoices.map { $0.text("confirmed_amount") }.sorted() == ["0", "0.5"])
      #expect(orders.map { $0.text("amount") } == [section.outgoing.text])
      #expect(orders.map { $0.text("fee") } == [section.fees.text])
      #expect(section.opening.text == "0")
      #expect(section.closing.text == "0.449718")
      #expect(
        Set(section.rows.map(\.objectID))
          == Set(
            [orders[0].text("order_id")]
              + invoices.filter { $0.text("state") == "settled" }.map { $0.text("invoice_id") }))
      #expect(section.rows.map(\.kind).filter { $0 == .received }.count == 2)
      #expect(section.rows.contains { $0.description == "=two, \"chairs\"" })
      #expect(section.rows.last?.balance == section.closing)
      #expect(try await document(app, "--currency", "XMR").sections.map(\.closing.text) == ["0"])
      // The owner can see what the app has asked for.
      let entries = try await daemon.owner("audit", "--limit", "50")["entries"]?.arrayValue ?? []
      let asked = entries.filter { $0.text("kind") == "statement.requested" }
      #expect(asked.compactMap { $0["detail"]?["currency"]?.stringValue } == ["XMR"] && asked.count == 3)
      #expect(asked.first?["detail"]?.text("from") == "2019-12-31T23:00:00.000Z")
    }
  }

  @Test func whatAReorganisationTakesBackIsARowOfItsOwn() async throws {
    try await withPairedApp(scopes: scopes) { daemon, app in
      let made = try await app.ask("invoice", "LTC", "0.5")["invoice"] ?? .null
      let id = made.text("invoice_id")
      try await daemon.mock("receive", made.text("address"), "0.5")
      try await daemon.mock("mine", "6")
      _ = try await app.invoice(id, "settled") { $0.text("state") == "settled" }
      try await daemon.mock("reorganise", "6")
      let after = try await app.invoice(id, "taken back") { $0.text("state") != "settled" }
      let section = try #require(try await document(app).sections.first)
      #expect(section.rows.map(\.kind) == [.received, .takenBack])
      #expect(section.closing.text == after.text("confirmed_amount"))
      #expect(section.takenBack.text == "0.5")
    }
  }

  @Test func filesAreWrittenWholeAndForOneselfAlone() async throws {
    try await withPairedApp(scopes: scopes) { daemon, app in
      try await someHistory(daemon, app)
      let folder = try ScratchFolder()
      let pdf = folder.path + "/march.pdf"
      let answer = try await app.run(["statement", "--output", pdf] + period).succeeded().json
      try Checked.result(answer, of: ["statement"], #_sourceLocation)
      let attributes = try FileManager.default.attributesOfItem(atPath: pdf)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(attributes[.size] as? Int == answer["statement"]?["size"]?.integerValue(as: Int.self))
      let text = try await ChildProcess.run("/usr/bin/pdftotext", ["-layout", pdf, "-"]).output.joined(separator: "\n")
      for word in ["Statement of payments", "0.449718", "rent", "Page 1 of 1"] {
        #expect(text.contains(word), "\(word)")
      }

      // An existing file is not replaced without --force.
      let again = try await app.run(["statement", "--output", pdf, "--format", "csv"] + period)
      #expect(again.status == 74)
      #expect(again.json["error"]?.text("reason") == "file_exists")
      #expect(try Data(contentsOf: URL(fileURLWithPath: pdf)).starts(with: Array("%PDF".utf8)))
      try await app.run(["statement", "--output", pdf, "--format", "csv", "--force"] + period).succeeded()
      let lines = try String(contentsOfFile: pdf, encoding: .utf8).components(separatedBy: "\r\n")
      #expect(lines.count == 7)
      #expect(lines.contains { $0.contains(#","'=two, ""chairs""","#) })
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["march.pdf"])
      let nowhere = try await app.run(["statement", "--output", folder.path + "/no/where.txt"] + period)
      #expect(nowhere.status == 74)
      let shown = try await app.run(["statement", "--output", "-"] + period).succeeded()
      #expect(shown.result.output.first == "Statement of payments")
      #expect(try await app.run("statement").status == 64)
      #expect(try await app.run("statement", "--from", "2026-03-02", "--to", "2026-03-02").status == 65)
    }
  }

  @Test func anAppNeedsTheScopeAndSeesItsOwnPaymentsOnly() async throws {
    try await withPairedApp(scopes: scopes) { daemon, app in
      try await someHistory(daemon, app)
      let other = try Client(daemon.runtime)
      try await other.pair(with: daemon)
      let refused = try await other.run(["statement"] + period)
      #expect(refused.json["error"]?.text("reason") == "scope_not_granted")
      let third = try Client(daemon.runtime)
      try await third.pair(with: daemon, scopes: scopes)
      #expect(try await document(third).sections.isEmpty)
      let begun = try await app.ask(
        "call", "statement_request",
        #"{"request_id":"3f0e7a52-9a4f-4d39-9c1d-6f0f5a7f2b99","from":"2020-01-01","to":"2100-01-01","format":"text"}"#)
      let id = begun["statement"]?.text("statement_id") ?? ""
      #expect(begun["statement"]?.text("state") == "ready")
      try await third.refused(
        "call", "get_statement_part", #"{"statement_id":"\#(id)"}"#, reason: "statement_not_found", status: 65)
      let part = try await app.ask("call", "get_statement_part", #"{"statement_id":"\#(id)"}"#)
      #expect(part["data"] == begun["data"])
      try await app.refused(
        "call", "get_statement_part", #"{"statement_id":"\#(id)","part":1}"#, reason: "invalid_params", status: 65)
    }
  }

  @Test func currenciesThatWereNotGrantedAreNotToldOf() async throws {
    try await withPairedApp(scopes: scopes) { daemon, app in
      try await someHistory(daemon, app)
      #expect(try await document(app).sections.map(\.currency) == ["LTC"])
      try await daemon.owner("grant", "payport.payctl", scopes, "--currencies", "XMR")
      #expect(try await document(app).sections.isEmpty)
      let refused = try await app.run(["statement", "--currency", "LTC"] + period)
      #expect(refused.json["error"]?.text("reason") == "currency_not_granted")
      #expect(try await document(app, "--currency", "XMR").sections.map(\.currency) == ["XMR"])
    }
  }

  @Test func aRepeatedRequestIsTheSameStatementAlsoAfterARestart() async throws {
    try await withPairedApp(scopes: scopes) { daemon, app in
      try await someHistory(daemon, app)
      func params(_ to: String, _ id: String = "3f0e7a52-9a4f-4d39-9c1d-6f0f5a7f2b98") -> String {
        #"{"request_id":"\#(id)","from":"2020-01-01","to":"\#(to)","format":"csv"}"#
      }
      let first = try await app.ask("call", "statement_request", params("2100-01-01"))
      #expect(first["replayed"] == false)
      let second = try await app.ask("call", "statement_request", params("2100-01-01"))
      #expect(second["replayed"] == true)
      #expect(second["data"] == first["data"])
      try await app.refused(
        "call", "statement_request", params("2099-01-01"), reason: "request_conflict", status: 65)
      // A refused request is not recorded, so its identifier can be used again.
      let free = "3f0e7a52-9a4f-4d39-9c1d-6f0f5a7f2b97"
      try await app.refused(
        "call", "statement_request", params("2019-01-01", free), reason: "invalid_params", status: 65)
      _ = try await app.ask("call", "statement_request", params("2100-01-01", free))

      #expect(try await daemon.terminate() == .code(0))
      try await daemon.start()
      let id = first["statement"]?.text("statement_id") ?? ""
      try await app.refused(
        "call", "get_statement_part", #"{"statement_id":"\#(id)"}"#, reason: "statement_not_found", status: 65)
      let later = try await app.ask("call", "statement_request", params("2100-01-01"))
      #expect(later["replayed"] == true)
      #expect(later["statement"]?.text("statement_id") == id)
      #expect(later["data"] == first["data"])
    }
  }

  @Test func theOwnerSeesOneAppOrAll() async throws {
    try await withPairedApp(scopes: scopes) { daemon, app in
      try await someHistory(daemon, app)
      let other = try Client(daemon.runtime)
      try await other.pair(with: daemon)
      let order = try await other.ask("pay", "LTC", stranger, "0.03")["payment_order"] ?? .null
      try await other.order(order.text("order_id"), is: "in_flight")
      try await daemon.mock("mine", "6")
      try await other.order(order.text("order_id"), is: "succeeded")

      func statement(_ options: String...) async throws -> StatementDocument {
        let run = try await daemon.console(["statement", "--format", "json"] + period + options).succeeded()
        return try JSONValueDecoder(unknownMembers: .refuse).decode(StatementDocument.self, from: run.json)
      }
      let all = try #require(try await statement().sections.first)
      #expect(all.closing.text == "0.419436")
      #expect(all.rows.count == 4)
      #expect(all.rows.allSatisfy { $0.app?.name == "payctl" })
      let keys = Set(all.rows.compactMap { $0.app?.key })
      #expect(keys.count == 2)
      let key = try #require(all.rows.last?.app?.key)
      let one = try await statement("--app", key)
      #expect(one.app?.key == key)
      #expect(one.sections.first?.closing.text == "-0.030282")
      #expect(try await daemon.console(["statement", "--app", "nobody"] + period).status == 65)
      let file = daemon.folder.path + "/all.pdf"
      try await daemon.console(["statement", "--output", file] + period).succeeded()
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)).starts(with: Array("%PDF".utf8)))
      #expect(try await daemon.console(["statement", "--output", file] + period).status == 74)
    }
  }
}
