import Ledger
import Logging
import Orders
import OwnerAPI
import PaymentsCore
import PaymentsModel
import Synchronization
import WalletBackend

/// Follows one wallet: its status, the incoming transfers of invoices, its sends, and the payments of orders. Each wallet
/// has a monitor of its own, so that a wallet that is slow or unreachable does not delay the others.
///
/// The monitor glances at the wallet when ``GlancePace`` says so, and asks for the rest only if the glance found a change:
/// a payment that is in a block is asked for when there is another block, and not before.
struct WalletMonitor {
  let wallet: CurrencyWallet
  let payments: Payments
  /// How long a wallet may take to report its status before it counts as unavailable.
  var patience = Duration.seconds(5)

  var core: ProviderCore { payments.core }

  private var intervals: GlancePace.Intervals {
    let times = core.times
    return GlancePace.Intervals(
      shortest: min(.seconds(1), times.poll, times.follow), poll: times.poll, net: max(times.net, times.poll))
  }

  /// What the loops of a monitor wait for. Changes that come while a loop is at work lead to one more look.
  private struct Triggers: Sendable {
    let sends = Trigger()
    let transfers = Trigger()
    /// Another newest block, which may concern every payment.
    let blocks = Trigger()
    /// Other transactions, which may concern payments that wait for a block.
    let pool = Trigger()

    func pullAll() { for trigger in [sends, transfers, blocks] { trigger.pull() } }

    func pullForTransactions() { for trigger in [sends, transfers, pool] { trigger.pull() } }
  }

  /// Follows the wallet until the task is cancelled. The status is requested independently of the rest, so that it is
  /// known even while a look at that does not return.
  ///
  /// - Parameter looked: Called once the status and the wallet's sends were requested.
  func run(_ looked: @escaping @Sendable () -> Void = {}) async {
    let triggers = Triggers()
    let first = await nextGlance()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        let isDone = await lookAtSends()
        looked()
        if !isDone { triggers.sends.pull() }
        await at(triggers.sends) { await lookAtSends() }
      }
      group.addTask { await at(triggers.transfers) { await lookAtTransfers() } }
      group.addTask { await at(triggers.blocks) { await lookAtPayments(all: true) } }
      group.addTask {
        await at(triggers.pool) {
          let isDone = await lookAtPayments(all: false)
          // Each new payment of the wallet is such a change, too, so that these looks are limited.
          await pause(core.times.follow)
          return isDone
        }
      }
      group.addTask {
        // Nothing tells that the wallet has lost its locks. Where none are needed, the wallet is not asked.
        while !isOver {
          await lookAtInputs()
          await pause(core.times.poll)
        }
      }
      group.addTask { for await hint in wallet.backend.news() { wallet.glances.announce(hint) } }
      group.addTask { await keepGlancing(since: first, triggers) }
    }
  }

  private var isOver: Bool { Task.isCancelled || core.isStopping }

  private func pause(_ interval: Duration) async {
    // Cancellation ends the sleep, and then the loop.
    try? await Task.sleep(for: interval)
  }

  /// Looks whenever there is a change. A look that fails is repeated, as when the wallet has not read all blocks yet.
  private func at(_ trigger: Trigger, _ look: () async -> Bool) async {
    for await _ in trigger.changes {
      while !isOver, await !look() { await pause(min(core.times.poll, .seconds(2))) }
    }
  }

  private func keepGlancing(since first: WalletGlance, _ triggers: Triggers) async {
    var (status, digest) = (first.status, first.digest)
    var netIsDue = ContinuousClock.now + net(first)
    triggers.pullAll()
    while !isOver {
      let glance = await nextGlance()
      guard !isOver else { return }
      let earlier = digest
      digest = glance.digest ?? digest
      let finding = GlancePace.Finding(
        isReady: glance.status == .ready, hasNewBlocks: digest?.blocks != earlier?.blocks,
        hasNewTransactions: digest?.transactions != earlier?.transactions)
      wallet.glances.end(finding)
      if finding.hasNewBlocks {
        wallet.blocksSeen.add(1, ordering: .sequentiallyConsistent)
        core.metrics.count(.walletBlocks, [("currency", wallet.currency.code)])
      }
      let isNet = netIsDue <= .now
      if isNet { netIsDue = .now + net(glance) }
      if isNet || finding.hasNewBlocks || glance.status != status {
        triggers.pullAll()
      } else if finding.hasNewTransactions || glance.digest == nil {
        triggers.pullForTransactions()
      }
      status = glance.status
    }
  }

  /// How long after a glance everything is looked at, whatever glances find. A wallet without a digest does not tell of
  /// blocks, so that payments are looked at as often as they may be.
  private func net(_ glance: WalletGlance) -> Duration {
    glance.digest == nil ? core.times.follow : intervals.net
  }

  // MARK: Looks, which return `false` if they have to be repeated

  /// Compares the wallet's sends with the ledger once.
  private func lookAtSends() async -> Bool {
    guard wallet.answer.status != .unavailable else { return false }
    return await SendWatch(wallet: wallet, orders: payments.orders).look()
  }

  /// Looks for transfers once.
  private func lookAtTransfers() async -> Bool {
    guard wallet.answer.status != .unavailable else { return false }
    do throws(LedgerError) {
      // What another wallet has received says nothing, and its cursor would hide what this one receives.
      guard try await SendWatch(wallet: wallet, orders: payments.orders).isRecognised() else { return false }
      return try await takeTransfers()
    } catch {
      core.ledgerTrouble(error)
      return false
    }
  }

  /// Looks once at the payments under way, and at those that have succeeded and may still be undone.
  ///
  /// - Parameter all: Whether payments in blocks are looked at, too.
  private func lookAtPayments(all: Bool) async -> Bool {
    guard wallet.status != .unavailable else { return false }
    do throws(LedgerError) {
      return try await payments.orders.walletNews(wallet, all: all)
    } catch {
      core.ledgerTrouble(error)
      return false
    }
  }

  /// Adapts the wallet's locks of coins to the ledger.
  private func lookAtInputs() async {
    guard wallet.status != .unavailable else { return }
    do throws(LedgerError) {
      try await CoinLocks(wallet, payments.orders).reconcile()
    } catch {
      core.ledgerTrouble(error)
    }
  }
}

