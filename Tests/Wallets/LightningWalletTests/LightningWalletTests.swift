import Cryptography
import LightningInvoices
import LightningWallet
import PaymentsModel
import Synchronization
import TestSupport
import Testing
import WalletBackend

/// A payment by hash, told as what the node says and what the wallet then does.
struct LightningWalletTests {
  private static let preimage = [UInt8](repeating: 9, count: 32)
  private static let start = Timestamp(milliseconds: 1_700_000_000_000)

  private let node = ScriptedNode()
  private let clock = ManualWallClock(start)
  private let wallet: LightningWallet
  private let invoice: String
  private let intent: PaymentIntent
  private let paid: NodePayment

  init() throws {
    wallet = LightningWallet(
      chain: ScriptedWallet("LTC", { .ready }), node: node, clock: clock, patience: .milliseconds(20),
      uptime: clock.uptime)
    invoice = try SignedInvoice(
      prefix: "rltc", millisatoshis: 2_000_500, paymentHash: SHA256.hash(Self.preimage), expiry: 600,
      createdAt: 1_700_000_000
    ).text()
    // A part of a unit is paid as one.
    intent = PaymentIntent(address: invoice, amount: Amount(atomicUnits: 2_001))
    paid = .settled(fee: Amount(atomicUnits: 3), preimage: Self.preimage.hexadecimal)
  }

  private func decided() async throws -> SignedTransaction {
    try await wallet.prepare(intent, feeCap: Amount(atomicUnits: 10))
  }

  @Test func aPaymentIsDecidedAttemptedAndSettled() async throws {
    #expect(try await wallet.checkAddress(invoice.uppercased()) == .valid(invoice))
    #expect(try await wallet.quote(intent).fee == Amount(atomicUnits: 10))
    let decision = try await decided()
    #expect(try decision.transactionID == SHA256.hash(Self.preimage).hexadecimal)
    #expect(node.attempts.isEmpty)
    node.says(.none, paid)
    #expect(try await wallet.commit(decision) == .attempted(.settled(fee: Amount(atomicUnits: 3))))
    #expect(node.attempts.map(\.feeLimit) == [Amount(atomicUnits: 10)])
    // It is never attempted again, by whomever.
    #expect(try await wallet.commit(decision) == .attempted(.settled(fee: Amount(atomicUnits: 3))))
    wallet.reservations.giveBack(try wallet.coins(of: decision))
    await #expect(throws: WalletError.alreadyPaid) { _ = try await decided() }
    await #expect(throws: WalletError.alreadyPaid) { _ = try await wallet.quote(intent) }
    #expect(node.attempts.count == 1)
  }

