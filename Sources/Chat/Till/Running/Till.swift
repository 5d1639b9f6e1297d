package import ChatPayments
import PaymentsAPI
package import PaymentsModel

/// A change that a till reports to its owner's screen.
package enum TillChange: Sendable, Hashable {
  /// Purchases have changed, or the shop was opened or closed.
  case purchases
  /// The wallet was reached, or was not.
  case wallet(isReachable: Bool)
  /// A customer could not be written to the disk. Nothing is done for them until that works.
  case notKept
  /// The owner has to look at something.
  case alert(TillAlert)
}

/// What the owner of a till has to look at.
package enum TillAlert: Sendable, Hashable {
  /// A refund was asked for at another provider than the one that is connected. It waits for that one.
  case otherProvider
  /// Many addresses of a currency were not paid. Customers who have never paid get no more until somebody pays.
  case manyUnpaid(String)
  /// The provider makes no more addresses of a currency.
  case quotaExceeded(String)
  /// A conversation has another person in it than before. Nothing is read or said there. The name is untrusted text.
  case otherPerson(name: String)
  /// A customer has ended the conversation, so nothing reaches them any more. The name is untrusted text.
  case gone(name: String)
  /// The chat did not take a message for a customer, or did not deliver it. The name and the reason are untrusted text.
  case undelivered(name: String, reason: String)
  /// No rate that is young enough is there for prices in a currency, so nothing is sold for it in a coin.
  case noRate(coin: String, currency: String)
  /// Something about the chat itself.
  case chat(ChatNotice)
}

