import Foundation
import JSON
import MockWallet
import TestSupport
import Testing

/// A folder that was restored from a backup knows less than the wallet. Nothing may be paid twice.
@Suite(.serialized) struct RestoredBackupTests {
  private let stranger = MockAddress.example(currency: "LTC")

  /// Runs a test. The mock network is outside of the folder that is copied, as a real network would be.
  private static func with(
    _ body: (_ daemon: Daemon, _ app: Client) async throws -> Void
  ) async throws {
    let network = try ScratchFolder()
    try await withPairedApp(Configurations.mock(network: network), body)
  }

  private static func lookAt(_ daemon: Daemon) async throws -> (sends: [JSONValue], orders: [String]) {
    let answer = try await daemon.owner("sends")
    return (answer["sends"]?.arrayValue ?? [], (answer["orders"]?.arrayValue ?? []).map { $0.text("id") })
  }

  /// Makes approved orders that wait for the wallet, and a copy of the folder at that time.
  private static func waiting(
    _ daemon: Daemon, _ app: Client, _ address: String, count: Int = 1, locked: Bool = false
  ) async throws -> (orders: [String], backup: Backup) {
    var orders: [String] = []
    for _ in 0..<count {
      orders.append(try await app.ask("pay", "LTC", address, "5")["payment_order"]?.text("order_id") ?? "")
    }
    try await daemon.mock("status", "LTC", "unavailable")
    for order in orders {
      try await daemon.owner("approve", order)
      _ = try await eventually("it waits for the wallet") {
        let state = try await app.ask("order-status", order)["payment_order"] ?? .null
        return state.text("waiting_for") == "wallet" ? true : nil
      }
    }
    if locked { try await daemon.owner("lock") }
    #expect(try await daemon.terminate() == .code(0))
    return (orders, try await Backup(of: daemon))
  }

  @Test func anApprovedOrderIsNotPaidAgain() async throws {
    try await Self.with { daemon, app in
      let (orders, backup) = try await Self.waiting(daemon, app, stranger)
      let order = orders[0]
      try await daemon.start()
      try await app.order(order, is: "in_flight")
      try await daemon.mock("mine", "6")
      let paid = try await app.order(order, is: "succeeded")
      try await daemon.terminate()

      // The ledger is damaged, or the database alone was put back, and the owner follows the advice.
      if PostgresForTests.isUsed {
        try await backup.restoreDatabase()
      } else {
        try Data("damaged".utf8).write(to: URL(fileURLWithPath: daemon.state + "/ledger/ledger.sqlite"))
      }
      let refused = try daemon.launch()
      #expect(try await refused.exit(within: .seconds(20)) == .code(65))
      let words = refused.lines(.error).joined(separator: " ")
      #expect(words.contains("the newest good copy") && words.contains("payd sends"), "\(words)")
      #expect(words.contains("change it back") == PostgresForTests.isUsed, "\(words)")
      try await daemon.restart(from: backup)

      let held = try await app.ask("order-status", order)["payment_order"] ?? .null
      #expect(held.text("state") == "approved" && held.text("waiting_for") == "review")
      var look = try await Self.lookAt(daemon)
      #expect(look.sends.map { $0.text("id") } == [paid.text("transaction_id")])
      #expect(look.sends.first?["orders"]?.arrayValue?.map(\.stringValue) == [order] && look.orders == [order])
      try await app.refused("pay", "LTC", stranger, "0.05", reason: "under_review", status: 75)
      try await app.refused("cancel-order", order, reason: "in_flight", status: 75)
      #expect(try await app.ask("currencies")["currencies"]?[0]?.text("ready") == "locked")
      #expect(try await daemon.console("status").succeeded().result.output.joined().contains("payd sends"))
      #expect(try await daemon.console("sends", "pay", order).status == 65, "not before the owner has looked")
      // This does not change after a restart, and other currencies still work.
      await daemon.kill()
      try await daemon.start()
      let other = try await app.ask("pay", "XMR", MockAddress.example(currency: "XMR"), "1")["payment_order"] ?? .null
      try await daemon.owner("approve", other.text("order_id"))
      try await app.order(other.text("order_id"), is: "in_flight")
      #expect(try await daemon.broadcasts("LTC").count == 1)

      try await daemon.owner("sends", "settle", String(paid.text("transaction_id").prefix(12)), order)
      let settled = try await app.order(order, is: "succeeded")
      #expect(settled.text("transaction_id") == paid.text("transaction_id"))
      look = try await Self.lookAt(daemon)
      #expect(look.sends.isEmpty && look.orders.isEmpty)
      let next = try await app.ask("pay", "LTC", stranger, "0.05")["payment_order"] ?? .null
      try await app.order(next.text("order_id"), is: "in_flight")
      #expect(try await daemon.broadcasts("LTC").count == 2)
      #expect(try await daemon.console("audit", "verify").status == 0)
    }
  }

