import Orders
import PaymentsCore
import PaymentsModel

@testable import Ledger
@testable import MockWallet

/// What the ledger has to say of itself at the end, whatever happened.
extension World {
  /// What an app has in the ledger.
  struct Share {
    let orders: [OrderMachine]
    let usage: BudgetUsage
    let events: EventPage
    /// The objects of the requests.
    let objects: [RequestObject]
  }

  /// `@unchecked Sendable`: the simulation has one thread.
  final class Content: @unchecked Sendable {
    private(set) var shares: [Share]?
    private(set) var audit: [AuditRecord] = []
    private(set) var auditCount: Int64 = 0
    /// The invoices with addresses that apps were told.
    private(set) var invoices: [InvoiceMachine] = []
    /// Why the ledger could not be read.
    fileprivate(set) var failure: String?

    /// The orders of all apps.
    var orders: [OrderMachine] { (shares ?? []).flatMap(\.orders) }

    fileprivate func fill(_ reader: LedgerReader, _ keys: [PaymentRequestID], _ addresses: [String]) throws {
      invoices = try addresses.compactMap { try reader.invoice(address: $0, currency: World.currency) }
      audit = try reader.auditRecords(after: 0, limit: 1_000_000)
      auditCount = try reader.auditCount()
      shares = try reader.apps().map { app in
        Share(
          orders: try reader.orders(of: app.key, page: LedgerPage(limit: 10_000)),
          usage: try reader.budgetUsage(
            of: app.key, currency: World.currency, in: CivilDay(number: 0)..<CivilDay(number: 1_000_000)),
          events: try reader.eventPage(for: app.key, after: .beginning, limit: 1_000_000),
          objects: try keys.compactMap { try reader.object(of: app.key, requestID: $0) })
      }
    }
  }

  /// Reads all that is checked at the end. What changed on a disk may be met by that alone: then the owner does what `payd`
  /// advises, as at any other time.
  func readAtEnd() throws -> Content {
    for _ in 0..<3 {
      guard let daemon = serving, let ledger = daemon.ledger else { throw Violation("no daemon serves at the end") }
      let content = read(ledger)
      if content.shares != nil { return content }
      let failure = content.failure ?? "no answer"
      guard isUntrue(daemon.place) else { throw Violation("the ledger cannot be read at the end: \(failure)") }
      note("\(daemon.place.name) cannot read its ledger: \(failure)")
      run(atMost: 100_000) { daemon.ending != nil }
      try becomeKind()
      try check()
    }
    throw Violation("the ledger cannot be read at the end, again and again")
  }

  private func read(_ ledger: Ledger) -> Content {
    let content = Content()
    let (keys, addresses) = (requests.map(\.id), invoices.compactMap(\.address))
    Scheduler.within(.world) {
      _ = Task {
        do {
          try await ledger.read { reader in try content.fill(reader, keys, addresses) }
        } catch {
          content.failure = "\(error)"
        }
      }
    }
    run(atMost: 100_000) { content.shares != nil || content.failure != nil }
    return content
  }

  func check(_ content: Content) throws {
    for share in content.shares ?? [] {
      for order in share.orders where !order.state.isTerminal {
        throw Violation("\(order.terms.id.rawValue) lies still, \(order.state.rawValue)")
      }
      let known = Set(share.orders.map(\.terms.id.rawValue))
      for object in share.objects where object.kind == "order" && !known.contains(object.id) {
        throw Violation("a request is claimed for \(object.id), which is not there")
      }
      try checkBudget(share)
      if share.events.isWhole { try checkEvents(share) }
    }
    try check(content.invoices)
    try checkAudit(content)
    try checkCoins(of: content.orders)
  }

  /// No order fails because another one spends its coins. One that has lost a coin gives back the others, which a payment
  /// that is approved later may spend.
  private func checkCoins(of orders: [OrderMachine]) throws {
    guard !isRestored else { return }
    var spent: [String: OrderMachine] = [:]
    // Of what was taken back somebody else has spent the coins, which other orders of the same transaction fail of.
    for order in orders where order.state == .succeeded && order.progress.reversedAt == nil {
      for coin in try coins(of: order) { spent[coin] = order }
    }
    for order in orders where order.state == .failed && order.progress.failure == .conflicted {
      let others = try coins(of: order).compactMap { spent[$0] }
      let earlier = others.first { $0.progress.approval.map { $0.at < order.progress.updatedAt } ?? true }
      guard let earlier else { continue }
      throw Violation("\(order.terms.id.rawValue) has failed, because \(earlier.terms.id.rawValue) spends its coins")
    }
  }

