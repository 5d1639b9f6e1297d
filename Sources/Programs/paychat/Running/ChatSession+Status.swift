import ChatPayments
import PaymentsAPI
import PaymentsModel
import TerminalUI

extension ChatSession {
  /// Shows everything about a card, or an overview.
  func status(_ number: Int?) async throws {
    guard let number else { return await overview() }
    guard let card = await agent.card(numbered: number) else { throw Self.unknown(number) }
    say(.facts(facts(card)))
  }

  /// Shows a card or a message of an app again, or everything that is open.
  func showAgain(_ target: ShowTarget?) async throws {
    let now = clock.now()
    let number: Int
    switch target {
    case .card(let card): number = card
    case .request(let request): return try await showRequest(numbered: request)
    case nil:
      let open = await agent.cards.filter { !$0.state(now: now).isFinal }
      let requests = await openRequests()
      if open.isEmpty, requests.isEmpty { say(localized("No card is open. /status lists all.")) }
      for card in open { screen.showAgain(view(card), as: .card(card.key)) }
      for request in requests { await showRequestAgain(request) }
      return
    }
    guard let card = await agent.card(numbered: number) else { throw Self.unknown(number) }
    screen.showAgain(view(card), as: .card(card.key))
  }

  static func unknown(_ number: Int) -> CommandFailure {
    CommandFailure(
      .dataError, reason: "unknown_card", localized("There is no card \(number)."),
      advice: localized("/status lists the cards."))
  }

  private func overview() async {
    var table = Table([.init("N", .right), .init("CARD", overflow: .wrap), .init("STATE", overflow: .wrap)])
    for card in await agent.cards {
      let view = view(card)
      table.append([String(view.number), "\(view.title) \(view.sum)", view.state])
    }
    if table.rows.isEmpty {
      say(localized("There are no cards yet. Such as: \(ChatVerb.request.example)"))
    } else {
      say(.table(table))
    }
    for collection in await agent.collections {
      let title = collection.collection.title.map { " \(SafeText($0).text)" } ?? ""
      say(localized("Collection\(title): \(collection.paid) of \(collection.cards.count) have paid."), .plain)
    }
    for request in await openRequests() {
      let view = await view(request)
      say("\(view.label): \(view.title). \(view.state). /show \(view.label)", .plain)
    }
    switch wallet {
    case .ready(let provider): say(localized("Your wallet is connected: \(provider)."))
    case .pairing: say(localized("Your wallet's owner has not let paychat in yet: payd questions"), .warning)
    case .failed(let failure): say(localized("Your wallet: \(failure.message)"), .warning)
    case nil: say(localized("Your wallet is being looked for."))
    }
    if !isConnected { say(localized("\(network.shownName) is not connected."), .warning) }
    let unread = await agent.unreadRooms
    if unread > 0 {
      say(
        unread == 1
          ? localized("1 conversation is still being looked through for cards.")
          : localized("\(unread) conversations are still being looked through for cards."))
    }
  }

  private func facts(_ card: Card) -> KeyValueList {
    let view = view(card)
    var facts = KeyValueList()
    facts.append("Card", String(view.number))
    facts.append("What", "\(view.title) \(view.sum)")
    facts.append("Note", card.terms.note)
    facts.append("Collection", card.terms.collection?.title)
    facts.append("State", view.state)
    facts.append("Problem", view.problem)
    facts.append("Made", MomentText.full(card.terms.createdAt))
    facts.append("Good until", MomentText.deadline(card.terms.expiresAt, now: clock.now()))
    if let invoice = card.invoice {
      facts.append("Address", invoice.address)
      facts.append("Received", "\(invoice.paidAmount.text) \(invoice.currency)")
      facts.append("Invoice", invoice.invoiceID.rawValue)
    }
    if let order = card.order {
      facts.append("Pays to", order.address)
      facts.append("Fee", order.fee.map { "\($0.text) \(order.currency)" })
      facts.append("Transaction", order.transactionID)
      facts.append("Order", order.orderID.rawValue)
    }
    facts.append("Next", view.actions.isEmpty ? nil : view.actions.joined(separator: "  "))
    return facts
  }
}