  @Test func aRequestThatTheCopyDoesNotKnowIsNotPaidAgain() async throws {
    try await Self.with { daemon, app in
      try await daemon.terminate()
      let backup = try await Backup(of: daemon)
      try await daemon.start()
      let request = "0198c0de-0000-4000-8000-000000000001"
      let first = try await app.ask("pay", "LTC", stranger, "0.05", "--request-id", request)
      let paid = try await app.order(first["payment_order"]?.text("order_id") ?? "", is: "in_flight")
      // The transaction is still in the memory pool.
      try await daemon.restart(from: backup)
      try await app.refused(
        "pay", "LTC", stranger, "0.05", "--request-id", request, reason: "under_review", status: 75)
      let look = try await Self.lookAt(daemon)
      #expect(look.sends.map { $0.text("id") } == [paid.text("transaction_id")] && look.orders.isEmpty)

      // The owner has examined it. A request for the same payment still waits for the owner.
      try await daemon.owner("sends", "settle", "all", "forgotten")
      let again = try await app.ask("pay", "LTC", stranger, "0.05", "--request-id", request)
      #expect(again["replayed"] == false)
      let order = again["payment_order"]?.text("order_id") ?? ""
      _ = try await eventually("it waits for the owner") {
        try await Self.lookAt(daemon).orders == [order] ? true : nil
      }
      #expect(try await daemon.broadcasts("LTC").count == 1)
      try await daemon.owner("sends", "settle", paid.text("transaction_id"), order)
      try await daemon.mock("mine", "6")
      #expect(
        try await app.order(order, is: "succeeded").text("transaction_id") == paid.text("transaction_id"))
      // Another request for the same amount is another payment.
      let next = try await app.ask("pay", "LTC", stranger, "0.05")["payment_order"] ?? .null
      try await app.order(next.text("order_id"), is: "in_flight")
      #expect(try await daemon.broadcasts("LTC").count == 2)
    }
  }

  @Test func ofTwoEqualOrdersTheOwnerSaysWhichWasPaid() async throws {
    try await Self.with { daemon, app in
      let (orders, backup) = try await Self.waiting(daemon, app, stranger, count: 2, locked: true)
      // One order is cancelled, and the other one is paid.
      try await daemon.start()
      try await app.ask("cancel-order", orders[1])
      try await daemon.owner("unlock")
      let paid = try await app.order(orders[0], is: "in_flight").text("transaction_id")
      try await daemon.restart(from: backup)
      let look = try await Self.lookAt(daemon)
      #expect(look.sends.map { $0.text("id") } == [paid] && Set(look.orders) == Set(orders))
      #expect(Set((look.sends.first?["orders"]?.arrayValue ?? []).compactMap(\.stringValue)) == Set(orders))
      try await daemon.owner("unlock")
      try await daemon.owner("sends", "settle", paid, orders[0])
      try await app.order(orders[0], is: "in_flight")
      // The other order continues only when the owner says so.
      #expect(try await Self.lookAt(daemon).orders == [orders[1]])
      #expect(try await daemon.console("sends", "settle", paid, orders[1]).status == 65)
      #expect(try await daemon.broadcasts("LTC").count == 1)
      try await daemon.owner("sends", "pay", orders[1])
      try await app.order(orders[1], is: "in_flight")
      #expect(try await daemon.broadcasts("LTC").count == 2)
    }
  }

  @Test func whatIsHeldCanBeEndedByTheOwner() async throws {
    try await Self.with { daemon, app in
      let (orders, backup) = try await Self.waiting(daemon, app, stranger)
      try await daemon.start()
      try await app.order(orders[0], is: "in_flight")
      try await daemon.restart(from: backup)
      try await daemon.owner("sends", "settle", "all", "forgotten")
      try await daemon.owner("sends", "cancel", orders[0])
      let ended = try await app.order(orders[0], is: "rejected")
      #expect(ended.text("reason") == "user_rejected")
      #expect(try await daemon.broadcasts("LTC").count == 1)
    }
  }
}
