import ChatPayments
import PaymentsAPI
import PaymentsModel
import TestSupport
import Testing

@testable import Till

/// Money that goes back: never more than what came, never for goods that were handed out, never twice.
@Suite struct RefundTests {
  /// A shop in which somebody has ordered one coffee for 0.02 LTC.
  private func ordered(_ more: String = "") async throws -> (TillWorld, Shopper) {
    let world = try TillWorld(TillWorld.prices + "\n" + more + "\n")
    let carla = await world.shopper("carla")
    try await world.turn()
    try await carla.say("/coffee")
    try await carla.say("/pay_ltc")
    return (world, carla)
  }

  /// A shop in which somebody has paid too late.
  private func paidLate() async throws -> (TillWorld, Shopper) {
    let (world, carla) = try await ordered()
    world.pass(.seconds(1801))
    try await world.turn()
    world.bank.receive("0.02")
    try await world.turn()
    return (world, carla)
  }

  /// A shop in which a part of the money was taken back after the deadline, and the rest was asked back.
  private func evicted() async throws -> (TillWorld, Shopper, TransferInfo) {
    let (world, carla) = try await ordered()
    world.bank.receive("0.019")
    world.bank.receive("0.001", confirmed: false)
    try await world.turn()
    world.pass(.seconds(1801))
    let transfer = try #require(world.bank.evict())
    try await world.turn()
    try await carla.say("refund 1 toycarlasaddress")
    return (world, carla, transfer)
  }

  @Test func whatGoesBackIsNotSold() async throws {
    let (world, carla) = try await ordered("refunds: all")
    world.bank.receive("0.02")
    try await world.turn()
    try await carla.say("refund 1 toycarlasaddress")
    try await carla.say("/yes_1")
    #expect(try await carla.screen().hasPrefix("Purchase 1: not sold, the money goes back"))
    try await carla.say("/receipt_1")
    #expect(try await carla.last().hasPrefix("There is a receipt while purchase 1 is paid"))
    world.bank.decide(approving: false)
    try await world.turn()
    #expect(try await carla.screen().hasPrefix("Purchase 1: paid and confirmed"))
    try await carla.say("refund 1 toycarlasaddress")
    try await carla.say("/yes_1")
    world.bank.decide(approving: true)
    world.bank.mine()
    try await world.turn()
    #expect(try await carla.screen().hasPrefix("Purchase 1: not sold, the money goes back"))
    let purchase = try #require(await world.till?.purchases.first?.purchase)
    #expect(purchase.stateText(now: world.clock.now()) == "not sold, the money goes back")
    try await carla.say("/receipt_1")
    #expect(try await carla.last().hasPrefix("There is a receipt while purchase 1 is paid"))
    #expect(try await carla.file("receipt-1.txt") == nil)
  }

  @Test func moneyThatComesBackAfterARefundBuysNothing() async throws {
    let (world, carla, transfer) = try await evicted()
    try await carla.say("/yes_1")
    world.bank.decide(approving: true)
    try await world.turn()
    world.bank.restore(transfer)
    try await world.turn()
    #expect(world.bank.invoices[0].state == .settled)
    #expect(try await carla.screen().hasPrefix("Purchase 1: not sold, the money goes back"))
    #expect(try await carla.screen().contains("0.001 LTC more can go back: /refund_1"))
  }

  @Test func anOrderIsCancelledWhenItsMoneyHasBoughtSomething() async throws {
    let (world, carla, transfer) = try await evicted()
    try await carla.say("/yes_1")
    #expect(world.bank.orders.map(\.state) == [.awaitingApproval])
    world.bank.restore(transfer)
    try await world.turn()
    #expect(world.bank.orders.map(\.state) == [.cancelled])
    #expect(try await carla.screen().hasPrefix("Purchase 1: paid and confirmed"))
  }

  @Test func aRefundIsCheckedAgainBeforeItIsOrdered() async throws {
    let (world, carla, transfer) = try await evicted()
    world.bank.set(down: true)
    try await carla.say("/yes_1")
    world.bank.set(down: false)
    world.bank.restore(transfer)
    world.pass(.seconds(60))
    try await world.turn()
    #expect(world.bank.orders.isEmpty)
    #expect(try await carla.texts().contains { $0.contains("so much cannot go back any more") })
    #expect(try await carla.screen().hasPrefix("Purchase 1: paid and confirmed"))
  }

  @Test func unconfirmedMoneyIsNotGivenBack() async throws {
    let (world, carla) = try await ordered("confirmations: 0")
    world.bank.receive("0.03", confirmed: false)
    try await world.turn()
    #expect(try await carla.screen().hasPrefix("Purchase 1: paid and confirmed"))
    try await carla.say("refund 1 toycarlasaddress")
    #expect(try await carla.last().contains("is not confirmed yet"))
    try await carla.say("/yes_1")
    #expect(world.bank.orders.isEmpty)
    world.bank.mine()
    try await world.turn()
    try await carla.say("refund 1 toycarlasaddress")
    try await carla.say("/yes_1")
    #expect(world.bank.orders.map(\.amount) == [decimal("0.01")])
  }

