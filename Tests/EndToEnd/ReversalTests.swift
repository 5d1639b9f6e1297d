import JSON
import MockWallet
import TestSupport
import Testing

/// A reorganisation reverses a payment that had succeeded.
@Suite struct ReversalTests {
  private let stranger = MockAddress.example(currency: "LTC")

  @Test func whatIsUndoneIsTakenBackInTheBooksAndTold() async throws {
    let mock = Configurations.mock(times: "follow: 100ms, retry: 100ms")
    try await withPairedApp(mock, scopes: "receive,pay,statement") { daemon, app in
      let id = try await app.ask("pay", "LTC", stranger, "0.05")["payment_order"]?.text("order_id") ?? ""
      try await app.order(id, is: "in_flight")
      try await daemon.mock("mine", "6")
      let paid = try await app.order(id, is: "succeeded")
      try await daemon.mock("double-spend", "LTC", paid.text("transaction_id"))
      try await daemon.mock("mine", "6")
      let undone = try await eventually("the app is told") {
        let order = try await app.ask("order-status", id)["payment_order"] ?? .null
        return order["reversed_at"] == nil ? nil : order
      }
      #expect(undone.text("state") == "succeeded")
      #expect(undone["version"]?.integerValue(as: Int.self) == (paid["version"]?.integerValue(as: Int.self) ?? 0) + 1)
      let period = ["--from", "2020-01-01", "--to", "2100-01-01"]
      let statement = try await app.run(["statement", "--format", "json"] + period).succeeded().json
      let section = statement["sections"]?[0] ?? .null
      #expect(section["rows"]?.arrayValue?.map { $0.text("kind") } == ["paid", "returned"])
      #expect(section.text("closing") == "0")
      #expect(try await daemon.owner("status")["orders_reversed"]?[0]?.text("id") == id)
      #expect(try await daemon.owner("audit").text().contains("order.reversed"))
    }
  }
}
