import PaymentsModel
import WalletBackend

extension MockState {
  /// Removes and returns the next fault of a step.
  mutating func takeFault(_ step: MockStep, _ index: Int) -> MockFault? {
    guard let fault = scripts[index].faults[step]?.first else { return nil }
    scripts[index].faults[step]?.removeFirst()
    return fault
  }

  /// Hands a transaction to the network, unless the network has it already or cannot accept it.
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
