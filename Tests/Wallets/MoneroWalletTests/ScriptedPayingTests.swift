import JSON
import MoneroWallet
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// Tests preparing and committing with answers that a real wallet hardly ever gives.
@Suite struct ScriptedPayingTests {
  private typealias Wallet = ScriptedWallet

  @Test func preparesAndCommits() async throws {
    let wallet = try Wallet()
    let signedTransaction = try await wallet.prepare()
    #expect(signedTransaction.transactionID == Wallet.transaction)
    #expect(signedTransaction.fee == Wallet.fee)
    #expect(
      wallet.frozen.isEmpty && wallet.calls.last?.method == "transfer", "nothing is frozen for what is in no ledger")
    let transfer = try #require(wallet.calls.last { $0.method == "transfer" }).parameters
    #expect(transfer["do_not_relay"]?.boolValue == true)
    #expect(transfer["destinations"]?[0]?["amount"]?.integerValue(as: UInt64.self) == 1_000_000_000_000)
    #expect(wallet.count("relay_tx") == 0)
    #expect(try await wallet.wallet.commit(signedTransaction) == .accepted)
    #expect(wallet.calls.suffix(2).map(\.method) == ["relay_tx", "store"])
    #expect(wallet.calls.last { $0.method == "relay_tx" }?.parameters == ["hex": "01ff"])
  }

  /// For a text that is not an address, `transfer` would ask name servers.
  @Test(arguments: [#"{"valid":false,"nettype":""}"#, #"{"valid":true,"nettype":"stagenet"}"#])
  func neverBuildsForWhatIsNoAddress(_ check: String) async throws {
    let wallet = try Wallet()
    _ = try await wallet.prepare()
    wallet.change("validate_address", check)
    let before = wallet.count("transfer")
    await #expect(throws: WalletError.invalidAddress) { try await wallet.prepare() }
    await #expect(throws: WalletError.invalidAddress) { try await wallet.wallet.quote(Wallet.intent) }
    for text in ["donate.getmonero.org", "", Wallet.address + " ", "8" + String(repeating: "é", count: 47)] {
      let intent = PaymentIntent(address: text, amount: Wallet.intent.amount)
      await #expect(throws: WalletError.invalidAddress) { try await wallet.wallet.quote(intent) }
      #expect(try await wallet.wallet.checkAddress(text) == .malformed)
    }
    #expect(wallet.count("transfer") == before)
  }

  @Test func aQuoteLeavesNothing() async throws {
    let wallet = try Wallet()
    #expect(try await wallet.wallet.quote(Wallet.intent).fee == Wallet.fee)
    #expect(wallet.calls.allSatisfy { !["freeze", "store", "relay_tx"].contains($0.method) })
    #expect(wallet.calls.last?.parameters["do_not_relay"]?.boolValue == true)
  }

  @Test func aFeeAboveTheCapFreezesNothing() async throws {
    let wallet = try Wallet()
    let below = Amount(atomicUnits: Wallet.fee.atomicUnits - 1)
    await #expect(throws: WalletError.feeAboveCap) { try await wallet.prepare(feeCap: below) }
    #expect(wallet.count("freeze") == 0)
  }

  @Test(arguments: [
    ScriptedWallet.transfer(amount: "999999999999"), ScriptedWallet.transfer(amount: "1e12"),
    ScriptedWallet.transfer(amount: "-1"),
    ScriptedWallet.transfer(images: []), ScriptedWallet.transfer(images: ["zz"]), ScriptedWallet.transfer(id: "B"),
    "{}", "[]", "null",
  ])
  func refusesATransactionThatIsNotWhatWasAsked(_ answer: String) async throws {
    let wallet = try Wallet(["transfer": answer])
    await #expect(throws: WalletError.protocolViolation(code: nil)) { try await wallet.prepare() }
    #expect(wallet.frozen.isEmpty)
  }

  @Test(arguments: [
    ("!-17 not enough money", WalletError.insufficientFunds), ("!-37 not enough unlocked money", .insufficientFunds),
    ("!-16 fee", .insufficientFunds), ("!-18 too large", .insufficientFunds), ("!-2 address", .invalidAddress),
    ("!-46 zero", .amountTooSmall), ("!-13 No wallet file", .unavailable), ("!-38 no connection", .unavailable),
    ("!0", .unavailable), ("!-3 busy", .syncing), ("!-29 watch-only", .locked), ("!-7 denied", .unauthorized),
    ("!-19 not enough outputs", .protocolViolation(code: -19)), ("!-4 other", .protocolViolation(code: -4)),
  ])
  func readsTheWalletsErrors(_ answer: String, _ expected: WalletError) async throws {
    let wallet = try Wallet(["transfer": answer])
    await #expect(throws: expected) { try await wallet.prepare() }
  }

  /// The change of each payment cannot be spent for ten blocks, and coins that are frozen for another payment cannot be
  /// spent at all.
  @Test(arguments: [
    (#"{"balance":2000000000000,"unlocked_balance":5}"#, "{}", WalletError.coinsBusy),
    (#"{"balance":5,"unlocked_balance":5}"#, ScriptedPayingTests.frozen("2000000000000"), .coinsBusy),
    (#"{"balance":2000000000000,"unlocked_balance":2000000000000}"#, "{}", .insufficientFunds),
    (#"{"balance":1000000000000,"unlocked_balance":5}"#, "{}", .insufficientFunds),
    (#"{"balance":5,"unlocked_balance":5}"#, ScriptedPayingTests.frozen("20"), .insufficientFunds),
  ])
  func tellsCoinsThatAreBusyFromALack(_ balance: String, _ coins: String, _ expected: WalletError) async throws {
    let wallet = try Wallet([
      "transfer": "!-37 not enough unlocked money", "get_balance": balance, "incoming_transfers": coins,
    ])
    await #expect(throws: expected) { try await wallet.prepare() }
    guard expected == .coinsBusy else { return }
    #expect(try await wallet.wallet.quote(Wallet.intent).fee > .zero, "an estimate")
    wallet.change("transfer", "!-18 too large")
    await #expect(throws: WalletError.insufficientFunds) { try await wallet.prepare() }
  }

  static func frozen(_ amount: String) -> String {
    #"{"transfers":[{"amount":\#(amount),"frozen":true,"unlocked":true}]}"#
  }

  @Test func whatTheDaemonHasNotReadIsNoLackOfFunds() async throws {
    for info in [Wallet.info(target: 200), Wallet.info(synchronized: false)] {
      let wallet = try Wallet(["transfer": "!-17 not enough money", "get_info": info])
      await #expect(throws: WalletError.syncing) { try await wallet.prepare() }
    }
  }

  /// The first call after a restart of monerod fails in this way.
  @Test(arguments: ["!-38 no connection to daemon", "!0"])
  func asksAgainWhereTheDaemonWasStartedAnew(_ failure: String) async throws {
    let wallet = try Wallet()
    wallet.change("refresh", failure, "{}")
    _ = try await wallet.prepare()
    #expect(wallet.count("refresh") == 2)
    wallet.change("refresh", failure)
    await #expect(throws: WalletError.unavailable) { try await wallet.prepare() }
    #expect(wallet.count("refresh") == 4, "twice and no more")
  }

  @Test func freezesAndThawsForGood() async throws {
    let wallet = try Wallet()
    let signedTransaction = try await wallet.prepare()
    try await wallet.wallet.lock(signedTransaction)
    #expect(wallet.frozen == Set(Wallet.images))
    #expect(wallet.calls.last?.method == "store", "the frozen coins are written down")
    wallet.change("frozen", #"{"frozen":true}"#)
    try await wallet.wallet.lock(signedTransaction)
    #expect(wallet.count("freeze") == 2 && wallet.count("store") == 1, "once")
    try await wallet.wallet.release(signedTransaction)
    #expect(wallet.frozen.isEmpty)
    #expect(wallet.calls.last?.method == "store")
    wallet.change("store", "!-1 disk full")
    await #expect(throws: WalletError.protocolViolation(code: -1)) {
      try await wallet.wallet.release(signedTransaction)
    }
  }

  /// The owner has opened another wallet in the meantime.
  @Test func whatTheWalletDoesNotKnowNeedNotBeThawed() async throws {
    let unknown = "!-1 Key image not found"
    let wallet = try Wallet(["thaw": unknown, "freeze": unknown, "frozen": unknown])
    let signedTransaction = try await wallet.prepare()
    try await wallet.wallet.release(signedTransaction)
    await #expect(throws: WalletError.protocolViolation(code: -1)) { try await wallet.wallet.lock(signedTransaction) }
  }

  @Test func freezesAgainWhatTheWalletForgot() async throws {
    let wallet = try Wallet()
    _ = try await wallet.prepare()
    wallet.change("incoming_transfers", Wallet.coins(Wallet.images + [Wallet.other]))
    // The wallet chooses the coins of the first payment again and again.
    await #expect(throws: WalletError.unavailable) { try await wallet.prepare() }
    #expect(wallet.frozen == Set(Wallet.images) && wallet.calls.last?.method == "store")
    wallet.change("transfer", Wallet.transfer(images: [Wallet.other]))
    _ = try await wallet.prepare()
  }

  @Test func neverRelaysWhatIsInABlock() async throws {
    let wallet = try Wallet()
    let signedTransaction = try await wallet.prepare()
    for confirmations in [1, 1000] {
      wallet.change("/get_transactions", Wallet.seen(confirmations))
      #expect(try await wallet.wallet.commit(signedTransaction) == .accepted)
      #expect(try await wallet.wallet.lookup(signedTransaction) == .confirmed(confirmations))
    }
    #expect(wallet.count("relay_tx") == 0)
    #expect(wallet.count("/send_raw_transaction") == 0)
  }

  @Test func remindsAWalletThatForgotWhatWaits() async throws {
    let wallet = try Wallet()
    let signedTransaction = try await wallet.prepare()
    wallet.change("/get_transactions", Wallet.seen(0))
    #expect(try await wallet.wallet.commit(signedTransaction) == .accepted)
    #expect(wallet.calls.suffix(2).map(\.method) == ["relay_tx", "store"])
    wallet.change("get_transfer_by_txid", "{}")
    #expect(try await wallet.wallet.commit(signedTransaction) == .accepted)
    #expect(wallet.count("relay_tx") == 1, "not again where it remembers")
  }

  @Test func aStoreThatFailedIsMadeUpFor() async throws {
    let wallet = try Wallet()
    let signedTransaction = try await wallet.prepare()
    wallet.change("store", "!-1 disk full")
    await #expect(throws: WalletError.protocolViolation(code: -1)) { try await wallet.wallet.commit(signedTransaction) }
    wallet.change("store", "{}")
    let before = wallet.count("store")
    _ = try await wallet.wallet.transfers(since: nil, depth: 1)
    #expect(wallet.count("store") == before + 1)
  }

  @Test(arguments: ["!-4 Failed to commit tx.", "!-26 Failed to parse hex.", "!-27 Failed to parse tx metadata."])
  func handsItToTheDaemonWhereTheWalletCannot(_ failure: String) async throws {
    let wallet = try Wallet(["relay_tx": failure, "/send_raw_transaction": #"{"status":"OK"}"#])
    let signedTransaction = try await wallet.prepare()
    #expect(try await wallet.wallet.commit(signedTransaction) == .accepted)
    #expect(wallet.calls.last?.parameters["tx_as_hex"]?.stringValue == "02ff")
  }

  @Test(arguments: [
    (#"{"status":"Failed","invalid_input":true}"#, CommitOutcome.rejected(.invalid)),
    (#"{"status":"Failed","too_big":true}"#, .rejected(.invalid)),
    (#"{"status":"Failed","fee_too_low":true}"#, nil), (#"{"status":"Failed"}"#, nil), (#"{"status":"BUSY"}"#, nil),
    ("{}", nil),
  ])
  func readsTheDaemonsWord(_ answer: String, _ expected: CommitOutcome?) async throws {
    let wallet = try Wallet(["relay_tx": "!-4 Failed to commit tx.", "/send_raw_transaction": answer])
    let signedTransaction = try await wallet.prepare()
    if let expected {
      #expect(try await wallet.wallet.commit(signedTransaction) == expected)
    } else {
      await #expect(throws: WalletError.self) { try await wallet.wallet.commit(signedTransaction) }
    }
  }

  @Test func aRefusalOfWhatGotThroughMeanwhileIsNone() async throws {
    let wallet = try Wallet(["relay_tx": "!-4 Failed to commit tx."])
    let signedTransaction = try await wallet.prepare()
    wallet.change("/get_transactions", Wallet.missed(), Wallet.seen(1))
    #expect(try await wallet.wallet.commit(signedTransaction) == .accepted)
  }

  @Test func aConflictIsFinalOnlyInABlock() async throws {
    let spender = #"{\"vin\":[{\"key\":{\"k_image\":\"\#(Wallet.images[1])\"}}]}"#
    let wallet = try Wallet(["relay_tx": "!-4 Failed to commit tx."])
    let signedTransaction = try await wallet.prepare()
    wallet.change("/is_key_image_spent", #"{"status":"OK","spent_status":[0,2]}"#)
    #expect(try await wallet.wallet.lookup(signedTransaction) == .conflicted(confirmations: 0))
    await #expect(throws: WalletError.protocolViolation(code: nil)) {
      try await wallet.wallet.commit(signedTransaction)
    }
    wallet.change("/is_key_image_spent", #"{"status":"OK","spent_status":[0,1]}"#)
    // The wallet does not know the other transaction yet.
    await #expect(throws: WalletError.syncing) { try await wallet.wallet.lookup(signedTransaction) }
    await #expect(throws: WalletError.syncing) { try await wallet.wallet.commit(signedTransaction) }
    wallet.change("get_transfers", #"{"out":[{"txid":"\#(Wallet.other)","amount":0}]}"#)
    let conflict = [Wallet.missed(), Wallet.missed(), Wallet.seen(7, Wallet.other, json: spender)]
    wallet.change(["/get_transactions": conflict])
    #expect(try await wallet.wallet.lookup(signedTransaction) == .conflicted(confirmations: 7))
    wallet.change(["/get_transactions": conflict])
    #expect(try await wallet.wallet.commit(signedTransaction) == .rejected(.conflicted))
    // A wallet that has only seen the other transaction in a block does not know its recipient. It may be this very
    // payment.
    wallet.change("get_transfers", #"{"out":[{"txid":"\#(Wallet.other)","amount":1000000000000}]}"#)
    wallet.change(["/get_transactions": conflict])
    #expect(try await wallet.wallet.lookup(signedTransaction) == .spent(by: Wallet.other, confirmations: 7))
    wallet.change(["/get_transactions": conflict])
    await #expect(throws: WalletError.protocolViolation(code: nil), "it may be the payment") {
      try await wallet.wallet.commit(signedTransaction)
    }
    // This is another transaction of the owner that is unrelated.
    wallet.change(["/get_transactions": [Wallet.missed(), Wallet.missed(), Wallet.seen(7, Wallet.other, json: "{}")]])
    await #expect(throws: WalletError.syncing) { try await wallet.wallet.lookup(signedTransaction) }
    #expect(wallet.count("relay_tx") == 0)
  }

  /// This happens when the owner has paid the same again from a copy of the wallet with the same coins.
  @Test func whatPaysTheRecipientTheSameIsThisPayment() async throws {
    let spender = #"{\"vin\":[{\"key\":{\"k_image\":\"\#(Wallet.images[1])\"}}]}"#
    let wallet = try Wallet(["/is_key_image_spent": #"{"status":"OK","spent_status":[0,1]}"#])
    let signedTransaction = try await wallet.prepare()
    let conflict = [Wallet.missed(), Wallet.missed(), Wallet.seen(7, Wallet.other, json: spender)]
    for (amount, address, expected) in [
      ("1000000000000", Wallet.address, 1), ("1000000000001", Wallet.address, 0), ("1000000000000", "8other", 0),
    ] {
      wallet.change(
        "get_transfers",
        #"{"out":[{"txid":"\#(Wallet.other)","amount":1000000000000,"fee":7,"#
          + #""destinations":[{"amount":\#(amount),"address":"\#(address)"}]}]}"#)
      wallet.change(["/get_transactions": conflict])
      let other = PaymentReplacement(transactionID: Wallet.other, fee: Amount(atomicUnits: 7))
      #expect(
        try await wallet.wallet.lookup(signedTransaction)
          == (expected == 1 ? .replaced(by: other, confirmations: 7, payments: 1) : .conflicted(confirmations: 7)))
    }
  }

  @Test func relaysSomethingElseIsAViolation() async throws {
    let wallet = try Wallet(["relay_tx": #"{"tx_hash":"\#(Wallet.other)"}"#])
    let signedTransaction = try await wallet.prepare()
    await #expect(throws: WalletError.protocolViolation(code: nil)) {
      try await wallet.wallet.commit(signedTransaction)
    }
  }
}
