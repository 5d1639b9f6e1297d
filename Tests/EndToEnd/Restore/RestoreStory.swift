import Foundation
import JSON
import PaymentsModel
import TestSupport
import Testing

/// What is not so at the end of a story.
struct RestoreFailure: Error, CustomStringConvertible {
  let description: String
}

/// Plays one cell of the matrix: backup, payments, loss, `payd restore`; then the owner does what payd advises, and the
/// app asks for everything again. In the end each sum has moved once, and the books say what the chain says.
struct RestoreStory {
  /// A payment that the app asks for.
  private struct Asked: Sendable {
    let request: String
    let address: String
    let amount: String
  }

  let cell: RestoreCell
  let network: any RestoreNetwork
  let daemon: Daemon
  let app: Client

  private var code: String { cell.coin.rawValue }
  private var decimals: Int { cell.coin == .litecoin ? 8 : 12 }

  /// Runs a cell from its beginning to its end.
  static func run(_ cell: RestoreCell) async throws {
    switch cell.coin {
    case .litecoin:
      try await LitecoinRegtest.with { try await run(cell, LitecoinRestore($0)) }
    case .monero:
      try await MoneroRegtest.with { network in
        try await MoneroRestore.with(network) { try await run(cell, $0) }
      }
    }
  }

  private static func run(_ cell: RestoreCell, _ network: any RestoreNetwork) async throws {
    try await Daemon.with(network.configuration) { daemon in
      let app = try Client(daemon.runtime)
      try await app.pair(with: daemon, scopes: "receive,pay")
      try await RestoreStory(cell: cell, network: network, daemon: daemon, app: app).play()
    }
  }

  private func play() async throws {
    if cell.payment != .single, cell.payment != .bumped {
      try await daemon.owner("limit", "payport.payctl", code, "--per", "day", "100", "--ask", "never", "--batch")
    }
    let own = try await app.ask("new-address", code)["address"]?.text("address") ?? ""
    // What the backup knows.
    let before = Asked(request: Self.request(0), address: try await network.strangersAddress(), amount: "0.03")
    try await ask([before])
    try await app.order(before.request, is: "in_flight", within: network.patience)
    try await network.mine(2)
    try await app.order(before.request, is: "succeeded", within: network.patience)
    try await network.keepWallet()
    let file = daemon.folder.path + "/backup"
    try await daemon.owner("backup", file, "--unsealed")

    let asked = try await payments(own)
    try await ask(asked)
    for payment in asked { try await app.order(payment.request, is: "in_flight", within: network.patience) }
    if cell.payment == .bumped {
      try await network.raiseFee(
        of: app.ask("order-status", asked[0].request)["payment_order"]?.text("transaction_id") ?? "")
    }
    try await network.mine(2)
    for payment in asked { try await app.order(payment.request, is: "succeeded", within: network.patience) }
    let paid = try await network.paid(to: asked.map(\.address))
    let transactions = try await network.transactionCount()

    // The machine is lost.
    await daemon.kill()
    try FileManager.default.removeItem(atPath: daemon.state)
    try await network.lose(cell.wallet)
    try await daemon.console("restore", file).succeeded()
    try await daemon.start()
    try await daemon.owner("unlock")
    // The app asks at once, whatever wallet is there.
    _ = try await repeats(asked)
    try await network.bringBack(cell.wallet)
    try await settle(asked)

    try await network.mine(3)
    let moved = try await network.paid(to: asked.map(\.address))
    try check(moved == paid, "each sum has moved once: \(paid), now \(moved)")
    let made = try await network.transactionCount()
    try check(made == transactions, "the wallet has made nothing more: \(transactions), now \(made)")
    try await checkBooks(before, asked)
  }

  private static func request(_ number: Int) -> String { "3f0e7a52-9a4f-4d39-9c1d-6f0f5a7f2b\(10 + number)" }

  private func payments(_ own: String) async throws -> [Asked] {
    let count = cell.payment == .single || cell.payment == .bumped ? 1 : 3
    var asked: [Asked] = []
    for number in 1...count {
      // A Monero wallet that lost its list names nothing that it has paid to itself, so that it cannot be adopted.
      let isAdopted = cell.payment == .adopted && cell.coin == .litecoin && number == 3
      let isOwn = cell.payment == .own && number == 1 || isAdopted
      asked.append(
        Asked(
          request: Self.request(number), address: isOwn ? own : try await network.strangersAddress(),
          amount: "0.0\(4 + number)"))
    }
    return asked
  }

  // MARK: The app

  /// Asks for payments in one message, so that they may leave together.
  private func ask(_ asked: [Asked]) async throws {
    let calls = asked.map { payment in
      """
      {"jsonrpc":"2.0","id":"\(payment.request)","method":"payment_order","params":{"request_id":"\(payment.request)","currency":"\(code)","address":"\(payment.address)","amount":"\(payment.amount)"}}
      """
    }
    try await RawApp.with(app, daemon) { raw in
      let answers = try await raw.ask("[" + calls.joined(separator: ",") + "]").arrayValue ?? []
      #expect(answers.allSatisfy { $0["result"]?["payment_order"] != nil }, "\(answers)")
    }
  }

