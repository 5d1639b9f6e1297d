import ChatPayments
import Files
import PaymentsAPI
import PaymentsModel
import TestSupport
import Testing

@testable import Till

/// What keeps a shop open, and one customer's purchases apart from another one's.
@Suite struct ShopSafetyTests {
  /// However many purchases wait for a wallet that does not answer.
  @Test(.timeLimit(.minutes(5))) func aTillThatEndsWaitsForNobody() async throws {
    let world = try TillWorld()
    var shoppers: [Shopper] = []
    for number in 1...8 { shoppers.append(await world.shopper("shopper\(number)")) }
    try await world.turn()
    for shopper in shoppers { try await shopper.say("/coffee") }
    world.bank.set(hangs: true)
    let till = try #require(world.till)
    let running = Task { await till.run() }
    for shopper in shoppers { _ = try await shopper.device.send(ChatContent(text: "/pay_ltc"), to: shopper.room) }
    _ = try await eventually("all wait for the wallet") { world.bank.hanging == shoppers.count ? true : nil }
    running.cancel()
    await running.value
    #expect(world.bank.hanging == shoppers.count, "nothing is begun any more")
    // The next till asks for the same.
    world.bank.set(hangs: false)
    try await world.start()
    try await world.turn()
    #expect(world.bank.invoices.count == shoppers.count)
  }

  @Test func strangersDoNotUseUpAllAddresses() async throws {
    let world = try TillWorld(TillWorld.prices + "\nlimits: {unpaid: 3}\n")
    let (carla, mallory, eve) = (
      await world.shopper("carla"), await world.shopper("mallory"), await world.shopper("eve")
    )
    func buy(_ shopper: Shopper) async throws {
      world.pass(.seconds(61))
      try await shopper.say("/clear")
      try await shopper.say("/coffee")
      try await shopper.say("/pay_ltc")
    }
    try await world.turn()
    try await buy(carla)
    world.bank.receive("0.02")
    try await world.turn()
    try await buy(mallory)
    try await mallory.say("/cancel_1")
    try await buy(mallory)
    try await buy(eve)
    #expect(try await eve.last() == TillWords.shopIsFull)
    // One address is left for those who have paid before.
    try await buy(carla)
    #expect(world.bank.invoices.count == 4)
    try await buy(carla)
    #expect(try await carla.last() == TillWords.shopIsFull)
    world.bank.receive("0.02", on: 3)
    try await world.turn()
    try await buy(eve)
    #expect(world.bank.invoices.count == 5)
  }

  @Test func anOrderWaitsForTheQuota() async throws {
    let world = try TillWorld()
    let carla = await world.shopper("carla")
    try await world.turn()
    let till = try #require(world.till)
    var changes = await till.changes().makeAsyncIterator()
    world.bank.set(refusal: .quotaExceeded)
    try await carla.say("/coffee")
    try await carla.say("/pay_ltc")
    #expect(try await carla.screen().hasPrefix("Purchase 1: one moment"))
    await till.tell(.notKept)
    var told: [TillChange] = []
    while let change = await changes.next(), change != .notKept { told.append(change) }
    #expect(told.contains(.alert(.quotaExceeded("LTC"))))
    world.bank.set(refusal: nil)
    world.pass(.seconds(60))
    try await world.turn()
    #expect(try await carla.screen().hasPrefix("Purchase 1: waiting for your payment"))
  }

  @Test func aRoomThatCannotBeReadMutesNobodyElse() async throws {
    let world = try TillWorld()
    let mallory = await world.shopper("a")
    let carla = await world.shopper("b")
    world.unreadable = mallory.room
    try await world.turn()
    _ = try await mallory.device.send(ChatContent(text: "/menu"), to: mallory.room)
    try await carla.say("/menu")
    #expect(try await carla.last().hasPrefix("Corner Coffee"))
    #expect(try await mallory.texts().isEmpty)
  }

