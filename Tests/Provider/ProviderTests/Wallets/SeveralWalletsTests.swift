import Cryptography
import JSON
import Ledger
import Logging
import Orders
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import Synchronization
import TestSupport
import Testing
import WalletBackend

@testable import Provider

/// Tests that several wallets do not influence each other.
@Suite struct SeveralWalletsTests {
  private static func with(
    _ wallets: [ScriptedWallet], _ body: (Payments) async throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    var configuration = ProviderConfiguration()
    configuration.times.poll = .milliseconds(1)
    let wallets = wallets.map { CurrencyWallet(backend: $0) }
    let parts = try ProviderParts.make(in: folder, wallets: wallets, configuration)
    do {
      try await body(parts.payments)
    } catch {
      await parts.core.ledger.close()
      throw error
    }
    await parts.core.ledger.close()
  }

  /// Returns the answer to `list_currencies`, by currency.
  private func readiness(_ payments: Payments) throws -> [String: String] {
    let answer = try JSONValue(parsing: payments.wallets.currencyList.bytes)
    return Dictionary(
      (answer["currencies"]?.arrayValue ?? []).map {
        ($0["code"]?.stringValue ?? "", $0["ready"]?.stringValue ?? "")
      }
    ) { $1 }
  }

  /// Swift regards the kelvin sign and the letter K as equal. A code with equal but different characters must not name
  /// a wallet, because an app would then have limits and budgets under a second name.
  @Test func aCodeIsTheSameByItsBytes() throws {
    let directory = WalletDirectory([CurrencyWallet(backend: ScriptedWallet("KKK") { .ready })])
    #expect(try directory.wallet("KKK").currency.code == "KKK")
    #expect("K\u{212A}K" == "KKK")
    #expect(throws: PaymentsFailure(.unknownCurrency, pointer: "/currency")) {
      try directory.wallet("K\u{212A}K")
    }
  }

  @Test func oneThatHangsHoldsUpNeitherTheStartNorTheOthersNorTheEnd() async throws {
    let gate = Gate()
    defer { gate.open() }
    let hanging = ScriptedWallet("AAA") {
      await gate.pass()
      return .ready
    }
    let states = Mutex(["BBB": WalletStatus.syncing, "CCC": .locked])
    let others = ["BBB", "CCC"].map { code in
      ScriptedWallet(code) { states.withLock { $0[code] ?? .unavailable } }
    }
    try await Self.with([hanging] + others) { payments in
      // The test is that this call returns at all, since the gate opens only at the end.
      let monitors = await WalletMonitors.begin(payments)
      _ = try await eventually("each is as it is") {
        try readiness(payments) == ["AAA": "unavailable", "BBB": "syncing", "CCC": "locked"] ? true : nil
      }
      states.withLock { $0 = ["BBB": .ready, "CCC": .unavailable] }
      _ = try await eventually("the others change") {
        try readiness(payments) == ["AAA": "unavailable", "BBB": "ready", "CCC": "unavailable"] ? true : nil
      }
      #expect(gate.count == 1, "asked once, and not again while it hangs")
      monitors.end()
    }
  }

  @Test func oneThatBeginsToHangCountsAsUnavailableUntilItAnswers() async throws {
    let gate = Gate()
    defer { gate.open() }
    let asked = Atomic(0)
    let wallet = ScriptedWallet("AAA") {
      // The second look does not return.
      if asked.add(1, ordering: .relaxed).newValue == 2 { await gate.pass() }
      return .ready
    }
    try await Self.with([wallet]) { payments in
      let monitor = WalletMonitor(
        wallet: try payments.wallets.wallet("AAA"), payments: payments, patience: .milliseconds(50))
      await monitor.glance()
      #expect(try readiness(payments) == ["AAA": "ready"])
      let looking = Task { _ = await monitor.glance() }
      _ = try await eventually("it hangs") { gate.count == 1 ? true : nil }
      _ = try await eventually("it counts as unavailable") {
        try readiness(payments) == ["AAA": "unavailable"] ? true : nil
      }
      gate.open()
      await looking.value
      #expect(try readiness(payments) == ["AAA": "ready"])
    }
  }

  @Test func theStatusIsFollowedAlsoWhileALookAtTransfersHangs() async throws {
    let gate = Gate()
    defer { gate.open() }
    let status = Mutex(WalletStatus.ready)
    var wallet = ScriptedWallet("AAA") { status.withLock { $0 } }
    wallet.beforeTransfers = { await gate.pass() }
    try await Self.with([wallet]) { payments in
      let monitors = await WalletMonitors.begin(payments)
      _ = try await eventually("it hangs") { gate.count == 1 ? true : nil }
      #expect(try readiness(payments) == ["AAA": "ready"])
      status.withLock { $0 = .locked }
      _ = try await eventually("it is locked") { try readiness(payments) == ["AAA": "locked"] ? true : nil }
      #expect(gate.count == 1)
      monitors.end()
    }
  }

  @Test func statusesThatChangeAtOnceAreAllSeen() async throws {
    let codes = (0..<8).map { "C\($0)0" }
    try await Self.with(codes.map { ScriptedWallet($0) { .ready } }) { payments in
      for round in 0..<200 {
        let status: WalletStatus = round.isMultiple(of: 2) ? .ready : .locked
        await withTaskGroup(of: Void.self) { group in
          for currencyWallet in payments.wallets.wallets {
            group.addTask { if currencyWallet.note(WalletGlance(status: status)) { payments.wallets.refresh() } }
          }
        }
        let seen = try readiness(payments)
        try #require(seen == Dictionary(codes.map { ($0, status.rawValue) }) { $1 })
      }
    }
  }
}
