import BitcoinWallet
import Dispatch
import JSON
import PaymentsModel
import Synchronization
import TestSupport
import Testing
import WalletBackend

/// Tests invalid answers and rare errors, which cannot be caused with a real daemon.
@Suite struct ScriptedDaemonTests {
  private typealias Daemon = ScriptedDaemon

  @Test func preparesAndCommits() async throws {
    let daemon = try Daemon()
    let signedTransaction = try await daemon.prepare()
    #expect(signedTransaction.transactionID == Daemon.transaction)
    #expect(signedTransaction.fee == Daemon.fee)
    #expect(!daemon.isCoinFree)
    #expect(!daemon.calls.contains { ["sendrawtransaction", "lockunspent"].contains($0.method) })
    #expect(try await daemon.wallet.commit(signedTransaction) == .accepted)
    let sent = try #require(daemon.calls.last { $0.method == "sendrawtransaction" })
    #expect(sent.parameters == ["00ff", "0"])
    let line = try #require(daemon.server.requests.last { $0.line.contains("wallet") }?.line)
    #expect(line == "POST /wallet/my%20wallet%2F1 HTTP/1.1")
  }

  /// Choosing coins takes a daemon most of the time of a payment.
  @Test func coinsAreChosenOnceForAQuoteAndItsPayment() async throws {
    let daemon = try Daemon()
    let quote = try await daemon.wallet.quote(Daemon.intent)
    let signedTransaction = try await daemon.prepare()
    #expect(signedTransaction.fee == quote.fee)
    #expect(daemon.choices == 1)
    #expect(!daemon.calls.contains { $0.method == "listunspent" })
    // The choice was used up.
    try daemon.wallet.reservations.giveBack(daemon.wallet.coins(of: signedTransaction))
    _ = try await daemon.prepare()
    #expect(daemon.choices == 2)
  }

