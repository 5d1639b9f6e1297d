import JSON
import MockWallet
import OwnerSocket
import PaymentsModel
import WalletBackend

/// The owner's door to the mock network: what the rest of the world does, and, for trials, what goes wrong. Nothing of
/// it works where no mock wallet is configured.
struct MockCommands {
  private let mock: MockNetwork
  private let params: JSONValue

  init(_ mock: MockNetwork?, _ params: JSONValue) throws(OwnerFailure) {
    guard let mock else {
      throw OwnerFailure(.unavailable, "no mock wallet is configured: this works with made-up money only")
    }
    self.mock = mock
    self.params = params
  }

  func answer(_ method: String) throws(OwnerFailure) -> JSONValue {
    switch method {
    case "mock.receive": try receive()
    case "mock.mine": try mine()
    case "mock.reorganise": try reorganise()
    case "mock.raise-fee": try raiseFee()
    case "mock.double-spend": try doubleSpend()
    case "mock.status": try setStatus()
    case "mock.latency": try setLatency()
    case "mock.fee": try setFee()
    case "mock.fault": try inject()
    case "mock.broadcasts": try broadcasts()
    default: throw OwnerFailure(.usage, "the owner's door has no method \(method)")
    }
  }

  private func receive() throws(OwnerFailure) -> JSONValue {
    let address = try text("address")
    guard let amount = try? DecimalAmount(try text("amount")) else {
      throw OwnerFailure(.usage, "amount must be a decimal such as 0.5")
    }
    return try told { () throws(MockControlError) in
      let receipt = try mock.control.receive(address, amount: amount)
      return ["currency": .string(receipt.currency), "transaction_id": .string(receipt.transactionID)]
    }
  }

  private func mine() throws(OwnerFailure) -> JSONValue {
    let count = try count(1...10_000)
    return try told { () throws(MockControlError) in
      try mock.control.mine(count)
      return try height()
    }
  }

  private func reorganise() throws(OwnerFailure) -> JSONValue {
    let count = try count(1...10_000)
    return try told { () throws(MockControlError) in
      try mock.control.reorganise(count)
      return try height()
    }
  }

  private func raiseFee() throws(OwnerFailure) -> JSONValue {
    let (currency, id) = (try text("currency"), try text("transaction_id"))
    return try told { () throws(MockControlError) in
      ["transaction_id": .string(try mock.control.raiseFee(of: id, currency: currency))]
    }
  }

  private func doubleSpend() throws(OwnerFailure) -> JSONValue {
    let (currency, id) = (try text("currency"), try text("transaction_id"))
    return try told { () throws(MockControlError) in
      try mock.control.doubleSpend(id, currency: currency)
      return try height()
    }
  }

  private func height() throws(MockControlError) -> JSONValue {
    guard let first = mock.currencies.first else { return ["height": 0] }
    return ["height": .integer(try mock.control.height(first))]
  }

  private func setStatus() throws(OwnerFailure) -> JSONValue {
    let currency = try text("currency")
    let status: WalletStatus = try word("status", [.ready, .syncing, .locked, .unavailable])
    return try told { () throws(MockControlError) in
      try mock.control.setStatus(status, currency: currency)
      return [:]
    }
  }

  private func setLatency() throws(OwnerFailure) -> JSONValue {
    let currency = try text("currency")
    let step = try word("step", MockStep.allCases)
    guard let milliseconds: Int = params["ms"]?.integerValue(), (0...3_600_000).contains(milliseconds) else {
      throw OwnerFailure(.usage, "ms must be from 0 to 3600000")
    }
    return try told { () throws(MockControlError) in
      try mock.control.setLatency(
        milliseconds == 0 ? nil : .milliseconds(milliseconds), of: step, currency: currency)
      return [:]
    }
  }

  private func setFee() throws(OwnerFailure) -> JSONValue {
    let currency = try text("currency")
    guard let decimals = mock.wallet(currency)?.currency.decimals,
      let fee = try? Amount(DecimalAmount(try text("fee")), decimals: decimals)
    else { throw OwnerFailure(.usage, "fee must be an amount of a currency of the mock wallet, such as 0.5") }
    return try told { () throws(MockControlError) in
      try mock.control.setFee(fee, currency: currency)
      return [:]
    }
  }

  private func inject() throws(OwnerFailure) -> JSONValue {
    let currency = try text("currency")
    let step = try word("step", MockStep.allCases)
    let fault = try MockFaultName(rawValue: text("fault"), error: params["error"]?.stringValue)
    let times = try params["times"] == nil ? 1 : count(1...10_000, "times")
    return try told { () throws(MockControlError) in
      try mock.control.inject(fault.fault, at: step, times: times, currency: currency)
      return [:]
    }
  }

  private func broadcasts() throws(OwnerFailure) -> JSONValue {
    let currency = try text("currency")
    return try told { () throws(MockControlError) in
      let sent = try mock.control.broadcasts(currency).map { broadcast -> JSONValue in
        [
          "transaction_id": .string(broadcast.transactionID), "address": .string(broadcast.address),
          "atomic_units": .string(String(broadcast.amount.atomicUnits)), "commits": .integer(broadcast.commits),
        ]
      }
      return ["broadcasts": .array(sent)]
    }
  }

  private func text(_ name: String) throws(OwnerFailure) -> String {
    guard let text = params[name]?.stringValue else { throw OwnerFailure(.usage, "\(name) is missing") }
    return text
  }

  private func count(_ range: ClosedRange<Int>, _ name: String = "count") throws(OwnerFailure) -> Int {
    guard let count: Int = params[name]?.integerValue(), range.contains(count) else {
      throw OwnerFailure(.usage, "\(name) must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }

  private func word<Word: RawRepresentable<String>>(_ name: String, _ known: [Word]) throws(OwnerFailure) -> Word {
    guard let word = Word(rawValue: try text(name)) else {
      throw OwnerFailure(.usage, "\(name) must be one of \(known.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  private func told(_ body: () throws(MockControlError) -> JSONValue) throws(OwnerFailure) -> JSONValue {
    do throws(MockControlError) {
      return try body()
    } catch {
      throw OwnerFailure(.usage, "the mock network refuses: \(error)")
    }
  }
}

/// A fault as it is named on the owner's command line.
struct MockFaultName {
  let fault: MockFault

  private static let errors: [String: WalletError] = [
    "unavailable": .unavailable, "timeout": .timeout, "locked": .locked, "syncing": .syncing,
    "unauthorized": .unauthorized, "insufficient_funds": .insufficientFunds, "amount_too_small": .amountTooSmall,
    "invalid_address": .invalidAddress, "fee_above_cap": .feeAboveCap,
  ]

  init(rawValue: String, error: String?) throws(OwnerFailure) {
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
