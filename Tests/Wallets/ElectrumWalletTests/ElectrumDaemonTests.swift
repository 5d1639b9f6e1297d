import BitcoinWallet
import ElectrumWallet
import JSON
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// What a real Electrum does and its contract does not ask for: servers that are slow or away, kills at bad moments, and
/// settings that would pay something else.
@Suite(.serialized, .enabled(if: ElectrumRegtest.isInstalled, "Electrum is not installed"))
struct ElectrumDaemonTests {
  private static let amount = Amount(atomicUnits: 2_000_000)
  private static let anyFee = Amount(atomicUnits: 1_000_000)

  private static func prepared(_ world: ElectrumWorld) async throws -> (PaymentIntent, SignedTransaction) {
    let intent = PaymentIntent(address: try await world.shop.newAddress(label: ""), amount: amount)
    let signed = try await world.payer.prepare(intent, feeCap: anyFee)
    world.payer.reservations.keep(try world.payer.coins(of: signed))
    return (intent, signed)
  }

  @Test func trouble() async throws {
    let network = try await ElectrumRegtest.started()
    let world = try await ElectrumWorld.new(
      network, payer: network.wallet("payer"), shop: network.wallet("shop"))
    try await addressesOutliveAKill(world)
    try await aSlowServerIsAsked(world)
    try await aPaymentThatElectrumForgotIsNotedAgain(world)
    try await anotherTransactionThanWasAskedForIsNotSigned(world)
    try await aWalletWithAPasswordPays(world)
    try await aServerThatIsAwayIsNoAnswer(world)
  }

  /// Electrum writes its file only after its server has answered.
  private func addressesOutliveAKill(_ world: ElectrumWorld) async throws {
    let made = try await world.shop.newAddresses(3)
    await world.shopDaemon.kill()
    try await world.shopDaemon.start()
    #expect(try await world.shop.owned(among: made) == Set(made))
    #expect(try await !made.contains(world.shop.newAddress(label: "")))
  }

