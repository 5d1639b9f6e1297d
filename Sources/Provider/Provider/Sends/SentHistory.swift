import Ledger
import PaymentsCore
import PaymentsModel
import Synchronization

/// What the wallets sent and the ledger has no order for, and which wallets were compared with the ledger since the
/// start: nothing is paid from one before.
final class SentHistory: Sendable {
  private struct State {
    var sends: [UnknownSend] = []
    var compared: Set<String> = []
    var waiting: [String: [@Sendable () -> Void]] = [:]
  }

  private let state = Mutex(State())

  /// Reads what earlier runs found.
  func load(_ ledger: Ledger) async throws(LedgerError) {
    let sends = try await ledger.read { reader throws(LedgerError) in try reader.unknownSends() }
    state.withLock { $0.sends = sends }
  }

  /// Whether a wallet's sends were compared with the ledger since the start.
  func isCompared(_ currency: String) -> Bool { state.withLock { $0.compared.contains(currency) } }

  /// Whether nothing is paid of this currency, since the wallet sent what a later state of the ledger must have known.
  func isStopped(_ currency: String) -> Bool {
    state.withLock { state in state.sends.contains { $0.currency == currency && $0.verdict == .open } }
  }

  /// All that may still be the payment of an order.
  var sends: [UnknownSend] { state.withLock { $0.sends } }

  /// What may be the payment of this order.
  func suspects(for terms: OrderTerms) -> [UnknownSend] { sends.filter { $0.mayPay(terms) } }

  /// Takes over what a look found and what became durable.
  func add(_ sends: [UnknownSend]) { state.withLock { $0.sends += sends } }

  /// Takes over what the owner said and what became durable.
  func replace(_ sends: [UnknownSend]) {
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

  /// Notes that a wallet was compared, and does what waited for that.
  func setCompared(_ currency: String) {
    let waiting = state.withLock { state in
      state.compared.insert(currency)
      return state.waiting.removeValue(forKey: currency) ?? []
    }
    for job in waiting { job() }
  }

  /// Does something once a wallet was compared; at once where it was.
  func whenCompared(_ currency: String, _ job: @escaping @Sendable () -> Void) {
    let isCompared = state.withLock { state in
      guard !state.compared.contains(currency) else { return true }
      state.waiting[currency, default: []].append(job)
      return false
    }
    if isCompared { job() }
  }
}
