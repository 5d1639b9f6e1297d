import Consumer
import Platform
import TestSupport

/// Trials in which `payctl pay` is killed at one of its calls and started again.
///
/// With even numbers it was given its `request_id`, and the same command is repeated. With odd numbers it made the
/// `request_id` itself, which only its journal has.
struct ConsumerTrials: Sendable {
  let workplace: Workplace
  let prepared: String
  let network: any Network

  /// Returns all places. The calls are counted in a run in which nothing is struck.
  func places() async throws -> [(at: Int, place: String)] {
    let trial = try await Trial(copying: prepared, to: workplace.folder + "/count-consumer")
    defer { trial.remove() }
    let daemon = try await trial.start()
    let app = try trial.payctl(pay(isTold: true), strike(0, trial))
    _ = try await app.exit(within: .seconds(30))
    try await Trial.stop(daemon)
    return CountedCall.read(trial.log).flatMap { call in
      [(call.number * 2, call.place + ", --request-id"), (call.number * 2 + 1, call.place + ", journal")]
    }
  }

  private func strike(_ at: Int, _ trial: Trial) -> Strike {
    var strike = Strike()
    strike.at = at
    strike.under = [trial.app]
    strike.sockets = true
    return strike
  }

  private func pay(isTold: Bool) -> [String] {
    let id = Story.orderRequest?.text ?? ""
    return ["pay", "LTC", network.recipient, "0.05", "--max-fee", "0.01"] + (isTold ? ["--request-id", id] : [])
  }

  func run(_ at: Int, _ place: String) async -> PointResult {
    var hit = false
    var outcome = "not reached"
    var kept: Trial?
    do {
      let trial = try await Trial(copying: prepared, to: workplace.folder + "/consumer-\(at)")
      kept = trial
      let daemon = try await trial.start()
      let isTold = at % 2 == 0
      let app = try trial.payctl(pay(isTold: isTold), strike(at / 2, trial))
      let exit = try await app.exit(within: .seconds(30))
      hit = exit == .code(137)
      if hit { outcome = isTold ? try await again(trial) : try await byJournal(trial) }
      try await finish(trial)
      try await Trial.stop(daemon)
      trial.remove()
      return PointResult(
        kind: .consumer, at: at, place: place, hit: hit, restarts: 1, outcome: outcome, violation: nil)
    } catch {
      return PointResult(
        kind: .consumer, at: at, place: place, hit: hit, restarts: 1, outcome: outcome,
        violation: "\(error)\(kept.map { " (kept: \($0.folder))" } ?? "")")
    }
  }

  /// Repeats the command unchanged.
  private func again(_ trial: Trial) async throws -> String {
    let app = try trial.payctl(pay(isTold: true))
    try hold(try await app.exit(within: .seconds(30)) == .code(0), "payctl: \(app.lines(.error))")
    let answer = try JSONValue(parsing: Array((app.lines(.output).last ?? "").utf8))
    return answer["replayed"] == true ? "repeated, the order was there" : "repeated, the order is new"
  }

  /// Continues as an app that reads its journal at its start.
  private func byJournal(_ trial: Trial) async throws -> String {
    let client = trial.client()
    defer { Task { await client.close() } }
    let open = try await client.unfinishedRequests()
    try hold(open.count <= 1, "\(open.count) requests in the journal")
    if let request = open.first {
      let answer = try await client.resume(request)
      return answer["replayed"] == true ? "resumed, the order was there" : "resumed, the order is new"
    }
    // Either the request was not recorded and therefore not sent, or it was answered, and then the order exists.
    if let order = try await client.orders().paymentOrders.first {
      let wasCrossedOut = CountedCall.read(trial.log).contains {
        $0.call == "unlinkat" && $0.file.hasSuffix(".json") && !$0.isStruck
      }
      try hold(wasCrossedOut, "an order was sent and is not in the journal")
      return "the journal is empty, the order was answered (\(order.state.rawValue))"
    }
    _ = try await client.pay(
      "LTC", to: network.recipient, amount: try DecimalAmount("0.05"), maxFee: try DecimalAmount("0.01"))
    return "nothing was sent, paid anew"
  }

  /// Approves everything that waits, and checks that there is one payment.
  private func finish(_ trial: Trial) async throws {
    for question in try await trial.owner("questions")["questions"]?.arrayValue ?? [] {
      try await trial.owner(
        "approve", ["id": question["id"] ?? .null, "fee_cap": question["order"]?["fee_cap"] ?? .null])
    }
    let client = trial.client()
    defer { Task { await client.close() } }
    let orders = try await client.orders().paymentOrders
    try hold(orders.count == 1, "\(orders.count) orders")
    guard var order = orders.first else { return }
    let deadline = ContinuousClock.now + .seconds(20)
    while order.state.rank < OrderState.inFlight.rank {
      order = try await client.waitForChange(of: order, atMost: .seconds(1))
      try hold(.now < deadline, "the order stays \(order.state.rawValue)")
    }
    let sent = try await network.sent(trial)
    try hold(sent.map(\.id) == [order.transactionID], "the wallet sent \(sent)")
    try hold(try await client.unfinishedRequests().isEmpty, "the journal still has requests")
  }
}
