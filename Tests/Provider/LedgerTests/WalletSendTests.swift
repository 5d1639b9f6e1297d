import Ledger
import PaymentsCore
import PaymentsModel
import Testing

@Suite struct WalletSendTests {
  private let ids = ["aaaa1111", "bbbb2222", "cccc3333"].map { $0 + String(repeating: "0", count: 56) }

  private func send(_ id: String, _ verdict: SendVerdict, at seconds: Double? = 1, marks: [String] = []) -> UnknownSend
  {
    UnknownSend(
      currency: "TST", transactionID: id,
      outputs: [
        SendOutput(address: "to", amount: Amount(atomicUnits: .max)),
        SendOutput(address: nil, amount: Amount(atomicUnits: 7)),
      ], fee: Amount(atomicUnits: 3), at: seconds.map(second), foundAt: second(9), marks: marks, verdict: verdict)
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
      try transaction.setSendCursor("here", currency: "TST")
    }
    let read = try await ledger.read { reader in try reader.unknownSends() }
    #expect(read == sends)
    #expect(try await ledger.read { reader in try reader.sendCursor(currency: "TST") } == "here")
    #expect(try await ledger.read { reader in try reader.sendCursor(currency: "ABC") } == nil)
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
    var order = makeOrder("o1")
    let signedTransaction = SignedTransaction(transactionID: ids[0], fee: Amount(atomicUnits: 3), blob: [1])
    try await ledger.write { [order, send = send(ids[0], .open)] transaction in
      try transaction.insertOrder(order)
      try transaction.saveSend(send)
    }
    #expect(order.handle(.adopted(signedTransaction), at: second(2)) == [.report, .persistTransaction])
    try await ledger.write { [order] transaction in
      try transaction.updateOrder(order, expectedVersion: 1)
    }
    #expect(try await ledger.read { reader in try reader.unknownSends() }.count == 1, "it may pay another order too")
    var other = makeOrder("o2")
    try await ledger.write { [other] transaction in try transaction.insertOrder(other) }
    #expect(other.handle(.adopted(signedTransaction), at: second(3)) == [.report, .persistTransaction])
    try await ledger.write { [other] transaction in try transaction.updateOrder(other, expectedVersion: 1) }
    #expect(try await ledger.read { reader in try reader.unknownSends() }.isEmpty, "each output has an order")
    let count = try await ledger.read { [id = ids[0]] reader in try reader.ordersCount(of: id) }
    #expect(count == 2)
    #expect(try await Self.knows(ids[0], ledger))
    let stored = try await ledger.read { reader in try reader.order(OrderID(rawValue: "o1")) }
    #expect(stored?.progress == order.progress && stored?.isTransactionDurable == true)
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
