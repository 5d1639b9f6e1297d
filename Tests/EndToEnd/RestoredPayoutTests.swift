import JSON
import PaymentsModel
import TestSupport
import Testing

/// Orders that one transaction has paid, and a ledger that was restored to a time before that. Each of them may be paid
/// already, whatever the wallet still knows of the transaction.
@Suite(.serialized) struct RestoredPayoutTests {
  private static let name = "payport.payctl"

  private static func request(_ number: Int) -> String { "3f0e7a52-9a4f-4d39-9c1d-6f0f5a7f2c\(10 + number)" }

  /// Orders payments in one message, so that they leave in one transaction.
  private static func order(
    _ payments: [(address: String, amount: String)], _ currency: String, _ app: Client, _ daemon: Daemon
  ) async throws -> [String] {
    let calls = payments.enumerated().map { number, payment in
      """
      {"jsonrpc":"2.0","id":\(number),"method":"payment_order","params":{"request_id":"\(request(number))","currency":"\(currency)","address":"\(payment.address)","amount":"\(payment.amount)"}}
      """
    }
    var ids: [String] = []
    try await RawApp.with(app, daemon) { raw in
      let answers = try await raw.ask("[" + calls.joined(separator: ",") + "]").arrayValue ?? []
      ids = answers.sorted { ($0["id"]?.integerValue(as: Int.self) ?? 0) < ($1["id"]?.integerValue() ?? 0) }
        .compactMap { $0["result"]?["payment_order"]?.text("order_id") }
      #expect(ids.count == payments.count, "\(answers)")
    }
    return ids
  }

  private static func all(
    _ orders: [String], are state: String, _ app: Client, within limit: Duration = .seconds(60)
  ) async throws -> [JSONValue] {
    var answers: [JSONValue] = []
    for order in orders { answers.append(try await app.order(order, is: state, within: limit)) }
    return answers
  }

  /// Waits until exactly these orders wait for the owner.
  private static func areHeld(_ orders: [String], _ daemon: Daemon) async throws -> JSONValue {
    try await eventually("they wait for the owner", within: .seconds(60)) {
      let look = try await daemon.owner("sends")
      return Set((look["orders"]?.arrayValue ?? []).map { $0.text("id") }) == Set(orders) ? look : nil
    }
  }

  private static func fees(_ orders: [JSONValue], decimals: Int) throws -> Amount {
    try orders.map { try Amount(DecimalAmount($0.text("fee")), decimals: decimals) }
      .reduce(.zero) { try $0.adding($1) }
  }

  // MARK: Litecoin

  /// Orders that come at once leave in one transaction as a rule. On a busy machine the first one may be on its way
  /// before the others have come.
  private struct NotTogether: Error {}

  /// Runs a story, from the beginning again where its orders did not leave together.
  private static func withLitecoin(
    _ body: (_ litecoin: LitecoinRegtest, _ daemon: Daemon, _ app: Client) async throws -> Void
  ) async throws {
    for _ in 0..<4 {
      do {
        return try await withOneLitecoin(body)
      } catch is NotTogether {
        print("the orders did not leave together; once more")
      }
    }
    throw NotTogether()
  }

  private static func withOneLitecoin(
    _ body: (_ litecoin: LitecoinRegtest, _ daemon: Daemon, _ app: Client) async throws -> Void
  ) async throws {
    try await LitecoinRegtest.with { litecoin in
      let yaml = litecoin.configuration(name: "test", times: "poll: 200ms, follow: 200ms, retry: 200ms")
      try await withPairedApp(yaml, scopes: "receive,pay") { daemon, app in
        try await daemon.owner("limit", name, "LTC", "--per", "day", "100", "--ask", "never", "--batch")
        try await body(litecoin, daemon, app)
      }
    }
  }

  private static func fee(_ litecoin: LitecoinRegtest, _ id: String) async throws -> Amount {
    let fee = try await litecoin.rpc("gettransaction", [.string(id)], wallet: "payer")["fee"]?.numberValue?.text ?? ""
    return try Amount(DecimalAmount(String(fee.dropFirst())), decimals: 8)
  }

  /// One of the payments is to the wallet itself, and that order comes first.
  private static func batch(_ litecoin: LitecoinRegtest) async throws -> [(address: String, amount: String)] {
    [
      (try await litecoin.newAddress("payer"), "0.05"), (try await litecoin.newAddress("shop"), "0.3"),
      (try await litecoin.newAddress("shop"), "0.4"),
    ]
  }

