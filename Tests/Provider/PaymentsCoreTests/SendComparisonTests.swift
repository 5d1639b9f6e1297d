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
    replaces: String = "", marks: [String] = []
  ) -> ListedSend {
    ListedSend(
      transactionID: id(digit),
      content: SendContent(
        outputs: address.map { [SendOutput(address: $0, amount: units(amount))] } ?? [],
        unknown: address == nil ? units(amount) : .zero), fee: units(3), at: seconds.map(second),
      replaces: replaces.map(id), marks: marks)
  }

  /// Returns the unknown sends in the form `id:verdict`.
  private func found(
    _ sends: [ListedSend], known: String = "", first: Bool = true, startedAt start: Double = 0, at seconds: Double = 60
  ) -> [String] {
    unknown(sends, known: known, first: first, startedAt: start, at: seconds).map {
      "\($0.transactionID.first ?? "?"):\($0.verdict.rawValue)"
    }
  }

  private func unknown(
    _ sends: [ListedSend], known: String = "", first: Bool = true, startedAt start: Double = 0, at seconds: Double = 60
  ) -> [UnknownSend] {
    let comparison = SendComparison(
      currency: "TST", provider: provider, isFirstLook: first, startedAt: second(start), now: second(seconds))
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

  @Test func anOrderIsNoPartOfASumFromBeforeTheLedger() {
    let sends = [
      send("a", to: nil, at: 9), send("b", at: 9), send("c", to: nil, at: 9, marks: [mark("c")]),
      send("d", to: nil, at: 10),
    ]
    for isFirst in [true, false] {
      let comparison = SendComparison(
        currency: "TST", provider: provider, isFirstLook: isFirst, ledgerSince: second(10), startedAt: second(20),
        now: second(60))
      let found = comparison.unknown(sends) { _ in false }.map {
        "\($0.transactionID.first ?? "?"):\($0.verdict.rawValue)"
      }
      #expect(found == ["c:open", "b:noted", "d:noted"], "what it has marked itself it must have paid")
    }
  }

  /// A wallet that is told to read the chain again tells late of payments that were made before.
  @Test func whatIsOlderThanTheStartIsRememberedAtEachLook() {
    #expect(found([send("a", at: 10)], first: false, startedAt: 20) == ["a:noted"])
    #expect(found([send("a", at: 20), send("b", at: 30)], first: false, startedAt: 20) == [], "the owner's daily life")
    #expect(found([send("a", at: nil)], first: false, startedAt: 20) == [])
    #expect(found([send("a", at: 0)], first: false, startedAt: 20, at: 91 * 86_400) == [], "too long ago to matter")
  }

  @Test func whatReplacedAKnownPaymentIsThatPayment() {
    #expect(found([send("b", replaces: "a", marks: [mark("a")])], known: "a") == [])
    #expect(found([send("c", replaces: "ba")], known: "a") == [], "raised twice, and the one between is not listed")
    #expect(found([send("a"), send("b", replaces: "a"), send("c", replaces: "ba")], known: "a") == [])
  }

  @Test func theTransactionThatCountsIsListedAndNotTheReplacedOne() {
    let once = [send("a", marks: [mark("a")]), send("b", replaces: "a")]
    #expect(found(once) == ["b:open"])
    #expect(unknown(once)[0].marks == [String(id("a").prefix(16))])
    #expect(found([send("a", marks: [mark("a")]), send("b", replaces: "a"), send("c", replaces: "ba")]) == ["c:open"])
    #expect(found(once.reversed() + [send("d", marks: [mark("a")])]) == ["b:open", "d:noted"])
    let circle = [send("a", replaces: "b"), send("b", replaces: "a")]
    #expect(found(circle) == ["a:noted", "b:noted"], "nonsense hides no payment")
  }

  @Test func theSameForTheSameAddressMayBeAnOrder() {
    let terms = order("ord_a", amount: 100).terms
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

  private func order(_ id: String, amount: UInt128) -> OrderMachine {
    OrderMachine(
      terms: OrderTerms(
        id: OrderID(rawValue: id), app: AppKey(rawValue: "app"), requestID: anyRequest, paramsDigest: digest,
        currency: "TST", decimals: 2, address: "secret-address", amount: units(amount), maxFee: nil,
        purpose: PaymentPurpose(), confirmationsWanted: 2, createdAt: second(0), expiresAt: nil))
  }

  /// The wallet knows the sum of a batch and nothing else, as after it was restored from its seed.
  @Test func eachMemberOfABatchIsSuspectedWhereOnlyTheSumIsKnown() {
    var batch = unknown([send("a", to: nil, amount: 600)])[0]
    let members = [("o1", 100), ("o2", 200), ("o3", 300)].map { order($0.0, amount: UInt128($0.1)).terms }
    #expect(members.allSatisfy(batch.mayPay))
    #expect(batch.mayPay(order("all", amount: 600).terms) && !batch.mayPay(order("more", amount: 601).terms))
    batch.take(over: members[0])
    #expect(batch.verdict == .forgotten && !batch.mayPay(members[0]), "no order is paid by it twice")
    #expect(batch.mayPay(members[1]) && batch.mayPay(order("rest", amount: 500).terms))
    #expect(!batch.mayPay(order("more", amount: 501).terms), "what has its order pays no other one")
    batch.take(over: members[1])
    #expect(batch.mayPay(members[2]) && batch.verdict == .forgotten)
    batch.take(over: members[2])
    #expect(batch.verdict == .order && batch.rest.isEmpty)
    #expect(!batch.mayPay(order("small", amount: 1).terms))
  }

  @Test func whatTheWalletDoesNotNameCountsForExactlyThatPayment() {
    let named = SendOutput(address: "secret-address", amount: units(100))
    let change = SendOutput(address: "secret-address", amount: units(30))
    var send = unknown([
      ListedSend(transactionID: id("a"), content: SendContent(outputs: [named]), fee: nil, at: nil, marks: [])
    ])[0].with(unlisted: [change])
    #expect(send.mayPay(order("own", amount: 30).terms) && !send.mayPay(order("less", amount: 29).terms))
    #expect(!send.isTaken && !send.content.isEmpty)
    send.take(over: order("o1", amount: 100).terms)
    #expect(send.isTaken && send.verdict == .forgotten, "what the wallet takes for change may still be a payment")
    #expect(send.mayPay(order("own", amount: 30).terms))
    send.take(over: order("own", amount: 30).terms)
    #expect(send.verdict == .order && !send.mayPay(order("again", amount: 30).terms))
  }

  @Test func knownAndUnknownPaymentsOfOneTransactionAreToldApart() {
    let known = SendOutput(address: "secret-address", amount: units(100))
    var send = unknown([
      ListedSend(
        transactionID: id("a"), content: SendContent(outputs: [known], unknown: units(50)), fee: nil, at: nil, marks: []
      )
    ])[0]
    #expect(send.mayPay(order("o1", amount: 100).terms) && send.mayPay(order("o2", amount: 50).terms))
    #expect(!send.mayPay(order("o3", amount: 150).terms), "the known one goes to one recipient")
    send.take(over: order("o1", amount: 100).terms)
    #expect(!send.mayPay(order("o4", amount: 100).terms) && send.mayPay(order("o2", amount: 50).terms))
    send.take(over: order("o2", amount: 50).terms)
    #expect(send.verdict == .order)
  }
}

/// Tells whether a wallet is the ledger's.
@Suite struct WalletEvidenceTests {
  private func recognition(_ payments: [String], _ addresses: [String], sent: Set<String>, owned: Set<String>)
    -> WalletRecognition
  {
    WalletEvidence(payments: payments, addresses: addresses).recognition(sent: sent, owned: owned)
  }

  @Test func aNewLedgerTakesTheWalletAsItIs() {
    #expect(recognition([], [], sent: [], owned: []) == .same)
    #expect(WalletEvidence(payments: [], addresses: []).isEmpty)
  }

  @Test func oneOfTheNewestIsEnough() {
    #expect(recognition(["p2", "p1"], ["a2", "a1"], sent: ["p1"], owned: ["a1"]) == .same)
    #expect(recognition(["p2", "p1"], [], sent: ["p2"], owned: []) == .same)
    #expect(recognition([], ["a1"], sent: [], owned: ["a1"]) == .same)
  }

  @Test func anEmptyWalletAndAnotherOneAreNotTheLedgers() {
    #expect(recognition(["p1"], ["a1"], sent: [], owned: []) == .another)
    #expect(recognition(["p1"], [], sent: [], owned: []) == .another)
    #expect(recognition([], ["a1"], sent: [], owned: []) == .another)
    #expect(recognition(["p1"], ["a1"], sent: ["p1"], owned: []) == .another, "it may have received the payment")
  }

  @Test func aWalletFromItsSeedIsBehindUntilItHasReadTheChain() {
    #expect(recognition(["p1"], ["a1"], sent: [], owned: ["a1"]) == .behind)
  }
}
