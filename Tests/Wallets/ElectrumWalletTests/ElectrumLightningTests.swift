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
    return LightningWallet(chain: chain, node: try ElectrumLightning(chain), clock: clock, patience: patience)
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
