import JSON
import MoneroWallet
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// Tests the check of the network, the status, and incoming transfers.
@Suite struct ScriptedNetworkTests {
  private typealias Wallet = ScriptedWallet

  @Test func refusesADaemonOfAnotherNetwork() async throws {
    for network in ["mainnet", "stagenet", "testnet"] {
      let wallet = try Wallet(["get_info": Wallet.info(network)])
      #expect(
        await wallet.wallet.glance().problem
          == .wrongNetwork(expected: "fakechain", found: network, wallet.endpoint("monerod")))
      await #expect(throws: WalletError.protocolViolation(code: nil)) { try await wallet.prepare() }
      await #expect(throws: WalletError.protocolViolation(code: nil)) { try await wallet.wallet.newAddress(label: "") }
      #expect(await wallet.wallet.status() == .unavailable)
      #expect(wallet.count("transfer") + wallet.count("create_address") == 0)
    }
  }

  /// A private chain uses the addresses of the main network, so only the daemon can tell them apart.
  @Test func refusesAPrivateChainInPlaceOfTheMainNetwork() async throws {
    let wallet = try Wallet(network: .mainnet)
    #expect(
      await wallet.wallet.glance().problem
        == .wrongNetwork(expected: "mainnet", found: "fakechain", wallet.endpoint("monerod")))
    await #expect(throws: WalletError.protocolViolation(code: nil)) { try await wallet.prepare() }
  }

  @Test func refusesAWalletOfAnotherNetwork() async throws {
    let wallet = try Wallet(["validate_address": #"{"valid":true,"nettype":"stagenet"}"#])
    #expect(
      await wallet.wallet.glance().problem
        == .wrongNetwork(expected: "mainnet", found: "stagenet", wallet.endpoint("monero-wallet-rpc")))
    await #expect(throws: WalletError.protocolViolation(code: nil)) { try await wallet.wallet.newAddress(label: "") }
    #expect(wallet.count("create_address") == 0)
  }

  @Test func asksForTheNetworkAgainAfterTheConnectionWasLost() async throws {
    let wallet = try Wallet()
    _ = try await wallet.wallet.newAddress(label: "")
    _ = try await wallet.wallet.newAddress(label: "")
    #expect(wallet.count("get_info") == 1)
    wallet.change("create_address", "!-38 no connection to daemon")
    await #expect(throws: WalletError.unavailable) { try await wallet.wallet.newAddress(label: "") }
    wallet.change(["create_address": Wallet.answers["create_address"].map { [$0] } ?? []])
    wallet.change("get_info", Wallet.info("mainnet"))
    await #expect(throws: WalletError.protocolViolation(code: nil)) { try await wallet.wallet.newAddress(label: "") }
  }

  @Test func anAddressIsWrittenDownBeforeItIsGiven() async throws {
    let wallet = try Wallet(["store": "!-1 disk full"])
    await #expect(throws: WalletError.protocolViolation(code: -1)) { try await wallet.wallet.newAddress(label: "") }
    wallet.change("store", "{}")
    #expect(try await wallet.wallet.newAddress(label: "") == Wallet.address)
  }

  @Test func tellsTheStatus() async throws {
    for (method, answer, expected) in [
      ("get_info", Wallet.info(), WalletStatus.ready),
      ("get_info", Wallet.info(target: 103), .syncing),
      ("get_info", Wallet.info(target: 102), .ready),
      ("get_info", Wallet.info(synchronized: false), .syncing),
      ("get_info", #"{"status":"BUSY"}"#, .syncing),
      ("get_info", "{}", .unavailable),
      ("get_height", #"{"height":97}"#, .syncing),
      ("get_height", "!-13 No wallet file", .unavailable),
      ("get_height", #"{"height":"x"}"#, .unavailable),
    ] {
      #expect(try await Wallet([method: answer]).wallet.status() == expected, "\(method) \(answer)")
    }
  }

  /// The wallet answers no call while it reads blocks.
  @Test func aWalletThatReadsBlocksForLongIsSyncing() async throws {
    let wallet = try Wallet(["get_height": #"{"height":50}"#], timeout: .seconds(8))
    wallet.change("refresh", "hang")
    #expect(await wallet.wallet.status() == .syncing)
    wallet.change("get_height", "hang")
    #expect(await wallet.wallet.status() == .syncing)
    wallet.change(["refresh": ["{}"], "get_height": [#"{"height":100}"#]])
    #expect(await wallet.wallet.status() == .ready)
  }

  @Test(arguments: [
    "", "nonsense", "{}", "[]", "null", #"{"result":{},"id":"other"}"#, #"{"error":{"code":"x"},"id":"get_info"}"#,
    #"{"result":{"status":"OK","nettype":1},"id":"get_info"}"#, String(repeating: "[", count: 100_000),
  ])
  func nonsenseIsAProtocolViolation(_ body: String) async throws {
    let server = try ScriptedServer { request in
      // Nonsense that answers the very call that was made.
      let id = (try? JSONValue(parsing: request.body))?["id"]?.text() ?? ""
      return [.answer(body.replacing(#""get_info""#, with: id))]
    }
    let wallet = try MoneroWallet(
      MoneroWalletConfiguration(walletURL: server.url, daemonURL: server.url, login: nil, network: .mainnet))
    await #expect(throws: WalletError.protocolViolation(code: nil)) { try await wallet.newAddress(label: "") }
    #expect(await wallet.status() == .unavailable)
  }

  @Test func staysOnThisMachine() throws {
    for (wallet, daemon) in [
      ("http://192.0.2.1:1", "http://127.0.0.1:1"), ("http://127.0.0.1:1", "http://192.0.2.1:1"),
    ] {
      #expect(throws: MoneroSetupError.remoteHost("http://192.0.2.1:1")) {
        try MoneroWallet(
          MoneroWalletConfiguration(walletURL: wallet, daemonURL: daemon, login: nil, network: .mainnet))
      }
    }
  }

  private func incoming(
    _ type: String, confirmations: Int = 0, height: Int = 0, unlockTime: UInt64 = 0, locked: Bool = true
  ) -> String {
    let list = type == "block" ? "in" : type
    return #"{"\#(list)":[{"type":"\#(type)","txid":"\#(Wallet.transaction)","address":"\#(Wallet.address)","#
      + #""amount":18446744073709551615,"height":\#(height),"confirmations":\#(confirmations),"locked":\#(locked),"#
      + #""unlock_time":\#(unlockTime),"subaddr_index":{"major":0,"minor":7}}]}"#
  }

  /// The amount is above 2^53, where a Double would be inexact.
  @Test func readsTheLargestAmount() async throws {
    let wallet = try Wallet(["get_transfers": incoming("pool"), "/get_transactions": Wallet.seen(0)])
    let page = try await wallet.wallet.transfers(since: nil, depth: 3)
    #expect(page.transfers.map(\.amount) == [Amount(atomicUnits: UInt128(UInt64.max))])
    #expect(page.transfers.map(\.id) == ["\(Wallet.transaction):7"])
  }

  @Test func coinsFromMiningAreNoTransfers() async throws {
    let wallet = try Wallet(["get_transfers": incoming("block", confirmations: 9, height: 91)])
    #expect(try await wallet.wallet.transfers(since: nil, depth: 3).transfers.isEmpty)
  }

  @Test func theDaemonsWordCountsForWhatIsFollowed() async throws {
    let wallet = try Wallet(["get_transfers": incoming("in", confirmations: 1, height: 99)])
    for (answer, confirmations, removed) in [
      (Wallet.seen(2), 2, false),
      // There was a reorganisation that the wallet has not noticed.
      (Wallet.seen(0), 0, false),
      (Wallet.seen(0, contested: true), 0, true),
      // After the transaction is in a block, competing transactions do not matter.
      (Wallet.seen(1, contested: true), 1, false),
      (Wallet.missed(), 0, true),
    ] {
      wallet.change("/get_transactions", answer)
      let transfers = try await wallet.wallet.transfers(since: nil, depth: 3).transfers
      #expect(transfers.map(\.confirmations) == [confirmations], "\(answer)")
      #expect(transfers.map(\.removed) == [removed], "\(answer)")
    }
  }

  /// A transaction in a block that the daemon has not read yet seems to be missing.
  @Test func nothingIsTakenBackWhileTheDaemonIsBehind() async throws {
    let wallet = try Wallet([
      "get_transfers": incoming("in", confirmations: 12, height: 88), "/get_transactions": Wallet.seen(12),
    ])
    let page = try await wallet.wallet.transfers(since: nil, depth: 20)
    #expect(page.transfers.map(\.confirmations) == [12])
    wallet.change(["get_transfers": ["{}"], "/get_transactions": [Wallet.missed()]])
    for behind in [Wallet.info(target: 103), Wallet.info(synchronized: false)] {
      wallet.change("get_info", behind)
      await #expect(throws: WalletError.syncing) { try await wallet.wallet.transfers(since: page.cursor, depth: 20) }
    }
    // The daemon began to read its blocks again after it was asked for its status.
    wallet.change("get_info", Wallet.info(), Wallet.info(), Wallet.info(synchronized: false))
    await #expect(throws: WalletError.syncing) { try await wallet.wallet.transfers(since: page.cursor, depth: 20) }
    wallet.change(["get_info": [Wallet.info()]])
    let gone = try await wallet.wallet.transfers(since: page.cursor, depth: 20)
    #expect(gone.transfers.map(\.removed) == [true], "once it has all blocks, its word counts")
  }

  /// The sender can lock an output for years. It must not settle an invoice until it can be spent.
  @Test func whatTheSenderHeldBackIsNotConfirmed() async throws {
    let held = incoming("in", confirmations: 50, height: 50, unlockTime: 9_000_000, locked: true)
    let wallet = try Wallet(["get_transfers": held, "/get_transactions": Wallet.seen(50)])
    let page = try await wallet.wallet.transfers(since: nil, depth: 10)
    #expect(page.transfers.map(\.confirmations) == [0])
    wallet.change("get_transfers", incoming("in", confirmations: 60, height: 50, unlockTime: 105, locked: false))
    wallet.change("/get_transactions", Wallet.seen(60))
    let later = try await wallet.wallet.transfers(since: page.cursor, depth: 10)
    #expect(later.transfers.map(\.confirmations) == [60])
    let asked = wallet.calls.last { $0.method == "get_transfers" }?.parameters["min_height"]
    #expect(asked?.integerValue() == 49, "its block is read again as long as it is followed")
  }

  @Test func readsAgainWhereTheBlockOfTheCursorWasReplaced() async throws {
    let wallet = try Wallet()
    let cursor = try await wallet.wallet.transfers(since: nil, depth: 3).cursor
    func height(_ cursor: TransferCursor?) async throws -> Int? {
      _ = try await wallet.wallet.transfers(since: cursor, depth: 3)
      return wallet.calls.last { $0.method == "get_transfers" }?.parameters["min_height"]?.integerValue()
    }
    #expect(try await height(cursor) == 99)
    wallet.change(
      "get_block_header_by_height", #"{"status":"OK","block_header":{"height":99,"hash":"\#(Wallet.other)"}}"#)
    #expect(try await height(cursor) == 0)
    #expect(try await height(TransferCursor(rawValue: "nonsense")) == 0)
    // The chain is shorter than the height in the cursor.
    wallet.change("get_info", Wallet.info().replacing("\"height\":100", with: "\"height\":50"))
    #expect(try await height(cursor) == 0)
  }
}
