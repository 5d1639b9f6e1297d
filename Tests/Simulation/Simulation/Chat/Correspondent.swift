import PaymentsAPI
import PaymentsModel
import TestSupport

@testable import ChatPayments

/// The other person of a chat: cards as everybody has them, and made-up money. This person does not always pay what a card
/// says is paid.
final class Correspondent {
  private static let me = SimulatedChatNetwork.other
  private let room = SimulatedChatNetwork.room(of: me)
  private let network: SimulatedChatNetwork
  private var random: SeededRandom
  private(set) var book = CardBook()
  /// Names an address where this person is paid for a card.
  private let newAddress: (Card, CardPrice) throws -> String
  /// Pays something on the network.
  private let pay: (CardPayment) -> Void

  init(
    _ network: SimulatedChatNetwork, seed: UInt64, newAddress: @escaping (Card, CardPrice) throws -> String,
    pay: @escaping (CardPayment) -> Void
  ) {
    (self.network, self.newAddress, self.pay) = (network, newAddress, pay)
    random = SeededRandom(seed)
    network.hear = { [unowned self] in hear($0) }
  }

  private var now: Timestamp { Scheduler.timestamp }

  func propose(_ draft: CardDraft, as id: CardID) {
    let key = CardKey(author: Self.me, id: id)
    var card = Card(
      key: key, terms: draft.terms(now: now), room: room.id, me: Self.me, other: SimulatedChatNetwork.person)
    if draft.kind == .offer { card.consent = .all }
    book.add(card)
  }

  private func hear(_ message: ChatMessage) { _ = book.hear(message, in: room, now: now) }

  /// Reads all that was ever said.
  func readAll() {
    for message in network.messages where message.from != Self.me { hear(message) }
  }

  /// Presses a button of a card, where it has one.
  ///
  /// - Parameter accepts: whether the person wants it.
  func answer(_ number: Int, accepts: Bool) {
    guard let card = cards.first(where: { $0.number == number }) else { return }
    // Where that is not possible any more, nothing happens.
    if accepts {
      try? book[card.key]?.accept(now: now)
    } else if card.isAuthor {
      try? book[card.key]?.cancel(now: now)
    } else {
      try? book[card.key]?.decline(now: now)
    }
  }

  var cards: [Card] { book.cards.values.sorted { ($0.number ?? 0) < ($1.number ?? 0) } }

  /// Does all that the cards ask for.
  func act() throws {
    for card in cards {
      for _ in 0..<10 {
        guard let card = book[card.key], let effect = card.effect(now: now) else { break }
        try carryOut(effect, for: card)
      }
    }
  }

  private func carryOut(_ effect: CardEffect, for card: Card) throws {
    switch effect {
    case .publish:
      let content = try CardText.content(of: card, in: room)
      let id = network.put(content, from: Self.me, as: card.message).id
      book[card.key]?.sent(as: id, saying: card.mySide, text: content.text)
    case .makeInvoice(let currency):
      guard let price = card.terms.price(in: currency) else { return }
      book[card.key]?.apply(invoice: try invoice(of: card, price, at: newAddress(card, price)))
    case .cancelInvoice:
      guard var invoice = card.invoice else { return }
      (invoice.state, invoice.version) = (.cancelled, invoice.version + 1)
      book[card.key]?.apply(invoice: invoice)
    case .placeOrder(let payment):
      let isRefused = random.percent(15)
      // What is said to be paid is not always paid.
      if !isRefused, random.percent(80) { pay(payment) }
      book[card.key]?.apply(order: try order(of: card, payment, isRefused ? .rejected : .succeeded))
    case .findOrder: book[card.key]?.applyNoOrder()
    // No order of this person waits.
    case .cancelOrder: return
    }
  }

  private func invoice(of card: Card, _ price: CardPrice, at address: String) throws -> Invoice {
    let nothing = DecimalAmount(coefficient: 0, scale: 0)
    return Invoice(
      invoiceID: InvoiceID(rawValue: address), requestID: try card.key.requestID(.invoice), version: 1,
      currency: price.currency, address: address, uri: "litecoin:\(address)", state: .pending, payment: .none,
      paidAmount: nothing, confirmedAmount: nothing, confirmationsWanted: 1, transfers: [], createdAt: now,
      updatedAt: now, expiresAt: card.terms.expiresAt, monitoredUntil: card.terms.expiresAt, amount: price.amount)
  }

  private func order(of card: Card, _ payment: CardPayment, _ state: OrderState) throws -> PaymentOrder {
    PaymentOrder(
      orderID: OrderID(rawValue: payment.address), requestID: try card.key.requestID(.order), version: 1,
      currency: payment.price.currency, address: payment.address, amount: payment.price.amount, state: state,
      confirmations: 0, confirmationsWanted: 1, createdAt: now, updatedAt: now)
  }
}
