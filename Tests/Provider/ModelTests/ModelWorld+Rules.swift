import Ledger
import Orders
import PaymentsCore
import PaymentsModel
import Synchronization
import WalletBackend

@testable import MockWallet
@testable import Provider

/// The rules that must hold after every step. They are checked against the network's own list of transactions.
extension ModelWorld {
  /// A payment that a wallet of this model handed to the network, with the state of its transaction there.
  struct Sent: Sendable {
    let id: String
    let currency: String
    let address: String
    let fee: Amount
    let total: Amount
    /// Whether the transaction waits for a block or is in one.
    let isAlive: Bool
    let confirmations: Int
  }

  var sent: [Sent] {
    network.state.withLock { state in
      state.chains.flatMap { chain in
        chain.sent.flatMap { id -> [Sent] in
          guard let entry = chain.entries[id] else { return [] }
          var (isAlive, confirmations) = (false, 0)
          switch entry.place {
          case .pool: isAlive = true
          case .block(let block): (isAlive, confirmations) = (true, chain.confirmations(block))
          case .dropped, .conflicted, .replaced: break
          }
          let transaction = entry.transaction
          return zip(transaction.outputs, transaction.places).map { output, place in
            let fee = place.share(of: Amount(atomicUnits: transaction.fee))
            return Sent(
              id: id, currency: chain.parameters.currency.code, address: output.address, fee: fee,
              total: Amount(atomicUnits: output.amount + fee.atomicUnits), isAlive: isAlive,
              confirmations: confirmations)
          }
        }
      }
    }
  }

  func check() async throws {
    let sent = sent
    for transaction in sent {
      deepest[transaction.id] = max(deepest[transaction.id] ?? 0, transaction.confirmations)
    }
    let byAddress = Dictionary(grouping: sent, by: \.address)
    for (index, request) in requests.enumerated() where (byAddress[request.address]?.count ?? 0) > 1 {
      throw ModelFailure("request \(index) was paid by more than one transaction")
    }
    for id in facts.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      if let fact = facts[id] { try check(id, fact, byAddress[requests[fact.request].address]?.first) }
    }
    try await checkBudgets(byAddress)
  }

  private func check(_ id: OrderID, _ fact: ModelFact, _ transaction: Sent?) throws {
    if let transaction {
      guard let most = fact.most, transaction.fee <= most else {
        throw ModelFailure("\(id.rawValue) was paid with a higher fee than was agreed to, or without a yes")
      }
    }
    guard let end = fact.end else { return }
    switch end.state {
    case .succeeded:
      let wanted = Self.currencies.first { $0.currency.code == transaction?.currency }?.currency.confirmations
      guard let transaction, let wanted, (deepest[transaction.id] ?? 0) >= wanted else {
        throw ModelFailure("\(id.rawValue) is said to have succeeded, and the network knows nothing of it")
      }
    case .failed where end.failure == .conflicted:
      guard transaction?.isAlive != true else { throw ModelFailure("\(id.rawValue) has failed, and is paid") }
    case .failed, .rejected, .expired, .cancelled:
      guard transaction == nil else { throw ModelFailure("\(id.rawValue) is \(end.state.rawValue), and was sent") }
    default: throw ModelFailure("\(id.rawValue) has ended in flight")
    }
  }

  /// Checks that reserved and spent amounts stay within the limits, both in the ledger and on the network.
  private func checkBudgets(_ byAddress: [String: [Sent]]) async throws {
    struct Budget: Hashable {
      let app: AppKey
      let currency: String
      let first: CivilDay
    }
    var paid: [Budget: BudgetUsage] = [:]
    for (_, fact) in facts {
      let request = requests[fact.request]
      guard let day = fact.approvedOn, let transaction = byAddress[request.address]?.first, transaction.isAlive,
        let limits = limits[transaction.currency]
      else { continue }
      let first = limits.period.days(around: CivilDay(number: day)).lowerBound
      let budget = Budget(app: request.app, currency: transaction.currency, first: first)
      paid[budget] = (paid[budget] ?? .none).adding(BudgetUsage(amount: transaction.total, count: 1))
    }
    for (budget, usage) in paid {
      guard let limits = limits[budget.currency] else { continue }
      let days = limits.period.days(around: budget.first)
      let counted = try await ledger.read { reader in
        try reader.budgetUsage(of: budget.app, currency: budget.currency, in: days)
      }
      let isWithin =
        counted.amount <= limits.perPeriod ?? counted.amount && counted.count <= limits.count ?? counted.count
      guard usage.amount <= counted.amount, usage.count <= counted.count, isWithin else {
        throw ModelFailure("the budget of \(budget.currency) is exceeded: paid \(usage), counted \(counted)")
      }
    }
  }

  /// Checks after a crash that all reported versions are stored, and that no order is open that had ended.
  func checkRecovered(_ open: [OrderMachine]) async throws {
    for id in facts.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let fact = facts[id] else { continue }
      guard let order = try await ledger.order(id) else { throw ModelFailure("\(id.rawValue) was forgotten") }
      guard order.version == fact.version else {
        throw ModelFailure("\(id.rawValue) was told as version \(fact.version), and is version \(order.version)")
      }
      let isOpen = open.contains { $0.terms.id == id }
      if let end = fact.end {
        guard order.progress == end, !isOpen else { throw ModelFailure("\(id.rawValue) came back to life") }
      } else if !isOpen {
        throw ModelFailure("\(id.rawValue) is not taken up")
      }
    }
    for order in open where facts[order.terms.id] == nil {
      throw ModelFailure("\(name(order)) is open, and nobody asked for it")
    }
  }

  /// Checks at the end that no order is open, no obsolete lock is left, and ledger and network agree.
  func checkSettled() async throws {
    let open = try await ledger.openOrders(schedule: Self.schedule)
    guard open.isEmpty else {
      throw ModelFailure("never ended: \(open.map { "\(name($0)) \($0.progress) \($0.progress.waitingFor as Any)" })")
    }
    try await checkRecovered([])
    try await freeInputs()
    for currency in network.currencies {
      let locked = network.state.withLock { state in
        state.chains.first { $0.parameters.currency.code == currency }?.balance("main").locked
      }
      guard locked == .zero else { throw ModelFailure("coins of \(currency) stay locked for no order") }
      guard let wallet = wallets.existingWallet(currency)?.backend as? MockWallet, wallet.reservations.isIdle,
        wallet.reservations.kept.isEmpty
      else { throw ModelFailure("coins of \(currency) stay taken for no order") }
    }
  }
}
