import LightningWallet
import PaymentsModel
import Synchronization
import TestSupport
import Testing
import WalletBackend
import WalletContract

/// Tests that each clause about payments by hash detects a wallet or a node that violates it, and that a sound one passes.
@Suite struct LightningTeethTests {
  @Test(arguments: LightningContract.allCases) func aFaultIsFoundOut(_ clause: LightningContract) async throws {
    await #expect(throws: (any Error).self) { try await clause.check(FaultyWorld(fault: clause)) }
  }

  @Test(arguments: LightningContract.allCases) func aSoundNodeHasNone(_ clause: LightningContract) async throws {
    try await #expect(clause.check(FaultyWorld(fault: nil)) == .passed)
  }

  @Test(arguments: LightningContractNeed.allCases)
  func whatAWorldLacksIsSaid(_ need: LightningContractNeed) async throws {
    let clauses = LightningContract.allCases.filter { $0.needs.contains(need) }
    #expect(!clauses.isEmpty)
    let report = await LightningContract.run("poor", clauses) {
      try await $0.check(PoorWorld(lacks: [need: "a reason"]))
    }
    #expect(report.rows.map(\.result) == clauses.map { _ in .notApplicable("a reason") })
    #expect(report.description.contains("Lightning contract: poor"))
    let silent = await LightningContract.run("silent", clauses) { try await $0.check(PoorWorld(lacks: [:])) }
    #expect(silent.failures.count == clauses.count)
  }
}

/// One node in memory, which pays and receives.
private struct FaultyWorld: LightningContractWorld {
  let node: FaultyNode
  private let clock = ManualWallClock(FaultyNode.start)

  init(fault: LightningContract?) { node = FaultyNode(fault: fault) }

  func payer(patience: Duration) -> any WalletBackend {
    let (node, clock) = (node, clock)
    switch node.fault {
    case .keepsWhatWasProven:
      return ForgettingWallet { LightningWallet(alone: node, clock: clock, patience: patience, uptime: clock.uptime) }
    // Its clock stands still.
    case .refusesWhatHasExpired:
      return LightningWallet(alone: node, clock: ManualWallClock(FaultyNode.start), patience: patience)
    case .provesByPreimage:
      return HashProver(
        inner: LightningWallet(alone: node, clock: clock, patience: patience, uptime: clock.uptime), memory: Memory())
    default: return LightningWallet(alone: node, clock: clock, patience: patience, uptime: clock.uptime)
    }
  }

  func shop() -> any WalletBackend { LightningWallet(alone: node, clock: clock) }

  func invoice(_ amount: Amount, lifetime: Duration) throws -> String {
    try FaultyNode.foreignInvoice(ReceivingTerms(amount: amount, text: "", lifetime: lifetime))
  }

  func receive(_ amount: Amount) -> String {
    node.state.withLock { state in
      let hash = String(repeating: "0\(state.receipts.count + 1)", count: 32)
      state.receipts.append(LightningReceipt(paymentHash: hash, amount: amount))
      return hash
    }
  }

  func attempts() -> Int { node.state.withLock { $0.limits.count } }
  func advance(by duration: Duration) { clock.advance(by: duration) }
  func toldFeeLimit() -> Amount? { node.state.withLock { $0.limits.last } }
  func tell(_ tale: LightningTale) { node.state.withLock { $0.tale = tale } }
  func attempt(_ course: LightningCourse) { node.state.withLock { $0.course = course } }
  func endAttempt() { node.endAttempt() }
  func speakProse(_ isOn: Bool) { node.state.withLock { $0.speaksProse = isOn } }
  func mistakeInvoices(_ mistake: LightningInvoiceMistake) { node.state.withLock { $0.mistake = mistake } }
  func repeatReceipts() { node.state.withLock { $0.receipts += $0.receipts } }
  func receiveUnreadable() { node.state.withLock { $0.receipts.append(nil) } }
}

/// A world that implements nothing except what every one has.
private struct PoorWorld: LightningContractWorld {
  let world = FaultyWorld(fault: nil)
  let lacks: [LightningContractNeed: String]

  func payer(patience: Duration) -> any WalletBackend { world.payer(patience: patience) }
  func shop() -> any WalletBackend { world.shop() }
  func invoice(_ amount: Amount, lifetime: Duration) throws -> String {
    try world.invoice(amount, lifetime: lifetime)
  }
  func receive(_ amount: Amount) -> String { world.receive(amount) }
  func attempts() -> Int { world.attempts() }
}

/// A wallet that shows the hash, which everybody knows.
private struct HashProver: WrappedProver {
  let inner: any WalletBackend
  let memory: Memory

  func prove(_ subject: ProofSubject, message: String) async throws(WalletError) -> WalletProof {
    guard case .payment(let payment) = subject else { throw .cannotProve }
    _ = try await innerProof(subject, message)
    return WalletProof(text: payment.transactionID)
  }
}

/// A wallet that is started again for each call, and so remembers nothing.
private struct ForgettingWallet: WrappedWallet {
  let reservations = CoinReservations()
  let memory = Memory()
  private let start: @Sendable () -> any WalletBackend

  var inner: any WalletBackend { start() }

  init(_ start: @escaping @Sendable () -> any WalletBackend) { self.start = start }
  init(inner: any WalletBackend, memory: Memory) { start = { inner } }
}