  @Test func oneHashIsPaidByOneOrder() async throws {
    let first = try await decided()
    await #expect(throws: WalletError.coinsBusy) { _ = try await decided() }
    wallet.reservations.keep(try wallet.coins(of: first))
    await #expect(throws: WalletError.coinsBusy) { _ = try await decided() }
    // After a restart the ledger tells which hashes are being paid.
    let again = LightningWallet(chain: ScriptedWallet("LTC", { .ready }), node: node, clock: clock)
    try again.keepAgain(first)
    await #expect(throws: WalletError.coinsBusy) {
      _ = try await again.prepare(intent, feeCap: Amount(atomicUnits: 10))
    }
    // What somebody else has under way is not touched either, and its end is waited for.
    wallet.reservations.giveBack(try wallet.coins(of: first))
    for says in [NodePayment.pending, .unclear] {
      node.says(says)
      await #expect(throws: WalletError.coinsBusy) { _ = try await decided() }
    }
    node.says(.none)
    _ = try await decided()
  }

  @Test func nothingIsAttemptedWhileAnAttemptGoesOn() async throws {
    let decision = try await decided()
    let (going, end) = AsyncStream<Void>.makeStream()
    node.state.withLock { $0.attempt = { () async throws(WalletError) in for await _ in going {} } }
    await #expect(throws: WalletError.timeout) { _ = try await wallet.commit(decision) }
    await #expect(throws: WalletError.timeout) { _ = try await wallet.lookup(decision) }
    // Whatever the node says meanwhile.
    for says in [NodePayment.over, .pending] {
      node.says(says)
      #expect(try await wallet.commit(decision) == .attempted(.attempting))
      #expect(try await wallet.lookup(decision) == .attempting)
    }
    #expect(node.attempts.count == 1)
    // The preimage is proof, whether or not the call ends.
    node.says(paid)
    #expect(try await wallet.lookup(decision) == .settled(fee: Amount(atomicUnits: 3)))
    end.finish()
    _ = try await eventually("the attempt has ended") { () async throws -> Bool? in
      try await wallet.lookup(decision) == .settled(fee: Amount(atomicUnits: 3)) ? true : nil
    }
    #expect(node.attempts.count == 1)
  }

  /// What the node told one commit is old when another one has attempted the payment meanwhile.
  @Test func twoCommitsAtOnceMakeOneAttempt() async throws {
    let decision = try await decided()
    let (first, tellFirst) = AsyncStream<Void>.makeStream()
    let (second, tellSecond) = AsyncStream<Void>.makeStream()
    node.state.withLock { [paid, node] state in
      state.looks = 0
      state.look = { number in
        if number == 1 { for await _ in first {} }
        if number == 2 { for await _ in second {} }
      }
      state.attempt = { () async throws(WalletError) in node.says(paid) }
    }
    let wallet = LightningWallet(chain: ScriptedWallet("LTC", { .ready }), node: node, clock: clock)
    func commit() -> Task<CommitOutcome?, Never> {
      Task { [node] in
        // Who is not told of an attempt is told that the node has said nothing.
        let outcome = try? await wallet.commit(decision)
        node.state.withLock { $0.answered += 1 }
        return outcome
      }
    }
    var commits = [commit()]
    // The first look is that of the attempt.
    _ = try await eventually("the first has asked") { [node] in node.state.withLock { $0.looks } == 1 ? true : nil }
    commits.append(commit())
    // Either the other one has asked as well, or it could not hold the hash and has its answer.
    _ = try await eventually("both were heard") { [node] in
      node.state.withLock { $0.looks + $0.answered } >= 2 ? true : nil
    }
    tellFirst.finish()
    // A second look that was made before the attempt is told only after its end, when nothing is under way any more.
    _ = try await eventually("the attempt is over, and is looked at") { [node] in
      node.state.withLock { $0.payments.count == 1 && $0.looks + $0.answered >= 3 } ? true : nil
    }
    tellSecond.finish()
    for commit in commits { _ = await commit.value }
    #expect(node.attempts.count == 1)
  }

  /// Where money of others is under way, a node may have to say of a hash that it cannot tell. That is not what it says of one
  /// that it was asked for.
  @Test func whatIsUnclearIsNeitherAttemptedNorTakenForAnAttempt() async throws {
    let decision = try await decided()
    node.says(.unclear)
    for seconds in [0, 100, 100] {
      clock.advance(by: .seconds(seconds))
      await #expect(throws: WalletError.timeout) { _ = try await wallet.commit(decision) }
      await #expect(throws: WalletError.timeout) { _ = try await wallet.lookup(decision) }
    }
    #expect(node.attempts.isEmpty)
    _ = try await wallet.quote(intent)
    node.says(.none)
    #expect(try await wallet.lookup(decision) == .untried)
  }

  /// The node's answer to the attempt is not believed, whether it is a yes, a no or none.
  @Test func theHashDecidesAndNotTheAnswer() async throws {
    let decision = try await decided()
    node.state.withLock { $0.attempt = { () async throws(WalletError) in throw .timeout } }
    node.says(.none, .pending)
    #expect(try await wallet.commit(decision) == .attempted(.attempting))
    #expect(try await wallet.commit(decision) == .attempted(.attempting))
    #expect(node.attempts.count == 1)
    // What is over may be an earlier attempt, and the one that was asked for may begin.
    node.says(.over)
    #expect(try await wallet.lookup(decision) == .attempting)
    clock.advance(by: .seconds(120))
    #expect(try await wallet.lookup(decision) == .undelivered)
    // A hash whose preimage does not fit is not paid.
    node.says(.settled(fee: .zero, preimage: String(repeating: "00", count: 32)))
    await #expect(throws: WalletError.protocolViolation(code: nil)) { _ = try await wallet.lookup(decision) }
  }

  @Test func whatWasNeverAttemptedEndsWithItsInvoice() async throws {
    let decision = try await decided()
    #expect(try await wallet.lookup(decision) == .untried)
    clock.advance(by: .seconds(600))
    // A node that was asked before that, by whomever, may begin after it.
    await #expect(throws: WalletError.timeout) { _ = try await wallet.commit(decision) }
    clock.advance(by: .seconds(120))
    #expect(try await wallet.commit(decision) == .attempted(.lapsed))
    #expect(try await wallet.lookup(decision) == .lapsed)
    #expect(node.attempts.isEmpty)
    await #expect(throws: WalletError.invoiceExpired) { _ = try await wallet.quote(intent) }
    // What was begun in time may arrive later.
    node.says(paid)
    #expect(try await wallet.lookup(decision) == .settled(fee: Amount(atomicUnits: 3)))
  }

  /// A clock that is set forward makes no attempt impossible that the node was asked for a moment ago.
  @Test func aClockThatJumpsEndsNothing() async throws {
    let decision = try await decided()
    let machine = ManualWallClock(Self.start)
    let wallet = LightningWallet(
      chain: ScriptedWallet("LTC", { .ready }), node: node, clock: clock, patience: .milliseconds(20),
      uptime: machine.uptime)
    node.state.withLock { $0.attempt = { () async throws(WalletError) in throw .timeout } }
    node.says(.none)
    await #expect(throws: WalletError.timeout) { _ = try await wallet.commit(decision) }
    #expect(node.attempts.count == 1)
    clock.advance(by: .seconds(86_400))
    await #expect(throws: WalletError.timeout) { _ = try await wallet.lookup(decision) }
    machine.advance(by: .seconds(120))
    #expect(try await wallet.lookup(decision) == .lapsed)
  }

  @Test func anOrderThatEndsBeforeItsInvoiceIsNotAttemptedAfterThat() async throws {
    let end = Self.start.advanced(by: .seconds(60))
    let decision = try await wallet.prepare(
      PaymentIntent(address: invoice, amount: intent.amount, deadline: end), feeCap: Amount(atomicUnits: 10))
    clock.advance(by: .seconds(60))
    await #expect(throws: WalletError.timeout) { _ = try await wallet.commit(decision) }
    clock.advance(by: .seconds(120))
    #expect(try await wallet.commit(decision) == .attempted(.lapsed))
    #expect(node.attempts.isEmpty)
  }

  /// A node that was put in the place of another one, or the same one from its seed, knows nothing of what that has sent.
  @Test func onlyTheNodeThatDecidedIsAsked() async throws {
    let decision = try await decided()
    node.says(.pending)
    #expect(try await wallet.commit(decision) == .attempted(.attempting))
    node.state.withLock { $0.identity = "03bb" }
    for said in [NodePayment.none, .over] {
      node.says(said)
      for seconds in [0, 700, 200] {
        clock.advance(by: .seconds(seconds))
        await #expect(throws: WalletError.unavailable) { _ = try await wallet.lookup(decision) }
      }
    }
    let begun = LightningWallet(
      chain: ScriptedWallet("LTC", { .ready }), node: node, clock: ManualWallClock(Self.start))
    node.says(.none)
    await #expect(throws: WalletError.unavailable) { _ = try await begun.commit(decision) }
    #expect(node.attempts.isEmpty)
    node.state.withLock { $0.identity = "02aa" }
    node.says(paid)
    #expect(try await wallet.lookup(decision) == .settled(fee: Amount(atomicUnits: 3)))
  }

  /// payd may have asked the node right before it ended.
  @Test func afterAStartAnEarlierEndIsNotBelievedAtOnce() async throws {
    let decision = try await decided()
    let next = LightningWallet(
      chain: ScriptedWallet("LTC", { .ready }), node: node, clock: clock, uptime: clock.uptime)
    node.says(.over)
    #expect(try await next.lookup(decision) == .attempting)
    clock.advance(by: .seconds(120))
    #expect(try await next.lookup(decision) == .undelivered)
  }

  @Test func aLimitThatTheNodeCannotKeepIsRefused() async throws {
    node.state.withLock { $0.rule = .fixed(Amount(atomicUnits: 20)) }
    await #expect(throws: WalletError.feeAboveCap) { _ = try await decided() }
    #expect(try await wallet.prepare(intent, feeCap: Amount(atomicUnits: 20)).fee == Amount(atomicUnits: 20))
  }

  @Test func whatIsNoInvoiceOfThisNetworkIsToldAndNotPaid() async throws {
    let foreign = try SignedInvoice(prefix: "bc", millisatoshis: 1_000, paymentHash: SHA256.hash(Self.preimage)).text()
    #expect(try await wallet.checkAddress(foreign) == .wrongNetwork)
    let last = invoice.unicodeScalars.last == "q" ? "p" : "q"
    #expect(try await wallet.checkAddress(String(invoice.unicodeScalars.dropLast()) + last) == .malformed)
    let open = try SignedInvoice(
      prefix: "rltc", paymentHash: SHA256.hash(Self.preimage), expiry: 600, createdAt: 1_700_000_000
    ).text()
    // An invoice without an amount is not bound to what is paid.
    await #expect(throws: WalletError.invalidAddress) {
      _ = try await wallet.quote(PaymentIntent(address: open, amount: intent.amount))
    }
    await #expect(throws: WalletError.invalidAddress) {
      _ = try await wallet.prepare(
        PaymentIntent(address: invoice, amount: Amount(atomicUnits: 2_000)), feeCap: Amount(atomicUnits: 10))
    }
    node.state.withLock { $0.spendable = Amount(atomicUnits: 2_000) }
    await #expect(throws: WalletError.insufficientFunds) { _ = try await decided() }
    node.state.withLock { $0.spendable = Amount(atomicUnits: 2_001) }
    _ = try await decided()
  }

  /// A node that was just started has no peers yet, and what is under way may come back: the order waits, and has not failed.
  @Test func moneyThatMayBeThereInAMomentIsWaitedFor() async throws {
    node.state.withLock { ($0.spendable, $0.waiting) = (.zero, Amount(atomicUnits: 2_001)) }
    #expect(try await wallet.quote(intent).fee == Amount(atomicUnits: 10))
    await #expect(throws: WalletError.coinsBusy) { _ = try await decided() }
    node.state.withLock { ($0.waiting, $0.underway) = (Amount(atomicUnits: 1), Amount(atomicUnits: 2_000)) }
    await #expect(throws: WalletError.coinsBusy) { _ = try await decided() }
    node.state.withLock { $0.underway = Amount(atomicUnits: 1_999) }
    await #expect(throws: WalletError.insufficientFunds) { _ = try await decided() }
    node.state.withLock { $0.spendable = Amount(atomicUnits: 2_001) }
    _ = try await decided()
  }

  /// Where the node takes long to say that nothing is under way, the time of the order may be over meanwhile.
  @Test func noAttemptBeginsAfterItsDeadline() async throws {
    let decision = try await decided()
    node.state.withLock { [clock] state in
      state.looks = 0
      state.look = { number in if number == 1 { clock.advance(by: .seconds(600)) } }
    }
    await #expect(throws: WalletError.timeout) { _ = try await wallet.commit(decision) }
    #expect(node.state.withLock { $0.looks } == 2)
    #expect(node.attempts.isEmpty)
  }

  @Test func whatWasPaidIsToldAlsoWithoutMoneyLeft() async throws {
    node.state.withLock { $0.spendable = .zero }
    await #expect(throws: WalletError.insufficientFunds) { _ = try await wallet.quote(intent) }
    node.says(paid)
    await #expect(throws: WalletError.alreadyPaid) { _ = try await wallet.quote(intent) }
    await #expect(throws: WalletError.alreadyPaid) { _ = try await decided() }
  }
}
