import PaymentsCore
import PaymentsModel
import Testing

@testable import Ledger

/// Tests that the inputs of an order that ended without its transaction are listed until they are released.
@Suite struct InputsToFreeTests {
  private let signedTransaction = SignedTransaction(transactionID: "tx", fee: Amount(atomicUnits: 3), blob: [1])

  /// Applies events to an order and stores each version.
  private func play(_ id: String, _ events: [OrderEvent], _ ledger: Ledger, currency: String = "TST") async throws {
    var order = makeOrder(id, currency: currency)
    try await ledger.write { [order] transaction in try transaction.insertOrder(order) }
    let quote = OrderQuote(fee: Amount(atomicUnits: 3), at: second(1))
    let approval = OrderApproval(
      kind: .owner, at: second(1), quote: quote, feeCap: Amount(atomicUnits: 9), expiresAt: nil, paramsDigest: "d")
    for event in [.quoted(fee: quote.fee), .approved(approval)] + events {
      let version = order.version
      _ = order.mayHandOver(at: second(1))
      guard order.handle(event, at: second(1)).contains(.report) else { continue }
      try await ledger.write { [order] transaction in
        try transaction.updateOrder(order, expectedVersion: version)
      }
    }
  }

  private func due(_ ledger: Ledger, _ currency: String = "TST") async throws -> [String] {
    try await ledger.read { reader in
      try reader.inputsToFree(currency: currency).map(\.terms.id.rawValue)
    }
  }

  @Test func `what will never be paid is due until it is free, also after a restart`() async throws {
    let folder = try TemporaryFolder()
    var ledger = try folder.open()
    try await ledger.admit(alice)
    let submitted: [OrderEvent] = [.prepared(signedTransaction)]
    try await play("built while it was cancelled", [.cancelRequested, .prepared(signedTransaction)], ledger)
    try await play("paid", submitted + [.commitAccepted, .lookedUp(.confirmed(2))], ledger)
    try await play("in doubt", submitted + [.commitDoubt], ledger)
    #expect(try await due(ledger).isEmpty)
    let conflict = OrderEvent.lookedUp(.conflicted(confirmations: 100))
    try await play("failed", submitted + [.commitDoubt, conflict], ledger)
    try await play("other", submitted + [.commitDoubt, conflict], ledger, currency: "LTC")
    await ledger.close()
    ledger = try folder.open()
    #expect(try await due(ledger) == ["failed"])
    #expect(try await due(ledger, "LTC") == ["other"])
    try await ledger.write { transaction in
      try transaction.inputsAreFree(of: OrderID(rawValue: "failed"))
    }
    #expect(try await due(ledger).isEmpty)
    #expect(try await due(ledger, "LTC") == ["other"])
    await ledger.close()
  }
}
