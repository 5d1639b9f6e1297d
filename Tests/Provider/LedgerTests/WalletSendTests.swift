import Ledger
import PaymentsCore
import PaymentsModel
import Testing

@Suite struct WalletSendTests {
  private let ids = ["aaaa1111", "bbbb2222", "cccc3333"].map { $0 + String(repeating: "0", count: 56) }

  private let outputs = [SendOutput(address: "to", amount: Amount(atomicUnits: .max))]

  private func send(_ id: String, _ verdict: SendVerdict, at seconds: Double? = 1, marks: [String] = []) -> UnknownSend
  {
    UnknownSend(
      currency: "TST", transactionID: id,
      content: SendContent(
        outputs: outputs, unknown: Amount(atomicUnits: 7),
        unlisted: [SendOutput(address: "change", amount: Amount(atomicUnits: 5))]), fee: Amount(atomicUnits: 3),
      at: seconds.map(second), foundAt: second(9), marks: marks, verdict: verdict)
  }

  @Test func `a send is read back as it was written, until the owner said what it is`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    var sends = [
      send(ids[0], .open, marks: ["dddd4444", "eeee5555"]), send(ids[1], .noted, at: nil),
      send(ids[2], .forgotten, at: 20),
    ]
    sends[2].excluded = [OrderID(rawValue: "o1"), OrderID(rawValue: "o2")]
    try await ledger.write { [sends] transaction in
      for send in sends { try transaction.saveSend(send) }
      try transaction.setSendPosition(SendPosition(cursor: "here", witness: "mine", since: second(3)), currency: "TST")
    }
    let read = try await ledger.read { reader in try reader.unknownSends() }
    #expect(read == sends)
    let position = try await ledger.read { reader in try reader.sendPosition(currency: "TST") }
    #expect(position == SendPosition(cursor: "here", witness: "mine", since: second(3)))
    #expect(try await ledger.read { reader in try reader.sendPosition(currency: "ABC") } == nil)
    sends[0].verdict = .own
    sends[1].verdict = .order
    try await ledger.write { [sends] transaction in
      for send in sends { try transaction.saveSend(send) }
    }
    #expect(
      try await ledger.read { reader in try reader.unknownSends() }.map(\.transactionID) == [ids[2]]
    )
    // Transactions on which the owner has decided are known as well.
    for beginning in [ids[0], "aaaa1111", "bbbb", "dddd4444", "eeee5555"] {
      #expect(try await Self.knows(beginning, ledger), "\(beginning)")
    }
    for beginning in ["abcd", "dddd", "5555"] { #expect(try await !Self.knows(beginning, ledger), "\(beginning)") }
    await ledger.close()
  }

  @Test func `what is of an order is known, and waits for nobody`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    var orders = ["o1", "o2"].map { makeOrder($0) }
    let payment = SendOutput(orders[0].terms)
    // One of the payments is known, and of the rest only the sum.
    let send = UnknownSend(
      currency: "TST", transactionID: ids[0], content: SendContent(outputs: [payment], unknown: payment.amount),
      fee: nil, at: nil, foundAt: second(9), marks: [], verdict: .open)
    let signedTransaction = SignedTransaction(transactionID: ids[0], fee: Amount(atomicUnits: 3), blob: [1])
    try await ledger.write { [orders] transaction in
      for order in orders { try transaction.insertOrder(order) }
      try transaction.saveSend(send)
    }
    var rests: [SendContent?] = []
    for index in orders.indices {
      #expect(
        orders[index].handle(.adopted(signedTransaction), at: second(2))
          == [.report, .lookup(signedTransaction, after: .zero)])
      try await ledger.write { [order = orders[index]] transaction in
        try transaction.updateOrder(order, expectedVersion: 1)
      }
      rests.append(try await ledger.read { reader in try reader.unknownSends() }.first?.rest)
    }
    #expect(rests == [SendContent(outputs: [], unknown: payment.amount), nil], "each payment has its order")
    let payments = try await ledger.read { [id = ids[0]] reader in try reader.payments(of: id, currency: "TST") }
    #expect(payments == [orders[0].terms.id: payment, orders[1].terms.id: payment])
    #expect(try await Self.knows(ids[0], ledger))
    let stored = try await ledger.read { reader in try reader.order(OrderID(rawValue: "o1")) }
    #expect(stored?.progress == orders[0].progress && stored?.isTransactionStored == true)
    await ledger.close()
  }

  @Test func `what replaced the payment of an order is of that order, and tells the wallet by its newest payment`()
    async throws
  {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    var order = makeOrder("o1")
    try await ledger.write { [order] transaction in try transaction.insertOrder(order) }
    func evidence() async throws -> WalletEvidence {
      try await ledger.read { reader in try reader.walletEvidence(currency: "TST") }
    }
    #expect(try await evidence().isEmpty)
    let signedTransaction = SignedTransaction(transactionID: ids[0], fee: Amount(atomicUnits: 3), blob: [1])
    _ = order.handle(.adopted(signedTransaction), at: second(2))
    try await ledger.write { [order] transaction in try transaction.updateOrder(order, expectedVersion: 1) }
    #expect(try await evidence().isEmpty, "what is in no block may be lost")
    let other = PaymentReplacement(transactionID: ids[1], fee: Amount(atomicUnits: 5))
    _ = order.handle(.lookedUp(.replaced(by: other, confirmations: 1)), at: second(4))
    try await ledger.write { [order] transaction in try transaction.updateOrder(order, expectedVersion: 2) }
    #expect(try await evidence() == WalletEvidence(payments: [ids[1]], addresses: []))
    for id in ids[...1] { #expect(try await Self.knows(String(id.prefix(16)), ledger)) }
    #expect(try await !Self.knows(ids[2], ledger))
    // The owner accepts another wallet, which has made none of these payments.
    let position = SendPosition(cursor: nil, witness: "mine", since: second(3), acceptedAt: second(100))
    try await ledger.write { transaction in try transaction.setSendPosition(position, currency: "TST") }
    #expect(try await evidence() == WalletEvidence(payments: [], addresses: ["mine"]))
    await ledger.close()
  }

  @Test func `a mark that the owner has settled is known, and its transaction is not`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    let mark = SendMark(provider: "p", transactionID: ids[0]).transaction
    func knows() async throws -> Bool {
      try await ledger.read { reader in try reader.knowsMark(mark, currency: "TST") }
    }
    #expect(try await !knows())
    try await ledger.write { transaction in
      for _ in 0..<2 { try transaction.settleMark(mark, currency: "TST") }
    }
    #expect(try await knows())
    #expect(try await !Self.knows(mark, ledger), "when the wallet lists it, the owner is asked")
    await ledger.close()
  }

  @Test func `what was only noted is dropped in time`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    let sends = [send(ids[0], .noted), send(ids[1], .open), send(ids[2], .noted, at: 100)]
    try await ledger.write { transaction in
      for send in sends { try transaction.saveSend(send) }
      try transaction.dropNotedSends(before: second(50))
    }
    #expect(
      try await ledger.read { reader in try reader.unknownSends() }.map(\.transactionID)
        == [ids[1], ids[2]])
    await ledger.close()
  }

  private static func knows(_ beginning: String, _ ledger: Ledger) async throws -> Bool {
    try await ledger.read { reader in try reader.knowsTransaction(beginning, currency: "TST") }
  }
}
