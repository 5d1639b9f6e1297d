import Ledger
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

@testable import MockWallet
@testable import Orders

/// The coins of orders that have ended unpaid, after a start of the program: it ended before the wallet had released them.
@Suite struct RecoveredCoinsTests {
  private static let amount = Amount(atomicUnits: 1_000_000)

  @Test func coinsThatAreStillToBeReleasedAreTakenByNobody() async throws {
    let network = try MockNetwork()
    let backend = try #require(network.wallet("LTC"))
    let address = MockAddress.example(currency: "LTC")
    let signed = try await backend.prepare(PaymentIntent(address: address, amount: Self.amount), feeCap: Self.amount)
    let coins = try backend.coins(of: signed)
    // A program that is started knows of no reservation.
    backend.reservations.giveBack(coins)
    try await OrdersInFolder.with([CurrencyWallet(backend: backend)]) { world in
      let order = try await Self.ended(signed, to: address, world)
      try await world.orders.recover()
      #expect(coins.allSatisfy(backend.reservations.isTaken))
      let wallet = try #require(world.orders.wallets["LTC"])
      try await CoinLocks(wallet, world.orders).release()
      #expect(!coins.contains(where: backend.reservations.isTaken))
      #expect(try await world.ledger.read { reader in try reader.inputsToFree(currency: "LTC").isEmpty }, "\(order)")
    }
  }

  /// Stores an order whose transaction another one has made impossible.
  private static func ended(
    _ signed: SignedTransaction, to address: String, _ world: OrdersInFolder
  ) async throws -> OrderID {
    let now = world.clock.now()
    var order = OrderMachine(
      terms: OrderTerms(
        id: OrderID(rawValue: "ended"), app: OrdersInFolder.app, requestID: .random(), paramsDigest: "d",
        currency: "LTC", decimals: 8, address: address, amount: amount, maxFee: nil,
        purpose: PaymentPurpose(description: nil), confirmationsWanted: 1, createdAt: now, expiresAt: nil))
    try await world.ledger.write { [order] transaction in try transaction.insertOrder(order) }
    let approval = OrderApproval(
      kind: .owner, at: now, quote: OrderQuote(fee: signed.fee, at: now), feeCap: amount, expiresAt: nil,
      paramsDigest: "d")
    let events: [OrderEvent] = [
      .quoted(fee: signed.fee), .approved(approval), .prepared(signed), .commitDoubt,
      .lookedUp(.conflicted(confirmations: 100)),
    ]
    for event in events {
      let version = order.version
      _ = order.mayHandOver(at: now)
      guard order.handle(event, at: now).contains(.report) else { continue }
      try await world.ledger.write { [order] transaction in
        try transaction.updateOrder(order, expectedVersion: version)
      }
    }
    #expect(order.state == .failed)
    return order.terms.id
  }
}
