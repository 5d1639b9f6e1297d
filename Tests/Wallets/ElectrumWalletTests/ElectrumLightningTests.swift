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
  @Test(arguments: ["4.3.4", "4.8.1"]) func contract(_ version: String) async throws {
    let report = await LightningContract.run("electrum \(version), simulated") {
      try await $0.check(ScriptedLightningWorld(version))
    }
    print(report)
    #expect(report.isFulfilled, "\(report)")
    #expect(report.rows.allSatisfy { $0.result == .passed })
  }

  /// Electrum's channels do not tell whose money they hold. A hash that it never had is not said to be under way for that: the
  /// order would wait for something that was never begun.
  @Test func whatIsUnderWayForOthersIsNoAttempt() async throws {
    let world = try ScriptedLightningWorld()
    let (wallet, decision) = try await Self.decided(world)
    world.channels.change { $0.holdsForOthers = true }
    await #expect(throws: WalletError.timeout) { try await wallet.commit(decision) }
    await #expect(throws: WalletError.timeout) { try await wallet.lookup(decision) }
    #expect(world.attempts() == 0)
    world.channels.change { $0.holdsForOthers = false }
    #expect(try await wallet.lookup(decision) == .untried)
    guard case .attempted(.settled) = try await wallet.commit(decision) else { Issue.record("it is paid"); return }
    #expect(world.attempts() == 1)
  }

  /// A channel that was closed while a payment was in it tells of that payment for ever. It keeps no other one waiting.
  @Test func whatTheChainHasDecidedIsNotUnderWay() async throws {
    let world = try ScriptedLightningWorld()
    world.channels.change { $0.hasRedeemed = true }
    let (wallet, decision) = try await Self.decided(world)
    #expect(try await wallet.lookup(decision) == .untried)
    guard case .attempted(.settled) = try await wallet.commit(decision) else { Issue.record("it is paid"); return }
    #expect(world.attempts() == 1)
  }

  /// A recipient who takes the money from a closed channel on the chain is in no history. Newer versions tell the preimage.
  @Test(arguments: ["4.3.4", "4.8.1"]) func whatWasTakenOnTheChainIsPaid(_ version: String) async throws {
    let world = try ScriptedLightningWorld(version)
    let (wallet, decision) = try await Self.decided(world)
    world.channels.change { ($0.tale, $0.isInHistory, $0.hasRedeemed) = (.paid, false, true) }
    let expected: PaymentLookup = version == "4.8.1" ? .settled(fee: decision.fee) : .attempting
    #expect(try await wallet.lookup(decision) == expected)
  }

  /// Newer versions want the password of a wallet for a payment too, and older ones do not know the word there.
  @Test(arguments: ["4.3.4", "4.8.1"]) func aWalletWithAPasswordPays(_ version: String) async throws {
    let world = try ScriptedLightningWorld(version, walletPassword: "secret")
    let (wallet, decision) = try await Self.decided(world)
    guard case .attempted(.settled) = try await wallet.commit(decision) else { Issue.record("it is paid"); return }
    #expect(world.attempts() == 1)
  }

  @Test func whatAChannelHasIsWaitedForWhileItsPeerIsAway() async throws {
    let world = try ScriptedLightningWorld()
    world.channels.change { $0.isConnected = false }
    await #expect(throws: WalletError.coinsBusy) { _ = try await Self.decided(world) }
    world.channels.change { $0.isConnected = true }
    _ = try await Self.decided(world)
  }

  private static func decided(
    _ world: ScriptedLightningWorld
  ) async throws -> (wallet: any WalletBackend, decision: SignedTransaction) {
    let wallet = try world.payer(patience: .seconds(120))
    let amount = Amount(atomicUnits: 2_000)
    let intent = PaymentIntent(address: try world.invoice(amount, lifetime: .seconds(600)), amount: amount)
    return (wallet, try await wallet.prepare(intent, feeCap: Amount(atomicUnits: 1_000)))
  }
}

/// A simulated daemon, which pays and receives.
private struct ScriptedLightningWorld: LightningContractWorld {
  let channels: ScriptedChannels
  let electrum: ScriptedElectrum
  let clock = ManualWallClock(ScriptedChannels.start)

  init(_ version: String = "4.3.4", walletPassword: String? = nil) throws {
    let channels = try ScriptedChannels(version: version)
    channels.change { $0.password = walletPassword }
    self.channels = channels
    electrum = try ScriptedElectrum(walletPassword: walletPassword) { channels.answer($0, $1) }
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
