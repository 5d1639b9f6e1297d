import BitcoinWallet
import JSON
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// Tests transactions that make several payments, with answers that a real daemon does not give. The daemon decodes
/// each address to the same script, so the amounts distinguish the outputs.
@Suite struct BitcoinPayoutTests {
  private typealias Daemon = ScriptedDaemon

  /// Three payments of 1.25, 0.5 and 0.25 LTC from a coin of 50, with a fee of 0.00028201.
  static let payout = [("0", 125_000_000), ("1", 50_000_000), ("2", 25_000_000)].map { suffix, units in
    PaymentIntent(address: Daemon.address + suffix, amount: Amount(atomicUnits: UInt128(units)))
  }
  static let outputs = [("1.25000000", "0014a0"), ("0.50000000", "0014a1"), ("0.25000000", "0014a2")]
  static let shares = [9_401, 9_400, 9_400].map { Amount(atomicUnits: $0) }

  /// The signed transaction as the daemon decodes it.
  static func signed(
    _ outputs: [(String, String)] = outputs, change: String = "47.99971799", to changeAddress: String? = nil
  ) -> String {
    let list = outputs.map { #"{"value":\#($0.0),"scriptPubKey":{"hex":"\#($0.1)","addresses":["x"]}}"# }
    let changeAddress = changeAddress ?? "rltc1qchangechangechange"
    let change = #"{"value":\#(change),"scriptPubKey":{"hex":"0014bb","addresses":["\#(changeAddress)"]}}"#
    return #"{"txid":"\#(Daemon.transaction)","vin":[{"txid":"\#(Daemon.coin)","vout":0,"txinwitness":["00"]}],"#
      + #""vout":[\#((list + [change]).joined(separator: ","))]}"#
  }

  private static func daemon(_ changed: [String: String] = [:]) throws -> Daemon {
    try Daemon(
      [
        "walletcreatefundedpsbt": #"{"psbt":"cHNidA==","fee":0.00028201,"changepos":3}"#,
        "decodepsbt": Daemon.psbt(paying: ["1.25000000", "0.50000000", "0.25000000", "47.99971799"]),
        "decoderawtransaction": signed(),
      ].merging(changed) { $1 },
      validate: { address in
        #"{"isvalid":true,"address":"\#(address)","scriptPubKey":"0014a\#(address.suffix(1))","ismweb":false}"#
      })
  }

  @Test func onePaymentEachFromOneTransaction() async throws {
    let daemon = try Self.daemon()
    let made = try await daemon.wallet.prepare(Self.payout, feeCap: Self.shares[0])
    #expect(made.map(\.transactionID) == [Daemon.transaction, Daemon.transaction, Daemon.transaction])
    #expect(made.map(\.fee) == Self.shares)
    #expect(Set(made.map(\.blob)).count == 3, "each blob is of its own payment")
    let coins = [CoinID(rawValue: "\(Daemon.coin):0")]
    for signedTransaction in made { #expect(try daemon.wallet.coins(of: signedTransaction) == coins) }
    let funded = try #require(daemon.calls.last { $0.method == "walletcreatefundedpsbt" }).parameters
    #expect(
      funded[1] == [
        [Self.payout[0].address: "1.25"], [Self.payout[1].address: "0.5"], [Self.payout[2].address: "0.25"],
      ])
    for method in ["walletcreatefundedpsbt", "decodepsbt", "walletprocesspsbt", "testmempoolaccept"] {
      #expect(daemon.calls.count { $0.method == method } == 1, "\(method) once for all")
    }
    #expect(try await daemon.wallet.commit(made[2]) == .accepted)
  }

  @Test func aShareAboveTheCapIsRefused() async throws {
    let daemon = try Self.daemon()
    await #expect(throws: WalletError.feeAboveCap) {
      try await daemon.wallet.prepare(Self.payout, feeCap: Self.shares[1])
    }
    #expect(daemon.isCoinFree)
  }

