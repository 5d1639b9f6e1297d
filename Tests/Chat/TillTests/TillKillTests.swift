import ChatPayments
import PaymentsAPI
import PaymentsModel
import Testing

@testable import Till

/// A till is killed just before and just after each write, each message and each request to the wallet, and another one
/// goes on from what is on the disk. The conversation and the money are in the end as if nothing had happened.
@Suite struct TillKillTests {
  private struct Outcome: Equatable {
    var texts: [String] = []
    var invoices: [String] = []
    var orders: [String] = []
  }

  /// A purchase that is paid in two parts, too much, and refunded in part; one that is cancelled; and one that comes too
  /// late.
  private func story(_ doom: Doom) async throws -> (Outcome, restarts: Int) {
    let world = try TillWorld()
    let carla = await world.shopper("carla")
    do { try await world.start(doom) } catch { try #require(doom.isDead) }
    try await carla.say("/coffee")
    try await carla.say("/cake")
    try await carla.say("/pay_ltc")
    world.bank.receive("0.01", on: 0, confirmed: false)
    try await world.turn()
    world.bank.receive("0.1", on: 0)
    world.bank.mine()
    try await world.turn()
    try await carla.say("/receipt_1")
    try await carla.say("refund 1 toycarlasaddress")
    try await carla.say("/yes_1")
    world.bank.decide(approving: true)
    try await world.turn()
    world.bank.mine()
    try await world.turn()
    try await carla.say("/again_1")
    try await carla.say("/pay_ltc")
    try await carla.say("/cancel_2")
    try await carla.say("/coffee")
    try await carla.say("/pay_xmr")
    world.pass(.seconds(1801))
    try await world.turn()
    world.bank.receive("0.01", on: 2)
    try await world.turn()
    try await carla.say("refund 3 toycarlasaddress2")
    try await carla.say("/yes_3")
    world.bank.decide(approving: true)
    try await world.turn()
    let outcome = Outcome(
      texts: try await carla.texts(), invoices: world.bank.invoices.map { "\($0.state) \($0.address)" },
      orders: world.bank.orders.map { "\($0.address) \($0.amount.text) \($0.state)" })
    return (outcome, world.restarts)
  }

  @Test(arguments: [false, true]) func nothingIsLostOrDoneTwice(isAfter: Bool) async throws {
    let counting = Doom()
    let (expected, _) = try await story(counting)
    #expect(expected.orders == ["toycarlasaddress 0.0462 succeeded", "toycarlasaddress2 0.01 inFlight"])
    #expect(expected.invoices.count == 3)
    #expect(counting.count > 100)
    var killed = 0
    for at in 1...counting.count {
      let doom = Doom(at: at, after: isAfter)
      let (outcome, restarts) = try await story(doom)
      let difference = Set(outcome.texts).symmetricDifference(expected.texts)
      #expect(
        outcome == expected, "killed \(isAfter ? "after" : "before") operation \(at): \(difference)")
      killed += restarts
    }
    #expect(killed == counting.count)
    print("killed \(isAfter ? "after" : "before") each of \(counting.count) operations")
  }
}
