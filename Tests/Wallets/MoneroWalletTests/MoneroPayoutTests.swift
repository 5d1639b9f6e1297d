import JSON
import MoneroWallet
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// Tests transactions that make several payments, with answers that a real wallet does not give.
@Suite struct MoneroPayoutTests {
  private typealias Wallet = ScriptedWallet

  static let payout = [("B", 1_000_000_000_000), ("C", 500_000_000_000), ("D", 250_000_000_000)]
    .map { letter, units in
      PaymentIntent(
        address: "8" + String(repeating: letter, count: 94), amount: Amount(atomicUnits: UInt128(units)))
    }
  static let transfer = ScriptedWallet.transfer(amount: "1750000000000")
    .replacing(#""fee":2605200000"#, with: #""fee":2605200002"#)
  static let shares = [868_400_001, 868_400_001, 868_400_000].map { Amount(atomicUnits: $0) }

  static func with(_ member: String) -> String { transfer.dropLast() + ",\(member)}" }

  @Test func onePaymentEachFromOneTransaction() async throws {
    let wallet = try Wallet([
      "transfer": Self.with(#""amounts_by_dest":{"amounts":[250000000000,1000000000000,500000000000]}"#)
    ])
    let made = try await wallet.wallet.prepare(Self.payout, feeCap: Self.shares[0])
    #expect(made.map(\.transactionID) == [Wallet.transaction, Wallet.transaction, Wallet.transaction])
    #expect(made.map(\.fee) == Self.shares)
    #expect(Set(made.map(\.blob)).count == 3, "each blob is of its own payment")
    let coins = Wallet.images.map(CoinID.init(rawValue:))
    for signedTransaction in made { #expect(try wallet.wallet.coins(of: signedTransaction) == coins) }
    let transfer = try #require(wallet.calls.last { $0.method == "transfer" }).parameters
    #expect(transfer["do_not_relay"]?.boolValue == true)
    #expect(
      transfer["destinations"]?.arrayValue?.compactMap { $0["address"]?.stringValue } == Self.payout.map(\.address))
    #expect(wallet.count("transfer") == 1)
    #expect(try await wallet.wallet.commit(made[2]) == .accepted)
  }

  @Test func aShareAboveTheCapIsRefused() async throws {
    let wallet = try Wallet(["transfer": Self.transfer])
    let below = Amount(atomicUnits: Self.shares[0].atomicUnits - 1)
    await #expect(throws: WalletError.feeAboveCap) { try await wallet.wallet.prepare(Self.payout, feeCap: below) }
    #expect(wallet.wallet.reservations.isIdle && wallet.count("freeze") == 0)
  }

  @Test(arguments: [
    ("an amount is missing", ScriptedWallet.transfer(amount: "1500000000000")),
    (
      "split into two",
      MoneroPayoutTests.with(#""tx_hash_list":["\#(ScriptedWallet.transaction)","\#(ScriptedWallet.other)"]"#)
    ),
    (
      "as transfer_split answers",
      MoneroPayoutTests.transfer.replacing(
        #""tx_hash":"\#(ScriptedWallet.transaction)""#, with: #""tx_hash_list":["x","y"]"#)
    ),
    ("one amount fewer", MoneroPayoutTests.with(#""amounts_by_dest":{"amounts":[1000000000000,500000000000]}"#)),
    (
      "other amounts",
      MoneroPayoutTests.with(#""amounts_by_dest":{"amounts":[1000000000000,500000000001,249999999999]}"#)
    ),
  ])
  func refusesATransactionThatIsNotWhatWasAsked(_ why: String, _ answer: String) async throws {
    let wallet = try Wallet(["transfer": answer])
    await #expect(throws: WalletError.protocolViolation(code: nil), "\(why)") {
      try await wallet.wallet.prepare(Self.payout, feeCap: Wallet.fee)
    }
    #expect(wallet.wallet.reservations.isIdle)
  }

  @Test func askedForNothingOrTwiceTheSameAddressItCallsNobody() async throws {
    let wallet = try Wallet(["transfer": Self.transfer])
    let twice = [Self.payout[0], PaymentIntent(address: Self.payout[0].address, amount: Self.payout[1].amount)]
    let tooMany = (0...wallet.wallet.mostRecipients).map {
      PaymentIntent(address: "8\($0)", amount: Self.payout[0].amount)
    }
    for payout in [twice, tooMany, []] {
      await #expect(throws: WalletError.protocolViolation(code: nil)) {
        try await wallet.wallet.prepare(payout, feeCap: Wallet.fee)
      }
    }
    #expect(wallet.calls.isEmpty)
  }

  /// All payments of a transaction have the same note, which is read, extended and written.
  @Test func marksAtTheSameTimeDoNotOverwriteEachOther() async throws {
    let wallet = try Wallet(["transfer": Self.transfer, "set_tx_notes": "{}"])
    wallet.change("get_tx_notes", #"{"notes":["rent payport:one"]}"#)
    wallet.change("get_attribute", #"{"value":"0123456789abcdef=one"}"#)
    wallet.change("set_attribute", "{}")
    let made = try await wallet.wallet.prepare(Self.payout, feeCap: Wallet.fee)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (signedTransaction, intent) in zip(made, Self.payout) {
        group.addTask { try await wallet.wallet.mark(signedTransaction, paying: [intent.address], as: "two") }
      }
      try await group.waitForAll()
    }
    let notes = wallet.calls.filter { ["get_tx_notes", "set_tx_notes", "store"].contains($0.method) }.map(\.method)
    let turn = ["get_tx_notes", "set_tx_notes", "store"]
    #expect(notes == turn + turn + turn, "one after the other")
    wallet.change("get_tx_notes", #"{"notes":["rent payport:one payport:two"]}"#)
    try await wallet.wallet.mark(made[1], paying: [Self.payout[1].address], as: "two")
    #expect(wallet.count("set_tx_notes") == 3, "what is there is not written again")
  }

  @Test(arguments: ["[0]", "[3,3]", "[-1,3]", "[0,0]", #""x""#, "{}"])
  func aBlobWithoutAPlaceAmongOthersIsRefused(_ place: String) async throws {
    let wallet = try Wallet(["transfer": Self.transfer])
    let made = try await wallet.wallet.prepare(Self.payout, feeCap: Wallet.fee)
    let text = String(decoding: made[0].blob, as: UTF8.self)
    #expect(text.contains(#""place":[0,3]"#))
    let blob = Array(text.replacing("[0,3]", with: place).utf8)
    let broken = SignedTransaction(transactionID: made[0].transactionID, fee: made[0].fee, blob: blob)
    #expect(throws: WalletError.protocolViolation(code: nil)) { try wallet.wallet.coins(of: broken) }
  }
}
