import BitcoinWallet
import JSON
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tests the features of this backend only, with a real litecoind in regtest. Only one daemon runs at a time.
@Suite(.serialized, .enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
struct LitecoinDaemonTests {
  private func payer(
    _ daemon: LitecoinRegtest, _ change: (inout BitcoinWalletConfiguration) -> Void = { _ in }
  ) throws -> BitcoinWallet {
    var configuration = LitecoinWorld.configuration(daemon, wallet: "payer")
    change(&configuration)
    return try BitcoinWallet(configuration)
  }

  private func intent(_ daemon: LitecoinRegtest) async throws -> PaymentIntent {
    PaymentIntent(address: try await daemon.newAddress("shop"), amount: Amount(atomicUnits: 123_456_789))
  }

  /// The transactions that paid the shop.
  private func payments(_ daemon: LitecoinRegtest) async throws -> [IncomingTransfer] {
    try await LitecoinWorld(daemon).shop.transfers(since: nil, depth: 1).transfers
  }

  private let cap = Amount(atomicUnits: 1_000_000)

  @Test func refusesWhatIsNotConfigured() async throws {
    try await LitecoinRegtest.with { daemon in
      #expect(try await payer(daemon).glance().problem == nil)
      let endpoint = WalletEndpoint(program: "litecoind", url: daemon.url)
      let main = try payer(daemon) { $0.chain = .main }
      #expect(await main.glance().problem == .wrongNetwork(expected: "main", found: "regtest", endpoint))
      #expect(await main.status() == .unavailable)
      await #expect(throws: WalletError.protocolViolation(code: nil)) { try await main.newAddress(label: "") }
      let nobody = try payer(daemon) { $0.wallet = "nobody" }
      let missing = await nobody.glance().problem
      #expect(
        missing
          == .walletNotFound(
            name: "nobody", loaded: ["payer", "shop"], stored: ["customer", "miner", "payer", "shop"], endpoint),
        "\(String(describing: missing))")
      let stranger = try payer(daemon) { $0.credentials = .password(user: daemon.user, password: "wrong") }
      #expect(await stranger.glance().problem == .unauthorized(endpoint))
      #expect(await stranger.status() == .unavailable)
      #expect(throws: BitcoinSetupError.remoteHost) { try payer(daemon) { $0.url = "http://192.0.2.1:9332" } }
      #expect(throws: BitcoinSetupError.invalidURL) { try payer(daemon) { $0.url = "9332" } }
    }
  }

  @Test func logsInWithACookie() async throws {
    try await LitecoinRegtest.with { daemon in
      let path = daemon.folder + "/cookie"
      let wallet = try payer(daemon) { $0.credentials = .cookieFile(path) }
      await #expect(throws: WalletError.unavailable) { try await wallet.balance() }
      try Data("\(daemon.user):\(daemon.password)\n".utf8).write(to: URL(fileURLWithPath: path))
      _ = try await wallet.balance()
    }
  }

  @Test func addressesOfExtensionBlocksAreMalformed() async throws {
    try await LitecoinRegtest.with { daemon in
      let address = try await daemon.rpc("getnewaddress", ["", "mweb"], wallet: "shop").stringValue
      #expect(try await payer(daemon).checkAddress(try #require(address)) == .malformed)
      // These are base58 addresses of this chain and of the main chain.
      let legacy = try await daemon.rpc("getnewaddress", ["", "legacy"], wallet: "shop").stringValue
      let text = try #require(legacy)
      #expect(try await payer(daemon).checkAddress(text) == .valid(text))
      #expect(try await payer(daemon).checkAddress("LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9") == .wrongNetwork)
    }
  }

  @Test func honoursTheConfiguredFeeRate() async throws {
    try await LitecoinRegtest.with { daemon in
      let wallet = try payer(daemon) { $0.feeRate = Amount(atomicUnits: 10_000) }
      let intent = try await intent(daemon)
      // The transaction has 141 virtual bytes: one input, two outputs, segregated witness.
      #expect(try await wallet.quote(intent).fee == Amount(atomicUnits: 1_410))
      #expect(try await wallet.prepare(intent, feeCap: cap).fee == Amount(atomicUnits: 1_410))
    }
  }

  @Test func aLockedWalletCanQuoteButNotSign() async throws {
    try await LitecoinRegtest.with { daemon in
      let wallet = try payer(daemon)
      try await daemon.rpc("encryptwallet", ["secret"], wallet: "payer")
      let intent = try await intent(daemon)
      #expect(await wallet.status() == .locked)
      _ = try await wallet.quote(intent)
      let before = try await wallet.balance()
      await #expect(throws: WalletError.locked) { try await wallet.prepare(intent, feeCap: cap) }
      #expect(try await wallet.balance() == before)
      try await daemon.rpc("walletpassphrase", ["secret", 60], wallet: "payer")
      #expect(await wallet.status() == .ready)
      #expect(try await wallet.commit(wallet.prepare(intent, feeCap: cap)) == .accepted)
    }
  }

  @Test func aTimeOutOfACommitLeavesOnePayment() async throws {
    try await LitecoinRegtest.with { daemon in
      let (impatient, patient) = (try payer(daemon) { $0.timeout = .milliseconds(300) }, try payer(daemon))
      // The daemon may take longer than that to answer, so the impatient wallet asks only while it is paused.
      let signedTransaction = try await patient.prepare(intent(daemon), feeCap: cap)
      try await daemon.pause(true)
      await #expect(throws: WalletError.timeout) { try await impatient.commit(signedTransaction) }
      await #expect(throws: WalletError.timeout) { try await impatient.lookup(signedTransaction) }
      #expect(await impatient.status() == .unavailable)
      try await daemon.pause(false)
      #expect(try await patient.commit(signedTransaction) == .accepted)
      try await daemon.mine()
      #expect(try await patient.lookup(signedTransaction) == .confirmed(1))
      #expect(try await payments(daemon).map(\.transactionID) == [signedTransaction.transactionID])
    }
  }

  @Test func aConflictThatWaitsIsNotFinal() async throws {
    try await LitecoinRegtest.with { daemon in
      let wallet = try payer(daemon)
      let signedTransaction = try await wallet.prepare(intent(daemon), feeCap: cap)
      try await wallet.release(signedTransaction)
      // Another program spends all coins, including those of the signed transaction.
      let most = try await wallet.largestPayment()
      try await daemon.rpc(
        "sendtoaddress",
        [.string(try await daemon.newAddress("payer")), .string(most.text(decimals: 8))], wallet: "payer")
      #expect(try await wallet.lookup(signedTransaction) == .conflicted(confirmations: 0))
      await #expect(throws: WalletError.protocolViolation(code: -26)) { try await wallet.commit(signedTransaction) }
      try await daemon.mine(2)
      #expect(try await wallet.lookup(signedTransaction) == .conflicted(confirmations: 2))
      #expect(try await wallet.commit(signedTransaction) == .rejected(.conflicted))
    }
  }

  @Test(arguments: [0, 300, 1000, 2000, 4000])
  func killedInTheMiddleOfACommit(microseconds: Int) async throws {
    try await LitecoinRegtest.with { daemon in
      let wallet = try payer(daemon)
      let intent = try await intent(daemon)
      let signedTransaction = try await wallet.prepare(intent, feeCap: cap)
      let commit = Task { try await wallet.commit(signedTransaction) }
      // This does not wait for anything. It interrupts the commit at another point each time.
      try await Task.sleep(for: .microseconds(microseconds))
      await daemon.kill()
      _ = await commit.result
      try await daemon.start()
      try await wallet.lock(signedTransaction)
      for _ in 0..<2 { #expect(try await wallet.commit(signedTransaction) == .accepted) }
      try await daemon.mine()
      let payments = try await payments(daemon)
      #expect(payments.map(\.transactionID) == [signedTransaction.transactionID])
      #expect(payments.map(\.amount) == [intent.amount])
      #expect(try await wallet.lookup(signedTransaction) == .confirmed(1))
    }
  }

  @Test func aChainThatACrashTookBackIsRebuilt() async throws {
    try await LitecoinRegtest.with { daemon in
      let wallet = try payer(daemon)
      let signedTransaction = try await wallet.prepare(intent(daemon), feeCap: cap)
      #expect(try await wallet.commit(signedTransaction) == .accepted)
      let page = try await LitecoinWorld(daemon).shop.transfers(since: nil, depth: 6)
      // The daemon has not stored this block, so the crash loses it.
      try await daemon.rpc("generatetoaddress", [1, .string(try await daemon.newAddress("payer"))])
      #expect(try await wallet.lookup(signedTransaction) == .confirmed(1))
      // While blocks are still being read, the inputs seem to be spent by an unknown transaction. The wallet must give
      // no answer then, and no rejection.
      for reindexes in [false, true] {
        await daemon.kill()
        try await daemon.start(reindex: reindexes)
        let outcome = try await eventually("the wallet answers") { () -> CommitOutcome? in
          do throws(WalletError) {
            return try await wallet.commit(signedTransaction)
          } catch {
            return nil
          }
        }
        #expect(outcome == .accepted)
      }
      try await daemon.mine()
      guard case .confirmed = try await wallet.lookup(signedTransaction) else {
        Issue.record("not confirmed")
        return
      }
      let last = try await LitecoinWorld(daemon).shop.transfers(since: page.cursor, depth: 6)
      #expect(last.transfers.map(\.transactionID) == [signedTransaction.transactionID])
      #expect(last.transfers.allSatisfy { $0.confirmations > 0 && !$0.removed })
    }
  }

  @Test func coinsThatAreMissingWhileBlocksAreReadAgainAreNoLackOfFunds() async throws {
    try await LitecoinRegtest.with { daemon in
      let wallet = try payer(daemon)
      let intent = try await intent(daemon)
      #expect(await wallet.status() == .ready)
      await daemon.kill()
      async let started: Void = daemon.start(reindex: true)
      var signedTransaction: SignedTransaction?
      var refusals: [WalletError: Int] = [:]
      let deadline = ContinuousClock.now + .seconds(30)
      while signedTransaction == nil, ContinuousClock.now < deadline {
        do throws(WalletError) {
          signedTransaction = try await wallet.prepare(intent, feeCap: cap)
        } catch {
          refusals[error, default: 0] += 1
        }
      }
      try await started
      #expect(signedTransaction != nil)
      #expect(Set(refusals.keys).isSubset(of: [.syncing, .unavailable]), "\(refusals)")
      #expect(refusals[.syncing] != nil, "it was never asked while it was behind: \(refusals)")
    }
  }

  @Test func coinsFromMiningAreNoTransfers() async throws {
    try await LitecoinRegtest.with { daemon in
      let wallet = try payer(daemon)
      #expect(try await wallet.transfers(since: nil, depth: 6).transfers.isEmpty)
      let balance = try await wallet.balance()
      #expect(balance.available > .zero && balance.pending > .zero && balance.locked == .zero)
    }
  }
}
