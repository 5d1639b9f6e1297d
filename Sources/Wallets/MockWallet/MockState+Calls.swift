import PaymentsModel
import WalletBackend

extension MockState {
  /// The next scripted fault of a step, which happens once.
  mutating func takeFault(_ step: MockStep, _ index: Int) -> MockFault? {
    guard let fault = scripts[index].faults[step]?.first else { return nil }
    scripts[index].faults[step]?.removeFirst()
    return fault
  }

  /// Hands a transaction to the network, unless it is there already or cannot be.
  mutating func broadcast(_ transaction: MockTransaction, on index: Int) throws(WalletError) -> CommitOutcome {
    switch chains[index].lookup(transaction) {
    case .pool, .confirmed: return .accepted
    case .conflicted: return .rejected(.conflicted)
    case .replaced: throw .protocolViolation(code: nil)
    case .unknown: break
    }
    guard chains[index].knowsInputs(of: transaction) else { return .rejected(.invalid) }
    guard append(.broadcast(transaction), to: index) else { throw .unavailable }
    return .accepted
  }
}
