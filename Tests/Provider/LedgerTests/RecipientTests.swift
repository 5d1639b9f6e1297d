import Ledger
import PaymentsCore
import PaymentsModel
import Testing

/// Which recipients of an app the owner knows.
@Suite struct RecipientTests {
  private func order(
    _ id: String, _ kind: OrderApproval.Kind?, _ state: OrderState, app: AppKey = alice, currency: String = "TST"
  ) -> OrderMachine {
    let made = makeOrder(id, app: app, currency: currency)
    let quote = OrderQuote(fee: Amount(atomicUnits: 1), at: second(1))
    let approval = kind.map { kind in
      OrderApproval(
        kind: kind, at: second(2), quote: quote, feeCap: Amount(atomicUnits: 2), expiresAt: nil, paramsDigest: "d")
    }
    return OrderMachine(
      terms: made.terms, progress: OrderProgress(state: state, quote: quote, approval: approval, updatedAt: second(3)),
      schedule: .standard)
  }

  private func isKnown(_ order: OrderMachine, _ address: String = "to", to app: AppKey = alice) async throws -> Bool {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice, bob)
    try await ledger.write { try $0.insertOrder(order) }
    let known = try await ledger.read { try $0.isKnown(address, currency: "TST", to: app) }
    await ledger.close()
    return known
  }

  @Test func whoIsKnownIsReadFromWhatTheOwnerApproved() async throws {
    for state in [OrderState.approved, .submitting, .inFlight, .succeeded] {
      #expect(try await isKnown(order("o", .owner, state)), "\(state)")
      #expect(try await !isKnown(order("o", .standing, state)), "a limit makes nobody known: \(state)")
    }
    for state in [OrderState.rejected, .expired, .cancelled, .failed] {
      #expect(try await !isKnown(order("o", .owner, state)), "what was not paid makes nobody known: \(state)")
    }
    #expect(try await !isKnown(order("o", nil, .awaitingApproval)), "a question is no yes")
    #expect(try await !isKnown(order("o", .owner, .succeeded), "other"))
    #expect(try await !isKnown(order("o", .owner, .succeeded), to: bob), "a yes to one app is none to another")
    #expect(try await !isKnown(order("o", .owner, .succeeded, currency: "XYZ")))
  }
}
