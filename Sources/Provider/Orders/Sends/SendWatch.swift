import JSON
package import Ledger
import Logging
package import PaymentsCore
package import PaymentsModel
package import WalletBackend

/// Compares the sends of one wallet with the ledger: at each start before anything is paid from the wallet, and then at
/// each look at the wallet.
package struct SendWatch {
  let wallet: CurrencyWallet
  let orders: Orders

  package init(wallet: CurrencyWallet, orders: Orders) {
    self.wallet = wallet
    self.orders = orders
  }

  var environment: any OrderEnvironment { orders.environment }

  private var code: String { wallet.currency.code }
  private var history: SentHistory { orders.sent }

  /// Whether an order may be paid at present.
  package enum Clearance {
    /// The order may be paid.
    case clear
    /// The wallet has not reported its sends yet.
    case notCompared
    /// The order may be paid only after the owner has looked.
    case review
  }

  /// What the ledger says against a payment, before the wallet is asked.
  struct Doubts: Sendable {
    fileprivate let known: LedgerSide
    fileprivate let mustBeReviewed: Bool
  }

  /// Compares the wallet if that was not done since the start, and returns whether it is done.
  func isCompared() async -> Bool {
    if !history.isCompared(code) { await look() }
    return history.isCompared(code)
  }

  /// Reads what the ledger says against a payment, once the wallet was compared.
  func doubts(about terms: OrderTerms, _ reader: LedgerReader) throws -> Doubts {
    Doubts(known: try ledgerSide(reader), mustBeReviewed: try DoubtfulPayment.mustBeReviewed(terms, reader))
  }

  /// Returns whether this order may be paid at present. What the wallet has sent is judged once more in the unit that
  /// stores the payment.
  func clearance(for terms: OrderTerms, _ doubts: Doubts) async throws(LedgerError) -> Clearance {
    guard await recognise(doubts.known) != nil else { return .notCompared }
    if !doubts.mustBeReviewed {
      switch try await fence(for: [terms.id: SendOutput(terms)]) {
      case .free: return .clear
      case .notKnown: return .notCompared
      case .foreign: break
      }
    }
    await environment.audit("order.held", app: terms.app, object: terms.id.rawValue, ["currency": .string(code)])
    environment.log.log(
      level: .ownersTurn,
      "an order may be paid already: the wallet sent something that the ledger does not know; the owner has to look",
      metadata: ["order": "\(terms.id.rawValue)", "currency": "\(code)"])
    return .review
  }

  /// Compares once. Returns `false` if the wallet does not answer or the ledger fails: then nothing changes, and the next
  /// look tries again.
  @discardableResult
  package func look() async -> Bool {
    await wallet.lookingAtSends.enter()
    defer { wallet.lookingAtSends.leave() }
    do throws(LedgerError) {
      return try await compare()
    } catch {
      environment.ledgerTrouble(error)
      return false
    }
  }

  private func compare() async throws(LedgerError) -> Bool {
    let isFirst = !history.isCompared(code)
    // While the wallet is behind the network, its own sends may be missing from its list.
    if isFirst, ![.ready, .locked].contains(await wallet.backend.status()) { return false }
    guard let position = try await position() else { return false }
    let page: SendPage
    do throws(WalletError) {
      page = try await wallet.backend.sends(since: position.cursor.map(SendCursor.init(rawValue:)))
    } catch {
      return false
    }
    let now = environment.clock.now()
    let comparison = SendComparison(
      currency: code, provider: environment.providerID, isFirstLook: isFirst,
      ledgerSince: position.since, startedAt: history.startedAt(or: now), now: now
    )
    guard let found = try await store(page, comparedBy: comparison, after: position) else { return false }
    history.add(found)
    if found.contains(where: { $0.verdict == .open }) { await holdOrders(found.filter { $0.verdict == .open }) }
    if isFirst { history.setCompared(code) }
    return true
  }

  /// Stores the sends and the position in one unit, so that no send is missed. Returns `nil` if the wallet does not answer
  /// what else it has paid.
  private func store(
    _ page: SendPage, comparedBy comparison: SendComparison, after position: SendPosition
  ) async throws(LedgerError) -> [UnknownSend]? {
    let listed = page.sends.map(ListedSend.init)
    let unknown = try await environment.ledger.read { reader in
      try comparison.unknown(listed) { id in
        try reader.knowsTransaction(id, currency: comparison.currency)
      }
    }
    guard let found = await withUnlisted(unknown) else { return nil }
    guard !found.isEmpty || page.cursor.rawValue != position.cursor else { return [] }
    let newPosition = SendPosition(
      cursor: page.cursor.rawValue, witness: position.witness, since: position.since, acceptedAt: position.acceptedAt)
    let audit = found.filter { $0.verdict == .open }.map { SendAudit.found($0, wallet.currency) }
    try await environment.ledger.write { transaction in
      for send in found { try transaction.saveSend(send) }
      if comparison.isFirstLook {
        let past = Duration.zero - SendComparison.memory
        try transaction.dropNotedSends(before: comparison.now.advanced(by: past))
      }
      try transaction.setSendPosition(newPosition, currency: comparison.currency)
      try transaction.appendAudit(audit)
    }
    return found
  }

  /// Returns the sends with what the wallet's list does not name of them; `nil` if the wallet does not answer.
  private func withUnlisted(_ sends: [UnknownSend]) async -> [UnknownSend]? {
    var all: [UnknownSend] = []
    do throws(WalletError) {
      for send in sends {
        let unlisted = try await wallet.backend.unlistedOutputs(ofSend: send.transactionID)
        all.append(send.with(unlisted: unlisted.map { SendOutput(address: $0.address, amount: $0.amount) }))
      }
    } catch {
      return nil
    }
    return all
  }

  /// Reports that paying has stopped, because the ledger was restored from a copy, or another provider pays with a copy
  /// of it, and holds the orders that may be paid already.
  private func holdOrders(_ found: [UnknownSend]) async {
    environment.log.log(
      level: .ownersTurn,
      """
      paying is stopped: the wallet sent what this ledger does not know, as after a backup was restored. Receiving goes \
      on. The owner has to look at the sends, and say what they were
      """, metadata: ["currency": "\(code)", "sends": .stringConvertible(found.count)])
    orders.reports.walletsChanged()
    orders.questions.changed()
    // Only orders that are handled already are held here. The others wait for this comparison and are reviewed with it.
    for order in orders.live where order.isTakenUp && order.mustBeReviewed(history) {
      order.post(.held)
    }
  }
}