  private func coins(of order: OrderMachine) throws -> [String] {
    guard let transaction = order.progress.signedTransaction else { return [] }
    return try MockTransactionBlob.transaction(transaction).inputs.map(\.id)
  }

  /// What orders have spent is what the budget says. A fee that was raised after the success counts as it was.
  private func checkBudget(_ share: Share) throws {
    guard share.orders.allSatisfy({ $0.progress.replacement == nil }) else { return }
    let spent = share.orders.compactMap(\.countedTotal)
    let sum = spent.reduce(Amount.zero) { $0.addingSaturated($1) }
    guard share.usage == BudgetUsage(amount: sum, count: spent.count) else {
      throw Violation(
        "the budget has \(share.usage.amount.atomicUnits) in \(share.usage.count) payments of "
          + "\(sum.atomicUnits) in \(spent.count)")
    }
  }

  /// Each version of an order has one event, in their order.
  private func checkEvents(_ share: Share) throws {
    var versions: [String: [Int64]] = [:]
    for record in share.events.events where record.event.type == "payment_order_changed" {
      versions[record.event.objectID, default: []].append(record.event.version)
    }
    for order in share.orders {
      let told = versions[order.terms.id.rawValue] ?? []
      guard let first = told.first, told.last == order.version, told == Array(first...max(first, order.version)) else {
        throw Violation("\(order.terms.id.rawValue), version \(order.version), has the events \(told)")
      }
    }
  }

  /// The log is whole, has each decision, and says that nothing was decided where it must not be.
  private func checkAudit(_ content: Content) throws {
    var verifier = AuditVerifier()
    do throws(AuditBreak) {
      try verifier.take(content.audit)
      try verifier.finish(count: content.auditCount)
    } catch {
      throw Violation("the audit log is broken at \(error.number): \(error.fault)")
    }
    var isLocked = false
    var unknown: Set<String> = []
    var revoked: Set<AppKey> = []
    var hasPIN = false
    let orders = Dictionary(
      content.orders.map { ($0.terms.id.rawValue, $0.terms) }, uniquingKeysWith: { first, _ in first })
    var kinds: [String: [String]] = [:]
    for record in content.audit {
      let (kind, detail) = (record.entry.kind, record.entry.detail)
      switch kind {
      case "wallet.locked": isLocked = true
      case "wallet.unlocked": isLocked = false
      case "send.unknown": unknown.insert(detail)
      // One of several payments of a transaction may be settled; then less is looked at here than could be.
      case "send.settled": unknown = []
      case "app.revoked": if let app = record.entry.app { revoked.insert(app) }
      case "app.approved": if let app = record.entry.app { revoked.remove(app) }
      case "pin.set": hasPIN = true
      case "pin.cleared": hasPIN = false
      case "order.submitted"
      where isLocked || record.entry.app.map(revoked.contains) != false || !unknown.isEmpty:
        throw Violation(
          "entry \(record.number): a payment is new while paying is locked or stopped, or its app revoked")
      case "order.submitted" where hasPIN:
        guard let terms = record.entry.objectID.flatMap({ orders[$0] }) else { break }
        let request = requests.first { $0.address == terms.address }
        guard terms.amount <= setting.withoutPIN ?? .zero || request?.hasPIN == true else {
          throw Violation("entry \(record.number): a payment is new that needs the PIN, and had none")
        }
      default: break
      }
      if let id = record.entry.objectID { kinds[id, default: []].append(kind) }
    }
    for order in content.orders {
      try checkStory(of: order, kinds[order.terms.id.rawValue] ?? [])
    }
  }

  /// Whether the entries about an order are those that lead to its state, and nothing comes after its end but what becomes
  /// of its payment.
  private func checkStory(of order: OrderMachine, _ kinds: [String]) throws {
    let ends = ["order.succeeded", "order.failed", "order.rejected", "order.expired", "order.cancelled"]
    let after = ["order.replaced", "order.reversed", "order.abandoned", "send.settled"]
    let story = "\(order.terms.id.rawValue) is \(order.state.rawValue), and the audit log has \(kinds)"
    guard kinds.first == "order.received", let end = kinds.firstIndex(where: ends.contains),
      kinds[end] == "order.\(order.state.rawValue)", kinds[(end + 1)...].allSatisfy(after.contains)
    else { throw Violation(story) }
    guard order.progress.approval == nil || kinds.contains("order.approved") else {
      throw Violation(story)
    }
  }
}