  @Test func anotherProviderIsNotAsked() async throws {
    let (world, carla) = try await paidLate()
    try await carla.say("refund 1 toycarlasaddress")
    world.bank.set(losesAnswers: true)
    try await carla.say("/yes_1")
    #expect(world.bank.orders.count == 1)
    world.bank.set(losesAnswers: false)
    world.bank.set(provider: "other")
    world.pass(.seconds(700))
    try await world.turn()
    #expect(world.bank.orders.count == 1)
    world.bank.set(provider: "key")
    world.pass(.seconds(700))
    try await world.turn()
    #expect(world.bank.orders.count == 1)
    #expect(try await carla.last().hasSuffix("the shop has to approve it."))
  }

  @Test func aRefusalAfterALostAnswerProvesNothing() async throws {
    let (world, carla) = try await paidLate()
    world.bank.set(hasOpenRequests: true)
    try await carla.say("refund 1 notanaddressofthewallet")
    try await carla.say("/yes_1")
    #expect(try await !carla.last().contains("that is no address"))
    try await carla.say("refund 1 toycarlasaddress")
    #expect(try await carla.last().hasPrefix("A refund of purchase 1 is under way."))
    world.bank.set(hasOpenRequests: false)
    world.pass(.seconds(700))
    try await world.turn()
    #expect(try await carla.last().contains("that is no address for LTC"))
  }

  @Test func theSchemeOfAnAddressIsThatOfThePurchase() async throws {
    let (_, carla) = try await paidLate()
    try await carla.say("refund 1 bitcoin:toycarlasaddress")
    #expect(try await carla.last().hasPrefix("That is no address for LTC."))
    try await carla.say("refund 1 TOY:toycarlasaddress")
    #expect(try await carla.last().hasPrefix("0.02 LTC go back to this address:\ntoycarlasaddress\n"))
  }

  @Test func anOwnerMaySleep() async throws {
    let (world, carla) = try await paidLate()
    for number in 1...6 {
      world.pass(.seconds(60))
      try await carla.say("refund 1 toycarlasaddress")
      try await carla.say("/yes_1")
      #expect(world.bank.orders.count == number)
      world.pass(.seconds(2 * 86_400))
      try await world.turn()
      #expect(world.bank.orders.last?.state == .awaitingApproval)
      world.pass(.seconds(86_400))
      try await world.turn()
      #expect(world.bank.orders.last?.state == .expired)
    }
  }

  @Test func theOwnerReadsTheNameLast() async throws {
    let world = try TillWorld()
    let mallory = await world.shopper("x\" 5 LTC \"y")
    try await world.turn()
    try await mallory.say("/coffee")
    try await mallory.say("/pay_ltc")
    world.bank.receive("0.03")
    try await world.turn()
    try await mallory.say("refund 1 toymalloryaddress")
    try await mallory.say("/yes_1")
    #expect(
      world.bank.orders.first?.description
        == "Refund of purchase 1, price 0.02 LTC, received 0.03 LTC, customer \"x' 5 LTC 'y\"")
  }

  @Test func aDraftThatHasBecomeTooMuchIsNotConfirmed() async throws {
    let (world, carla, transfer) = try await evicted()
    world.bank.restore(transfer)
    try await world.turn()
    try await carla.say("/yes_1")
    #expect(try await carla.last() == "There is nothing to confirm. /refund_1")
    #expect(world.bank.orders.isEmpty)
  }

  @Test func aPartStaysWhileThePurchaseCanBeCompleted() async throws {
    let (world, carla) = try await ordered()
    world.bank.receive("0.01")
    try await world.turn()
    try await carla.say("/refund_1")
    #expect(try await carla.last().hasPrefix("There is nothing to give back for purchase 1."))
  }

  /// The owner is not asked about a refund that the customer wanted days ago.
  @Test func aRefundThatWaitedTooLongIsNotOrdered() async throws {
    let (world, carla) = try await paidLate()
    try await carla.say("refund 1 toycarlasaddress")
    world.bank.set(down: true)
    try await carla.say("/yes_1")
    world.pass(Refund.lifetime + .seconds(1))
    world.bank.set(down: false)
    try await world.turn()
    #expect(world.bank.orders.isEmpty)
    #expect(try await carla.last().hasSuffix("/refund_1"))
  }

  /// Reports of the wallet can overtake each other.
  @Test func anOlderReportChangesNothing() async throws {
    let (world, carla) = try await paidLate()
    try await carla.say("refund 1 toycarlasaddress")
    try await carla.say("/yes_1")
    let (invoice, order) = (world.bank.invoices[0], world.bank.orders[0])
    var purchase = try #require(await world.till?.purchases.first?.purchase)
    var (older, newer) = (invoice, order)
    (older.version, older.state) = (invoice.version - 1, .pending)
    purchase.apply(older)
    #expect(purchase.invoice == invoice)
    (newer.version, newer.state) = (order.version + 1, .inFlight)
    purchase.apply(newer)
    purchase.apply(order)
    #expect(purchase.refunded.last?.order == newer)
  }
}
