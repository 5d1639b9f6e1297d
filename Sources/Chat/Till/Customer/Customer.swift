package import ChatPayments
import PaymentsAPI
package import PaymentsModel

/// A line of a basket.
struct BasketLine: Sendable, Hashable, Codable {
  let word: String
  var quantity: Int
}

/// A message that waits to be sent. It stays in the queue until the transport has told its identifier.
struct Outgoing: Sendable, Hashable, Codable {
  enum Content: Sendable, Hashable, Codable {
    case text(String)
    /// The screen of a purchase.
    case screen(Int)
    /// The picture of a purchase's payment URI.
    case code(Int)
    /// The receipt of a purchase.
    case receipt(Int)
  }

  let id: Int
  let content: Content
  /// The text or the name of the file that was handed to the transport, whose answer was not stored. A message with it
  /// may be in the conversation already.
  var attempt: String?
}

/// One customer: a value that takes messages and reports, and says what is to be done next. It has no side effects; a
/// ``Till`` stores it and does what it says.
package struct Customer: Sendable, Hashable, Codable {
  /// The highest number of answers that wait to be sent.
  static let maximumOutbox = 60
  /// The highest number of purchases that are kept. Those that are over for good make room.
  static let maximumPurchases = 100
  /// The highest number of purchases in an hour that one customer orders and does not pay.
  static let maximumUnpaid = 10
  /// The number of own messages that are told apart. It is larger than the history of any transport.
  private static let maximumSent = 600
  /// The highest number of lines of a basket.
  static let maximumLines = 20

  /// The conversation.
  package let room: RoomID
  /// The person in the conversation. If another one is there, the conversation has become another one.
  var person: PersonID?
  /// The name that the transport shows for the customer. It is untrusted text.
  package internal(set) var name: String
  /// The purchases, the oldest first.
  package internal(set) var purchases: [Purchase] = []
  /// The number by which the owner names the customer; `nil` before there is one. The names of customers can be the same.
  package internal(set) var number: Int?
  /// What the customer has written to the people of the shop and they have not answered, the oldest first.
  package internal(set) var words: [CustomerWords]?
  var basket: [BasketLine] = []
  var lastNumber = 0
  var heard: MessageLog
  var outbox: [Outgoing] = []
  private(set) var sent: [MessageID] = []
  private var lastOutgoing = 0
  var pace = Pace()

  /// The number of answers in the present minute.
  struct Pace: Sendable, Hashable, Codable {
    var since = Timestamp(milliseconds: 0)
    var count = 0
  }

  init(room: RoomID, name: String, after floor: Timestamp) {
    self.room = room
    self.name = name
    heard = MessageLog(after: floor)
  }

  /// The customer's own purchase with a number.
  func purchase(_ number: Int) -> Purchase? { purchases.first { $0.number == number } }

  /// Changes a purchase.
  mutating func change(_ number: Int, _ body: (inout Purchase) -> Void) {
    guard let index = purchases.firstIndex(where: { $0.number == number }) else { return }
    body(&purchases[index])
  }

  /// Puts a message into the queue.
  mutating func say(_ content: Outgoing.Content) {
    lastOutgoing += 1
    outbox.append(Outgoing(id: lastOutgoing, content: content))
  }

  mutating func say(_ text: String) { say(.text(text)) }

  /// Notes that the first message of the queue is in the conversation.
  mutating func wasSent(_ id: Int, as message: MessageID, text: String) {
    guard let first = outbox.first, first.id == id else { return }
    outbox.removeFirst()
    noteSent(message)
    switch first.content {
    case .screen(let number):
      change(number) { purchase in
        purchase.screen.message = message.rawValue
        purchase.screen.text = text
      }
    // A receipt can be long, so only the last one is kept.
    case .receipt(let number): forgetReceipts(except: number)
    case .text, .code: break
    }
  }

  /// Remembers a message of this till.
  mutating func noteSent(_ message: MessageID) {
    guard !sent.contains(message) else { return }
    sent.append(message)
    if sent.count > Self.maximumSent { sent.removeFirst() }
  }

  /// Whether a message is known to be one that the till has sent.
  func hasSent(_ message: MessageID) -> Bool { sent.contains(message) }

  private mutating func forgetReceipts(except number: Int) {
    for purchase in purchases
    where purchase.number != number && purchase.receipt.text != nil && !purchase.receipt.isWanted
      && !outbox.contains(where: { $0.content == .receipt(purchase.number) })
    {
      change(purchase.number) { $0.receipt = Purchase.Receipt() }
    }
  }

  /// Whether money of the customer's was confirmed before.
  var hasPaid: Bool { purchases.contains { ($0.invoice?.confirmedAmount.coefficient ?? 0) > 0 } }

  /// Makes room for another purchase, so that the customer does not grow without end. Purchases that are over for good
  /// go, unless there is something to give back.
  mutating func forgetOld(now: Timestamp) {
    while purchases.count >= Self.maximumPurchases,
      let index = purchases.firstIndex(where: { purchase in
        !purchase.isFollowed(now: now) && purchase.owed.coefficient == 0 && !isWaiting(for: purchase.number)
      })
    {
      purchases.remove(at: index)
    }
  }

  private func isWaiting(for number: Int) -> Bool {
    outbox.contains { $0.content == .screen(number) || $0.content == .code(number) || $0.content == .receipt(number) }
  }
}

/// What a customer's commands depend on besides the customer.
package struct ShopState: Sendable {
  /// The price list.
  package var list: PriceList
  /// The latest rates.
  package var rates: [RateRule: Rate] = [:]
  /// The decimal places of the wallet's currencies; empty while the wallet was not reached.
  package var decimals: [String: Int] = [:]
  /// Whether the shop sells.
  package var isSelling = true
  /// The number of open purchases of all customers.
  package var open = 0
  /// The number of addresses of each currency that were made since the last one that was paid.
  package var unpaid: [String: Int] = [:]
  /// The current time.
  package var now: Timestamp
}
