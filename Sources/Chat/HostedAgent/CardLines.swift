import ChatPayments
import JSON
import PaymentsAPI
import PaymentsModel

/// A card as the host shows it: the line `card`.
enum CardLines {
  static func line(_ card: Card, in room: ChatRoom?, now: Timestamp, words: any AgentWords) -> JSONValue {
    let text = words.describe(card, in: room, now: now)
    let commands = card.commands(now: now)
    let state = card.state(now: now)
    var line: JSONValue = [
      "type": "card", "card": key(card.key), "room": .string(card.room.rawValue), "role": .string(card.role.rawValue),
      "kind": .string(card.terms.kind.rawValue), "prices": .array(card.terms.prices.map(price)),
      "created_at": .string(card.terms.createdAt.text), "expires_at": .string(card.terms.expiresAt.text),
      "state": .string(state.rawValue), "is_over": .bool(state.isFinal), "is_asked": .bool(commands.contains(.accept)),
    ]
    var texts: JSONValue = ["title": .string(text.title), "sum": .string(text.sum), "state": .string(text.state)]
    texts.add("note", text.note)
    texts.add("problem", text.problem)
    line.add("text", texts)
    line.add("actions", .array(actions(card, commands)))
    if let picked = card.price { line.add("price", price(picked)) }
    line.add("note", card.terms.note)
    if let collection = card.terms.collection { line.add("collection", self.collection(collection)) }
    line.add("message", card.message?.rawValue)
    line.add("received", card.receivedAmount?.text)
    line.add("not_delivered", card.hindrance.map(word))
    if let confirmations = confirmations(card) { line.add("confirmations", confirmations) }
    return line
  }

  static func line(_ progress: CollectionProgress) -> JSONValue {
    var line: JSONValue = [
      "type": "collection", "id": .string(progress.id.rawValue), "parts": .integer(progress.cards.count),
      "paid": .integer(progress.paid), "text": .string("\(progress.paid) of \(progress.cards.count) have paid."),
    ]
    line.add("title", progress.collection.title)
    return line
  }

  static func key(_ key: CardKey) -> JSONValue {
    ["author": .string(key.author.rawValue), "id": .string(key.id.rawValue)]
  }

  private static func word(_ hindrance: CardHindrance) -> String {
    switch hindrance {
    case .noRoom: "no_room"
    case .tooLong: "too_long"
    case .refused: "refused"
    case .failed: "failed"
    case .delayed: "delayed"
    case .unknown: "unknown"
    }
  }

  private static func price(_ price: CardPrice) -> JSONValue {
    ["currency": .string(price.currency), "amount": .string(price.amount.text)]
  }

  private static func collection(_ collection: CardCollection) -> JSONValue {
    var value: JSONValue = ["id": .string(collection.id.rawValue)]
    value.add("title", collection.title)
    return value
  }

  private static func actions(_ card: Card, _ commands: Set<CardCommand>) -> [JSONValue] {
    var actions: [JSONValue] = []
    if commands.contains(.accept) {
      let verb = card.role == .payer ? "Pay" : "Accept"
      actions += card.terms.prices.map {
        [
          "do": "accept", "currency": .string($0.currency),
          "label": .string("\(verb) \($0.amount.text) \($0.currency)"),
        ]
      }
    }
    if commands.contains(.decline) { actions.append(["do": "decline", "label": "Decline"]) }
    if commands.contains(.cancel) { actions.append(["do": "cancel", "label": "Cancel"]) }
    if commands.contains(.retry) { actions.append(["do": "retry", "label": "Try again"]) }
    return actions
  }

  /// The confirmations of the payment, as this person's own provider has counted them.
  private static func confirmations(_ card: Card) -> JSONValue? {
    let seen: Int
    let wanted: Int
    if let order = card.order {
      (seen, wanted) = (order.confirmations, order.confirmationsWanted)
    } else if let invoice = card.invoice, !invoice.transfers.isEmpty {
      (seen, wanted) = (invoice.transfers.map(\.confirmations).min() ?? 0, invoice.confirmationsWanted)
    } else {
      return nil
    }
    return ["seen": .integer(seen), "wanted": .integer(wanted)]
  }
}
