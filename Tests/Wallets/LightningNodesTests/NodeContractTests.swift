import Cryptography
import JSON
import LightningWallet
import PaymentsModel
import Synchronization
import TestSupport
import Testing
import WalletBackend
import WalletContract

/// Tests the contract of payments by hash with CLN, LND and phoenixd as their published sources say that they speak.
@Suite struct NodeContractTests {
  @Test(arguments: NodeDouble.Program.allCases) func contract(_ program: NodeDouble.Program) async throws {
    let report = await LightningContract.run(program.rawValue) { try await $0.check(NodeWorld(program)) }
    print(report)
    #expect(report.isFulfilled, "\(report)")
    #expect(report.rows.allSatisfy { $0.result == .passed })
  }
}

/// One node, which pays and receives.
private struct NodeWorld: LightningContractWorld {
  let node: NodeDouble
  private let receipts = Receipts()

  private final class Receipts: Sendable {
    let count = Mutex(0)
  }

  init(_ program: NodeDouble.Program) throws { node = try NodeDouble(program) }

  func payer(patience: Duration) throws -> any WalletBackend { try node.wallet(patience: patience) }
  func shop() throws -> any WalletBackend { try node.wallet() }

  func invoice(_ amount: Amount, lifetime: Duration) throws -> String {
    try SignedInvoice(
      prefix: "tb", key: SignedInvoice.foreignKey, millisatoshis: UInt64(amount.atomicUnits) * 1_000,
      paymentHash: SHA256.hash(NodeDouble.preimage), expiry: UInt64(lifetime.components.seconds),
      createdAt: UInt64(NodeDouble.start.milliseconds / 1_000)
    ).text()
  }

  func attempts() -> Int { node.attempts.count }
  func advance(by duration: Duration) { node.clock.advance(by: duration) }
  func tell(_ tale: LightningTale) { node.shows(tale) }
  func attempt(_ course: LightningCourse) { node.change { $0.paying = course } }
  func endAttempt() { node.endAttempt() }
  func mistakeInvoices(_ mistake: LightningInvoiceMistake) { node.change { $0.mistake = mistake } }

  /// phoenixd can be told none.
  func toldFeeLimit() -> Amount? {
    let body = try? JSONValue(parsing: node.attempts.last ?? "")
    switch node.program {
    case .cln:
      guard let told = body?["maxfee"]?.integerValue(as: UInt64.self) else { return nil }
      return Amount(atomicUnits: UInt128(told / 1_000))
    case .lnd:
      guard let text = body?["fee_limit_sat"]?.stringValue, let told = UInt64(text) else { return nil }
      return Amount(atomicUnits: UInt128(told))
    case .phoenixd: return nil
    }
  }

  func speakProse(_ isOn: Bool) {
    let error = ScriptedServer.Step.answer(
      #"{"code":99,"message":"Die Zahlung ist fehlgeschlagen: nicht gefunden"}"#, status: "500 Internal Server Error")
    // This is in the first line of each request.
    node.change { $0.instead = isOn ? ["HTTP/1.1": error] : [:] }
  }

  func receive(_ amount: Amount) -> String {
    let hash = next()
    let units = String(amount.atomicUnits)
    add(hash, received: node.program == .phoenixd ? units : units + "000")
    return hash
  }

  func receiveUnreadable() { add(next(), received: "null") }

  func repeatReceipts() { node.change { $0.invoices += $0.invoices } }

  /// The hash of another invoice.
  private func next() -> String {
    let number = receipts.count.withLock { count in
      count += 1
      return count
    }
    return String(repeating: "0\(number)", count: 32)
  }

  private func add(_ hash: String, received: String) {
    let now = node.clock.now().milliseconds / 1_000
    node.change { state in
      let index = state.invoices.count + 1
      switch node.program {
      case .cln: state.invoices.append(NodeDouble.Answers.clnListed(index, hash: hash, paidAt: now, received: received))
      case .lnd: state.invoices.append(NodeDouble.Answers.lndListed(index, hash: hash, paidAt: now, received: received))
      case .phoenixd:
        state.invoices.append(
          NodeDouble.Answers.phoenixdListed(hash: hash, paidAt: now, received: received, asked: Int(received)))
      }
    }
  }
}