  @Test(arguments: [
    ("listlockunspent", #"[{"txid":"\#(ScriptedDaemon.coin)","vout":0}]"#, "the owner locked the coin"),
    ("testmempoolaccept", #"[{"allowed":false,"reject-reason":"missing-inputs"}]"#, "the coin was spent"),
  ])
  func coinsAreChosenAgainWhereTheQuoteIsNoLongerGood(_ method: String, _ answer: String, _ why: Comment) async throws {
    let daemon = try Daemon()
    _ = try await daemon.wallet.quote(Daemon.intent)
    daemon.change([method: answer])
    _ = try? await daemon.wallet.prepare(Daemon.intent, feeCap: Daemon.fee)
    #expect(daemon.choices == 2, why)
  }

  @Test func aQuoteWhoseCoinsAnotherPaymentTookIsChosenAgain() async throws {
    let daemon = try Daemon()
    _ = try await daemon.wallet.quote(Daemon.intent)
    let coin = CoinID(rawValue: "\(Daemon.coin):0")
    #expect(daemon.wallet.reservations.take([coin]))
    daemon.wallet.reservations.keep([coin])
    daemon.change([
      "decodepsbt": Daemon.psbt(coin: Daemon.other),
      "decoderawtransaction": Daemon.signed(coin: Daemon.other),
    ])
    let signedTransaction = try await daemon.prepare()
    #expect(try daemon.wallet.coins(of: signedTransaction) == [CoinID(rawValue: "\(Daemon.other):0")])
  }

  @Test func paymentsGetChangeAddressesOfTheirOwn() async throws {
    let daemon = try Daemon()
    _ = try await daemon.wallet.quote(Daemon.intent)
    _ = try await daemon.wallet.quote(Daemon.intent)
    #expect(daemon.calls.count { $0.method == "getrawchangeaddress" } == 1, "quotes use up none")
    let signedTransaction = try await daemon.prepare()
    try daemon.wallet.reservations.giveBack(daemon.wallet.coins(of: signedTransaction))
    daemon.change([
      "getrawchangeaddress": #""rltc1qanotherchange""#,
      "decoderawtransaction": Daemon.signed(changeAddress: "rltc1qanotherchange"),
    ])
    _ = try await daemon.prepare()
    let used = daemon.calls.filter { $0.method == "walletcreatefundedpsbt" }.map {
      $0.parameters[3]?["changeAddress"]?.stringValue
    }
    #expect(used.last == "rltc1qanotherchange" && used.first == "rltc1qchangechangechange")
  }

  /// Another payment reserves coins between the two calls that determine the largest payment.
  @Test func theRangeIsNotEmptyBecauseAnotherPaymentTookCoinsMeanwhile() async throws {
    let shared = Mutex<ScriptedDaemon?>(nil)
    let daemon = try Daemon(["walletcreatefundedpsbt": "!-4 Insufficient funds"]) { method, _ in
      guard method == "listlockunspent" else { return }
      shared.withLock { $0 }?.change([
        "listunspent": #"[{"txid":"\#(Daemon.other)","vout":0,"amount":20.00000000,"spendable":true}]"#,
        "walletcreatefundedpsbt": Daemon.answers["walletcreatefundedpsbt"] ?? "",
      ])
    }
    shared.withLock { $0 = daemon }
    defer { shared.withLock { $0 = nil } }
    let most = try await daemon.wallet.largestPayment()
    #expect(most == Amount(atomicUnits: 2_000_000_000 - 28_200 - 9_401))
  }

  @Test(arguments: [
    ("another recipient", ScriptedDaemon.signed(script: "0014cc")),
    ("less paid", ScriptedDaemon.signed(paid: "1.24999999", change: "48.74971801")),
    ("a higher fee", ScriptedDaemon.signed(change: "48.74971799")),
    ("a lower fee", ScriptedDaemon.signed(change: "48.74971801")),
    ("another coin", ScriptedDaemon.signed(coin: String(repeating: "c", count: 64))),
    ("an unsigned input", ScriptedDaemon.signed(witness: "[]")),
    ("a third output", ScriptedDaemon.signed(more: #",{"value":0.0,"scriptPubKey":{"hex":"0014dd"}}"#)),
    ("change to somebody else", ScriptedDaemon.signed(changeAddress: "rltc1qsomebodyelse")),
    ("nine decimals", ScriptedDaemon.signed(paid: "1.250000001")),
    ("an exponent", ScriptedDaemon.signed(paid: "125e-2")),
    ("a negative amount", ScriptedDaemon.signed(change: "-48.74971800")),
    ("an amount as text", ScriptedDaemon.signed(paid: "\"1.25\"")),
    ("no transaction", "{}"), ("no object", "[]"), ("null", "null"),
  ])
  func refusesASignedTransactionThatIsNotWhatWasAsked(_ name: String, _ decoded: String) async throws {
    let daemon = try Daemon(["decoderawtransaction": decoded])
    await #expect(throws: WalletError.protocolViolation(code: nil)) { try await daemon.prepare() }
    #expect(daemon.isCoinFree, "\(name)")
  }

  @Test(arguments: [
    ("walletprocesspsbt", "!-13 Please enter the wallet passphrase", WalletError.locked),
    ("walletprocesspsbt", #"{"psbt":"","complete":false}"#, .protocolViolation(code: nil)),
    ("finalizepsbt", #"{"hex":"00ff","complete":false}"#, .protocolViolation(code: nil)),
    ("finalizepsbt", #"{"hex":"zz","complete":true}"#, .protocolViolation(code: nil)),
    ("decodepsbt", #"{"tx":{"vin":[],"vout":[{"value":1.25000000}]},"inputs":[]}"#, .insufficientFunds),
    ("decodepsbt", "!-22 TX decode failed", .protocolViolation(code: -22)),
    ("walletcreatefundedpsbt", "!-4 Insufficient funds", .insufficientFunds),
    ("walletcreatefundedpsbt", "!-6 Insufficient funds", .insufficientFunds),
    ("walletcreatefundedpsbt", "!-4 Transaction has too long of a mempool chain", .coinsBusy),
    (
      "testmempoolaccept", #"[{"allowed":false,"reject-reason":"too-long-mempool-chain, too many [limit: 25]"}]"#,
      .coinsBusy
    ),
    ("testmempoolaccept", #"[{"allowed":false,"reject-reason":"missing-inputs"}]"#, .syncing),
    (
      "testmempoolaccept", #"[{"allowed":false,"reject-reason":"mempool min fee not met"}]"#,
      .protocolViolation(code: -26)
    ),
    ("walletcreatefundedpsbt", "!-4 Transaction amount too small", .amountTooSmall),
    ("walletcreatefundedpsbt", "!-4 Fee exceeds maximum configured by -maxtxfee", .feeAboveCap),
    ("walletcreatefundedpsbt", "!-4 Signing transaction failed", .protocolViolation(code: -4)),
    ("walletcreatefundedpsbt", "!-5 Invalid Litecoin address", .invalidAddress),
    ("walletcreatefundedpsbt", "!-12 Error: Keypool ran out", .locked),
    ("walletcreatefundedpsbt", "!-32601 Method not found", .protocolViolation(code: -32601)),
    ("walletcreatefundedpsbt", #"{"psbt":"cHNidA==","fee":0.00028201,"changepos":1}"#, .feeAboveCap),
    ("walletcreatefundedpsbt", #"{"psbt":"cHNidA==","fee":"0.00028200"}"#, .protocolViolation(code: nil)),
    ("validateaddress", #"{"isvalid":false}"#, .invalidAddress),
    ("validateaddress", #"{"isvalid":true,"address":"rltc1qanotheranother","scriptPubKey":"00"}"#, .invalidAddress),
    ("getblockchaininfo", "!-28 Verifying wallet(s)…", .syncing),
    ("getblockchaininfo", #"{"chain":"main"}"#, .protocolViolation(code: nil)),
  ])
  func mapsFailuresAndFreesTheCoin(_ method: String, _ answer: String, _ expected: WalletError) async throws {
    let daemon = try Daemon([method: answer])
    await #expect(throws: expected) { try await daemon.prepare() }
    #expect(daemon.isCoinFree)
  }

  @Test(arguments: [
    ("getblockchaininfo", #"{"chain":"regtest","blocks":7,"headers":7,"initialblockdownload":true}"#),
    ("getblockchaininfo", #"{"chain":"regtest","blocks":7,"headers":8,"initialblockdownload":false}"#),
    ("getwalletinfo", #"{"scanning":{"duration":1,"progress":0.5}}"#),
    ("getmempoolinfo", #"{"loaded":false}"#),
    ("getwalletinfo", "!-28 Loading wallet…"),
  ])
  func aLackOfFundsIsBelievedOnlyOfADaemonThatIsUpToDate(_ method: String, _ answer: String) async throws {
    let daemon = try Daemon(["walletcreatefundedpsbt": "!-4 Insufficient funds", "listunspent": "[]"])
    await #expect(throws: WalletError.insufficientFunds) { try await daemon.prepare() }
    #expect(
      daemon.calls.count { $0.method == "walletcreatefundedpsbt" } == 2, "asked again once it was found up to date")
    daemon.change([method: answer])
    await #expect(throws: WalletError.syncing) { try await daemon.prepare() }
    await #expect(throws: WalletError.syncing) { try await daemon.wallet.quote(Daemon.intent) }
  }

  @Test func aDaemonThatHadMoreBlocksBeforeIsBehind() async throws {
    let daemon = try Daemon()
    #expect(await daemon.wallet.status() == .ready)
    let few = #"{"chain":"regtest","blocks":3,"headers":3,"verificationprogress":1,"initialblockdownload":false}"#
    daemon.change(["getblockchaininfo": few, "walletcreatefundedpsbt": "!-4 Insufficient funds"])
    await #expect(throws: WalletError.syncing) { try await daemon.prepare() }
    #expect(await daemon.wallet.status() == .syncing)
    daemon.change(Daemon.answers)
    #expect(try await daemon.prepare().fee == Daemon.fee)
    #expect(await daemon.wallet.status() == .ready)
  }

  @Test func locksAgainWhatTheDaemonForgot() async throws {
    let daemon = try Daemon()
    _ = try await daemon.prepare()
    // The daemon was restarted and chooses the coin of the first payment again and again.
    await #expect(throws: WalletError.unavailable) { try await daemon.prepare() }
    let locks = daemon.calls.filter { $0.method == "lockunspent" }
    #expect(
      locks.count == 4 && locks.allSatisfy { $0.parameters == [false, [["txid": .string(Daemon.coin), "vout": 0]]] })
    #expect(daemon.calls.count { $0.method == "walletprocesspsbt" } == 1, "the second was not signed")
    daemon.change(["decodepsbt": Daemon.answers["decodepsbt", default: ""].replacing(Daemon.coin, with: Daemon.other)])
    daemon.change(["decoderawtransaction": Daemon.signed(coin: Daemon.other)])
    _ = try await daemon.prepare()
  }

  @Test func choosesOnlyOnceNothingIsBeingBuilt() async throws {
    let daemon = try Daemon()
    let first = try await daemon.wallet.prepare(Daemon.intent, feeCap: Daemon.fee)
    let second = Task { try await daemon.prepare() }
    let cancelled = Task { try await daemon.prepare() }
    _ = try await eventually("they wait") { daemon.calls.count { $0.method == "validateaddress" } == 3 ? true : nil }
    cancelled.cancel()
    #expect(daemon.calls.count { $0.method == "walletcreatefundedpsbt" } == 1)
    daemon.wallet.reservations.giveBack(try daemon.wallet.coins(of: first))
    #expect(try await second.value == first)
    guard case .failure = await cancelled.result else {
      Issue.record("it was not cancelled")
      return
    }
    #expect(daemon.wallet.reservations.isIdle)
  }

  @Test(arguments: [
    ("!-27 Transaction already in block chain", CommitOutcome.accepted),
    ("!-22 TX decode failed", .rejected(.invalid)),
    ("!-26 bad-txns-in-belowout", .rejected(.invalid)),
  ])
  func readsTheDaemonsWordOnACommit(_ answer: String, _ expected: CommitOutcome) async throws {
    let daemon = try Daemon(["sendrawtransaction": answer])
    #expect(try await daemon.wallet.commit(daemon.prepare()) == expected)
  }

  @Test(arguments: [
    ("!-25 bad-txns-inputs-missingorspent", WalletError.syncing),
    ("!-25 something else", .protocolViolation(code: -25)),
    ("!-26 min relay fee not met", .protocolViolation(code: -26)),
    ("!-26 mempool min fee not met", .protocolViolation(code: -26)),
    ("!-26 too-long-mempool-chain", .protocolViolation(code: -26)),
    ("!-26 mandatory-script-verify-flag-failed", .protocolViolation(code: -26)),
    ("!-26 bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 9", .syncing),
    ("!-28 Loading block index…", .syncing),
    ("\"\(ScriptedDaemon.coin)\"", .protocolViolation(code: nil)),
    ("17", .protocolViolation(code: nil)),
  ])
  func leavesTheOutcomeOpenWhereItIs(_ answer: String, _ expected: WalletError) async throws {
    let daemon = try Daemon(["sendrawtransaction": answer])
    let signedTransaction = try await daemon.prepare()
    await #expect(throws: expected) { try await daemon.wallet.commit(signedTransaction) }
  }

  @Test func aMissingParentIsNoConflict() async throws {
    // This is the state after a crash that lost blocks: neither the coin nor the transaction that made it exists.
    let daemon = try Daemon([
      "sendrawtransaction": "!-25 bad-txns-inputs-missingorspent", "gettxout": "null",
    ])
    let signedTransaction = try await daemon.prepare()
    await #expect(throws: WalletError.syncing) { try await daemon.wallet.commit(signedTransaction) }
    await #expect(throws: WalletError.syncing) { try await daemon.wallet.lookup(signedTransaction) }
  }

  @Test(arguments: [
    "", "nonsense", "{}", "[]", "null", #"{"result":1,"error":null,"id":"other"}"#,
    #"{"error":null,"id":"getblockchaininfo"}"#, #"{"result":1,"error":"text","id":"getblockchaininfo"}"#,
    #"{"result":{"chain":1},"error":null,"id":"getblockchaininfo"}"#, String(repeating: "[", count: 100_000),
  ])
  func nonsenseIsAProtocolViolation(_ body: String) async throws {
    let server = try ScriptedServer { request in
      // Nonsense that answers the very call that was made.
      let id = (try? JSONValue(parsing: request.body))?["id"]?.text() ?? ""
      return [.answer(body.replacing(#""getblockchaininfo""#, with: id))]
    }
    let wallet = try BitcoinWallet(
      BitcoinWalletConfiguration(
        family: .bitcoin, chain: .regtest, url: server.url, credentials: .password(user: "", password: "")))
    await #expect(throws: WalletError.protocolViolation(code: nil)) { try await wallet.newAddress(label: "") }
    #expect(await wallet.status() == .unavailable)
  }

  @Test func aCancelledPaymentLeavesNothingTaken() async throws {
    let isSigning = Mutex(false)
    let goesOn = DispatchSemaphore(value: 0)
    let daemon = try Daemon { method, _ in
      guard method == "walletprocesspsbt" else { return }
      isSigning.withLock { $0 = true }
      goesOn.wait()
    }
    let preparing = Task { try await daemon.prepare() }
    _ = try await eventually("it is being signed") { isSigning.withLock { $0 } ? true : nil }
    preparing.cancel()
    let result = await preparing.result
    goesOn.signal()
    guard case .failure = result else {
      Issue.record("it was not cancelled")
      return
    }
    #expect(daemon.isCoinFree)
  }

  @Test func tellsTheStatus() async throws {
    let node = #""chain":"regtest","verificationprogress":1"#
    for (method, answer, expected) in [
      ("getwalletinfo", #"{"scanning":false}"#, WalletStatus.ready),
      ("getwalletinfo", #"{"scanning":false,"unlocked_until":0}"#, .locked),
      ("getwalletinfo", #"{"scanning":false,"unlocked_until":1900000000}"#, .ready),
      ("getwalletinfo", #"{"scanning":{"duration":1,"progress":0.5}}"#, .syncing),
      ("getwalletinfo", "!-18 Requested wallet does not exist or is not loaded", .unavailable),
      ("getwalletinfo", "!-28 Loading wallet…", .syncing),
      ("getblockchaininfo", "{\(node),\"blocks\":1,\"headers\":9,\"initialblockdownload\":false}", .syncing),
      ("getblockchaininfo", "{\(node),\"blocks\":9,\"headers\":9,\"initialblockdownload\":true}", .syncing),
      ("getblockchaininfo", "{\(node),\"blocks\":9}", .unavailable),
    ] {
      #expect(try await Daemon([method: answer]).wallet.status() == expected, "\(method) \(answer)")
    }
  }
}
