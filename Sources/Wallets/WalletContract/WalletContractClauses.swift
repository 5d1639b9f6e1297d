import PaymentsModel
import Synchronization
import WalletBackend

/// The steps that the clauses share.
///
/// A class, as ``Prepared``, since Swift 6.3 miscompiles asynchronous functions that take more words of values than fit
/// into registers.
final class WalletContractClauses: Sendable {
  let world: any WalletContractWorld

  init(world: any WalletContractWorld) {
    self.world = world
  }

  /// 0.02 of the unit: well above dust everywhere.
  var amount: Amount { amount(times: 1) }
  /// Far above any fee, where the fee does not matter.
  var anyFee: Amount { amount }

  func amount(times factor: UInt128) -> Amount {
    let unit = (0..<world.payer.currency.decimals).reduce(UInt128(1)) { value, _ in value * 10 }
    return Amount(atomicUnits: unit / 50 * factor)
  }

  func intent() async throws -> PaymentIntent {
    PaymentIntent(address: try await world.shop.newAddress(label: "contract"), amount: amount)
  }

  func prepared() async throws -> Prepared { try await prepared(intent()) }

  /// What the ledger has by now, with its inputs locked in the wallet.
  func prepared(_ intent: PaymentIntent, feeCap: Amount? = nil) async throws -> Prepared {
    let payment = try await kept(intent, feeCap: feeCap)
    try await world.payer.lock(payment.signedTransaction)
    return payment
  }

  /// What the ledger has by now, with nothing locked in the wallet.
  func kept(_ intent: PaymentIntent, feeCap: Amount? = nil) async throws -> Prepared {
    let signedTransaction = try await world.payer.prepare(intent, feeCap: feeCap ?? anyFee)
    world.payer.reservations.keep(try world.payer.coins(of: signedTransaction))
    return Prepared(signedTransaction: signedTransaction, intent: intent)
  }

  /// What was locked will not be paid.
  func drop(_ signedTransaction: SignedTransaction) async throws {
    try await world.payer.release(signedTransaction)
    try giveBack(signedTransaction)
  }

  /// What was prepared will not be paid.
  func giveBack(_ signedTransaction: SignedTransaction) throws {
    world.payer.reservations.giveBack(try world.payer.coins(of: signedTransaction))
  }

  /// A payment that the network has.
  func sent() async throws -> Prepared { try await sent(intent()) }

  func sent(_ intent: PaymentIntent) async throws -> Prepared {
    let payment = try await prepared(intent)
    try require(try await world.payer.commit(payment.signedTransaction) == .accepted, "the network takes it")
    return payment
  }

  /// What the shop has at an address now, taken back or not.
  func received(at address: String) async throws -> [IncomingTransfer] {
    try await transfers(at: address, since: nil, depth: 100).transfers
  }

  /// What the shop reports of an address, and the cursor of the page.
  func transfers(at address: String, since cursor: TransferCursor?, depth: Int) async throws -> TransferPage {
    let page = try await world.shop.transfers(since: cursor, depth: depth)
    return TransferPage(transfers: page.transfers.filter { $0.address == address }, cursor: page.cursor)
  }

  /// The shop has been paid exactly once.
  func requireOnePayment(_ payment: Prepared, line: Int = #line) async throws {
    let transfers = try await received(at: payment.intent.address)
    try require(transfers.count == 1, "one payment, not \(transfers.count)", line: line)
    try require(
      transfers[0].transactionID == payment.signedTransaction.transactionID, "it is the signed transaction's",
      line: line)
    try require(transfers[0].amount == payment.intent.amount, "it is all of the amount", line: line)
    try require(transfers[0].removed == false, "it was not taken back", line: line)
  }

  /// Accepted, as often as it is asked for.
  func requireAccepted(_ signedTransaction: SignedTransaction, _ text: String, line: Int = #line) async throws {
    for _ in 0..<2 {
      try require(try await world.payer.commit(signedTransaction) == .accepted, text, line: line)
    }
  }
}

/// What is to be paid, and the transaction that does it.
final class Prepared: Sendable {
  let signedTransaction: SignedTransaction
  let intent: PaymentIntent

  init(signedTransaction: SignedTransaction, intent: PaymentIntent) {
    self.signedTransaction = signedTransaction
    self.intent = intent
  }
}

/// What a task found, to be read outside of it.
final class Found<Value: Sendable>: Sendable {
  private let found = Mutex<Value?>(nil)

  var value: Value? { found.withLock { $0 } }

  func set(_ value: Value) { found.withLock { $0 = value } }
}