  @Test(arguments: [
    (
      "an output is missing",
      BitcoinPayoutTests.signed(Array(BitcoinPayoutTests.outputs.dropLast()), change: "48.24971799")
    ),
    (
      "less for one",
      BitcoinPayoutTests.signed(
        [BitcoinPayoutTests.outputs[0], ("0.49999999", "0014a1"), BitcoinPayoutTests.outputs[2]], change: "47.99971800")
    ),
    (
      "the wrong recipient",
      BitcoinPayoutTests.signed([
        BitcoinPayoutTests.outputs[0], BitcoinPayoutTests.outputs[1], ("0.25000000", "0014a3"),
      ])
    ),
    (
      "amounts exchanged",
      BitcoinPayoutTests.signed([("0.50000000", "0014a0"), ("1.25000000", "0014a1"), BitcoinPayoutTests.outputs[2]])
    ),
    (
      "one is paid twice",
      BitcoinPayoutTests.signed(BitcoinPayoutTests.outputs + [BitcoinPayoutTests.outputs[2]], change: "47.74971799")
    ),
    (
      "somebody else is paid",
      BitcoinPayoutTests.signed(BitcoinPayoutTests.outputs + [("0.10000000", "0014a3")], change: "47.89971799")
    ),
    ("change to somebody else", BitcoinPayoutTests.signed(to: "rltc1qsomebodyelse")),
    ("a higher fee", BitcoinPayoutTests.signed(change: "47.99971798")),
  ])
  func refusesATransactionThatIsNotWhatWasAsked(_ why: String, _ decoded: String) async throws {
    let daemon = try Self.daemon(["decoderawtransaction": decoded])
    await #expect(throws: WalletError.protocolViolation(code: nil), "\(why)") {
      try await daemon.wallet.prepare(Self.payout, feeCap: Daemon.fee)
    }
    #expect(daemon.isCoinFree)
  }

  @Test func askedForNothingOrTwiceTheSameAddressItCallsNobody() async throws {
    let daemon = try Self.daemon()
    let twice = [Self.payout[0], PaymentIntent(address: Self.payout[0].address, amount: Self.payout[1].amount)]
    let tooMany = (0...daemon.wallet.mostRecipients).map {
      PaymentIntent(address: "rltc1q\($0)", amount: Self.payout[0].amount)
    }
    for payout in [twice, tooMany, []] {
      await #expect(throws: WalletError.protocolViolation(code: nil)) {
        try await daemon.wallet.prepare(payout, feeCap: Daemon.fee)
      }
    }
    #expect(daemon.calls.isEmpty)
  }

  @Test func aReplacementIsSharedInTheSameWay() async throws {
    let daemon = try Self.daemon()
    let made = try await daemon.wallet.prepare(Self.payout, feeCap: Daemon.fee)
    let conflicts = #""walletconflicts":["\#(Daemon.other)"]"#
    daemon.change([
      "gettransaction": #"{"confirmations":-1,"fee":-0.00050000,"hex":"00ff",\#(conflicts)}"#,
      "getmempoolentry": "{}",
    ])
    daemon.answerTransaction(Daemon.other, #"{"confirmations":2,"fee":-0.00050002,"hex":"00ff"}"#)
    for (signedTransaction, share) in zip(made, [16_668, 16_667, 16_667]) {
      let other = PaymentReplacement(transactionID: Daemon.other, fee: Amount(atomicUnits: UInt128(share)))
      #expect(try await daemon.wallet.lookup(signedTransaction) == .replaced(by: other, confirmations: 2))
    }
  }

  /// The owner may replace a transaction by one that makes some of its payments only. These bear its fee.
  @Test func aReplacementForSomeIsSharedByThose() async throws {
    let daemon = try Self.daemon()
    let made = try await daemon.wallet.prepare(Self.payout, feeCap: Daemon.fee)
    for (left, shares) in [
      ([0], [50_002, nil, nil]), ([0, 2], [25_001, nil, 25_001]), ([1, 2], [nil, 25_001, 25_001]),
    ] {
      daemon.change([
        "gettransaction":
          #"{"confirmations":-1,"fee":-0.00050000,"hex":"00ff","walletconflicts":["\#(Daemon.other)"]}"#,
        "getmempoolentry": "{}", "decoderawtransaction": Self.signed(left.map { Self.outputs[$0] }),
      ])
      daemon.answerTransaction(Daemon.other, #"{"confirmations":2,"fee":-0.00050002,"hex":"00ff"}"#)
      for (signedTransaction, share) in zip(made, shares) {
        let expected = share.map { share in
          PaymentLookup.replaced(
            by: PaymentReplacement(transactionID: Daemon.other, fee: Amount(atomicUnits: UInt128(share))),
            confirmations: 2)
        }
        #expect(
          try await daemon.wallet.lookup(signedTransaction) == expected ?? .conflicted(confirmations: 2), "\(left)")
      }
    }
  }

  @Test(arguments: ["[0]", "[3,3]", "[-1,3]", "[0,0]", #""x""#, "{}"])
  func aBlobWithoutAPlaceAmongOthersIsRefused(_ place: String) async throws {
    let daemon = try Self.daemon()
    let made = try await daemon.wallet.prepare(Self.payout, feeCap: Daemon.fee)
    let text = String(decoding: made[0].blob, as: UTF8.self)
    #expect(text.contains(#""place":[0,3]"#))
    let blob = Array(text.replacing("[0,3]", with: place).utf8)
    let broken = SignedTransaction(transactionID: made[0].transactionID, fee: made[0].fee, blob: blob)
    #expect(throws: WalletError.protocolViolation(code: nil)) { try daemon.wallet.coins(of: broken) }
  }

  @Test func theBlobOfOnePaymentIsAsItWas() async throws {
    let daemon = try Daemon()
    let made = try await daemon.prepare()
    #expect(
      String(decoding: made.blob, as: UTF8.self)
        == #"{"v":1,"hex":"00ff","inputs":[{"txid":"\#(Daemon.coin)","vout":0}],"pays":["0014aa","125000000"]}"#)
  }
}