extension LiveOrder {
  /// Returns whether the order must wait for the owner: it may be one of the unknown sends, or was about to be paid
  /// while payments are stopped.
  package func mustBeReviewed(_ history: SentHistory) -> Bool {
    read { order in
      guard order.isCancellable else { return false }
      if !history.suspects(for: order.terms).isEmpty { return true }
      return order.state == .approved && history.isStopped(order.terms.currency)
    }
  }
}

extension ListedSend {
  package init(_ send: WalletSend) {
    self.init(
      transactionID: send.transactionID,
      content: SendContent(
        outputs: send.outputs.map { SendOutput(address: $0.address, amount: $0.amount) }, unknown: send.unknown),
      fee: send.fee, at: send.at, replaces: send.replaces, marks: send.marks)
  }
}

/// The audit entries about sends that belong to no order in the ledger.
package enum SendAudit {
  package static func found(_ send: UnknownSend, _ currency: Currency) -> AuditEntry {
    AuditEntry(
      at: send.foundAt, kind: "send.unknown", app: nil, objectID: nil,
      ["currency": .string(send.currency), "transaction_id": .string(send.transactionID)])
  }

  package static func accepted(_ currency: String, at now: Timestamp) -> AuditEntry {
    AuditEntry(at: now, kind: "wallet.accepted", app: nil, objectID: nil, ["currency": .string(currency)])
  }

  package static func settled(_ send: UnknownSend, order: OrderID?, at now: Timestamp) -> AuditEntry {
    AuditEntry(
      at: now, kind: "send.settled", app: nil, objectID: order?.rawValue,
      [
        "currency": .string(send.currency), "transaction_id": .string(send.transactionID),
        "as": .string((order == nil ? send.verdict : .order).rawValue),
      ])
  }
}