/// Sells to the people of a chat who only write and tap. It receives and sends messages, makes invoices and refunds, and
/// follows them. Each ``Customer`` says what is to be done next; the till does it, and does it again after a crash.
///
/// Every state of a customer is on the disk before the till acts on it. A message whose arrival is not known is looked
/// for in the conversation before it is sent again, so it comes twice only where the conversation does not show it.
package actor Till: WalletFollower {
  let transport: any ChatTransport
  let wallet: any TillWallet
  let storage: any TillStorage
  let rateReader: any RateReading
  let clock: any WallClock
  var list: PriceList
  var customers: [RoomID: Customer] = [:]
  var rooms: [RoomID: ChatRoom] = [:]
  var rates: [RateRule: Rate] = [:]
  var decimals: [String: Int] = [:]
  var isSelling = true
  var canSend = true
  /// The rooms that were read since the chat was last connected.
  var roomsRead: Set<RoomID> = []
  /// Whether a conversation could not be read, and is to be read again.
  var hasUnreadRooms = false
  package var isWalletReachable = true
  package var isShutOut = false
  /// What the owner was told last about the conversation with a customer.
  var troubles: [RoomID: TillAlert] = [:]
  /// The rules of which the owner was told that they have no rate.
  var rulesWithoutRate: Set<RateRule> = []
  /// What has failed and is tried again later.
  var pauses: [Pause: (until: Timestamp, tries: Int)] = [:]
  private let openedAt: Timestamp
  private var requests: [PaymentRequestID: RoomID] = [:]
  private var working: [RoomID: Task<Void, Never>] = [:]
  /// Whether the till ends: then nothing new is begun. What is left is done by the next one.
  private var isEnding = false
  private var kept: [RoomID: Customer] = [:]
  private var saves = 0
  private let listeners = Multicast<TillChange>()

  /// An effect for one customer.
  struct Pause: Hashable {
    let room: RoomID
    let effect: TillEffect
  }

  /// Creates a till with the customers that a place holds. It starts to work in ``run()``.
  ///
  /// - Parameter network: the name of the chat network. Conversations of another one are other people's, so a place
  ///   belongs to the network with which it was first opened.
  /// - Throws: ``TillOfOtherNetwork``, `KeptFolderError`.
  package init(
    _ list: PriceList, network: String, transport: any ChatTransport, wallet: any TillWallet,
    storage: any TillStorage, rates: any RateReading = RateReader(), clock: any WallClock = SystemWallClock()
  ) async throws {
    self.list = list
    self.transport = transport
    self.wallet = wallet
    self.storage = storage
    self.clock = clock
    rateReader = rates
    let files = try await storage.load()
    if let bytes = files[OpeningFile.name] {
      let opening = try OpeningFile.read(bytes)
      guard opening.network == network else {
        throw TillOfOtherNetwork(expected: opening.network, found: network)
      }
      openedAt = opening.moment
    } else {
      openedAt = clock.now()
      try await storage.save(OpeningFile.write(openedAt, network), as: OpeningFile.name, number: 0)
    }
    for (name, bytes) in files where CustomerFile.isName(name) {
      let customer = try CustomerFile.read(bytes, name: name)
      customers[customer.room] = customer
      kept[customer.room] = customer
    }
    for customer in customers.values { index(customer) }
    // Customers from before they had numbers get them in an order that is the same at each start.
    for customer in customers.values.filter({ $0.number == nil }).sorted(by: { $0.room.rawValue < $1.room.rawValue }) {
      let number = nextNumber
      customers[customer.room]?.number = number
    }
    isSelling = try await !storage.isShopClosed()
  }

  // MARK: Reading

  /// All purchases with their customers, the oldest first.
  package var purchases: [(customer: Customer, purchase: Purchase)] {
    customers.values.flatMap { customer in customer.purchases.map { (customer, $0) } }
      .sorted { ($0.purchase.madeAt, $0.customer.room.rawValue) < ($1.purchase.madeAt, $1.customer.room.rawValue) }
  }

  /// The customers who have written something that was not answered, those who wait longest first.
  package var waiting: [Customer] {
    customers.values.filter { $0.words?.isEmpty == false }
      .sorted { ($0.words?.first?.at ?? .maximum, $0.number ?? 0) < ($1.words?.first?.at ?? .maximum, $1.number ?? 0) }
  }

  private var nextNumber: Int { (customers.values.compactMap(\.number).max() ?? 0) + 1 }

  /// Gives the owner's answer to the customer with a number. It is said as soon as the chat takes it.
  package func answer(_ number: Int, _ text: String) throws(AnswerRefusal) {
    guard let known = customers.values.first(where: { $0.number == number }) else { throw .unknownCustomer }
    var customer = known
    try customer.answer(text)
    change(customer.room) { $0 = customer }
    work(on: customer.room)
  }

  /// Whether the shop sells.
  package var isOpen: Bool { isSelling }

  /// Returns a new stream of the changes from now on.
  package func changes() -> AsyncStream<TillChange> { listeners.listen() }

  func tell(_ change: TillChange) { listeners.tell(change) }

  package func tellWallet(isReachable: Bool) { tell(.wallet(isReachable: isReachable)) }

  func shop(_ now: Timestamp) -> ShopState {
    ShopState(
      list: list, rates: rates, decimals: decimals, isSelling: isSelling,
      open: customers.values.reduce(0) { $0 + $1.purchases.count { $0.isOpen(now: now) } }, unpaid: unpaid(now),
      now: now)
  }

  /// The number of addresses of each currency that were made since the last one that was paid, as the provider counts.
  private func unpaid(_ now: Timestamp) -> [String: Int] {
    var counts: [String: Int] = [:]
    for (_, purchase) in purchases {
      if let invoice = purchase.invoice, invoice.paidAmount.coefficient > 0 {
        counts[purchase.currency] = 0
      } else if purchase.invoice != nil || purchase.isOpen(now: now) {
        counts[purchase.currency, default: 0] += 1
      }
    }
    return counts
  }

  // MARK: Messages

  /// Processes a message. ``run()`` does that for all messages of the transport.
  func hear(_ message: ChatMessage) async {
    let room: ChatRoom
    do { room = try await self.room(message.room) } catch { return }
    // In a group everybody would read what somebody buys.
    guard room.members.count == 2, message.from != room.me, message.sentAt >= openedAt else { return }
    let now = clock.now()
    var customer =
      customers[room.id] ?? Customer(room: room.id, name: room.name(of: message.from), after: openedAt)
    guard customer.person.map({ $0 == message.from }) ?? true else {
      return tell(.alert(.otherPerson(name: room.name(of: message.from))))
    }
    if customer.number == nil { customer.number = nextNumber }
    customer.person = message.from
    customer.name = room.name(of: message.from)
    let shop = shop(now)
    let hearing = customer.hear(message, in: shop)
    guard hearing != .known else { return }
    for (currency, count) in shop.unpaid where count >= list.limits.unpaidOfStrangers {
      tell(.alert(.manyUnpaid(currency)))
    }
    customer.tellNews(now: now)
    customers[room.id] = customer
    guard hearing == .answered else { return }
    index(customer)
    tell(.purchases)
    work(on: room.id)
  }

  func room(_ id: RoomID) async throws -> ChatRoom {
    if let room = rooms[id] { return room }
    for room in try await transport.rooms() { rooms[room.id] = room }
    guard let room = rooms[id] else { throw ChatTransportError.unknownRoom }
    return room
  }

  /// Makes a customer findable by the requests to the provider.
  func index(_ customer: Customer) {
    for purchase in customer.purchases {
      requests[purchase.request] = customer.room
      for refund in purchase.refunded { requests[refund.request] = customer.room }
    }
  }

  /// The customer for whom a request was sent to the provider.
  func customer(of request: PaymentRequestID) -> RoomID? { requests[request] }

  // MARK: Storing

  /// Writes the current state of a customer to the disk, unless it is there already.
  func keep(_ room: RoomID) async throws {
    guard let customer = customers[room], kept[room] != customer else { return }
    saves += 1
    let number = saves
    try await storage.save(try CustomerFile.write(customer), as: try CustomerFile.name(of: room), number: number)
    kept[room] = customer
  }

  // MARK: Work

  /// Changes a purchase, and tells the customer what follows.
  func change(_ room: RoomID, _ body: (inout Customer) -> Void) {
    guard var customer = customers[room] else { return }
    let before = customer
    body(&customer)
    customer.tellNews(now: clock.now())
    guard customer != before else { return }
    customers[room] = customer
    index(customer)
    tell(.purchases)
  }

  /// Starts to do what is to be done for a customer, one action after the other.
  func work(on room: RoomID) {
    guard working[room] == nil, !isEnding, !Task.isCancelled else { return }
    working[room] = Task { await workThrough(room) }
  }

  /// Begins nothing more, and waits until what was begun is stored. A wallet or a chat that does not answer is not waited
  /// for: what was asked of it is asked again by the next till, under the same names.
  func endWork(within limit: Duration) async {
    isEnding = true
    let late = Task {
      // Without this sleep, which ends early if nothing is left, nothing would be cut short.
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      for task in working.values { task.cancel() }
    }
    await finishWork()
    late.cancel()
  }

  /// Waits until everything that was begun is finished and stored.
  func finishWork() async {
    while let task = working.first?.value { await task.value }
  }

  private func next(_ customer: Customer) -> TillEffect? {
    let now = clock.now()
    let isSamePerson = isInRoom(customer)
    return customer.effects(now: now).first { effect in
      guard effect.isOfChat ? canSend && isSamePerson : !isShutOut else { return false }
      return pauses[Pause(room: customer.room, effect: effect)].map { $0.until <= now } ?? true
    }
  }

  /// Whether the conversation is still the one with this customer, as far as it is known.
  private func isInRoom(_ customer: Customer) -> Bool {
    guard let person = customer.person, let room = rooms[customer.room] else { return true }
    return room.members.contains { $0.id == person }
  }

  private func workThrough(_ room: RoomID) async {
    defer { working[room] = nil }
    do {
      while !isEnding, let customer = customers[room], let effect = next(customer) {
        try await keep(room)
        let pause = Pause(room: room, effect: effect)
        await perform(effect, for: room)
        if customers[room] != customer {
          pauses[pause] = nil
        } else if !effect.isOfChat || canSend {
          // The action had no effect, so repeating it at once would have none either.
          self.pause(pause)
        }
      }
      try await keep(room)
    } catch {
      tell(.notKept)
    }
  }

  /// Lets an action wait, longer after each try.
  func pause(_ pause: Pause) {
    let tries = (pauses[pause]?.tries ?? 0) + 1
    let wait = Duration.seconds(min(600, 5 << min(tries - 1, 7)))
    pauses[pause] = (clock.now().advanced(by: wait), tries)
  }

  /// The number of times that an action has failed.
  func tries(_ effect: TillEffect, _ room: RoomID) -> Int { pauses[Pause(room: room, effect: effect)]?.tries ?? 0 }
}
