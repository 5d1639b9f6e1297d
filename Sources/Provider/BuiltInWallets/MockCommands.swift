import MockWallet
import OwnerAPI
import PaymentsModel
package import Provider
import WalletBackend

extension MockWallet: OwnerControlledWallet {
  /// Adds what the rest of the world does on the made-up network, and, for trials, what goes wrong there.
  package func addOwnerMethods(to table: inout OwnerMethodTable) { MockCommands(mock: network).add(to: &table) }
}

/// The owner's methods that control the made-up network.
struct MockCommands: Sendable {
  let mock: MockNetwork

  func add(to table: inout OwnerMethodTable) {
    add(MockReceive.self, to: &table) { mock, params throws in
      guard let amount = try? DecimalAmount(params.amount) else {
        throw OwnerFailure(.usage, "amount must be a decimal such as 0.5")
      }
      let receipt = try told { () throws(MockControlError) in
        try mock.control.receive(params.address, amount: amount)
      }
      return .init(currency: receipt.currency, transactionID: receipt.transactionID)
    }
    add(MockMine.self, to: &table) { mock, params throws in
      let count = try count(params.count, "count")
      return try height(mock) { () throws(MockControlError) in try mock.control.mine(count) }
    }
    add(MockReorganise.self, to: &table) { mock, params throws in
      let count = try count(params.count, "count")
      return try height(mock) { () throws(MockControlError) in try mock.control.reorganise(count) }
    }
    add(MockRaiseFee.self, to: &table) { mock, params throws in
      .init(
        transactionID: try told { () throws(MockControlError) in
          try mock.control.raiseFee(of: params.transactionID, currency: params.currency)
        })
    }
    add(MockDoubleSpend.self, to: &table) { mock, params throws in
      try height(mock) { () throws(MockControlError) in
        try mock.control.doubleSpend(params.transactionID, currency: params.currency)
      }
    }
    addTrials(to: &table)
  }

  /// What goes wrong, for trials.
  private func addTrials(to table: inout OwnerMethodTable) {
    add(SetMockStatus.self, to: &table) { mock, params throws in
      let status: WalletStatus = try word(params.status, "status", [.ready, .syncing, .locked, .unavailable])
      return try done { () throws(MockControlError) in
        try mock.control.setStatus(status, currency: params.currency)
      }
    }
    add(SetMockLatency.self, to: &table) { mock, params throws in
      let step = try word(params.step, "step", MockStep.allCases)
      guard (0...3_600_000).contains(params.milliseconds) else {
        throw OwnerFailure(.usage, "ms must be from 0 to 3600000")
      }
      let latency: Duration? = params.milliseconds == 0 ? nil : .milliseconds(params.milliseconds)
      return try done { () throws(MockControlError) in
        try mock.control.setLatency(latency, of: step, currency: params.currency)
      }
    }
    add(SetMockFee.self, to: &table) { mock, params throws in
      guard let decimals = mock.wallet(params.currency)?.currency.decimals,
        let fee = try? Amount(DecimalAmount(params.fee), decimals: decimals)
      else { throw OwnerFailure(.usage, "fee must be an amount of a currency of the mock wallet, such as 0.5") }
      return try done { () throws(MockControlError) in try mock.control.setFee(fee, currency: params.currency) }
    }
    add(InjectMockFault.self, to: &table) { mock, params throws in
      let step = try word(params.step, "step", MockStep.allCases)
      let fault = try MockFaultName(rawValue: params.fault, error: params.error).fault
      let times = try count(params.times ?? 1, "times")
      return try done { () throws(MockControlError) in
        try mock.control.inject(fault, at: step, times: times, currency: params.currency)
      }
    }
    add(ListMockBroadcasts.self, to: &table) { mock, params throws in
      let sent = try told { () throws(MockControlError) in try mock.control.broadcasts(params.currency) }
      return .init(
        broadcasts: sent.map { broadcast in
          MockBroadcastReport(
            transactionID: broadcast.transactionID, address: broadcast.address,
            atomicUnits: String(broadcast.amount.atomicUnits), commits: broadcast.commits)
        })
    }
  }

  private func add<M: OwnerMethod>(
    _ method: M.Type, to table: inout OwnerMethodTable,
    _ body: @escaping @Sendable (MockNetwork, M.Params) throws -> M.Result
  ) {
    table.add(method) { [mock] (params) async throws -> M.Result in
      try body(mock, params)
    }
  }
}

private func height(
  _ mock: MockNetwork, after body: () throws(MockControlError) -> Void
) throws -> MockHeight {
  try told { () throws(MockControlError) in
    try body()
    guard let first = mock.currencies.first else { return MockHeight(height: 0) }
    return MockHeight(height: Int(try mock.control.height(first)))
  }
}

private func done(_ body: () throws(MockControlError) -> Void) throws -> OwnerNothing {
  try told(body)
  return OwnerNothing()
}

private func told<Answer>(_ body: () throws(MockControlError) -> Answer) throws -> Answer {
  do throws(MockControlError) {
    return try body()
  } catch {
    throw OwnerFailure(.usage, "the mock network refuses: \(error)")
  }
}

private func count(_ count: Int, _ name: String) throws -> Int {
  guard (1...10_000).contains(count) else { throw OwnerFailure(.usage, "\(name) must be from 1 to 10000") }
  return count
}

private func word<Word: RawRepresentable<String>>(
  _ text: String, _ name: String, _ known: [Word]
) throws -> Word {
  guard let word = Word(rawValue: text) else {
    throw OwnerFailure(.usage, "\(name) must be one of \(known.map(\.rawValue).joined(separator: ", "))")
  }
  return word
}

/// A fault as it is named on the owner's command line.
struct MockFaultName {
  let fault: MockFault

  private static let errors: [String: WalletError] = [
    "unavailable": .unavailable, "timeout": .timeout, "locked": .locked, "syncing": .syncing,
    "unauthorized": .unauthorized, "insufficient_funds": .insufficientFunds, "amount_too_small": .amountTooSmall,
    "invalid_address": .invalidAddress, "fee_above_cap": .feeAboveCap,
  ]

  init(rawValue: String, error: String?) throws {
    guard let error = Self.errors[error ?? "unavailable"] else {
      throw OwnerFailure(.usage, "error must be one of \(Self.errors.keys.sorted().joined(separator: ", "))")
    }
    switch rawValue {
    case "before": fault = .failBefore(error)
    case "after": fault = .failAfter(error)
    case "nonsense": fault = .nonsense
    case "forget": fault = .forget
    case "reject": fault = .reject
    default: throw OwnerFailure(.usage, "fault must be one of before, after, nonsense, forget, reject")
    }
  }
}
