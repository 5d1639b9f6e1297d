import PaymentsCore
import PaymentsModel
import Testing

/// Tests the comparison of a wallet's list with a ledger of a few transactions.
@Suite struct SendComparisonTests {
  private let provider = "uRn7q0f1Xy2Zabcdefghijklmnopqrstuvwxyz01234"

  private func id(_ digit: Character) -> String { String(repeating: String(digit), count: 64) }

  private func mark(_ digit: Character, of provider: String? = nil) -> String {
    SendMark(provider: provider ?? self.provider, transactionID: id(digit)).text
  }

  private func send(
    _ digit: Character, to address: String? = "shop", amount: UInt128 = 100, at seconds: Double? = 0,
    replaces: String? = nil, marks: [String] = []
  ) -> ListedSend {
    ListedSend(
      transactionID: id(digit), outputs: [SendOutput(address: address, amount: units(amount))], fee: units(3),
      at: seconds.map(second), replaces: replaces, marks: marks)
  }

  /// Returns the unknown sends in the form `id:verdict`.
  private func found(
    _ sends: [ListedSend], known: String = "", first: Bool = true, at seconds: Double = 60
  ) -> [String] {
    unknown(sends, known: known, first: first, at: seconds).map {
      "\($0.transactionID.first ?? "?"):\($0.verdict.rawValue)"
    }
  }

  private func unknown(
    _ sends: [ListedSend], known: String = "", first: Bool = true, at seconds: Double = 60
  ) -> [UnknownSend] {
    let comparison = SendComparison(
      currency: "TST", provider: provider, isFirstLook: first, now: second(seconds))
    return comparison.unknown(sends) { beginning in
      known.contains { id($0).utf8.starts(with: beginning.utf8) }
    }
  }

  @Test func whatTheLedgerHasIsNothingNew() {
    #expect(found([send("a", marks: [mark("a")]), send("b")], known: "ab") == [])
  }

  @Test func aMarkedSendThatTheLedgerLacksStopsPaying() {
    #expect(found([send("a", marks: [mark("a")]), send("b", marks: [mark("b")])], known: "a") == ["b:open"])
    // This holds also for later comparisons: another provider may pay with a copy of this ledger.
    #expect(found([send("b", marks: [mark("b")])], known: "a", first: false) == ["b:open"])
    // The age of the transaction does not matter.
    #expect(found([send("b", at: 0, marks: [mark("b")])], at: 400 * 86_400) == ["b:open"])
  }

  @Test func marksOfOthersAndNotesOfTheOwnerMeanNothing() {
    let marks = [mark("a", of: "another"), "rent", "rent:1", ":", "a:", ":a", "a:b:c"]
    #expect(found([send("a", marks: marks)]) == ["a:noted"])
    #expect(found([send("a", marks: marks)], first: false) == [])
  }

  @Test func whatTheOwnerSendsIsOrdinaryLife() {
    #expect(found([send("a")], first: false) == [])
    #expect(found([send("a")]) == ["a:noted"])
    #expect(found([send("a", at: nil)]) == ["a:noted"])
    #expect(found([send("a", at: 0)], at: 91 * 86_400) == [], "too long ago to matter")
  }

  /// Some wallets store marks with the address. There, every payment to the address carries all of its marks.
  @Test func aMarkOfAnotherPaymentToTheAddressIsToldApart() {
    #expect(found([send("b", marks: [mark("a")])], known: "a") == ["b:noted"], "the owner paid there, too")
    let both = [send("b", marks: [mark("a")]), send("a", marks: [mark("a")])]
    #expect(found(both) == ["a:open", "b:noted"])
    // The transaction itself is missing, because another one replaced it.
    #expect(found([send("b", marks: [mark("a")])], first: false) == ["b:open"])
    #expect(unknown([send("b", marks: [mark("a"), mark("a")])]).first?.marks == [String(id("a").prefix(16))])
  }

  @Test func whatReplacedAKnownPaymentIsThatPayment() {
    #expect(found([send("b", replaces: id("a"), marks: [mark("a")])], known: "a") == [])
    let chain = [send("a", marks: [mark("a")]), send("b", replaces: id("a"))]
    #expect(found(chain) == ["a:open"])
  }

  @Test func theSameForTheSameAddressMayBeAnOrder() {
    let terms = order().terms
    func mayPay(_ address: String?, _ amount: UInt128, _ verdict: SendVerdict = .noted) -> Bool {
      var send = unknown([send("a", to: address, amount: amount)])[0]
      send.verdict = verdict
      return send.mayPay(terms)
    }
    #expect(mayPay("secret-address", 100))
    #expect(mayPay(nil, 100), "the wallet has lost whom it paid")
    #expect(mayPay("secret-address", 100, .open) && mayPay("secret-address", 100, .forgotten))
    #expect(!mayPay("secret-address", 99) && !mayPay("another", 100))
    #expect(!mayPay("secret-address", 100, .own) && !mayPay("secret-address", 100, .order))
    var excluded = unknown([send("a", to: nil)])[0]
    excluded.excluded = [terms.id]
    #expect(!excluded.mayPay(terms))
  }
}