  @Test func aRegularGoesOn() throws {
    let world = try TillWorld()
    let now = world.clock.now()
    var customer = Customer(room: RoomID("room"), name: "carla", after: now)
    for number in 1...Customer.maximumPurchases {
      let earlier = now.advanced(by: .seconds(-40 * 86_400))
      var purchase = Purchase(
        number: number, lines: [], basket: [], currency: "LTC", due: decimal("0.02"), conversions: [],
        confirmations: nil, madeAt: earlier, expiresAt: earlier, description: "", request: .random(),
        cancelRequest: .random(), refunds: "all")
      purchase.screen = Purchase.Screen(isQueued: true, message: "1", text: "")
      var invoice = try world.bank.invoice(
        InvoiceRequest.Params(
          requestID: purchase.request, currency: "LTC", amount: purchase.due, description: "",
          expiresAt: now.advanced(by: .seconds(60))))
      (invoice.state, invoice.monitoredUntil) = (.settled, earlier)
      // The first one was paid too much.
      invoice.paidAmount = decimal(number == 1 ? "0.03" : "0.02")
      invoice.confirmedAmount = invoice.paidAmount
      purchase.invoice = invoice
      customer.purchases.append(purchase)
    }
    customer.lastNumber = Customer.maximumPurchases
    customer.basket = [BasketLine(word: "coffee", quantity: 1)]
    var shop = ShopState(list: world.list, now: now)
    shop.decimals = ["LTC": 8]
    let message = ChatMessage(
      id: MessageID("m"), room: RoomID("room"), from: PersonID("carla"), content: ChatContent(text: "/pay_ltc"),
      sentAt: now)
    #expect(customer.hear(message, in: shop) == .answered)
    #expect(customer.purchases.last?.number == Customer.maximumPurchases + 1)
    #expect(customer.purchases.map(\.number).prefix(2) == [1, 3])
  }

  @Test func anotherPersonInTheRoomIsNotTheCustomer() async throws {
    let world = try TillWorld()
    let carla = await world.shopper("carla")
    try await world.turn()
    try await carla.say("/coffee")
    try await carla.say("/pay_ltc")
    let before = try await carla.texts()
    await world.chat.open(carla.room, name: "eve", members: [PersonID("shop"), PersonID("eve")])
    let eve = Shopper(name: "eve", room: carla.room, device: world.chat.device(of: PersonID("eve")), world: world)
    world.bank.receive("0.02")
    try await eve.say("/purchases")
    #expect(try await eve.texts().filter { !before.contains($0) }.isEmpty)
  }

