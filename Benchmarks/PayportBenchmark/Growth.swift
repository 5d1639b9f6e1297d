import Cryptography
import JSON
import MockWallet
import OwnerAPI
import OwnerSocket
import PaymentsModel

/// Measures whether a daemon gets slower with the number of objects in its ledger.
struct Growth {
  /// What is measured for each size. The raw value is part of the measurement's name.
  enum Work: String, CaseIterable {
    case invoiceRequest = "invoice_request"
    case paymentOrder = "payment_order"
    case invoiceStatus = "get_invoice_request_status"
    case orderStatus = "get_payment_order_status"
    case listInvoices = "list_invoice_requests"
    case listInvoicesDeep = "list_invoice_requests, deep"
    case listPending = "list_invoice_requests, pending"
    case listOrders = "list_payment_orders"
    case listOrdersDeep = "list_payment_orders, deep"
    case statement = "statement_request, a day"
    case audit = "audit, an app"
  }

  private static let connections = 8

  let options: Options

  /// Adds `growth.WORK.COUNT` in calls each second, `growth.cpu.WORK.COUNT`, the daemon's CPU time for each, and
  /// `growth.start.COUNT` in milliseconds and `growth.memory.COUNT` in KiB for each size of ledger.
  func measure(identity: Ed25519.SigningKey, into measurements: inout Measurements) async throws {
    for count in options.objects {
      note("a ledger with \(count) objects")
      let folder = try RunFolder(below: options.tools)
      let first = try BenchmarkedPayd(options: options, folder: folder)
      try first.pair(first.target(identity: identity, frameSize: options.frameSize))
      first.process.stop()
      let now = Timestamp(milliseconds: wallMilliseconds())
      let begin = monotonicNanoseconds()
      let objects = try await LedgerFiller(count: count, now: now).fill(folder: folder.path + "/state/ledger")
      note("written in \((monotonicNanoseconds() - begin) / 1_000_000_000) s")
      for _ in 1..<options.rounds {
        let payd = try BenchmarkedPayd(options: options, folder: folder)
        measurements.add("growth.start.\(count)", payd.process.secondsToReady * 1000, unit: "ms")
        payd.process.stop()
      }
      let payd = try BenchmarkedPayd(options: options, folder: folder)
      measurements.add("growth.start.\(count)", payd.process.secondsToReady * 1000, unit: "ms")
      defer { payd.process.stop() }
      let target = try payd.target(identity: identity, frameSize: options.frameSize)
      let exchanges = try (0..<Self.connections).map { _ in try target.connect() }
      for _ in 1...options.rounds {
        for work in Work.allCases {
          let before = processorNanoseconds(of: target.processID)
          let (calls, seconds) =
            work == .audit ? try auditCalls(folder) : try self.calls(work, exchanges, objects, now)
          measurements.add("growth.\(work.rawValue).\(count)", calls / seconds, unit: "1/s")
          if let before, let after = processorNanoseconds(of: target.processID) {
            measurements.add(
              "growth.cpu.\(work.rawValue).\(count)", Double(after - before) / 1000 / calls, unit: "us")
          }
        }
      }
      // What has ended is read when it is asked for, so that the memory does not depend on the number of objects.
      measurements.add("growth.memory.\(count)", try ProcessMemory(processID: target.processID).resident, unit: "KiB")
    }
  }

  private func calls(
    _ work: Work, _ exchanges: [Exchange], _ objects: LedgerFiller.Objects, _ now: Timestamp
  ) throws -> (count: Double, seconds: Double) {
    // A statement takes many times as long as the others, so one after another is measured.
    let used = work == .statement ? Array(exchanges.prefix(1)) : exchanges
    let end = monotonicNanoseconds() + options.milliseconds * 1_000_000
    var calls = Conversations(exchanges: used) { reply in
      if work == .paymentOrder { return try OrderBenchmark.followUp(reply) }
      guard reply.count < 40 || !String(decoding: reply.prefix(60), as: UTF8.self).contains(#""error""#) else {
        throw BenchmarkError("\(work.rawValue): \(String(decoding: reply, as: UTF8.self))")
      }
      return nil
    }
    try calls.run { number in
      monotonicNanoseconds() < end ? request(work, number, objects, now) : nil
    }
    return (Double(calls.latencies.count), calls.seconds)
  }

  private func auditCalls(_ folder: RunFolder) throws -> (count: Double, seconds: Double) {
    let client = OwnerSocketClient(path: folder.path + "/state/owner.sock")
    let (begin, end) = (monotonicNanoseconds(), monotonicNanoseconds() + options.milliseconds * 1_000_000)
    var count = 0
    while monotonicNanoseconds() < end {
      _ = try client.call(ListAuditEntries.self, ListAuditEntries.Params(app: "benchmark.payport"))
      count += 1
    }
    return (Double(count), Double(monotonicNanoseconds() - begin) / 1e9)
  }

  private func request(_ work: Work, _ number: Int, _ objects: LedgerFiller.Objects, _ now: Timestamp) -> [UInt8] {
    func old(_ list: [String]) -> String { list[number &* 7919 % list.count] }
    func middle(_ list: [String]) -> String { list[list.count / 2 + number % 10] }
    switch work {
    case .invoiceRequest:
      return call(
        "invoice_request", #""request_id":"\#(OrderBenchmark.identifier())","currency":"LTC","amount":"0.5""#)
    case .paymentOrder:
      let address = MockAddress.example(currency: "LTC", number: number &* 31)
      return OrderBenchmark.request(currency: "LTC", address: address, amount: "0.0001")
    case .invoiceStatus: return call("get_invoice_request_status", #""invoice_id":"\#(old(objects.invoices))""#)
    case .orderStatus: return call("get_payment_order_status", #""order_id":"\#(old(objects.orders))""#)
    case .listInvoices: return call("list_invoice_requests", #""limit":10"#)
    case .listInvoicesDeep: return call("list_invoice_requests", #""limit":10,"before":"\#(middle(objects.invoices))""#)
    case .listPending: return call("list_invoice_requests", #""limit":10,"state":"pending""#)
    case .listOrders: return call("list_payment_orders", #""limit":10"#)
    case .listOrdersDeep: return call("list_payment_orders", #""limit":10,"before":"\#(middle(objects.orders))""#)
    case .statement:
      let (from, to) = (now.advanced(by: .seconds(-43_200)), now)
      return call(
        "statement_request",
        #""request_id":"\#(OrderBenchmark.identifier())","from":"\#(from.text)","to":"\#(to.text)","format":"csv""#)
    case .audit: return []
    }
  }

  private func call(_ method: String, _ members: String) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(members)}}"#.utf8)
  }
}
