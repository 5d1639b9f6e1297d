import ChatPayments
import PaymentsAPI
import PaymentsModel
import TestSupport
import Testing

@testable import Till

/// What a customer sees who only writes and taps.
@Suite struct TillFlowTests {
  private func begin(_ prices: String = TillWorld.prices) async throws -> (TillWorld, Shopper) {
    let world = try TillWorld(prices)
    let carla = await world.shopper("carla")
    try await world.turn()
    return (world, carla)
  }

  @Test func aPurchaseIsPaid() async throws {
    let (world, carla) = try await begin()
    try await carla.say("/menu")
    #expect(try await carla.last().contains("Coffee, 0.02 LTC or 0.01 XMR: /coffee"))
    try await carla.say("/coffee")
    try await carla.say("/coffee 2")
    #expect(try await carla.last().contains("3 × Coffee, 0.02 LTC or 0.01 XMR each"))
    #expect(try await carla.last().contains("0.06 LTC: /pay_ltc\n0.03 XMR: /pay_xmr"))
    try await carla.say("/pay_ltc")
    let texts = try await carla.texts().suffix(3)
    #expect(
      texts.first?.contains("Pay 0.06 LTC in one payment to\ntoyltcaddress1\nbefore 23 Nov 2026, 14:05 UTC") == true)
    #expect(Array(texts.dropFirst()) == ["toy:toyltcaddress1?amount=0.06", "pay-LTC-1.png"])
    world.bank.receive("0.06", confirmed: false)
    try await world.turn()
    #expect(try await carla.screen().hasPrefix("Purchase 1: payment seen, waiting for confirmation"))
    #expect(try await carla.last() == "Purchase 1: your payment was seen.")
    world.bank.mine()
    try await world.turn()
    #expect(try await carla.screen().hasPrefix("Purchase 1: paid and confirmed"))
    #expect(try await carla.last() == "Purchase 1 is paid. Thank you! /receipt_1")
    // The screen is one message, which was edited.
    #expect(try await carla.texts().count { $0.hasPrefix("Purchase 1: ") && $0.contains("\n") } == 1)
    try await carla.say("/receipt_1")
    let receipt = String(decoding: try #require(try await carla.file("receipt-1.txt")).bytes, as: UTF8.self)
    #expect(receipt.contains("Item: 3 × Coffee") && receipt.contains("Proof: proof-of-tx1"))
    #expect(receipt.contains("Transaction: tx1, 0.06 LTC"))
  }

  /// Words without slashes do the same, for chats that take a slash for themselves.
  @Test func wordsNeedNoSlash() async throws {
    let (world, carla) = try await begin()
    try await carla.say("2 COFFEE")
    try await carla.say("pay ltc")
    #expect(world.bank.invoices.map(\.amount) == [decimal("0.04")])
    try await carla.say("cancel 1")
    #expect(try await carla.screen().hasPrefix("Purchase 1: cancelled"))
    #expect(world.bank.invoices[0].state == .cancelled)
    try await carla.say("hello there")
    #expect(try await carla.last() == TillWords.unknown)
  }

