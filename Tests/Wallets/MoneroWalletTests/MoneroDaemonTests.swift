import JSON
import MoneroWallet
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// Tests the features of this backend only, with a real network.
@Suite(.serialized, .enabled(if: MoneroRegtest.isInstalled, "monero is not installed"))
struct MoneroDaemonTests {
  private let cap = Amount(atomicUnits: 100_000_000_000)

  private func wallet(
    _ network: MoneroRegtest, _ wallet: MoneroRegtest.Wallet = .payer,
    _ change: (inout MoneroWalletConfiguration) -> Void = { _ in }
  ) throws -> MoneroWallet {
    var configuration = MoneroWorld.configuration(network, wallet)
    change(&configuration)
    return try MoneroWallet(configuration)
  }

  private func intent(_ network: MoneroRegtest) async throws -> PaymentIntent {
    PaymentIntent(address: try await network.newAddress(.shop), amount: Amount(atomicUnits: 123_456_789_012))
  }

  /// The payments to an address in the shop's own list.
  private func received(_ network: MoneroRegtest, _ address: String) async throws -> [String] {
    try await network.received(.shop).filter { $0["address"]?.stringValue == address }
      .compactMap { $0["txid"]?.stringValue }
  }

  @Test func refusesWhatIsNotConfigured() async throws {
    try await MoneroRegtest.with { network in
      #expect(try await wallet(network).glance().problem == nil)
      let daemon = WalletEndpoint(program: "monerod", url: network.daemonURL)
      let server = WalletEndpoint(program: "monero-wallet-rpc", url: network.url(.payer))
      for other in [MoneroNetwork.mainnet, .stagenet, .testnet] {
        let wrong = try wallet(network) { $0.network = other }
        #expect(
          await wrong.glance().problem == .wrongNetwork(expected: other.rawValue, found: "fakechain", daemon))
        #expect(await wrong.status() == .unavailable)
        await #expect(throws: WalletError.protocolViolation(code: nil)) { try await wrong.newAddress(label: "") }
      }
      for login in [nil, MoneroWalletConfiguration.Login(user: network.user, password: "wrong")] {
        let stranger = try wallet(network) { $0.login = login }
        #expect(await stranger.glance().problem == .unauthorized(server))
        #expect(await stranger.status() == .unavailable)
      }
    }
  }

  @Test func anotherAccountIsLeftAlone() async throws {
    try await MoneroRegtest.with { network in
      try await network.rpc("create_account", ["label": "other"], wallet: .payer)
      let other = try wallet(network) { $0.account = 1 }
      let balance = try await other.balance()
      #expect((balance.available, balance.pending, balance.locked) == (.zero, .zero, .zero))
      #expect(try await other.largestPayment() == .zero)
      let intent = try await intent(network)
      await #expect(throws: WalletError.insufficientFunds) { try await other.prepare(intent, feeCap: cap) }
      let mine = try await wallet(network).newAddress(label: "")
      await #expect(throws: WalletError.cannotProve) { try await other.prove(.address(mine), message: "m") }
    }
  }

  /// After a restart of the daemon the first call of any kind fails once.
  @Test func worksAgainRightAfterTheDaemonWasKilled() async throws {
    try await MoneroRegtest.with { network in
      let payer = try wallet(network)
      let signedTransaction = try await payer.prepare(intent(network), feeCap: cap)
      await network.killDaemon()
      #expect(await payer.status() == .unavailable)
      await #expect(throws: WalletError.unavailable) { try await payer.commit(signedTransaction) }
      await #expect(throws: WalletError.unavailable) { try await payer.quote(intent(network)) }
      try await network.startDaemon()
      _ = try await payer.transfers(since: nil, depth: 1)
      #expect(try await payer.commit(signedTransaction) == .accepted)
      #expect(try await payer.lookup(signedTransaction) == .pool)
    }
  }

  @Test func killedInTheMiddleOfACommit() async throws {
    try await MoneroRegtest.with { network in
      let payer = try wallet(network)
      var all: [(signedTransaction: SignedTransaction, address: String)] = []
      for milliseconds in [0, 15, 60] {
        let intent = try await intent(network)
        let signedTransaction = try await payer.prepare(intent, feeCap: cap)
        let commit = Task { try await payer.commit(signedTransaction) }
        // This does not wait for anything. It interrupts the commit at another point each time.
        try await Task.sleep(for: .milliseconds(milliseconds))
        await network.kill(.payer)
        _ = await commit.result
        try await network.start(.payer)
        payer.reservations.keep(try payer.coins(of: signedTransaction))
        try await payer.lock(signedTransaction)
        for _ in 0..<2 { #expect(try await payer.commit(signedTransaction) == .accepted) }
        all.append((signedTransaction, intent.address))
      }
      try await network.mine()
      for (signedTransaction, address) in all {
        #expect(try await payer.commit(signedTransaction) == .accepted)
        #expect(try await payer.lookup(signedTransaction) == .confirmed(1))
        #expect(try await received(network, address) == [signedTransaction.transactionID])
        // A commit before the block restored what the wallet had forgotten; after the block that is no longer possible.
        let subject = PaymentProofSubject(
          transactionID: signedTransaction.transactionID, address: address, signedTransaction: signedTransaction)
        _ = try await payer.prove(.payment(subject), message: "m")
      }
    }
  }

  /// A wallet that relays a transaction which is already in a block would count the change twice permanently.
  @Test func aCommitAfterTheBlockLeavesTheWalletAsItIs() async throws {
    try await MoneroRegtest.with { network in
      let payer = try wallet(network)
      let signedTransaction = try await payer.prepare(intent(network), feeCap: cap)
      #expect(try await payer.commit(signedTransaction) == .accepted)
      try await network.mine()
      try await network.rpc("refresh", wallet: .payer)
      let before = try await payer.balance()
      for _ in 0..<2 { #expect(try await payer.commit(signedTransaction) == .accepted) }
      try await network.rpc("refresh", wallet: .payer)
      #expect(try await payer.balance() == before)
      let pending = try await network.rpc("get_transfers", ["pending": true], wallet: .payer)["pending"]?.arrayValue
      #expect(pending?.contains { $0["txid"]?.stringValue == signedTransaction.transactionID } != true)
    }
  }

  /// A sender can lock an output until a height far ahead. It counts as pending until then.
  @Test func moneyThatTheSenderHeldBackWaits() async throws {
    try await MoneroRegtest.with { network in
      let shop = try wallet(network, .shop)
      let address = try await shop.newAddress(label: "")
      let start = try await shop.transfers(since: nil, depth: 12).cursor
      let height: Int = try await network.daemon("get_info")["height"]?.integerValue() ?? 0
      let destination: JSONValue = ["amount": 5_000_000_000, "address": .string(address)]
      try await network.rpc(
        "transfer", ["destinations": [destination], "unlock_time": .integer(height + 14)], wallet: .payer)
      try await network.mine(12)
      let held = try await shop.transfers(since: start, depth: 12)
      #expect(held.transfers.filter { $0.address == address }.map(\.confirmations) == [0])
      try await network.mine(3)
      let free = try await shop.transfers(since: held.cursor, depth: 12)
      #expect(free.transfers.filter { $0.address == address }.map(\.confirmations) == [15])
    }
  }
}