/// The status.
extension WalletMonitor {
  /// Waits until a glance is due, and glances at the wallet.
  private func nextGlance() async -> WalletGlance {
    await wallet.glances.next(intervals)
    return await glance()
  }

  /// Glances at the wallet once, and stores its status. While the answer is late, the wallet counts as unavailable.
  @discardableResult
  func glance() async -> WalletGlance {
    let waiting = Task {
      try await Task.sleep(for: patience)
      // What is known to be wrong says more than that an answer is late.
      if wallet.answer.status != .unavailable || wallet.answer.problem == .notAsked {
        note(WalletGlance(problem: .silent(nil)))
      }
    }
    let glance = await wallet.backend.glance()
    waiting.cancel()
    // Waits for the other task, so that the wallet's answer is stored last.
    _ = await waiting.result
    // After a cancellation the answer says nothing about the wallet's status.
    if !Task.isCancelled { note(glance) }
    return glance
  }

  private func note(_ glance: WalletGlance) {
    let earlier = wallet.glance.remarks
    let isOtherStatus = wallet.note(glance)
    for remark in glance.remarks where !earlier.contains(remark) { log(remark) }
    guard isOtherStatus else { return }
    payments.wallets.refresh()
    payments.notices.changed()
    var metadata: Logger.Metadata = ["currency": "\(wallet.currency.code)", "status": "\(glance.status.rawValue)"]
    if let problem = glance.problem {
      metadata["reason"] = "\(problem.reason.rawValue)"
      metadata["why"] = "\(WalletTrouble(problem).sentence)"
    }
    core.log.log(level: .ownersBusiness, "wallet status", metadata: metadata)
  }

  private func log(_ remark: WalletRemark) {
    let code = wallet.currency.code
    switch remark {
    case .unreadable(let list, let count):
      core.log.log(
        level: .ownersTurn,
        "entries of the wallet cannot be read; what they stand for is not seen. payd status says what to do",
        metadata: ["currency": "\(code)", "list": "\(list.rawValue)", "entries": .stringConvertible(count)])
    case .inExtensionBlocks:
      core.log.log(
        level: .ownersBusiness, "a part of the money is in extension blocks, from which nothing can be paid",
        metadata: ["currency": "\(code)"])
    }
  }
}

/// What a loop of a monitor waits for. Several pulls that nobody has waited for count as one.
private struct Trigger: Sendable {
  let changes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func pull() { continuation.yield() }
}
