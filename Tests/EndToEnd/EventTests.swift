import JSON
import MockWallet
import TestSupport
import Testing

/// The events of a real daemon that is killed, compared with the table in its ledger.
@Suite(.serialized) struct EventTests {
  private let stranger = MockAddress.example(currency: "LTC")

  /// An event, as a follower has printed it or as the ledger contains it.
  private struct Told: Equatable, CustomStringConvertible {
    let cursor: String
    let object: String
    let version: Int

    init(_ event: JSONValue) {
      cursor = event.text("cursor")
      let changed = event["invoice"] ?? event["payment_order"] ?? .null
      object = changed.text("invoice_id") + changed.text("order_id")
      version = changed["version"]?.integerValue() ?? 0
    }

    init(_ row: String) {
      let columns = row.split(separator: "|").map(String.init)
      (cursor, object, version) = (columns[0], columns[1], Int(columns[2]) ?? 0)
    }

    var description: String { "\(cursor) \(object) \(version)" }
  }

  private func stored(_ daemon: Daemon, _ app: String) async throws -> [Told] {
    try await daemon.ledgerRows(
      "SELECT place, object_id, version FROM events WHERE app_key = ? ORDER BY place", app
    ).map(Told.init)
  }

  private func told(_ follower: ChildProcess) throws -> [Told] {
    try follower.lines(.output).map { Told(try JSONValue(parsing: Array($0.utf8))) }
  }

  @Test func aFollowerSeesTheTableThoughTheDaemonIsKilledInTheMiddleOfChanges() async throws {
    try await withPairedApp { daemon, app in
      let key = try await app.ask("session")["app"]?.text("key") ?? ""
      let follower = try app.launch(["events", "--from", "0", "--patience", "60"])
      // Another app is also active, so its events are between those of the first app.
      let other = try Client(daemon.runtime)
      try await other.pair(with: daemon, scopes: "receive,pay")

      for round in 0..<4 {
        // The app repeats these payments by itself until it has an answer, whenever the daemon is killed.
        let payments = try (0..<3).map { _ in
          try app.launch(["pay", "LTC", stranger, "0.01", "--patience", "60"])
        }
        let noise = try other.launch(["invoice", "LTC", "0.2", "--patience", "60"])
        _ = try await app.ask("invoice", "LTC", "0.1")
        // In each round the daemon is killed at a different place of the stream.
        let soFar = follower.lines(.output).count
        _ = try? await eventually("the stream moves", within: .seconds(3)) {
          follower.lines(.output).count >= soFar + round ? true : nil
        }
        await daemon.kill()
        try await daemon.start()
        for payment in payments + [noise] {
          // An app that was not connected yet reports that no provider runs.
          let exit = try await payment.exit(within: .seconds(60))
          #expect(exit == .code(0) || exit == .code(69), "\(payment.lines(.output)) \(payment.lines(.error))")
        }
        try await daemon.mock("mine", "6")
      }
      let orders = try await app.ask("orders")["payment_orders"]?.arrayValue ?? []
      #expect(orders.count >= 4)
      for order in orders { try await app.order(order.text("order_id"), is: "succeeded") }
      #expect(try await daemon.broadcasts("LTC").count == orders.count)

      let table = try await stored(daemon, key)
      _ = try await eventually("all came", within: .seconds(20)) {
        follower.lines(.output).count >= table.count ? true : nil
      }
      #expect(try told(follower) == table)
      _ = try await follower.stop()
      // The events contain every version of every order, beginning with the first one that was stored.
      for order in orders {
        let versions = table.filter { $0.object == order.text("order_id") }.map(\.version)
        let now = try await app.ask("order-status", order.text("order_id"))["payment_order"]
        let last = try #require(now?["version"]?.integerValue(as: Int.self))
        #expect(versions == Array((versions.first ?? 0)...last))
      }
    }
  }

  @Test func whoPollsSeesEachObjectOnlyMoveForward() async throws {
    try await withPairedApp { daemon, app in
      let order = try await app.ask("pay", "LTC", stranger, "5")["payment_order"] ?? .null
      let id = order.text("order_id")
      var versions = [order["version"]?.integerValue(as: Int.self) ?? 0]
      var state = order.text("state")
      // Each call asks for a version newer than the last known one. The daemon is killed during one of the calls.
      var step = 0
      while state != "succeeded" {
        defer { step += 1 }
        let params: JSONValue = ["order_id": .string(id), "after": .integer(versions.last ?? 0), "wait_ms": 20000]
        let asking = try app.launch(["call", "get_payment_order_status", params.text(), "--patience", "60"])
        // The answer may come at once.
        _ = try? await eventually("the question is put", within: .seconds(1)) {
          try await daemon.owner("status")["sessions"] == 1 ? true : nil
        }
        switch step {
        case 0:
          await daemon.kill()
          try await daemon.start()
          try await daemon.owner("approve", id)
        default: try await daemon.mock("mine", "1")
        }
        // A call whose daemon was killed has no answer. The next call asks the same.
        let exit = try await asking.exit(within: .seconds(40))
        guard exit == .code(0) else {
          #expect(step == 0 && exit == .code(69), "\(asking.lines(.output))")
          continue
        }
        let line = try #require(asking.lines(.output).last)
        let now = try JSONValue(parsing: Array(line.utf8))["payment_order"] ?? .null
        let version = now["version"]?.integerValue(as: Int.self) ?? 0
        #expect(version >= versions.last ?? 0)
        versions.append(version)
        state = now.text("state")
      }
      let events = try await stored(daemon, app.ask("session")["app"]?.text("key") ?? "").filter { $0.object == id }
      #expect(Set(versions).isSubset(of: Set(events.map(\.version))), "each version that it saw is an event too")
      #expect(versions.last == events.last?.version)
    }
  }

  @Test func whatWasDroppedIsToldWithWhatIsLeftAndHowToGoOn() async throws {
    let yaml = Configurations.mock(more: "events: {keep_count: 3, trim_every: 1s}")
    try await withPairedApp(yaml) { daemon, app in
      for _ in 0..<8 { _ = try await app.ask("invoice", "LTC", "0.1") }
      let refusal = try await eventually("the oldest are dropped", within: .seconds(20)) { () -> JSONValue? in
        let run = try await app.run("events", "--from", "0", "--count", "1")
        // Events are dropped in several steps if the requests took longer than one step.
        return run.json["error"].flatMap { $0["data"]?.text("oldest") == "5" ? $0 : nil }
      }
      #expect(refusal.text("reason") == "cursor_too_old")
      #expect(refusal["code"] == 1009)
      #expect(refusal["data"]?.text("newest") == "8")
      #expect(refusal["data"]?["resynchronise"] == ["list_payment_orders", "list_invoice_requests"])
      #expect(refusal.text("advice").contains("--from 8"))
      // The remaining and the new events are available, independent of what the daemon has in memory.
      await daemon.kill()
      try await daemon.start()
      #expect(try await app.events(from: "5", count: 3).map { $0.text("cursor") } == ["6", "7", "8"])
      try await app.refused("events", "--from", "4", "--count", "1", reason: "cursor_too_old", status: 65)
      #expect(try await app.ask("invoices")["invoices"]?.arrayValue?.count == 8, "the list holds all")
      let people = try app.launchForPeople("events", "--from", "0")
      #expect(try await people.exit() == .code(65))
      #expect(people.lines(.error).contains { $0.contains("those after 0 and up to 5 are gone") })
      let log = try await daemon.owner("audit")["entries"]?.arrayValue ?? []
      #expect(log.contains { $0.text("kind") == "events.trimmed" && $0["detail"]?.text("through") == "5" })
    }
  }
}
