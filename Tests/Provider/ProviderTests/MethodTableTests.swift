import JSON
import Ledger
import PaymentsAPI
import TestSupport
import Testing

@testable import Provider

@Suite("Method table")
struct MethodTableTests {
  private static func withTable(_ body: (MethodTable) throws -> Void) async throws {
    let folder = try ScratchFolder()
    let parts = try ProviderParts.make(in: folder)
    let result = Result { try body(parts.apps.methods) }
    await parts.core.ledger.close()
    try result.get()
  }

  @Test("every method of the specification has a handler and a schema, and there are no others")
  func complete() async throws {
    let schemas = try PaymentsSchemas()
    let names = Set(PaymentsMethods.all.map { $0.name })
    try await Self.withTable { #expect($0.names == names) }
    #expect(Set(schemas.methods.keys) == names)
    #expect(names.count == PaymentsMethods.all.count, "a method is listed twice")
  }

  @Test("what an app that is not approved may call is no more than this")
  func unpaired() async throws {
    try await Self.withTable { table in
      let open = table.names.filter { table[$0]?.availableUnpaired == true }
      #expect(open == ["get_session", "disconnect_app", "rpc.discover"])
    }
  }

  @Test("whatever moves or shows money needs a scope")
  func scopes() async throws {
    try await Self.withTable { table in
      let free = table.names.filter { table[$0]?.scope == nil }
      #expect(
        free == [
          "get_session", "disconnect_app", "rpc.discover", "list_services", "get_service_definition", "list_currencies",
          "get_amount_range_for_currency",
          // The scope depends on the object to open, and only the app itself can read the status of its opening.
          "open_request", "get_open_request_status",
          "subscribe_events", "unsubscribe_events",
        ])
      #expect(table["payment_order"]?.scope == .pay)
      #expect(table["get_balance"]?.scope == .balance)
      #expect(table["proof_request"]?.scope == .prove)
      #expect(table["verify_proof"]?.scope == .prove)
      #expect(Scope.allCases.filter { !$0.isGrantedByDefault } == [.balance, .prove])
    }
  }

  @Test("a ledger that is away is no provider that ends, and no disk that is full")
  func ledgers() {
    #expect(PaymentsFailure(LedgerError.unavailable).reason == .ledgerUnavailable)
    #expect(PaymentsFailure(LedgerError.unavailable).retryAfterMilliseconds == 250)
    #expect(PaymentsFailure(LedgerError.closed).reason == .shuttingDown)
    #expect(PaymentsFailure(LedgerError.fenced).reason == .shuttingDown)
    #expect(PaymentsFailure(LedgerError.diskFull).reason == .storageFull)
  }
}
