import PaymentsCore
import PaymentsModel
import Synchronization
import WalletBackend

/// One transaction for one or several orders of an app. It is built once, stored with all of them or with none, and
/// handed to the network once.
final class Payout: Sendable {
  /// An approved payment that is to be made.
  ///
  /// A class because of the compiler's fault with large values.
  final class Member: Sendable {
    let order: LiveOrder
    let intent: PaymentIntent
    let feeCap: Amount
    private let turn: Mutex<WalletTurn?>
    private let waiting = Mutex<CheckedContinuation<Outcome, Never>?>(nil)

    /// - Parameter turn: The turn at choosing coins, if the order has one already.
    init(_ order: LiveOrder, _ intent: PaymentIntent, feeCap: Amount, turn: WalletTurn?) {
      self.order = order
      self.intent = intent
      self.feeCap = feeCap
      self.turn = Mutex(turn)
    }

    /// Waits for the outcome after the payment was added.
    func outcome(adding add: () -> Void) async -> Outcome {
      await withCheckedContinuation { continuation in
        waiting.withLock { $0 = continuation }
        add()
      }
    }

    /// What the order pays, by its identifier.
    fileprivate var payment: (OrderID, SendOutput) { order.read { ($0.terms.id, SendOutput($0.terms)) } }

    /// The app of the order.
    fileprivate var app: AppKey { order.read(\.terms.app) }

    /// Whether the order still wants to be paid.
    fileprivate var isWanted: Bool { order.read { $0.wants(.prepare(feeCap: feeCap, after: .zero)) } }

    fileprivate func takeTurn() -> WalletTurn? { turn.withLock { exchange(&$0, with: nil) } }

    /// Answers the order. Only the first answer counts.
    fileprivate func end(_ outcome: Outcome) {
      waiting.withLock { exchange(&$0, with: nil) }?.resume(returning: outcome)
    }
  }

  /// What became of a payment.
  enum Outcome: Sendable {
    /// It is stored with its transaction.
    case stored
    /// No transaction was built, or none that the order has.
    case failed(PrepareRefusal)
  }

  /// What came of building a transaction.
  private enum Attempt {
    /// All orders have it.
    case stored
    /// An order was cancelled or has ended meanwhile.
    case changed
    /// The wallet did not build it.
    case refused(PrepareRefusal)
    /// The wallet cannot build one transaction for these payments.
    case impossible
  }

  /// How often a transaction is built again, because an order changed meanwhile or the fee was too high for some.
  private static let mostAttempts = 4

  private struct State {
    var handingOver: Task<OrderEvent, Never>?
    /// The turn at choosing coins. It ends when the wallet knows which coins it spends.
    var turn: WalletTurn?
    /// What the stored transaction pays.
    var paid: [OrderID: SendOutput] = [:]
  }

  private let wallet: CurrencyWallet
  private let orders: Orders
  private let state: Mutex<State>

  private init(_ wallet: CurrencyWallet, orders: Orders, turn: WalletTurn) {
    self.wallet = wallet
    self.orders = orders
    state = Mutex(State(turn: turn))
  }

  /// Has the wallet build one transaction for all of these orders of an app, and stores it with all of them at once.
  ///
  /// An order that was cancelled meanwhile is left out. Where the fee is too high for some, these get a transaction of
  /// their own; and all do where no transaction can be built for all, as when only some can be paid with the funds.
  static func make(_ members: [Member]) async {
    guard let first = members.first else { return }
    var turn = first.takeTurn()
    // It is not given to a task that was cancelled.
    if turn == nil { turn = try? await first.order.wallet.choosing.turn(ofOrderOf: first.app) }
    guard let turn else { return members.forEach { $0.end(.failed(.temporary)) } }
    let payout = Payout(first.order.wallet, orders: first.order.orders, turn: turn)
    let rest = await payout.store(members)
    for member in rest { Task { await make([member]) } }
  }

  /// Builds and stores the transaction for as many of these as it can pay.
  ///
  /// - Returns: the members that need a transaction of their own.
  private func store(_ members: [Member]) async -> [Member] {
    var (left, aside) = (members, [Member]())
    attempts: for _ in 0..<Self.mostAttempts {
      // Each is asked once, because the answer may change at any time.
      var wanted: [Member] = []
      for member in left { if member.isWanted { wanted.append(member) } else { member.end(.failed(.temporary)) } }
      left = wanted
      guard let one = left.first else { break }
      switch (await attempt(left), left.count) {
      case (.stored, _):
        for member in left { member.end(.stored) }
        return aside
      case (.changed, 1), (.impossible, 1): one.end(.failed(.temporary))
      case (.refused(let refusal), 1): one.end(.failed(refusal))
      case (.changed, _): continue
      case (.impossible, _), (.refused(.coinsBusy), _), (.refused(.permanent), _): break attempts
      case (.refused(.feeAboveCap), _):
        let lowest = left.map(\.feeCap).min()
        aside += left.filter { $0.feeCap == lowest }
        left.removeAll { $0.feeCap == lowest }
        continue
      case (.refused(let refusal), _):
        for member in left + aside { member.end(.failed(refusal)) }
        aside = []
      }
      left = []
      break
    }
    endTurn()
    return left + aside
  }

  private func attempt(_ members: [Member]) async -> Attempt {
    guard !orders.lock.isLocked else { return .refused(.ownerLocked) }
    let signed: [SignedTransaction]
    do throws(WalletError) {
      let feeCap = members.map(\.feeCap).min() ?? .zero
      try await wallet.turns.begin(.payment, ofOrderOf: members[0].app)
      defer { wallet.turns.end() }
      signed = try await wallet.backend.prepare(members.map(\.intent), feeCap: feeCap)
    } catch .protocolViolation where members.count > 1, .invalidAddress where members.count > 1,
      .amountTooSmall where members.count > 1
    {
      // One payment may be the reason, such as one to an address that a transaction can pay only by itself.
      return .impossible
    } catch {
      return .refused(PrepareRefusal(error))
    }
    guard let first = signed.first, signed.count == members.count else { return .refused(.temporary) }
    // The owner locked the provider while the transaction was built. It was not handed to anybody yet, so it is
    // discarded.
    guard !orders.lock.isLocked else {
      wallet.settle(first, isKept: false)
      return .refused(.ownerLocked)
    }
    state.withLock { $0.paid = Dictionary(members.map(\.payment)) { first, _ in first } }
    let joint = JointCommit(of: members.count, self, orders)
    for (member, signedTransaction) in zip(members, signed) { member.order.join(joint, with: signedTransaction) }
    let outcome = await joint.outcome()
    if outcome == .stored { return .stored }
    wallet.settle(first, isKept: false)
    return outcome == .declined ? .changed : .refused(.temporary)
  }

  /// Hands the transaction over, if no other order of it does or did so, and returns the outcome. What sends it is told
  /// what it pays.
  func handOver(_ send: @escaping @Sendable ([OrderID: SendOutput]) async -> OrderEvent) async -> OrderEvent {
    let handingOver = state.withLock { state in
      if let handingOver = state.handingOver { return handingOver }
      let task = Task { [paid = state.paid] in
        let event = await send(paid)
        endTurn()
        return event
      }
      state.handingOver = task
      return task
    }
    return await handingOver.value
  }

  /// Ends the turn at choosing coins, if it has not ended yet.
  private func endTurn() {
    // The turn is released outside of the lock, because its end resumes another task.
    let turn = state.withLock { exchange(&$0.turn, with: nil) }
    withExtendedLifetime(turn) {}
  }
}
