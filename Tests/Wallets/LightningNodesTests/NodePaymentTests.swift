import Cryptography
import LightningWallet
import PaymentsModel
import TestSupport
import Testing
import WalletBackend
import WalletContract

/// One payment by each of the nodes, told as what the node says and what the wallet then does. What is written here is the
/// same for all of them; what each says on the wire is in the doubles.
@Suite struct NodePaymentTests {
  private static let settled = PaymentLookup.settled(fee: Amount(atomicUnits: 3))

  private func intent(_ node: NodeDouble, millisatoshis: UInt64 = 2_000_500) throws -> PaymentIntent {
    let invoice = try SignedInvoice(
      prefix: "tb", key: SignedInvoice.foreignKey, millisatoshis: millisatoshis,
      paymentHash: SHA256.hash(NodeDouble.preimage), expiry: 600,
      createdAt: 1_700_000_000
    ).text()
    return PaymentIntent(address: invoice, amount: Amount(atomicUnits: UInt128(millisatoshis + 999) / 1_000))
  }

  private func decided(_ node: NodeDouble, by wallet: LightningWallet) async throws -> SignedTransaction {
    try await wallet.prepare(try intent(node), feeCap: Amount(atomicUnits: 20))
  }

  @Test(arguments: NodeDouble.Program.allCases) func itIsPaidOnce(_ program: NodeDouble.Program) async throws {
    let node = try NodeDouble(program)
    let wallet = try node.wallet()
    let intent = try intent(node)
    #expect(try await wallet.checkAddress(intent.address) == .valid(intent.address))
    let fee: UInt128 = program == .phoenixd ? 13 : 20
    #expect(try await wallet.quote(intent).fee == Amount(atomicUnits: fee))
    let decision = try await decided(node, by: wallet)
    #expect(node.attempts.isEmpty)
    #expect(try await wallet.commit(decision) == .attempted(Self.settled))
    // What it was told: the invoice, and the limit where it can be told one.
    let body = try #require(node.attempts.first)
    #expect(body.contains(intent.address))
    switch program {
    case .cln: #expect(body.contains(#""maxfee":20000"#))
    case .lnd: #expect(body.contains(#""fee_limit_sat":"20""#))
    case .phoenixd: #expect(body == "invoice=\(intent.address)")
    }
    // Success as often as one likes to hear it, and no second attempt by whomever.
    for _ in 0..<3 { #expect(try await wallet.commit(decision) == .attempted(Self.settled)) }
    #expect(try await node.wallet().lookup(decision) == Self.settled)
    wallet.reservations.giveBack(try wallet.coins(of: decision))
    await #expect(throws: WalletError.alreadyPaid) { _ = try await decided(node, by: wallet) }
    await #expect(throws: WalletError.alreadyPaid) { _ = try await wallet.quote(intent) }
    #expect(node.attempts.count == 1)
  }

  /// CLN does that, and others might: the call that pays says no, all parts are said to have failed, and one arrives.
  @Test(arguments: NodeDouble.Program.allCases)
  func whatFailsBeforeItArrivesIsNotBelieved(_ program: NodeDouble.Program) async throws {
    let node = try NodeDouble(program)
    let wallet = try node.wallet()
    let decision = try await decided(node, by: wallet)
    node.change { $0.paying = .answers(.failedWithMoneyUnderway) }
    #expect(try await wallet.commit(decision) == .attempted(.attempting))
    node.clock.advance(by: .seconds(120))
    #expect(try await wallet.lookup(decision) == .attempting)
    node.shows(.underway)
    #expect(try await wallet.lookup(decision) == .attempting)
    #expect(try await wallet.commit(decision) == .attempted(.attempting))
    node.shows(.paid)
    #expect(try await wallet.lookup(decision) == Self.settled)
    #expect(node.attempts.count == 1)
  }

  @Test(arguments: NodeDouble.Program.allCases)
  func whatIsOverAndInNoChannelHasFailed(_ program: NodeDouble.Program) async throws {
    let node = try NodeDouble(program)
    let wallet = try node.wallet()
    let decision = try await decided(node, by: wallet)
    node.change { $0.paying = .answers(.failed) }
    let first = try await wallet.commit(decision)
    // `xpay` may look for another way, whoever called it; nobody tells whether it does.
    #expect(first == .attempted(program == .cln ? .attempting : .undelivered))
    node.clock.advance(by: .seconds(61))
    #expect(try await wallet.lookup(decision) == .undelivered)
    // Another order for the same invoice may then be tried, and is.
    wallet.reservations.giveBack(try wallet.coins(of: decision))
    node.change { $0.paying = .answers(.paid) }
    #expect(try await wallet.commit(try await decided(node, by: wallet)) == .attempted(Self.settled))
    #expect(node.attempts.count == 2)
  }

  @Test(arguments: NodeDouble.Program.allCases)
  func anAttemptThatHangsIsAskedAbout(_ program: NodeDouble.Program) async throws {
    let node = try NodeDouble(program)
    let wallet = try node.wallet(patience: .milliseconds(20))
    let decision = try await decided(node, by: wallet)
    node.change { $0.paying = .waits }
    await #expect(throws: WalletError.timeout) { _ = try await wallet.commit(decision) }
    _ = try await eventually("the node was asked") { node.attempts.isEmpty ? nil : true }
    await #expect(throws: WalletError.timeout) { _ = try await wallet.commit(decision) }
    for shown in [LightningTale.underway, .failed] {
      node.shows(shown)
      node.clock.advance(by: .seconds(70))
      #expect(try await wallet.commit(decision) == .attempted(.attempting))
      #expect(try await wallet.lookup(decision) == .attempting)
    }
    // The preimage is proof, whether or not the call ends.
    node.shows(.paid)
    #expect(try await wallet.lookup(decision) == Self.settled)
    node.endAttempt()
    #expect(try await wallet.lookup(decision) == Self.settled)
    #expect(node.attempts.count == 1)
  }

  /// The connection ends after the node was asked. It may have begun, or begin later.
  @Test(arguments: NodeDouble.Program.allCases)
  func aLostAnswerIsNoAnswer(_ program: NodeDouble.Program) async throws {
    let node = try NodeDouble(program)
    let wallet = try node.wallet()
    let decision = try await decided(node, by: wallet)
    node.change { $0.paying = .breaks(.nothing) }
    await #expect(throws: WalletError.timeout) { _ = try await wallet.commit(decision) }
    node.shows(.underway)
    #expect(try await wallet.lookup(decision) == .attempting)
    node.shows(.paid)
    #expect(try await wallet.lookup(decision) == Self.settled)
    #expect(node.attempts.count == 1)
  }

  @Test(arguments: NodeDouble.Program.allCases)
  func whatANodeLetsNobodyPayHasFailed(_ program: NodeDouble.Program) async throws {
    let node = try NodeDouble(program)
    let wallet = try node.wallet()
    let decision = try await decided(node, by: wallet)
    node.change { $0.paying = .refuses }
    #expect(try await wallet.commit(decision) == .attempted(.undelivered))
  }

  /// payd ends between its decision and the attempt, or after that.
  @Test(arguments: NodeDouble.Program.allCases)
  func theDecisionOutlivesTheProgram(_ program: NodeDouble.Program) async throws {
    let node = try NodeDouble(program)
    let decision = try await decided(node, by: node.wallet())
    let next = try node.wallet()
    try next.keepAgain(decision)
    await #expect(throws: WalletError.coinsBusy) { _ = try await decided(node, by: next) }
    #expect(try await next.lookup(decision) == .untried)
    node.change { $0.paying = .breaks(.underway) }
    #expect(try await next.commit(decision) == .attempted(.attempting))
    // The next one finds it under way, and so does an order of a ledger that was lost.
    let last = try node.wallet()
    #expect(try await last.lookup(decision) == .attempting)
    #expect(try await last.commit(decision) == .attempted(.attempting))
    await #expect(throws: WalletError.coinsBusy) { _ = try await decided(node, by: last) }
    node.shows(.paid)
    #expect(try await last.commit(decision) == .attempted(Self.settled))
    #expect(node.attempts.count == 1)
  }

  @Test(arguments: NodeDouble.Program.allCases)
  func whatWasNeverAttemptedEndsAWhileAfterItsInvoice(_ program: NodeDouble.Program) async throws {
    let node = try NodeDouble(program)
    let wallet = try node.wallet()
    let decision = try await decided(node, by: wallet)
    node.clock.advance(by: .seconds(600))
    await #expect(throws: WalletError.timeout) { _ = try await wallet.commit(decision) }
    node.clock.advance(by: .seconds(120))
    #expect(try await wallet.lookup(decision) == .lapsed)
    #expect(node.attempts.isEmpty)
  }

  @Test(
    arguments: NodeDouble.Program.allCases,
    [LightningTale.paidWithNumber(.fraction), .paidWithOtherPreimage, .paidForAnother])
  func whatIsNotExactlyRightIsNoProof(_ program: NodeDouble.Program, _ shown: LightningTale) async throws {
    let node = try NodeDouble(program)
    let wallet = try node.wallet()
    let decision = try await decided(node, by: wallet)
    node.shows(shown)
    await #expect(throws: WalletError.protocolViolation(code: nil)) { _ = try await wallet.lookup(decision) }
    // Nothing is attempted while it is not understood.
    if case .paidWithOtherPreimage = shown {
    } else {
      await #expect(throws: WalletError.protocolViolation(code: nil)) { _ = try await wallet.commit(decision) }
    }
    #expect(node.attempts.isEmpty)
    node.shows(.paid)
    #expect(try await wallet.lookup(decision) == Self.settled)
  }

  /// The node is gone at each step; nothing stays reserved, and nothing is taken for failed.
  @Test(arguments: NodeDouble.Program.allCases) func theNodeIsGone(_ program: NodeDouble.Program) async throws {
    let node = try NodeDouble(program)
    let wallet = try node.wallet()
    let decision = try await decided(node, by: wallet)
    wallet.reservations.giveBack(try wallet.coins(of: decision))
    node.server.stop()
    let other = try node.wallet()
    await #expect(throws: WalletError.unavailable) { _ = try await other.quote(try intent(node)) }
    await #expect(throws: WalletError.unavailable) { _ = try await decided(node, by: other) }
    await #expect(throws: WalletError.unavailable) { _ = try await other.commit(decision) }
    await #expect(throws: WalletError.unavailable) { _ = try await other.lookup(decision) }
    await #expect(throws: WalletError.unavailable) { _ = try await other.balance() }
    #expect(other.reservations.take(try other.coins(of: decision)))
  }
}
