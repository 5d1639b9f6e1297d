import Dispatch
import ElectrumWallet
import LightningWallet
import PaymentsModel
import Synchronization
import TestSupport
import Testing
import WalletBackend
import WalletContract

/// Tests the contract of payments by hash with a simulated daemon of Electrum.
@Suite struct ElectrumLightningTests {
  @Test func contract() async throws {
    let report = await LightningContract.run("electrum, simulated") { try await $0.check(ScriptedLightningWorld()) }
    print(report)
    #expect(report.isFulfilled, "\(report)")
    #expect(report.rows.allSatisfy { $0.result == .passed })
  }

  /// Electrum's channels do not tell whose money they hold. A hash that it never had is not said to be under way for that: the
  /// order would wait for something that was never begun.
  @Test func whatIsUnderWayForOthersIsNoAttempt() async throws {
    let world = try ScriptedLightningWorld()
    let wallet = try world.payer(patience: .seconds(120))
    let amount = Amount(atomicUnits: 2_000)
    let intent = PaymentIntent(address: try world.invoice(amount, lifetime: .seconds(600)), amount: amount)
    let decision = try await wallet.prepare(intent, feeCap: Amount(atomicUnits: 1_000))
    world.channels.change { $0.holdsForOthers = true }
    await #expect(throws: WalletError.timeout) { try await wallet.commit(decision) }
    await #expect(throws: WalletError.timeout) { try await wallet.lookup(decision) }
    #expect(world.attempts() == 0)
    world.channels.change { $0.holdsForOthers = false }
    #expect(try await wallet.lookup(decision) == .untried)
    guard case .attempted(.settled) = try await wallet.commit(decision) else { Issue.record("it is paid"); return }
    #expect(world.attempts() == 1)
  }
}

/// A simulated daemon, which pays and receives.
private struct ScriptedLightningWorld: LightningContractWorld {
  let channels: ScriptedChannels
  let electrum: ScriptedElectrum
  let clock = ManualWallClock(ScriptedChannels.start)

  init() throws {
    let channels = try ScriptedChannels()
    self.channels = channels
    electrum = try ScriptedElectrum { channels.answer($0, $1) }
  }

  func payer(patience: Duration) throws -> any WalletBackend {
    let chain = try ElectrumWallet(electrum.configuration)
    return LightningWallet(
      chain: chain, node: try ElectrumLightning(chain, settling: .zero), clock: clock, patience: patience,
      uptime: clock.uptime)
  }

  func shop() throws -> any WalletBackend { try payer(patience: .seconds(120)) }

  func invoice(_ amount: Amount, lifetime: Duration) throws -> String {
    try ScriptedChannels.invoice(
      key: SignedInvoice.foreignKey, millisatoshis: UInt64(amount.atomicUnits) * 1_000,
      expiry: UInt64(lifetime.components.seconds)
    ).text()
  }

  func attempts() -> Int { channels.state.withLock { $0.attempts } }
  func advance(by duration: Duration) { clock.advance(by: duration) }
  /// Electrum 4.3 can be told none.
  func toldFeeLimit() -> Amount? { nil }
  func tell(_ tale: LightningTale) { channels.change { $0.tale = tale } }
  func attempt(_ course: LightningCourse) { channels.change { $0.course = course } }
  func endAttempt() { channels.end.signal() }
  func speakProse(_ isOn: Bool) { channels.change { $0.speaksProse = isOn } }
  func mistakeInvoices(_ mistake: LightningInvoiceMistake) { channels.change { $0.mistake = mistake } }
  func receiveUnreadable() { _ = add(nil) }
  func repeatReceipts() { channels.change { $0.receipts += $0.receipts } }
  func receive(_ amount: Amount) -> String { add("\(amount.atomicUnits)000") }

  private func add(_ amount: String?) -> String {
    channels.state.withLock { state in
      let hash = String(repeating: "0\(state.receipts.count + 1)", count: 32)
      state.receipts.append(ScriptedChannels.payment(hash, amount: amount, preimage: hash))
      return hash
    }
  }
}