  @Test func aPartIsCompleted() async throws {
    let (world, carla) = try await begin()
    try await carla.say("/coffee")
    try await carla.say("/pay_ltc")
    world.bank.receive("0.005", confirmed: false)
    try await world.turn()
    #expect(try await carla.screen().hasPrefix("Purchase 1: 0.015 LTC are missing"))
    #expect(try await carla.last().hasPrefix("Purchase 1: 0.015 LTC are still missing."))
    // Nothing can be given back while the purchase can be completed.
    try await carla.say("/refund_1")
    #expect(try await carla.last().contains("not confirmed yet"))
    world.bank.receive("0.016")
    world.bank.mine()
    try await world.turn()
    #expect(try await carla.screen().contains("You paid 0.001 LTC too much.\nTo get it back: /refund_1"))
    try await carla.say("/refund_1")
    #expect(
      try await carla.last()
        == "You can get back 0.001 LTC. Write this, with an address of your own wallet:\nrefund 1 ADDRESS")
    try await carla.say("refund 1 toycarlasaddress")
    try await carla.say("/yes_1")
    #expect(world.bank.orders.map(\.amount) == [decimal("0.001")])
    #expect(world.bank.orders.map(\.address) == ["toycarlasaddress"])
    #expect(
      world.bank.orders[0].description == "Refund of purchase 1, price 0.02 LTC, received 0.021 LTC, customer \"carla\""
    )
    // The thanks are not repeated.
    #expect(try await carla.texts().count { $0.hasPrefix("Purchase 1 is paid.") } == 1)
    // A second yes and a second refund change nothing.
    try await carla.say("/yes_1")
    try await carla.say("refund 1 toyotheraddress")
    world.bank.decide(approving: true)
    world.bank.mine()
    try await world.turn()
    try await carla.say("refund 1 toyotheraddress")
    #expect(try await carla.last().hasPrefix("There is nothing to give back"))
    #expect(world.bank.orders.count == 1)
    #expect(try await carla.screen().hasSuffix("Refund of 0.001 LTC to toycarlasaddress: sent and confirmed"))
  }

  @Test func lateMoneyGoesBack() async throws {
    let (world, carla) = try await begin()
    try await carla.say("/coffee")
    try await carla.say("/pay_ltc")
    world.pass(.seconds(1801))
    try await world.turn()
    #expect(try await carla.screen().hasPrefix("Purchase 1: not paid in time"))
    #expect(try await carla.screen().contains("Do not pay any more: the time was over at 23 Nov 2026, 14:05 UTC."))
    world.bank.receive("0.02", confirmed: false)
    try await world.turn()
    #expect(
      try await carla.screen().contains(
        "0.02 LTC arrived, which was too late.\nYou can get it back once it is confirmed."))
    try await carla.say("refund 1 toycarlasaddress")
    #expect(world.bank.orders.isEmpty)
    world.bank.mine()
    try await world.turn()
    #expect(try await carla.last() == "Purchase 1 was not sold: 0.02 LTC arrived. To get it back: /refund_1")
    try await carla.say("refund 1 toy:toycarlasaddress?amount=5")
    #expect(try await carla.last().hasPrefix("0.02 LTC go back to this address:\ntoycarlasaddress\n"))
    try await carla.say("/yes_1")
    world.bank.decide(approving: false)
    try await world.turn()
    #expect(try await carla.last().contains("the shop said no"))
    // It can be asked for once more, and more late money too.
    world.bank.receive("0.01")
    try await world.turn()
    try await carla.say("refund 1 toycarlasaddress")
    try await carla.say("/yes_1")
    world.bank.decide(approving: true)
    try await world.turn()
    #expect(world.bank.orders.map(\.amount) == [decimal("0.02"), decimal("0.03")])
    #expect(world.bank.orders.count { $0.state == .inFlight } == 1)
  }

  @Test func anUnderpaidPurchaseExpiresAndIsRefunded() async throws {
    let (world, carla) = try await begin()
    try await carla.say("/coffee")
    try await carla.say("/pay_xmr")
    world.bank.receive("0.004")
    try await world.turn()
    world.pass(.seconds(1801))
    try await world.turn()
    #expect(
      try await carla.screen().contains("0.004 XMR arrived, which was not enough in time.\nTo get it back: /refund_1"))
    try await carla.say("refund 1 notanaddressofthewallet")
    try await carla.say("/yes_1")
    #expect(try await carla.last() == "Purchase 1, refund of 0.004 XMR: that is no address for XMR. /refund_1")
    #expect(world.bank.orders.isEmpty)
    try await carla.say("refund 1 toyxmraddress1")
    #expect(try await carla.last().hasPrefix("That is the address of this shop."))
    for text in ["refund 1 short", "refund 1 toy<script>address", "refund 1 töyaddressaddress", "refund 1"] {
      try await carla.say(text)
      #expect(try await carla.last().contains("refund 1 ADDRESS"))
    }
    try await carla.say("refund 1 toyright1address")
    try await carla.say("yes")
    #expect(world.bank.orders.map(\.address) == ["toyright1address"])
  }

  // MARK: Rates

  @Test func aRateHoldsUntilThePurchaseEnds() async throws {
    let (world, carla) = try await begin()
    try await carla.say("/cake 2")
    #expect(try await carla.last().contains("0.0875 LTC: /pay_ltc\nXMR: not for all of this"))
    try await carla.say("/pay_ltc")
    world.rates.set("40", at: world.clock.now())
    try await world.turn()
    let line = "7 EUR = 0.0875 LTC, 1 LTC = 80 EUR (23 Nov 2026, 13:35 UTC), rounded up to 0.0001 LTC"
    #expect(try await carla.screen().contains(line))
    world.bank.receive("0.0875")
    try await world.turn()
    #expect(try await carla.screen().hasPrefix("Purchase 1: paid and confirmed"))
    #expect(try await carla.screen().contains(line))
  }

  @Test func withoutARateNothingIsSoldForIt() async throws {
    let (world, carla) = try await begin()
    for (rate, at) in [("80", -601), (nil, 0), ("80", 121)] {
      world.rates.set(rate, at: world.clock.now().advanced(by: .seconds(at)))
      try await carla.say("/clear")
      try await carla.say("/cake")
      #expect(try await carla.last().contains("LTC: no current rate for EUR"))
      try await carla.say("/pay_ltc")
      #expect(try await carla.last().hasPrefix("I have no current rate for EUR, so I sell nothing in LTC for it now."))
    }
    try await carla.say("/clear")
    try await carla.say("/coffee")
    try await carla.say("/pay_ltc")
    #expect(world.bank.invoices.count == 1)
  }

  // MARK: The shop

  @Test func aClosedShopFinishesWhatIsOpen() async throws {
    let (world, carla) = try await begin()
    try await carla.say("/coffee")
    try await carla.say("/pay_ltc")
    try await carla.say("/coffee")
    await world.disk.setShop(closed: true)
    try await world.turn()
    for text in ["/pay_ltc", "/coffee", "/menu", "/again_1"] {
      try await carla.say(text)
      #expect(try await carla.last().hasSuffix(TillWords.closed))
    }
    world.bank.receive("0.02")
    try await world.turn()
    #expect(try await carla.screen().hasPrefix("Purchase 1: paid and confirmed"))
    await world.disk.setShop(closed: false)
    try await world.turn()
    try await carla.say("/pay_ltc")
    #expect(world.bank.invoices.count == 2)
  }

  @Test func theWalletIsAwayForAWhile() async throws {
    let (world, carla) = try await begin()
    try await carla.say("/coffee")
    world.bank.set(down: true)
    try await carla.say("/pay_ltc")
    #expect(try await carla.last() == "I cannot take LTC now. Please try again in a few minutes: /basket")
    world.bank.set(down: false)
    world.bank.set(refusal: .walletTimeout)
    try await carla.say("/pay_ltc")
    #expect(try await carla.screen().hasPrefix("Purchase 1: one moment"))
    world.bank.set(refusal: nil)
    world.pass(.seconds(5))
    try await world.turn()
    #expect(try await carla.screen().hasPrefix("Purchase 1: waiting for your payment"))
    #expect(try await carla.last() == "pay-LTC-1.png")
    world.bank.set(refusal: .amountOutOfRange)
    try await carla.say("/again_1")
    try await carla.say("/pay_ltc")
    #expect(try await carla.screen(2).contains("My wallet does not take this amount."))
  }

  /// A chat that cannot edit gets each state as a new message.
  @Test func aChatWithoutEdits() async throws {
    let world = try TillWorld()
    world.refusesEdits = true
    let carla = await world.shopper("carla")
    try await world.start()
    try await carla.say("/coffee")
    try await carla.say("/pay_ltc")
    world.bank.receive("0.02", confirmed: false)
    try await world.turn()
    world.bank.mine()
    try await world.turn()
    let screens = try await carla.texts().filter { $0.hasPrefix("Purchase 1: ") && $0.contains("\n") }
    #expect(
      screens.map { $0.prefix { $0 != "\n" } } == [
        "Purchase 1: waiting for your payment", "Purchase 1: payment seen, waiting for confirmation",
        "Purchase 1: paid and confirmed",
      ])
  }
}
