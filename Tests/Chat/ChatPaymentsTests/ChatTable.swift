import JSON
import PaymentsAPI
import PaymentsModel
import Synchronization
import TestSupport

@testable import ChatPayments

/// One person in a test: a card book whose effects are carried out at once with toy money, without an agent.
final class Party {
  let name: String
  let room: ChatRoom
  let money: ToyMoney
  let clock: ManualWallClock
  var book = CardBook()
  /// The messages of this person, as the room has them now.
  var sent: [MessageID: ChatMessage] = [:]
  private var count = 0

  init(_ name: String, room: ChatRoom, money: ToyMoney, clock: ManualWallClock) {
    self.name = name
    self.room = room
    self.money = money
    self.clock = clock
  }

  var me: PersonID { room.me }

  func propose(_ draft: CardDraft) -> CardKey {
    let terms = draft.terms(now: clock.now())
    let key = CardKey(author: me, id: .random())
    let other = CardBook.addressee(of: terms, from: me, in: room) ?? me
    var card = Card(key: key, terms: terms, room: room.id, me: me, other: other)
    if draft.kind == .offer { (card.consent, card.wantsLightning) = (.all, draft.byLightning) }
    book[key] = card
    return key
  }

  @discardableResult
  func hear(_ message: ChatMessage) -> CardBook.Hearing { book.hear(message, in: room, now: clock.now()) }

  func state(_ key: CardKey) -> CardState? { book[key]?.state(now: clock.now()) }

  /// Carries out one effect. Returns the message that was sent, and whether anything was done.
  @discardableResult
  func act(_ key: CardKey) -> (message: ChatMessage?, isDone: Bool) {
    guard let card = book[key], let effect = card.effect(now: clock.now()) else { return (nil, false) }
    do {
      switch effect {
      case .publish: return (try publish(key, card), true)
      case .makeInvoice(let currency):
        let params = InvoiceRequest.Params(
          requestID: try key.requestID(.invoice), currency: currency, amount: card.terms.price(in: currency)?.amount,
          expiresAt: card.terms.expiresAt)
        book[key]?.apply(invoice: try money.invoice(name, params))
      case .cancelInvoice(let id): book[key]?.apply(invoice: try money.cancel(name, id))
      case .placeOrder(let payment):
        book[key]?.mayHaveOrder = true
        let params = SubmitPaymentOrder.Params(
          requestID: try key.requestID(.order), currency: payment.price.currency, address: payment.address,
          amount: payment.price.amount, expiresAt: card.terms.expiresAt)
        book[key]?.apply(order: try money.order(name, params))
      case .findOrder: book[key]?.apply(order: try money.order(name, try key.requestID(.order)))
      case .cancelOrder(let id): book[key]?.apply(order: try money.cancel(name, id))
      }
    } catch let failure as PaymentsFailure {
      if failure.reason == .orderNotFound { book[key]?.applyNoOrder() } else { look(key) }
      if book[key] == card { book[key]?.stop(CardProblem(reason: failure.reason, retryAt: nil)) }
    } catch {
      book[key]?.stop(CardProblem(reason: nil, retryAt: nil))
    }
    return (nil, true)
  }

  /// Carries out all effects. Returns the messages that were sent.
  @discardableResult
  func actAll(_ key: CardKey) -> [ChatMessage] {
    var messages: [ChatMessage] = []
    while true {
      let (message, isDone) = act(key)
      if let message { messages.append(message) }
      guard isDone else { return messages }
    }
  }

  /// Asks this person's provider for the present state.
  func look(_ key: CardKey) {
    if let order = book[key]?.order, let now = try? money.order(name, order.requestID) { book[key]?.apply(order: now) }
    if let invoice = book[key]?.invoice, let now = try? money.invoice(name, id: invoice.invoiceID) {
      book[key]?.apply(invoice: now)
    }
  }

  private func publish(_ key: CardKey, _ card: Card) throws -> ChatMessage {
    let content = ChatContent(
      text: CardText.text(of: card, in: room),
      link: try CardLink.write(
        CardMessage(card: key.id, terms: card.isAuthor ? card.terms : nil, steps: card.mySide)))
    count += 1
    let id = card.message ?? MessageID("\(name)-\(count)")
    let message = ChatMessage(
      id: id, room: room.id, from: me, content: content, sentAt: clock.now(), revision: (sent[id]?.revision ?? -1) + 1)
    sent[id] = message
    book[key]?.sent(as: id, saying: card.mySide, text: content.text)
    return message
  }
}

/// Two people in a room.
struct ChatTable {
  let clock = ManualWallClock(Timestamp(milliseconds: 1_790_000_000_000))
  let money: ToyMoney
  let alice: Party
  let bob: Party

  init() {
    money = ToyMoney(clock: clock)
    let members = ["alice", "bob"].map { ChatRoom.Member(id: PersonID($0), name: $0) }
    func room(_ me: String) -> ChatRoom { ChatRoom(id: RoomID("r"), name: "r", me: PersonID(me), members: members) }
    alice = Party("alice", room: room("alice"), money: money, clock: clock)
    bob = Party("bob", room: room("bob"), money: money, clock: clock)
  }

  /// Carries out all effects and delivers all messages until nothing is left to do.
  func settle(_ key: CardKey) {
    while true {
      let messages = alice.actAll(key) + bob.actAll(key)
      for message in messages { (message.from == alice.me ? bob : alice).hear(message) }
      if messages.isEmpty { return }
    }
  }

  /// Lets the owners approve or reject, and the network confirm.
  func pay(_ key: CardKey, approving: Bool = true) {
    for _ in 0..<3 {
      money.advance(approving: approving)
      alice.look(key)
      bob.look(key)
      settle(key)
    }
  }

  var payments: Int { money.contents.withLock { $0.payments.count } }

  func states(_ key: CardKey) -> [CardState?] { [alice.state(key), bob.state(key)] }
}