  @Test(
    .enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"),
    arguments: ["not raised", "raised before", "raised after", "raised twice"])
  func eachOrderOfABatchIsAdopted(_ story: String) async throws {
    try await Self.withLitecoin { litecoin, daemon, app in
      try await daemon.terminate()
      let backup = try await Backup(of: daemon)
      try await daemon.start()
      let payments = try await Self.batch(litecoin)
      let lost = try await Self.order(payments, "LTC", app, daemon)
      let paid = try await Self.all(lost, are: "in_flight", app)
      var transaction = paid[0].text("transaction_id")
      guard Set(paid.map { $0.text("transaction_id") }) == [transaction] else { throw NotTogether() }
      func raise() async throws {
        transaction = try await litecoin.rpc("bumpfee", [.string(transaction)], wallet: "payer").text("txid")
      }
      try await daemon.terminate()
      if story == "raised before" || story == "raised twice" { try await raise() }
      try await backup.restore()
      try await daemon.start()
      try await app.refused(
        "pay", "LTC", payments[1].address, payments[1].amount, "--request-id", Self.request(1), reason: "under_review",
        status: 75)
      let stopped = try await daemon.owner("sends")["sends"]?.arrayValue ?? []
      #expect(stopped.map { $0.text("id") } == [transaction], "the one that counts, which is marked")
      try await daemon.owner("sends", "settle", "all", "forgotten")
      // Its app asks again, as each app does that knows nothing of a backup.
      let orders = try await Self.order(payments, "LTC", app, daemon)
      let look = try await Self.areHeld(orders, daemon)
      #expect(look["sends"]?[0]?["orders"]?.arrayValue?.count == 3, "it may be the payment of each")
      for order in orders { try await daemon.owner("sends", "settle", transaction, order) }
      #expect(try await daemon.owner("sends", "list", "--all")["sends"]?.arrayValue == [], "nothing is left of it")
      if story == "raised after" || story == "raised twice" {
        _ = try await Self.all(orders, are: "in_flight", app)
        try await raise()
      }
      try await litecoin.mine(2)
      let ended = try await Self.all(orders, are: "succeeded", app)
      #expect(Set(ended.map { $0.text("transaction_id") }) == [transaction])
      #expect(try await Self.fees(ended, decimals: 8) == Self.fee(litecoin, transaction), "the shares add up")
      for payment in payments.dropFirst() {
        let received = try await litecoin.rpc("getreceivedbyaddress", [.string(payment.address)], wallet: "shop")
        #expect(received.numberValue?.text == payment.amount + "0000000", "paid once")
      }
    }
  }

  // MARK: Monero

  /// After a rescan the wallet knows only the sum of what a transaction paid. One that was restored from its words has lost
  /// the marks, too.
  @Test(.enabled(if: MoneroRegtest.isInstalled, "Monero is not installed"), arguments: [false, true])
  func noMemberOfABatchIsPaidAgainWhereOnlyTheSumIsKnown(losesMarks: Bool) async throws {
    try await MoneroRegtest.with { network in
      let yaml = network.configuration(.payer, name: "test", times: "poll: 1s, follow: 1s, retry: 1s")
      try await withPairedApp(yaml, scopes: "receive,pay") { daemon, app in
        try await daemon.owner("limit", Self.name, "XMR", "--per", "day", "100", "--ask", "never", "--batch")
        try await daemon.terminate()
        let backup = try await Backup(of: daemon)
        try await daemon.start()
        let payments = [
          (address: try await network.newAddress(.shop), amount: "0.03"),
          (address: try await network.newAddress(.shop), amount: "0.04"),
        ]
        let lost = try await Self.order(payments, "XMR", app, daemon)
        let paid = try await Self.all(lost, are: "in_flight", app)
        let transaction = paid[0].text("transaction_id")
        #expect(Set(paid.map { $0.text("transaction_id") }) == [transaction], "one transaction")
        try await network.mine(2)
        try await daemon.terminate()
        try await network.rpc("rescan_blockchain", wallet: .payer)
        if losesMarks {
          try await network.rpc("set_tx_notes", ["txids": [.string(transaction)], "notes": [""]], wallet: .payer)
          try await network.rpc("set_attribute", ["key": "payport.marks", "value": ""], wallet: .payer)
        }
        try await backup.restore()
        try await daemon.start()
        _ = try await eventually("the wallet was compared", within: .seconds(60)) {
          let look = try await daemon.owner("sends", "list", "--all")
          return (look["sends"]?.arrayValue ?? []).map { $0.text("id") }.contains(transaction) ? true : nil
        }
        if !losesMarks { try await daemon.owner("sends", "settle", "all", "forgotten") }
        let orders = try await Self.order(payments, "XMR", app, daemon)
        let look = try await Self.areHeld(orders, daemon)
        let send = look["sends"]?.arrayValue?.first { $0.text("id") == transaction } ?? .null
        #expect(send["outputs"]?.arrayValue?.count == 1 && send["outputs"]?[0]?.text("amount") == "0.07")
        #expect(Set((send["orders"]?.arrayValue ?? []).compactMap(\.stringValue)) == Set(orders))
        for order in orders { try await daemon.owner("sends", "settle", transaction, order) }
        let ended = try await Self.all(orders, are: "succeeded", app, within: .seconds(90))
        #expect(Set(ended.map { $0.text("transaction_id") }) == [transaction])
        let transfer = try await network.rpc("get_transfer_by_txid", ["txid": .string(transaction)], wallet: .payer)
        let fee = Amount(atomicUnits: UInt128(transfer["transfer"]?["fee"]?.integerValue(as: UInt64.self) ?? 0))
        #expect(try Self.fees(ended, decimals: 12) == fee, "the shares add up")
        for payment in payments {
          let received = try await eventually("the shop has read the block", within: .seconds(60)) {
            let received = try await network.received(.shop).filter { $0.text("address") == payment.address }
            return received.isEmpty ? nil : received
          }
          #expect(received.count == 1, "paid once")
        }
      }
    }
  }
}
