import PaymentsAPI
import PaymentsModel

@testable import ChatPayments

/// Cards in every state, made by what leads there.
enum Cards {
  static let start = Timestamp(milliseconds: 1_790_000_000_000)
  static let alice = PersonID("alice")
  static let bob = PersonID("bob")

  static func amount(_ text: String) throws -> DecimalAmount { try DecimalAmount(text) }

  /// A card by alice for bob, as one of them sees it.
  static func card(
    _ kind: CardKind = .request, seenBy me: PersonID = alice, prices: [(String, String)] = [("0.5", "XMR")],
    note: String? = "Pizza"
  ) throws -> Card {
    let terms = CardTerms(
      kind: kind, prices: try prices.map { CardPrice(currency: $0.1, amount: try amount($0.0)) }, note: note,
      createdAt: start, expiresAt: start.advanced(by: .seconds(7 * 86_400)))
    return Card(
      key: CardKey(author: alice, id: .random()), terms: terms, room: RoomID("room"), me: me, other: bob)
  }

  /// The room of both, as one of them sees it.
  static func room(_ me: PersonID = alice) -> ChatRoom {
    ChatRoom(
      id: RoomID("room"), name: "room", me: me,
      members: [alice, bob].map { ChatRoom.Member(id: $0, name: $0.rawValue) })
  }

  static func order(
    _ card: Card, _ state: OrderState, version: Int = 1, confirmations: Int = 0, waitingFor: String? = nil
  ) throws -> PaymentOrder {
    PaymentOrder(
      orderID: OrderID(rawValue: "ord_1"), requestID: try card.key.requestID(.order), version: version, currency: "XMR",
      address: "address", amount: try amount("0.5"), state: state, confirmations: confirmations,
      confirmationsWanted: 10, createdAt: start, updatedAt: start, waitingFor: waitingFor)
  }

  static func invoice(_ card: Card, _ state: InvoiceState, paid: String = "0", version: Int = 1) throws -> Invoice {
    Invoice(
      invoiceID: InvoiceID(rawValue: "inv_1"), requestID: try card.key.requestID(.invoice), version: version,
      currency: "XMR", address: "address", uri: "toy:address", state: state,
      payment: paid == "0" ? .none : paid == "0.5" ? .paid : .partial, paidAmount: try amount(paid),
      confirmedAmount: try amount(state == .settled ? paid : "0"), confirmationsWanted: 10, transfers: [],
      createdAt: start, updatedAt: start, expiresAt: card.terms.expiresAt, monitoredUntil: card.terms.expiresAt,
      amount: try amount("0.5"))
  }

  static func side(_ steps: CardStep...) -> CardSide {
    var side = CardSide()
    for step in steps { side.add(step) }
    return side
  }
}
