import Orders
import PaymentsCore
import PaymentsModel
import TestSupport
import WalletBackend

@testable import Provider

/// Calls of the wallet. They begin and take effect, and their answers arrive later, twice, or never.
extension ModelWorld {
  /// Begins a call that is due.
  func call(_ random: inout SeededRandom) async throws {
    let due = live.flatMap { order in
      order.waits.indices.filter { order.waits[$0].due <= time }.map { (order, $0) }
    }
    guard let (live, index) = random.pick(due) else { return }
    let wait = live.waits.remove(at: index)
    guard let step = wait.step else { return try await lockOrRelease(wait.effect, live) }
    guard live.turns[step.rawValue] == wait.turn, !live.isUnderWay[step.rawValue], live.order.wants(wait.effect) else {
      return
    }
    live.isUnderWay[step.rawValue] = true
    let event = try await answer(to: wait.effect, live.order, &random)
    note("  \(name(live.order)) calls \(step): \(describe(event))")
    live.inputs.append(.init(event: event, step: step))
  }

  private func answer(
    to effect: OrderEffect, _ order: OrderMachine, _ random: inout SeededRandom
  ) async throws -> OrderEvent {
    let wallet = try wallet(order.terms.currency)
    let intent = PaymentIntent(address: order.terms.address, amount: order.terms.amount)
    switch effect {
    case .requestQuote:
      do throws(WalletError) {
        return .quoted(fee: try await wallet.quote(intent).fee)
      } catch {
        return .quoteFailed(WalletRefusal(error))
      }
    case .prepare(let feeCap, _):
      if isLocked { return .prepareFailed(.ownerLocked) }
      if random.percent(4) {
        lateCalls.append((order.terms.currency, intent, feeCap, nil))
        return .prepareFailed(.temporary)
      }
      // Not every wallet respects the largest fee.
      let cap = random.percent(40) ? Amount(atomicUnits: 1_000_000) : feeCap
      do throws(WalletError) {
        return .prepared(try await wallet.prepare(intent, feeCap: cap))
      } catch {
        return .prepareFailed(PrepareRefusal(error))
      }
    case .broadcast(let signedTransaction): return try await broadcast(signedTransaction, order, &random)
    case .lookup(let signedTransaction, _), .follow(let signedTransaction):
      do throws(WalletError) {
        return .lookedUp(try await wallet.lookup(signedTransaction))
      } catch {
        return .lookupFailed
      }
    default: throw ModelFailure("\(effect) is no call")
    }
  }

  private func broadcast(
    _ signedTransaction: SignedTransaction, _ order: OrderMachine, _ random: inout SeededRandom
  ) async throws -> OrderEvent {
    defer { settle(signedTransaction, of: order, isKept: true) }
    // At the first attempt this is the network's final answer. Later it may come from a node that is behind.
    if random.percent(5) { return .commitRejected(.invalidTransaction) }
    if random.percent(8) {
      let intent = PaymentIntent(address: order.terms.address, amount: order.terms.amount)
      lateCalls.append((order.terms.currency, intent, .zero, signedTransaction))
      return .commitDoubt
    }
    do throws(WalletError) {
      return OrderEvent(try await wallet(order).commit(signedTransaction))
    } catch {
      return .commitDoubt
    }
  }

  private func wallet(_ order: OrderMachine) throws(WalletError) -> any WalletBackend {
    guard let currencyWallet = wallets.existingWallet(order.terms.currency) else { throw .unavailable }
    return currencyWallet.backend
  }

  private func lockOrRelease(_ effect: OrderEffect, _ live: ModelOrder) async throws {
    switch effect {
    case .lockInputs(let signedTransaction) where live.order.wants(effect):
      // If the wallet refuses the lock, no other order gets these coins nevertheless.
      try? await wallet(live.order).lock(signedTransaction)
    case .releaseInputs: try await freeInputs()
    default: break
    }
  }

  /// Looks at all wallets and releases the inputs that are due, as far as the wallets answer.
  func freeInputs() async throws {
    for currencyWallet in wallets.wallets { try await CoinLocks.release(in: currencyWallet, ledger) }
  }

  /// Ends the reservation that was made while a transaction was built.
  func settle(_ signedTransaction: SignedTransaction, of order: OrderMachine, isKept: Bool) {
    wallets.existingWallet(order.terms.currency)?.settle(signedTransaction, isKept: isKept)
  }

  /// Lets a call take effect that its caller has given up.
  func lateCall(_ random: inout SeededRandom) async throws {
    guard let index = lateCalls.indices.randomElement(using: &random) else { return }
    let call = lateCalls.remove(at: index)
    statistics.lateCalls += 1
    do throws(WalletError) {
      guard let currencyWallet = wallets.existingWallet(call.currency) else { return }
      if let signedTransaction = call.signedTransaction {
        let outcome = try await currencyWallet.backend.commit(signedTransaction)
        note("  late: \(signedTransaction.transactionID.prefix(6)) \(outcome)")
      } else {
        let signedTransaction = try await currencyWallet.backend.prepare(call.intent, feeCap: call.feeCap)
        currencyWallet.settle(signedTransaction, isKept: false)
        note("  late: built for nobody")
      }
    } catch {
      note("  late: nothing")
    }
  }

  /// Delivers one of the events that wait for an order. The events are delivered in any order.
  func deliver(_ random: inout SeededRandom, kill: Kill? = nil) async throws {
    guard let live = random.pick(live.filter { !$0.inputs.isEmpty }) else { return }
    guard let index = live.inputs.indices.randomElement(using: &random) else { return }
    let input = live.inputs.remove(at: index)
    if let step = input.step {
      live.isUnderWay[step.rawValue] = false
      live.answers.append(input.event)
    }
    try await take(input.event, live, kill: kill)
  }

  /// Delivers an earlier answer of the wallet once more.
  func deliverAgain(_ random: inout SeededRandom) async throws {
    guard let live = random.pick(live.filter { !$0.answers.isEmpty }), let event = random.pick(live.answers) else {
      return
    }
    statistics.duplicates += 1
    note("  again:")
    try await take(event, live)
  }

  func take(_ event: OrderEvent, _ live: ModelOrder, kill: Kill? = nil) async throws {
    if try await handle(event, live, kill: kill) {
      try await crash()
    } else if live.order.state.isTerminal, live.inputs.isEmpty, live.waits.isEmpty {
      self.live.removeAll { $0 === live }
    }
  }

  /// Ends the process with everything that it had in memory, while the files stay as they are. A new process continues
  /// the open orders.
  func crash() async throws {
    statistics.crashes += 1
    note("killed; started again")
    live = []
    isDiskFull = false
    let left = try ModelFolder(copyOf: folder)
    let ledger = try LedgerOpening.open(left)
    (folder, self.ledger) = (left, ledger)
    wallets = try Self.wallets(on: network, limits)
    orders = Self.orders(ledger, clock, wallets)
    let open = try await ledger.openOrders(schedule: Self.schedule)
    try await checkRecovered(open)
    for order in open {
      guard let signedTransaction = order.progress.signedTransaction else { continue }
      try wallet(order).keepAgain(signedTransaction)
    }
    for order in open {
      let process = ModelOrder(order)
      live.append(process)
      _ = try await handle(.recovered, process)
    }
  }
}
