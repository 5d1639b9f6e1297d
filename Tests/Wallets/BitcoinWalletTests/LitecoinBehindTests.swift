import BitcoinWallet
import JSON
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// Tests a daemon that lost blocks in a crash, and its reports about payments until it has the blocks again.
@Suite(.serialized, .enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
struct LitecoinBehindTests {
  private let cap = Amount(atomicUnits: 1_000_000)

  @Test(arguments: [false, true]) func nothingIsTakenBackWhileBlocksAreMissing(providerRestarts: Bool) async throws {
    try await LitecoinRegtest.with { daemon in
      let world = try LitecoinWorld(daemon)
      let intent = PaymentIntent(
        address: try await world.shop.newAddress(label: ""), amount: Amount(atomicUnits: 100_000_000))
      let signedTransaction = try await world.payer.prepare(intent, feeCap: cap)
      #expect(try await world.payer.commit(signedTransaction) == .accepted)
      // The daemon has not stored these blocks, so the crash loses them.
      let payee = JSONValue.string(try await daemon.newAddress("payer"))
      let hashes = try await daemon.rpc("generatetoaddress", [6, payee]).arrayValue ?? []
      var blocks: [JSONValue] = []
      for hash in hashes { blocks.append(try await daemon.rpc("getblock", [hash, 0])) }
      let settled = try await world.shop.transfers(since: nil, depth: 12)
      #expect(settled.transfers.map(\.confirmations) == [6])
      await daemon.kill()
      try await daemon.start()
      let lost: Int? = try await daemon.rpc("getblockcount").integerValue()
      let shop = try providerRestarts ? LitecoinWorld(daemon).shop : world.shop
      // The blocks return one after the other, as from the network.
      for block in blocks {
        await #expect(throws: WalletError.syncing) { try await shop.transfers(since: settled.cursor, depth: 12) }
        try await daemon.rpc("submitblock", [block])
      }
      let again = try await shop.transfers(since: settled.cursor, depth: 12)
      #expect(again.transfers.map(\.confirmations) == [6])
      #expect(again.transfers.map(\.removed) == [false])
      let height: Int? = try await daemon.rpc("getblockcount").integerValue()
      #expect((height ?? 0) - (lost ?? 0) == 6, "the blocks were lost")
    }
  }

  /// While the daemon reads its blocks again, no transfer may be reported as removed.
  @Test func nothingIsTakenBackWhileBlocksAreReadAgain() async throws {
    try await LitecoinRegtest.with { daemon in
      let world = try LitecoinWorld(daemon)
      let intent = PaymentIntent(
        address: try await world.shop.newAddress(label: ""), amount: Amount(atomicUnits: 100_000_000))
      #expect(try await world.payer.commit(world.payer.prepare(intent, feeCap: cap)) == .accepted)
      try await daemon.mine(6)
      let settled = try await world.shop.transfers(since: nil, depth: 12)
      #expect(settled.transfers.map(\.confirmations) == [6])
      await daemon.kill()
      async let started: Void = daemon.start(reindex: true)
      var refusals: [WalletError: Int] = [:]
      var told: TransferPage?
      let deadline = ContinuousClock.now + .seconds(60)
      while told == nil, ContinuousClock.now < deadline {
        do throws(WalletError) {
          told = try await world.shop.transfers(since: settled.cursor, depth: 12)
        } catch {
          refusals[error, default: 0] += 1
        }
      }
      try await started
      #expect(told?.transfers.map(\.confirmations) == [6])
      #expect(told?.transfers.map(\.removed) == [false])
      #expect(Set(refusals.keys).isSubset(of: [.syncing, .unavailable]), "\(refusals)")
    }
  }
}
