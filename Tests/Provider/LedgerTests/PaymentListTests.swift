import Ledger
import PaymentsCore
import PaymentsModel
import Testing

@Suite("Payment lists")
struct PaymentListTests {
  /// Stores orders with identifiers of their times, the first the oldest.
  private func ledger(_ orders: [OrderMachine]) async throws -> (Ledger, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice, bob)
    for order in orders { try await ledger.write { try $0.insertOrder(order) } }
    return (ledger, folder)
  }

  private func order(_ number: Int, _ state: OrderState = .succeeded, app: AppKey = alice) -> OrderMachine {
    let at = Double(number) * 600
    var made = makeOrder(SortableIdentifier.make("ord", at: second(at)), app: app, at: at)
    made = OrderMachine(
      terms: made.terms, progress: OrderProgress(state: state, updatedAt: made.terms.createdAt), schedule: .standard)
    return made
  }

  @Test func `pages follow one another, newest first, for all apps and for one`() async throws {
    let orders = (0..<25).map { order($0, app: $0 % 5 == 0 ? bob : alice) }
    let (ledger, folder) = try await ledger(orders)
    defer { withExtendedLifetime(folder) {} }
    for app in [nil, alice, bob] {
      let expected = orders.reversed().filter { app == nil || $0.terms.app == app }.map(\.terms.id)
      var filter = PaymentFilter(limit: 4)
      filter.app = app
      var found: [OrderID] = []
      repeat {
        let page = try await ledger.read { [filter] in try $0.payments(filter) }
        #expect(page.payments.count <= 4)
        found += page.payments.map(\.terms.id)
        filter.before = page.next
      } while filter.before != nil
      #expect(found == expected)
    }
  }

  @Test func `times, currencies and groups are exact`() async throws {
    let states: [OrderState] = [.succeeded, .inFlight, .awaitingApproval, .failed, .received]
    let orders = states.enumerated().map { order($0, $1) }
    let (ledger, folder) = try await ledger(orders)
    defer { withExtendedLifetime(folder) {} }
    func ids(_ change: (inout PaymentFilter) -> Void) async throws -> [OrderID] {
      var filter = PaymentFilter(limit: 100)
      change(&filter)
      return try await ledger.read { [filter] in try $0.payments(filter).payments.map(\.terms.id) }
    }
    let all = orders.map(\.terms.id)
    #expect(try await ids { $0.group = .waiting } == [all[2]])
    #expect(try await ids { $0.group = .inFlight } == [all[4], all[1]])
    #expect(try await ids { $0.group = .ended } == [all[3], all[0]])
    #expect(try await ids { $0.currency = "XXX" } == [])
    for app in [nil, alice] {
      #expect(try await ids { ($0.app, $0.since) = (app, second(1200)) } == [all[4], all[3], all[2]])
      #expect(try await ids { ($0.app, $0.until) = (app, second(1200)) } == [all[1], all[0]])
      #expect(try await ids { ($0.app, $0.since) = (app, second(1200.001)) } == [all[4], all[3]])
    }
  }

  @Test func `a page that finds nothing says where to go on`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice, bob)
    let oldest = order(0, app: bob)
    try await ledger.write { try $0.insertOrder(oldest) }
    let many = (1...LedgerReader.examinedPayments).map { order($0) }
    try await ledger.write { for order in many { try $0.insertOrder(order) } }
    var filter = PaymentFilter(limit: 10)
    filter.currency = "XXX"
    let first = try await ledger.read { [filter] in try $0.payments(filter) }
    #expect(first.payments.isEmpty && first.next == many.first?.terms.id.rawValue)
    filter.before = first.next
    let second = try await ledger.read { [filter] in try $0.payments(filter) }
    #expect(second.payments.isEmpty && second.next == nil)
  }

  @Test func `an identifier begins with its time`() {
    let (early, late) = (second(1), second(2))
    let identifier = SortableIdentifier.make("ord", at: early)
    #expect(SortableIdentifier.beginning("ord", at: early) < identifier)
    #expect(identifier < SortableIdentifier.beginning("ord", at: late))
  }
}