  /// The server looks at the node every minute, so that neither wallet is told of the payment.
  private func aSlowServerIsAsked(_ world: ElectrumWorld) async throws {
    await world.network.killServer()
    try await world.network.startServer(pause: 60)
    try await world.network.settle([world.payerDaemon, world.shopDaemon])
    let before = try await world.payer.balance()
    let (intent, signed) = try await Self.prepared(world)
    #expect(try await world.payer.lookup(signed) == .unknown)
    #expect(try await world.payer.commit(signed) == .accepted)
    #expect(try await world.payer.lookup(signed) == .pool)
    #expect(try await world.payer.commit(signed) == .accepted)
    let after = try await world.payer.balance()
    #expect(after.available < before.available, "its coins are spent")
    #expect(
      try await world.payer.sends(since: nil).sends.first { $0.transactionID == signed.transactionID }?.outputs
        == [SentOutput(address: intent.address, amount: intent.amount)])
    // Nobody has told the shop, and payments from other coins go on.
    #expect(try await world.shop.transfers(since: nil, depth: 1).transfers.allSatisfy { $0.address != intent.address })
    let (_, second) = try await Self.prepared(world)
    #expect(try Set(world.payer.coins(of: second)).isDisjoint(with: world.payer.coins(of: signed)))
    #expect(try await world.payer.commit(second) == .accepted)
    await world.network.killServer()
    try await world.network.startServer()
    try await world.mine(1)
    #expect(try await world.payer.lookup(signed) == .confirmed(1))
    #expect(try await world.shop.transfers(since: nil, depth: 1).transfers.contains { $0.address == intent.address })
  }

  /// payd was killed between the server's yes and Electrum's note of it, and gives the coins back when it hears that the
  /// payment is there.
  private func aPaymentThatElectrumForgotIsNotedAgain(_ world: ElectrumWorld) async throws {
    await world.network.killServer()
    try await world.network.startServer(pause: 60)
    try await world.network.settle([world.payerDaemon, world.shopDaemon])
    let (_, signed) = try await Self.prepared(world)
    let hex = try JSONValue(parsing: signed.blob)["hex"] ?? .null
    try await world.network.node.rpc("sendrawtransaction", [hex])
    #expect(try await world.payer.lookup(signed) == .pool)
    world.payer.reservations.giveBack(try world.payer.coins(of: signed))
    let spent = try Set(world.payer.coins(of: signed))
    for _ in 0..<6 {
      let (_, other) = try await Self.prepared(world)
      #expect(try spent.isDisjoint(with: world.payer.coins(of: other)))
      world.payer.reservations.giveBack(try world.payer.coins(of: other))
    }
    await world.network.killServer()
    try await world.network.startServer()
    try await world.mine(1)
    #expect(try await world.payer.lookup(signed) == .confirmed(1))
  }

  /// With `batch_rbf` Electrum adds payments to others that wait, and so takes their place.
  private func anotherTransactionThanWasAskedForIsNotSigned(_ world: ElectrumWorld) async throws {
    try await world.payerDaemon.rpc("setconfig", ["key": "batch_rbf", "value": "true"])
    let (_, signed) = try await Self.prepared(world)
    #expect(try await world.payer.commit(signed) == .accepted)
    try await world.waitUntilHeard(signed)
    _ = try await eventually("the payer has heard of its payment") { () async throws -> Bool? in
      let history = try await world.payerDaemon.rpc("onchain_history")["transactions"]?.arrayValue ?? []
      return history.contains { $0["txid"]?.stringValue == signed.transactionID && $0["height"] == 0 } ? true : nil
    }
    await #expect(throws: WalletError.protocolViolation(code: nil)) { try await Self.prepared(world) }
    #expect(world.payer.reservations.isIdle)
    try await world.payerDaemon.rpc("setconfig", ["key": "batch_rbf", "value": "false"])
    let (_, other) = try await Self.prepared(world)
    #expect(try await world.payer.commit(other) == .accepted)
    try await world.mine(1)
    for made in [signed, other] { #expect(try await world.payer.lookup(made) == .confirmed(1)) }
  }

  private func aWalletWithAPasswordPays(_ world: ElectrumWorld) async throws {
    try await world.setLocked(true)
    var configuration = ElectrumWorld.configuration(world.payerDaemon)
    configuration.walletPassword = "secret"
    let payer = try ElectrumWallet(configuration)
    let intent = PaymentIntent(
      address: try await world.shop.newAddress(label: ""), amount: Amount(atomicUnits: 1_000_000))
    let fee = try await payer.quote(intent).fee
    let signed = try #require(try await payer.prepare([intent], feeCap: fee).first)
    #expect(try await payer.commit(signed) == .accepted)
    try await world.mine(1)
    #expect(try await payer.lookup(signed) == .confirmed(1))
    // Another one is no want of money.
    configuration.walletPassword = "other"
    let other = try ElectrumWallet(configuration)
    await #expect(throws: WalletError.locked) { _ = try await other.prepare([intent], feeCap: fee) }
    try await world.setLocked(false)
  }

  private func aServerThatIsAwayIsNoAnswer(_ world: ElectrumWorld) async throws {
    let (intent, signed) = try await Self.prepared(world)
    let cursor = try await world.shop.transfers(since: nil, depth: 1).cursor
    await world.network.killServer()
    _ = try await eventually("Electrum has noticed") { () async throws -> Bool? in
      await world.payer.status() == .unavailable ? true : nil
    }
    await #expect(throws: WalletError.self) { try await world.payer.commit(signed) }
    await #expect(throws: WalletError.self) { try await world.payer.lookup(signed) }
    await #expect(throws: WalletError.self) { try await world.shop.transfers(since: cursor, depth: 1) }
    try await world.network.startServer()
    _ = try await eventually("the payment is taken", within: .seconds(60)) { () async throws -> Bool? in
      (try? await world.payer.commit(signed)) == .accepted ? true : nil
    }
    try await world.waitUntilHeard(signed)
    try await world.mine(1)
    let page = try await world.shop.transfers(since: cursor, depth: 1)
    #expect(page.transfers.filter { $0.address == intent.address }.map(\.amount) == [Self.amount])
  }
}
