import MockWallet
import OwnerAPI
import PaymentsModel
package import Provider
import WalletBackend

extension MockWallet: OwnerControlledWallet {
  /// Adds what the rest of the world does on the made-up network, and, for trials, what goes wrong there.
  package func addOwnerMethods(to table: inout OwnerMethodTable) {
    let commands = MockCommands(mock: network)
    table.add(PlayMockNetwork.self) { params in try commands.play(params) }
  }
}

/// What the owner has the made-up network do.
struct MockCommands: Sendable {
  let mock: MockNetwork

  func play(_ params: PlayMockNetwork.Params) throws -> PlayMockNetwork.Result {
    let currency = params.currency ?? ""
    switch params.command {
    case .receive:
      let amount = try decimal(params.amount)
      let receipt = try told { () throws(MockControlError) in
        try mock.control.receive(params.address ?? "", amount: amount)
      }
      return .init(currency: receipt.currency, transactionID: receipt.transactionID)
    case .mine:
      let count = try count(params.count, "count")
      return try height { () throws(MockControlError) in try mock.control.mine(count) }
    case .reorganise:
      let count = try count(params.count, "count")
      return try height { () throws(MockControlError) in try mock.control.reorganise(count) }
    case .raiseFee:
      return .init(
        transactionID: try told { () throws(MockControlError) in
          try mock.control.raiseFee(of: params.transactionID ?? "", currency: currency)
        })
    case .doubleSpend:
      return try height { () throws(MockControlError) in
        try mock.control.doubleSpend(params.transactionID ?? "", currency: currency)
      }
    case .status:
      let status: WalletStatus = try word(params.status, "status", [.ready, .syncing, .locked, .unavailable])
      try told { () throws(MockControlError) in try mock.control.setStatus(status, currency: currency) }
    case .latency:
      let step = try word(params.step, "step", MockStep.allCases)
      guard let milliseconds = params.ms, (0...3_600_000).contains(milliseconds) else {
        throw OwnerFailure(.usage, "ms must be from 0 to 3600000")
      }
      let latency: Duration? = milliseconds == 0 ? nil : .milliseconds(milliseconds)
      try told { () throws(MockControlError) in try mock.control.setLatency(latency, of: step, currency: currency) }
    case .fee:
      guard let decimals = mock.wallet(currency)?.currency.decimals,
        let fee = try? Amount(decimal(params.amount), decimals: decimals)
      else { throw OwnerFailure(.usage, "amount must be one of a currency of the mock wallet, such as 0.5") }
      try told { () throws(MockControlError) in try mock.control.setFee(fee, currency: currency) }
    case .fault:
      let step = try word(params.step, "step", MockStep.allCases)
      let fault = try MockFaultName(rawValue: params.fault ?? "", error: params.error).fault
      let times = try count(params.times ?? 1, "times")
      try told { () throws(MockControlError) in
        try mock.control.inject(fault, at: step, times: times, currency: currency)
      }
    case .broadcasts:
      let sent = try told { () throws(MockControlError) in try mock.control.broadcasts(currency) }
      return .init(
        broadcasts: sent.map { broadcast in
          MockBroadcast(
            transactionID: broadcast.transactionID, address: broadcast.address,
            atomicUnits: String(broadcast.amount.atomicUnits), commits: broadcast.commits)
        })
    }
    return .init()
  }

  /// Does something to the blocks, and tells how many there are.
  private func height(after body: () throws(MockControlError) -> Void) throws -> PlayMockNetwork.Result {
    try told { () throws(MockControlError) in
      try body()
      guard let first = mock.currencies.first else { return .init(height: 0) }
      return .init(height: Int(try mock.control.height(first)))
    }
  }
}

private func told<Answer>(_ body: () throws(MockControlError) -> Answer) throws -> Answer {
  do throws(MockControlError) {
    return try body()
  } catch {
    throw OwnerFailure(.usage, "the mock network refuses: \(error)")
  }
}

private func decimal(_ text: String?) throws -> DecimalAmount {
  guard let text, let amount = try? DecimalAmount(text) else {
    throw OwnerFailure(.usage, "amount must be a decimal such as 0.5")
  }
  return amount
}

private func count(_ count: Int?, _ name: String) throws -> Int {
  guard let count, (1...10_000).contains(count) else {
    throw OwnerFailure(.usage, "\(name) must be from 1 to 10000")
  }
  return count
}

private func word<Word: RawRepresentable<String>>(
  _ text: String?, _ name: String, _ known: [Word]
) throws -> Word {
  guard let word = text.flatMap(Word.init(rawValue:)) else {
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
    case "blind": fault = .blind
    default: throw OwnerFailure(.usage, "fault must be one of before, after, nonsense, forget, reject, blind")
    }
  }
}
