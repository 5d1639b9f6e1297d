import ChatPayments
import PaymentsModel
import TestSupport
import Testing

@testable import Till

/// What stands between customers and the people of the shop: words, answers, times, and what was sold.
@Suite struct CounterTests {
  @Test func whatACustomerWritesIsKeptUntilItIsAnswered() async throws {
    let world = try TillWorld()
    let (carla, dora) = (await world.shopper("carla"), await world.shopper("dora"))
    try await carla.say("/menu")
    try await carla.say("hello, do you have tea?")
    #expect(try await carla.last().contains("The people of the shop see what you wrote."))
    world.pass(.seconds(60))
    try await dora.say("\u{1B}[2J ni hao")
    let till = try #require(world.till)
    #expect(await till.waiting.map(\.name) == ["carla", "dora"])
    #expect(await till.waiting.compactMap(\.number) == [1, 2])
    #expect(await till.waiting.first?.words?.map(\.text) == ["hello, do you have tea?"])
    // It survives a till that ends, and the numbers do too.
    try await world.start()
    let again = try #require(world.till)
    #expect(await again.waiting.compactMap(\.number) == [1, 2])
    try await again.answer(2, "Ni hao!")
    await again.finishWork()
    #expect(try await dora.last() == "The people of the shop: Ni hao!")
    #expect(await again.waiting.map(\.name) == ["carla"])
    await #expect(throws: AnswerRefusal.unknownCustomer) { try await again.answer(3, "Who?") }
    for text in ["", String(repeating: "a", count: AnswerRefusal.longest + 1)] {
      await #expect(throws: AnswerRefusal.length) { try await again.answer(1, text) }
    }
  }

  @Test func noCustomerFillsTheScreenOfTheShop() async throws {
    let world = try TillWorld()
    let carla = await world.shopper("carla")
    for number in 1...8 { try await carla.say("word \(number)") }
    try await carla.say(String(repeating: "e\u{301}", count: 5000))
    let words = try #require(await world.till?.waiting.first?.words)
    #expect(words.map(\.text).prefix(4) == ["word 5", "word 6", "word 7", "word 8"] && words.count == 5)
    #expect(words.last?.text.unicodeScalars.count == 500)
    // What comes faster than the till reads is not kept either.
    for number in 1...40 { _ = try await carla.device.send(ChatContent(text: "flood \(number)"), to: carla.room) }
    try await world.turn()
    #expect(await world.till?.waiting.first?.words?.count == 5)
    #expect(await world.till?.waiting.first?.words?.contains { $0.text == "flood 40" } == false)
  }

  /// Files of before customers had numbers and words are read.
  @Test func customersFromBeforeGetNumbers() async throws {
    let world = try TillWorld()
    for name in ["carla", "dora"] { try await world.shopper(name).say("/coffee") }
    for (name, bytes) in await world.disk.files where CustomerFile.isName(name) {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("\"number\""))
      await world.disk.save(Array(text.replacing("\"number\"", with: "\"unknown\"").utf8), as: name, number: 0)
    }
    try await world.start()
    let till = try #require(world.till)
    #expect(await till.customers.values.compactMap(\.number).sorted() == [1, 2])
  }

  @Test func customersReadTimesOfTheShop() async throws {
    let world = try TillWorld(TillWorld.prices + "\ntime_zone: Europe/Berlin")
    let carla = await world.shopper("carla")
    try await carla.say("/cake")
    try await carla.say("/pay_ltc")
    let screen = try await carla.screen()
    #expect(screen.contains("before 23 Nov 2026, 15:05 Berlin time."), "\(screen)")
    #expect(screen.contains("(23 Nov 2026, 14:35 Berlin time)"), "\(screen)")
  }

  @Test func aZoneIsOneOfTheSystem() throws {
    let summer = try #require(Timestamp("2026-07-01T22:30:00Z"))
    let berlin = try #require(ShopZone("Europe/Berlin"))
    #expect(MomentWords.text(summer, in: berlin) == "2 Jul 2026, 00:30 Berlin time")
    #expect(MomentWords.text(summer, in: .utc) == "1 Jul 2026, 22:30 UTC")
    let place = try #require(ShopZone("America/Argentina/Buenos_Aires"))
    #expect(MomentWords.text(summer, in: place) == "1 Jul 2026, 19:30 Buenos Aires time")
    #expect(ShopZone("Etc/UTC") == .utc && ShopZone("UTC+1") == nil && ShopZone("Atlantis") == nil)
    let midnight = try #require(Timestamp("2026-07-01T21:59:00Z"))
    #expect(!berlin.isSameDay(midnight, summer) && ShopZone.utc.isSameDay(midnight, summer))
    let failure = #expect(throws: PriceListFailure.self) {
      try PriceList(parsing: Array((TillWorld.prices + "\ntime_zone: Berlin").utf8))
    }
    #expect(failure?.words == "a time zone of the system, such as Europe/Berlin or UTC")
  }

  @Test func theDayIsAddedUp() async throws {
    let world = try TillWorld()
    let (carla, dora) = (await world.shopper("carla"), await world.shopper("dora"))
    func sales() async throws -> DaySales {
      DaySales(await world.till?.purchases.map(\.purchase) ?? [], now: world.clock.now(), in: .utc)
    }
    for shopper in [carla, dora] {
      try await shopper.say("/coffee")
      try await shopper.say("/pay_ltc")
    }
    let before = try await sales()
    #expect(before.sold == 0 && before.confirming == 0)
    world.bank.receive("0.03", confirmed: false)
    try await world.turn()
    let seen = try await sales()
    #expect(seen.confirming == 1 && seen.sums.isEmpty)
    world.bank.mine()
    try await world.turn()
    let today = try await sales()
    // The price counts, and not what was too much.
    #expect(today.sold == 1 && today.sums.map(\.currency) == ["LTC"] && today.sums.map(\.amount.text) == ["0.02"])
    world.pass(.seconds(86_400))
    let tomorrow = try await sales()
    #expect(tomorrow.sold == 0 && tomorrow.confirming == 0)
  }

  @Test(arguments: [
    (
      "items: [{word: a, name: A, price: 3,50 EUR}]",
      "a number is written with a point, such as 1.5, and not with a comma"
    ),
    ("items: [{word: a, name: A, price: [1 LTC, 3,50 EUR]}]", "write 3.50 EUR"),
    ("items:\n  - word: a\n    name: A\n    price: 3,50 EUR", "write 3.50 EUR"),
    ("items:\n  - word: a\n    name: A\n    price: 1.234,50 EUR", "write 1234.50 EUR"),
  ])
  func aCommaIsToldAsOne(_ items: String, _ words: String) throws {
    let failure = #expect(throws: PriceListFailure.self) {
      try PriceList(parsing: Array("shop: A\npay_with: [LTC]\n\(items)".utf8))
    }
    let told = try #require(failure).words
    #expect(told.hasSuffix(words) || told == words, "\(told)")
  }

  @Test func theExampleIsRight() throws {
    let list = try PriceList(parsing: Array(TillExample.text.utf8))
    #expect(list.items.count == 2 && list.rates.isEmpty && list.zone == nil)
    // What is commented out is right too.
    let whole = TillExample.text.replacing(#/(?m)^# (?=[a-z_]+:|  -)/#, with: "")
    #expect(whole != TillExample.text)
    let more = try PriceList(parsing: Array(whole.utf8))
    #expect(more.rates.count == 1 && more.zone?.name == "Europe/Berlin" && more.confirmations == 1)
  }
}
