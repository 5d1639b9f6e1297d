package import ChatPayments
import Consumer
import PaymentsAPI
import PaymentsModel

extension Till {
  /// How long a till that ends waits for what it has asked of the wallet and the chat.
  private static let patience = Duration.seconds(2)
  /// The numbers of seconds after which rates are read, and after which the wallet is asked for what no event told.
  private static let ratesInterval = 20
  private static let refreshInterval = 60

  /// Works until the task is cancelled. Then it stores what was begun and releases its place.
  package func run() async {
    // The events are subscribed to before the history is read.
    let events = await transport.events()
    await readRates()
    await readCurrencies()
    await withTaskGroup { group in
      group.addTask { await self.listen(to: events) }
      group.addTask { await self.follow(self.wallet) }
      group.addTask { await self.keepTime() }
      group.addTask { await self.synchronize() }
    }
    await endWork(within: Self.patience)
    await storage.close()
  }

  // MARK: The chat

  func listen(to events: AsyncStream<ChatEvent>) async {
    for await event in events {
      switch event {
      case .message(let message):
        // What was written while there was no till comes first: somebody who pays before they have chosen buys nothing.
        if !roomsRead.contains(message.room), rooms[message.room].map({ $0.members.count == 2 }) ?? true {
          do { try await readHistory(message.room) } catch { canSend = false }
        }
        await hear(message)
      case .room(let room): rooms[room.id] = room
      case .connected:
        canSend = true
        roomsRead = []
        await synchronize()
      case .disconnected:
        canSend = false
        roomsRead = []
      // Nobody is there to read what is sent to this room.
      case .left(let room, _):
        rooms[room] = nil
        tellTrouble(room) { .gone(name: $0) }
      case .delivery(_, let room, .failed(let reason)):
        tellTrouble(room) { .undelivered(name: $0, reason: reason) }
      case .notice(let notice): tell(.alert(.chat(notice)))
      // What was asked for stays asked for, and what is on its way is in the history of both.
      case .removed, .delivery: break
      }
    }
  }

  /// Reads the messages that the rooms hold now, and continues the work for all customers.
  func synchronize() async {
    hasUnreadRooms = false
    do {
      for room in try await transport.rooms() {
        // A till that ends reads no further.
        try Task.checkCancellation()
        rooms[room.id] = room
        guard room.members.count == 2 else { continue }
        try await readHistory(room.id)
      }
      canSend = true
    } catch let error as ChatTransportError where error.isOutage {
      // The history is read when the chat is connected again.
      canSend = false
    } catch {
      hasUnreadRooms = true
    }
    for room in customers.keys { work(on: room) }
  }

  /// Reads a room. One that cannot be read keeps nobody else from being served, and is read again later.
  private func readHistory(_ room: RoomID) async throws {
    do {
      for message in try await transport.history(of: room) { await hear(message) }
      roomsRead.insert(room)
    } catch let error as ChatTransportError where error.isOutage {
      throw error
    } catch {
      hasUnreadRooms = true
    }
  }

  // MARK: The provider

  package func refresh() async {
    await readCurrencies()
    await refresh(all: true)
  }

  package func takeNews(_ news: CardNews) {
    noteAnswer()
    guard let request = news.order?.requestID ?? news.invoice?.requestID, let room = customer(of: request) else {
      return
    }
    change(room) { $0.takeReport(invoice: news.invoice, order: news.order) }
    work(on: room)
  }

  /// Tells the till that the provider has let it in. What waits for the provider goes on at once.
  package func walletIsThere() async {
    if decimals.isEmpty || isShutOut {
      isShutOut = false
      await readCurrencies()
      for room in customers.keys { work(on: room) }
    }
  }

  func readCurrencies() async {
    guard !isShutOut else { return }
    do {
      let currencies = try await wallet.currencies()
      decimals = Dictionary(currencies.map { ($0.code, $0.decimals) }, uniquingKeysWith: { first, _ in first })
      noteAnswer()
    } catch {
      decimals = [:]
      noteEnd(error)
    }
  }

  /// Reads the state of invoices and orders from the provider, because events may have been missed.
  ///
  /// - Parameter all: whether purchases that are over are read too, for late money.
  func refresh(all: Bool) async {
    let now = clock.now()
    for (customer, purchase) in purchases
    where all ? purchase.isFollowed(now: now) : purchase.isOpen(now: now) || !purchase.isInBlocks {
      do {
        if let id = purchase.invoice?.invoiceID {
          let invoice = try await wallet.invoice(id: id)
          change(customer.room) { $0.takeReport(invoice: invoice, order: nil) }
        }
        for refund in purchase.refunded where refund.order != nil && !refund.isOver {
          try OrderOfOtherProvider.check(refund.provider, connected: try await wallet.providerID())
          let order = try await wallet.order(requestID: refund.request)
          change(customer.room) { $0.takeReport(invoice: nil, order: order) }
        }
        noteAnswer()
      } catch {
        // If the provider cannot be reached for one purchase, it cannot be reached for the others either.
        guard noteEnd(error) else { return }
        if error is OrderOfOtherProvider { tell(.alert(.otherProvider)) }
      }
      work(on: customer.room)
    }
  }

  // MARK: Rates

  func readRates() async {
    for rule in list.rates {
      let rate = await rateReader.rate(rule)
      rates[rule] = rate
      if rate?.isUsable(rule, now: clock.now()) == true {
        rulesWithoutRate.remove(rule)
      } else if rulesWithoutRate.insert(rule).inserted {
        tell(.alert(.noRate(coin: rule.coin, currency: rule.currency)))
      }
    }
  }

  // MARK: Time

  private func keepTime() async {
    await everySecond { second in
      if second % Self.ratesInterval == 0 { await readRates() }
      if second % 5 == 0, !canSend { await synchronize() }
      if second % 5 == 0, decimals.isEmpty { await readCurrencies() }
      if second % Self.refreshInterval == 0 {
        if canSend, hasUnreadRooms { await synchronize() }
        await readCurrencies()
        await refresh(all: false)
      }
      await passTime()
    }
  }

  /// Does what has become due: purchases that expire, retries, and the shop that was opened or closed.
  package func passTime() async {
    // If the folder cannot be read, the shop stays as it is; what cannot be written is reported elsewhere.
    if let isClosed = try? await storage.isShopClosed(), isSelling == isClosed {
      isSelling = !isClosed
      tell(.purchases)
    }
    let now = clock.now()
    for customer in customers.values where customer.isWaiting(now: now) {
      change(customer.room) { _ in }
      work(on: customer.room)
    }
  }
}

extension Customer {
  /// Takes what the wallet reports about one of the purchases.
  mutating func takeReport(invoice: Invoice?, order: PaymentOrder?) {
    for purchase in purchases {
      change(purchase.number) { purchase in
        if let invoice { purchase.apply(invoice) }
        if let order { purchase.apply(order) }
      }
    }
  }

  /// Whether time alone can make something due.
  func isWaiting(now: Timestamp) -> Bool {
    !outbox.isEmpty
      || purchases.contains { purchase in
        purchase.isOpen(now: now) || purchase.invoice?.state == .pending || purchase.receipt.isWanted
          || purchase.screen.message == nil || purchase.invoice == nil && purchase.refusal == nil
      }
  }
}
