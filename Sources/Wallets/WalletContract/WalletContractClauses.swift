import PaymentsModel
import Synchronization
import WalletBackend

/// The steps that several clauses share.
///
/// This type and ``Prepared`` are classes because of the compiler's fault with large values.
final class WalletContractClauses: Sendable {
  let world: any WalletContractWorld

  init(world: any WalletContractWorld) {
    self.world = world
  }

  /// An amount of 0.02 units, which is well above dust in every currency.
  var amount: Amount { amount(times: 1) }
  /// A cap far above any fee, for tests in which the fee does not matter.
  var anyFee: Amount { amount }

  func amount(times factor: UInt128) -> Amount {
    let unit = (0..<world.payer.currency.decimals).reduce(UInt128(1)) { value, _ in value * 10 }
    return Amount(atomicUnits: unit / 50 * factor)
  }

  func intent() async throws -> PaymentIntent {
    PaymentIntent(address: try await world.shop.newAddress(label: "contract"), amount: amount)
  }

  func prepared() async throws -> Prepared { try await prepared(intent()) }

  /// Prepares a payment as if the ledger had recorded it, and locks its inputs in the wallet.
  func prepared(_ intent: PaymentIntent, feeCap: Amount? = nil) async throws -> Prepared {
    let payment = try await kept(intent, feeCap: feeCap)
    try await world.payer.lock(payment.signedTransaction)
    return payment
  }

  /// Prepares a payment as if the ledger had recorded it, without locks in the wallet.
  func kept(_ intent: PaymentIntent, feeCap: Amount? = nil) async throws -> Prepared {
    let signedTransaction = try await world.payer.prepare(intent, feeCap: feeCap ?? anyFee)
    world.payer.reservations.keep(try world.payer.coins(of: signedTransaction))
    return Prepared(signedTransaction: signedTransaction, intent: intent)
  }

  /// Gives up a payment whose inputs are locked.
  func drop(_ signedTransaction: SignedTransaction) async throws {
    try await world.payer.release(signedTransaction)
    try giveBack(signedTransaction)
  }

  /// Gives up a payment whose inputs are reserved.
  func giveBack(_ signedTransaction: SignedTransaction) throws {
    world.payer.reservations.giveBack(try world.payer.coins(of: signedTransaction))
  }

  /// Makes a payment that the network has.
  func sent() async throws -> Prepared { try await sent(intent()) }

  func sent(_ intent: PaymentIntent) async throws -> Prepared {
    let payment = try await prepared(intent)
    try require(try await commit(payment.signedTransaction) == .accepted, "the network takes it")
    return payment
  }

  /// Commits a transaction of the payer, and waits until the shop has heard of it.
  func commit(_ signedTransaction: SignedTransaction) async throws -> CommitOutcome {
    let outcome = try await world.payer.commit(signedTransaction)
    if outcome == .accepted { try await world.waitUntilHeard(signedTransaction) }
    return outcome
  }

  /// Returns the transfers that the shop has at an address now, including removed ones.
  func received(at address: String) async throws -> [IncomingTransfer] {
    try await transfers(at: address, since: nil, depth: 100).transfers
  }

  /// Returns the transfers that the shop reports for an address, and the cursor of the page.
  func transfers(at address: String, since cursor: TransferCursor?, depth: Int) async throws -> TransferPage {
    let page = try await world.shop.transfers(since: cursor, depth: depth)
    return TransferPage(transfers: page.transfers.filter { $0.address == address }, cursor: page.cursor)
  }

  /// Requires that the shop has been paid exactly once.
  func requireOnePayment(_ payment: Prepared, line: Int = #line) async throws {
    let transfers = try await received(at: payment.intent.address)
    try require(transfers.count == 1, "one payment, not \(transfers.count)", line: line)
    try require(
      transfers[0].transactionID == payment.signedTransaction.transactionID, "it is the signed transaction's",
      line: line)
    try require(transfers[0].amount == payment.intent.amount, "it is all of the amount", line: line)
    try require(transfers[0].removed == false, "it was not taken back", line: line)
  }

  /// Requires that a commit is accepted every time.
  func requireAccepted(_ signedTransaction: SignedTransaction, _ text: String, line: Int = #line) async throws {
    for _ in 0..<2 {
      try require(try await commit(signedTransaction) == .accepted, text, line: line)
    }
  }
}

/// A payment and the transaction that makes it.
final class Prepared: Sendable {
  let signedTransaction: SignedTransaction
  let intent: PaymentIntent

  init(signedTransaction: SignedTransaction, intent: PaymentIntent) {
    self.signedTransaction = signedTransaction
    self.intent = intent
  }
}

/// The result of a task, which others can read.
final class Found<Value: Sendable>: Sendable {
  private let found = Mutex<Value?>(nil)

  var value: Value? { found.withLock { $0 } }

  func set(_ value: Value) { found.withLock { $0 = value } }
}
