import Cryptography
import JSON
import MockWallet
import Platform

/// Measures payment orders within the limits, so that none waits for the owner. Each connection orders a payment, waits
/// until it was handed to the network, and orders the next one.
///
/// An order counts once its state is `in_flight` or later, because then its transaction and its outcome are stored.
struct OrderBenchmark {
  static let connections = 32
  private static let submitted: Set<String> = ["in_flight", "succeeded"]
  private static let underWay: Set<String> = ["received", "awaiting_approval", "approved", "submitting"]

  let options: Options

  /// Adds `orders.payd` and `commits.sqlite` in turns, `orders.median` and `orders.p99`, `orders.calls` (the requests
  /// that an order took) and `orders.cpu` (the daemon's CPU time for it).
  ///
  /// Each round has its own daemon with an empty state, so that the orders of earlier rounds have no effect.
  func measure(identity: Ed25519.SigningKey, into measurements: inout Measurements) throws {
    for round in 1...options.rounds {
      note("round \(round) of \(options.rounds), payment orders and commits")
      let folder = try RunFolder(below: options.tools)
      let payd = try BenchmarkedPayd(options: options, folder: folder)
      defer { payd.process.stop() }
      let target = try payd.target(identity: identity, frameSize: options.frameSize)
      try payd.pair(target)
      measurements.add(
        "commits.sqlite",
        try Yardsticks.commitsPerSecond(
          options: options, folder: folder.path, milliseconds: Int(options.milliseconds)), unit: "commits/s")
      try order(target, into: &measurements)
    }
  }

  private func order(_ target: PaydTarget, into measurements: inout Measurements) throws {
    let exchanges = try (0..<Self.connections).map { _ in try target.connect() }
    let workBefore = processorNanoseconds(of: target.processID)
    let end = monotonicNanoseconds() + options.milliseconds * 1_000_000
    let address = MockAddress.example(currency: "LTC")
    var calls = Conversations(exchanges: exchanges, followUp: Self.followUp)
    try calls.run { _ in
      monotonicNanoseconds() < end ? Self.request(currency: "LTC", address: address, amount: "0.0001") : nil
    }
    let count = Double(calls.latencies.count)
    measurements.add("orders.payd", count / calls.seconds, unit: "orders/s")
    if let workBefore, let work = processorNanoseconds(of: target.processID) {
      measurements.add("orders.cpu", Double(work - workBefore) / 1000 / count, unit: "us")
    }
    measurements.add("orders.calls", Double(calls.replies) / count, unit: "calls an order")
    measurements.add("orders.median", percentile(calls.latencies, 0.5) / 1000, unit: "us")
    measurements.add("orders.p99", percentile(calls.latencies, 0.99) / 1000, unit: "us")
  }

  /// Returns a new payment order.
  static func request(currency: String, address: String, amount: String) -> [UInt8] {
    Array(
      (#"{"jsonrpc":"2.0","id":1,"method":"payment_order","params":{"request_id":""# + identifier()
        + #"","currency":""# + currency + #"","address":""# + address + #"","amount":""# + amount + #""}}"#).utf8)
  }

  /// Returns the next request if the order is not submitted yet; `nil` if it is.
  static func followUp(_ reply: UnsafeBufferPointer<UInt8>) throws -> [UInt8]? {
    // The usual reply is recognised without parsing it, because the client must not use the daemon's CPU.
    if contains(submittedMember, reply) { return nil }
    return try followUp(reply, until: submitted)
  }

  /// Returns the next request if the order has none of the states yet; `nil` if it has.
  static func followUp(_ reply: UnsafeBufferPointer<UInt8>, until wanted: Set<String>) throws -> [UInt8]? {
    let order = try JSONValue(parsing: UnsafeRawBufferPointer(reply))["result"]?["payment_order"]
    guard let state = order?["state"]?.stringValue, let identifier = order?["order_id"]?.stringValue,
      let version = order?["version"]?.integerValue(as: Int.self)
    else { throw BenchmarkError("payd answers an order with: \(String(decoding: reply, as: UTF8.self))") }
    if wanted.contains(state) { return nil }
    guard underWay.contains(state) || state == "in_flight" else { throw BenchmarkError("an order became \(state)") }
    // An approved order has one more version before it is in flight. Only the version after that is waited for.
    let seen = state == "approved" ? version + 1 : version
    return Array(
      (#"{"jsonrpc":"2.0","id":2,"method":"get_payment_order_status","params":{"order_id":""# + identifier
        + #"","after":\#(seen),"wait_ms":10000}}"#).utf8)
  }

  private static let submittedMember = Array(#""state":"in_flight""#.utf8)

  private static func contains(_ text: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= text.count else { return false }
    for start in 0...bytes.count - text.count where bytes[start] == text[0] && bytes[start + 1] == text[1] {
      if bytes[start..<start + text.count].elementsEqual(text) { return true }
    }
    return false
  }

  /// Returns a new UUID, version 4.
  static func identifier() -> String {
    func hex(_ value: UInt64, _ digits: Int) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: digits - text.count) + text
    }
    let high = UInt64.random(in: 0...UInt64.max)
    let low = UInt64.random(in: 0...UInt64.max)
    return [
      hex(high >> 32, 8), hex(high >> 16 & 0xFFFF, 4), "4" + hex(high & 0xFFF, 3), "8" + hex(low >> 48 & 0xFFF, 3),
      hex(low & 0xFFFF_FFFF_FFFF, 12),
    ].joined(separator: "-")
  }
}