  /// Asks for payments once more; returns the orders that there are now.
  private func repeats(_ asked: [Asked]) async throws -> [JSONValue] {
    var orders: [JSONValue] = []
    for payment in asked {
      // What is refused now is asked for again later.
      _ = try await app.run("pay", code, payment.address, payment.amount, "--request-id", payment.request)
      let status = try await app.run("order-status", payment.request)
      if let order = status.json["payment_order"] { orders.append(order) }
    }
    return orders
  }

  // MARK: The owner

  /// The owner does what `payd sends` says until each order has ended. Of an order that waits the owner knows that it is
  /// paid.
  private func settle(_ asked: [Asked]) async throws {
    var last: [JSONValue] = []
    do {
      _ = try await eventually("each order ends", within: network.patience) {
        let sends = try await daemon.owner("sends")
        if cell.payment == .adopted {
          try await adopt(sends)
        } else {
          if sends["stopped"]?.arrayValue?.isEmpty == false {
            _ = try await daemon.console("sends", "settle", "all", "forgotten")
          }
          for order in sends["orders"]?.arrayValue ?? [] {
            _ = try await daemon.console("sends", "cancel", order.text("id"))
          }
        }
        // Whatever is asked like any other payment is answered like one.
        for question in try await daemon.questions("payment") {
          _ = try await daemon.console("approve", question.text("id"))
        }
        last = try await repeats(asked)
        let states = Set(last.map { $0.text("state") })
        if states.contains("in_flight") { try await network.mine(2) }
        return last.count == asked.count && states.isSubset(of: ["succeeded", "rejected", "failed"]) ? true : nil
      }
    } catch is DeadlineError {
      let sends = try await daemon.console("sends", "list", "--all").result.output
      throw DeadlineError(what: "each order ends; \(last.map { $0.text() }) \(sends.joined(separator: " | "))")
    }
    let wanted = cell.payment == .adopted ? "succeeded" : "rejected"
    try check(
      last.allSatisfy { $0.text("state") == wanted }, "each order is \(wanted): \(last.map { $0.text("state") })")
  }

  /// Names the order of each send. An app whose requests are refused while paying is stopped has none yet: then its
  /// sends are forgotten first, and the orders name them afterwards.
  private func adopt(_ sends: JSONValue) async throws {
    let orders = (sends["orders"]?.arrayValue ?? []).map { $0.text("id") }
    guard !orders.isEmpty else {
      if sends["stopped"]?.arrayValue?.isEmpty == false {
        _ = try await daemon.console("sends", "settle", "all", "forgotten")
      }
      return
    }
    for order in orders {
      for send in sends["sends"]?.arrayValue ?? []
      where (send["orders"]?.arrayValue ?? []).contains(.string(order)) {
        _ = try await daemon.console("sends", "settle", send.text("id"), order)
      }
    }
  }

  // MARK: The books

  private func checkBooks(_ before: Asked, _ asked: [Asked]) async throws {
    let counted = [before] + (cell.payment == .adopted ? asked : [])
    var (total, byTransaction) = (Amount.zero, [String: Amount]())
    for payment in counted {
      let order = try await app.order(payment.request, is: "succeeded", within: network.patience)
      let fee = try Amount(DecimalAmount(order.text("fee")), decimals: decimals)
      byTransaction[order.text("transaction_id"), default: .zero] =
        try byTransaction[order.text("transaction_id"), default: .zero].adding(fee)
      total = try total.adding(fee).adding(Amount(DecimalAmount(payment.amount), decimals: decimals))
    }
    for (transaction, fee) in byTransaction {
      let paid = try await network.fee(of: transaction)
      try check(
        fee.text(decimals: decimals) == paid, "the fee is \(paid), and in the orders \(fee.text(decimals: decimals))")
    }
    let session = try await app.ask("session")
    let budget = session["budgets"]?.arrayValue?.first { $0.text("currency") == code } ?? .null
    let all = total.text(decimals: decimals)
    try check(budget.text("used") == all, "the budget is \(all): \(budget.text("used"))")
    let booked = try await daemon.ledgerRows("SELECT amount, fee FROM bookings WHERE kind = ?", "paid")
    var sum = Amount.zero
    for row in booked {
      for part in row.split(separator: "|") { sum = try sum.adding(Amount(storedText: String(part))) }
    }
    try check(sum.text(decimals: decimals) == all, "the bookings are \(all): \(sum.text(decimals: decimals))")
    try check(try await daemon.console("audit", "verify").status == 0, "the audit log is sound")
  }

  private func check(_ isSo: Bool, _ what: String) throws {
    guard !isSo else { return }
    throw RestoreFailure(description: what)
  }
}

extension Amount {
  /// Reads atomic units as the ledger stores them.
  fileprivate init(storedText: String) throws { try self.init(DecimalAmount(storedText), decimals: 0) }
}