  @Test func aTillBelongsToOneNetwork() async throws {
    let world = try TillWorld()
    try await world.turn()
    await #expect(throws: TillOfOtherNetwork(expected: "toy", found: "other")) {
      _ = try await Till(
        world.list, network: "other", transport: world.chat.device(of: PersonID("shop")),
        wallet: DoomedBank(inner: world.bank, doom: Doom()), storage: world.disk, rates: world.rates,
        clock: world.clock)
    }
  }

  @Test func aReceiptIsMadeOnce() async throws {
    let world = try TillWorld()
    let carla = await world.shopper("carla")
    try await world.turn()
    try await carla.say("/coffee")
    try await carla.say("/pay_ltc")
    world.bank.receive("0.02")
    try await world.turn()
    // The provider answers few questions in a minute, which is no reason to make a receipt without proofs.
    world.bank.set(proofRefusal: .rateLimited)
    try await carla.say("/receipt_1")
    #expect(try await carla.file("receipt-1.txt") == nil)
    world.bank.set(proofRefusal: nil)
    world.pass(.seconds(60))
    try await world.turn()
    let made = world.bank.proofRequests
    try await carla.say("/receipt_1")
    try await carla.say("/receipt_1")
    #expect(world.bank.proofRequests == made)
    #expect(try await carla.texts().count { $0 == "receipt-1.txt" } == 3)
    let receipt = String(decoding: try #require(try await carla.file("receipt-1.txt")).bytes, as: UTF8.self)
    #expect(receipt.contains("Proof: proof-of-tx1"))
  }

  @Test func theOwnerIsToldAboutTheChat() async throws {
    let world = try TillWorld()
    try await world.turn()
    let till = try #require(world.till)
    var changes = await till.changes().makeAsyncIterator()
    await till.listen(
      to: AsyncStream { events in
        events.yield(.notice(.otherClient))
        events.finish()
      })
    #expect(await changes.next() == .alert(.chat(.otherClient)))
  }

  /// The owner is told once about a customer whom nothing reaches, and again after something has reached them.
  @Test func theOwnerIsToldWhoIsNotReached() async throws {
    let world = try TillWorld()
    let carla = await world.shopper("carla")
    try await world.turn()
    try await carla.say("/menu")
    let till = try #require(world.till)
    var changes = await till.changes().makeAsyncIterator()
    let failed = ChatEvent.delivery(MessageID("1"), in: carla.room, .failed("no room"))
    let events: [ChatEvent] = [
      failed, failed, .delivery(MessageID("1"), in: carla.room, .sent),
      .delivery(MessageID("1"), in: RoomID("x"), .failed("")),
      .left(carla.room, .endedByOther), .left(RoomID("x"), .endedByOther),
    ]
    await till.listen(
      to: AsyncStream { stream in
        for event in events { stream.yield(event) }
        stream.finish()
      })
    await till.tellTrouble(ChatTransportError.refused("no room"), carla.room)
    await till.tellTrouble(ChatTransportError.disconnected, carla.room)
    try await carla.say("/menu")
    await till.tellTrouble(ChatTransportError.refused("no room"), carla.room)
    await till.tell(.notKept)
    var told: [TillAlert] = []
    while let change = await changes.next(), change != .notKept {
      if case .alert(let alert) = change { told.append(alert) }
    }
    let undelivered = TillAlert.undelivered(name: "carla", reason: "no room")
    #expect(told == [undelivered, .gone(name: "carla"), undelivered, undelivered])
  }

  @Test func theOwnerIsToldThatARateIsMissing() async throws {
    let world = try TillWorld()
    try await world.turn()
    let till = try #require(world.till)
    var changes = await till.changes().makeAsyncIterator()
    for rate in ["80", nil, nil, "80", nil] {
      world.rates.set(rate, at: world.clock.now())
      await till.readRates()
    }
    world.rates.set("80", at: world.clock.now())
    await till.readRates()
    world.pass(.seconds(601))
    await till.readRates()
    await till.tell(.notKept)
    var told: [TillChange] = []
    while let change = await changes.next(), change != .notKept { told.append(change) }
    #expect(told == Array(repeating: .alert(.noRate(coin: "LTC", currency: "EUR")), count: 3))
    let missing = await world.rates.rulesWithoutRate(in: world.list, now: world.clock.now())
    #expect(missing == world.list.rates)
  }

  /// A mistaken name closes no shop without that anybody notices.
  @Test func aTillThatIsNotThereIsNotClosed() async throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/till"
    #expect(throws: KeptFolderError.self) { try TillFiles.setShop(at: path, closed: true) }
    let files = TillFiles(path)
    #expect(try await files.load().isEmpty)
    try TillFiles.setShop(at: path, closed: true)
    #expect(try await files.isShopClosed())
    await files.close()
  }

  /// The first event after a start can be newer than messages that are only in the history.
  @Test func whatWasWrittenMeanwhileIsReadInOrder() async throws {
    let world = try TillWorld()
    let carla = await world.shopper("carla")
    try await world.start()
    let till = try #require(world.till)
    await till.readCurrencies()
    for text in ["/coffee", "/pay_ltc"] { _ = try await carla.device.send(ChatContent(text: text), to: carla.room) }
    let last = try #require(try await carla.device.history(of: carla.room).last)
    await till.listen(
      to: AsyncStream { events in
        events.yield(.message(last))
        events.finish()
      })
    try await world.turn()
    #expect(world.bank.invoices.count == 1)
  }
}
