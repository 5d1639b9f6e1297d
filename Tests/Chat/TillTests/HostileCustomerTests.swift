import ChatPayments
import PaymentsAPI
import PaymentsModel
import Testing

@testable import Till

/// Customers who want to break the shop, or to learn of others.
@Suite struct HostileCustomerTests {
  private func begin() async throws -> (TillWorld, Shopper) {
    let world = try TillWorld()
    let mallory = await world.shopper("mallory")
    try await world.turn()
    return (world, mallory)
  }

  @Test func oddTextsGetShortAnswers() async throws {
    let (world, mallory) = try await begin()
    let odd = [
      String(repeating: "/coffee ", count: 4000), "/coffee 0", "/coffee 1000", "/coffee -1",
      "/coffee 999999999999999999",
      "/coffee 1e3", "/coffee ٣", "\u{0}\u{1B}[2J\u{202E}/coffee", "/pay_\u{202E}ltc", "//coffee", "/", "_", "/_1",
      "/cancel_99999999999999999999", "/refund_1_2_3", "refund", "yes", "/receipt_0", "payport:card?data=AAAA",
      String(repeating: "a\u{301}\u{302}\u{303}", count: 100), "/coffee\u{2028}2",
    ]
    for text in odd {
      try await mallory.say(text)
      #expect(try await mallory.last().utf8.count < 400)
      // Nothing of what somebody writes comes back.
      #expect(try await !mallory.last().unicodeScalars.contains("\u{202E}"))
      world.pass(.seconds(60))
    }
    #expect(world.bank.invoices.isEmpty)
    #expect(await world.till?.purchases.isEmpty == true)
  }

  @Test func thousandsOfCommandsGetFewAnswers() async throws {
    let (world, mallory) = try await begin()
    let carla = await world.shopper("carla")
    for _ in 0..<3000 { _ = try await mallory.device.send(ChatContent(text: "/menu"), to: mallory.room) }
    try await world.turn()
    #expect(try await mallory.texts().count == world.list.limits.repliesPerMinute + 1)
    #expect(try await mallory.last() == TillWords.tooFast)
    // Others are served meanwhile, and so is this one in the next minute.
    try await carla.say("/coffee")
    #expect(try await carla.last().hasPrefix("Your basket"))
    world.pass(.seconds(60))
    try await mallory.say("/coffee")
    #expect(try await mallory.last().hasPrefix("Your basket"))
    let bytes = await world.disk.files.values.map(\.count).max() ?? 0
    #expect(bytes < 400_000)
  }

  @Test func openPurchasesAreBounded() async throws {
    let (world, mallory) = try await begin()
    for _ in 0..<5 {
      try await mallory.say("/coffee")
      try await mallory.say("/pay_ltc")
    }
    #expect(world.bank.invoices.count == 3)
    #expect(try await mallory.last().hasPrefix("You have 3 open purchases."))
    // To order and cancel is bounded too.
    for number in 1...20 {
      world.pass(.seconds(60))
      try await mallory.say("/cancel_\(number)")
      try await mallory.say("/coffee")
      try await mallory.say("/pay_ltc")
    }
    // Three were open, and ten were cancelled before the limit.
    #expect(world.bank.invoices.count == 12)
  }

  @Test func allOpenPurchasesTogetherAreBounded() async throws {
    let world = try TillWorld(TillWorld.prices + "\nlimits: {open: 6, open_per_customer: 3}\n")
    let known = await world.shopper("known")
    try await known.say("/coffee")
    try await known.say("/pay_ltc")
    world.bank.receive("0.02")
    try await world.turn()
    for name in ["a", "b", "c"] {
      let shopper = await world.shopper(name)
      for _ in 0..<3 {
        try await shopper.say("/coffee")
        try await shopper.say("/pay_ltc")
      }
      if name != "a" { #expect(try await shopper.last() == TillWords.shopIsFull) }
    }
    #expect(world.bank.invoices.count == 1 + 4, "strangers get two thirds")
    // Whoever has paid before goes on.
    try await known.say("/coffee")
    try await known.say("/pay_ltc")
    #expect(try await known.last() != TillWords.shopIsFull)
    #expect(world.bank.invoices.count == 1 + 4 + 1)
  }

  /// The numbers of purchases count for each customer alone, and nothing of another customer is ever said.
  @Test func othersStayUnknown() async throws {
    let (world, mallory) = try await begin()
    let carla = await world.shopper("carla")
    try await carla.say("/coffee")
    try await carla.say("/pay_ltc")
    world.bank.receive("0.02")
    try await world.turn()
    for text in [
      "/purchase_1", "/cancel_1", "/receipt_1", "/refund_1", "refund 1 toymalloryaddress", "/yes_1", "/again_1",
    ] {
      try await mallory.say(text)
      #expect(try await mallory.last() == "You have no purchase 1. /purchases")
    }
    try await mallory.say("/purchases")
    #expect(try await mallory.last() == "You have ordered nothing yet. /menu")
    world.pass(.seconds(60))
    try await mallory.say("/coffee")
    try await mallory.say("/pay_ltc")
    #expect(try await mallory.screen().hasPrefix("Purchase 1: waiting"))
    let said = try await mallory.texts().joined()
    #expect(!said.contains("toyltcaddress1") && !said.contains("carla"))
    #expect(world.bank.orders.isEmpty)
  }

  /// Somebody may have written to the shop's owner before there was a till.
  @Test func whatWasWrittenBeforeIsNotAnswered() async throws {
    let world = try TillWorld()
    let mallory = await world.shopper("mallory")
    _ = try await mallory.device.send(ChatContent(text: "/menu"), to: mallory.room)
    world.pass(.seconds(1))
    try await world.turn()
    #expect(try await mallory.texts().isEmpty)
    try await mallory.say("/menu")
    #expect(try await mallory.texts().count == 1)
  }

  /// In a group everybody would read what somebody buys, and anybody could answer for somebody else.
  @Test func groupsAreNotServed() async throws {
    let (world, mallory) = try await begin()
    let group = RoomID("group")
    await world.chat.open(group, name: "all", members: ["shop", "mallory", "carla"].map { PersonID($0) })
    _ = try await mallory.device.send(ChatContent(text: "/menu"), to: group)
    try await world.turn()
    // As an event it is not answered either.
    let message = try #require(try await mallory.device.history(of: group).first)
    await world.till?.hear(message)
    try await world.turn()
    #expect(try await mallory.device.history(of: group).count == 1)
  }

  @Test func refundsAreTriedSeldom() async throws {
    let (world, mallory) = try await begin()
    try await mallory.say("/coffee")
    try await mallory.say("/pay_ltc")
    world.bank.receive("0.01")
    world.pass(.seconds(1801))
    try await world.turn()
    for _ in 0..<8 {
      world.pass(.seconds(60))
      try await mallory.say("refund 1 toymalloryaddress")
      try await mallory.say("/yes_1")
      world.bank.decide(approving: false)
      try await world.turn()
    }
    #expect(world.bank.orders.count == Purchase.maximumRefunds)
  }
}
