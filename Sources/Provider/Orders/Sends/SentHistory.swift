package import Ledger
package import PaymentsCore
package import PaymentsModel
import Synchronization

/// The sends of the wallets that belong to no order in the ledger, and the set of wallets that were compared with the
/// ledger since the start. Nothing is paid from a wallet before it was compared; ``SendWatch/clearance(for:_:)`` sees to
/// it.
package final class SentHistory: Sendable {
  private struct State {
    var sends: [UnknownSend] = []
    var compared: Set<String> = []
    var waiting: [String: [@Sendable () -> Void]] = [:]
    var startedAt: Timestamp?
    var ownMarks: Set<String> = []
  }

  /// How many marks of own orders are remembered. A recipient that is paid again and again has a few, of which each would be
  /// looked up before each payment; those of all recipients need not be kept.
  private static let mostMarks = 4096

  private let state = Mutex(State())

  /// Reads the sends that earlier runs found, at the start of this run.
  package func load(_ ledger: Ledger, at now: Timestamp) async throws(LedgerError) {
    let sends = try await ledger.read { reader in try reader.unknownSends() }
    state.withLock { state in
      state.sends = sends
      state.startedAt = now
    }
  }

  /// When this run began.
  package func startedAt(or now: Timestamp) -> Timestamp { state.withLock { $0.startedAt ?? now } }

  /// Returns whether a wallet's sends were compared with the ledger since the start.
  package func isCompared(_ currency: String) -> Bool { state.withLock { $0.compared.contains(currency) } }

  /// Returns whether payments in a currency are stopped, because the wallet sent a transaction that only a later state
  /// of the ledger can have known.
  package func isStopped(_ currency: String) -> Bool {
    state.withLock { state in state.sends.contains { $0.currency == currency && $0.verdict == .open } }
  }

  /// All sends that may still be the payment of an order.
  package var sends: [UnknownSend] { state.withLock { $0.sends } }

  /// Returns the marks that are not known to be those of orders' own transactions, which they stay.
  func marksOfOthers(among texts: [String]) -> [String] {
    state.withLock { state in texts.filter { !state.ownMarks.contains($0) } }
  }

  /// Remembers that a mark is that of an order's own transaction, as the ledger has it.
  func addOwn(_ mark: SendMark) {
    state.withLock { state in
      if state.ownMarks.count >= Self.mostMarks { state.ownMarks = [] }
      state.ownMarks.insert(mark.text)
    }
  }

  /// Returns the sends that may be the payment of this order.
  package func suspects(for terms: OrderTerms) -> [UnknownSend] { sends.filter { $0.mayPay(terms) } }

  /// Adds sends that were found and stored.
  package func add(_ sends: [UnknownSend]) { state.withLock { $0.sends += sends } }

  /// Takes over the owner's decisions once they are stored. A send that is the owner's own or belongs to an order is
  /// dropped; one that the owner does not remember stays, since it may still pay a later order.
  package func replace(_ sends: [UnknownSend]) {
    state.withLock { state in
      for send in sends {
        guard
          let index = state.sends.firstIndex(where: {
            $0.transactionID == send.transactionID && $0.currency == send.currency
          })
        else { continue }
        switch send.verdict {
        case .open, .noted, .forgotten: state.sends[index] = send
        case .own, .order: state.sends.remove(at: index)
        }
      }
    }
  }

  /// Records that a wallet has to be compared again before anything is paid from it.
  package func setUncompared(_ currency: String) { state.withLock { _ = $0.compared.remove(currency) } }

  /// Records that a wallet was compared, and runs the jobs that waited for that.
  package func setCompared(_ currency: String) {
    let waiting = state.withLock { state in
      state.compared.insert(currency)
      return state.waiting.removeValue(forKey: currency) ?? []
    }
    for job in waiting { job() }
  }

  /// Runs a job once a wallet was compared, or at once if it was compared already.
  package func whenCompared(_ currency: String, _ job: @escaping @Sendable () -> Void) {
    let isCompared = state.withLock { state in
      guard !state.compared.contains(currency) else { return true }
      state.waiting[currency, default: []].append(job)
      return false
    }
    if isCompared { job() }
  }
}
