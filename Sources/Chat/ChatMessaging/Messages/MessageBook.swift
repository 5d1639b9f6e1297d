import MessagingAPI
import PaymentsAPI
import PaymentsModel

/// All messages of all apps, as a value without side effects. Changes are numbered for each app separately, so that no
/// app can learn from the numbers how busy the others are.
struct MessageBook: Sendable {
  /// A request of one app.
  private struct Request: Hashable {
    let app: AppKey
    let id: PaymentRequestID
  }

  /// The highest number of messages that an app may have here.
  static let mostMessages = 500
  /// The highest total size of an app's files, in bytes.
  static let mostBytes = 64 << 20
  /// The highest number of an app's messages that may wait for consent.
  static let mostWaiting = 16
  /// The highest number of messages that may wait for consent, over all apps.
  static let mostWaitingOfAll = 64

  /// The messages.
  private(set) var messages: [PaymentMessageID: OutgoingMessage] = [:]
  private var requests: [Request: PaymentMessageID] = [:]
  /// The number of each app's newest change.
  private var lastChanges: [AppKey: Int64] = [:]
  private var lastNumber = 0

  /// Creates a book from messages that were stored. A message that was being handed to the network when the program
  /// ended becomes doubtful, because nobody knows whether it was sent.
  init(_ messages: [OutgoingMessage] = [], now: Timestamp) {
    for message in messages {
      self.messages[message.id] = message
      requests[Request(app: message.source.app, id: message.requestID)] = message.id
      lastChanges[message.source.app] = max(lastChange(of: message.source.app), message.change)
      lastNumber = max(lastNumber, message.number ?? 0)
    }
    for message in messages.sorted(by: { ($0.createdAt, $0.id.rawValue) < ($1.createdAt, $1.id.rawValue) }) {
      number(message.id)
    }
    for message in messages.sorted(by: { ($0.change, $0.id.rawValue) < ($1.change, $1.id.rawValue) }) {
      change(message.id) { $0.doubt(now: now) }
    }
  }

  /// The number of the newest change of an app's messages; 0 where the app has none.
  func lastChange(of app: AppKey) -> Int64 { lastChanges[app] ?? 0 }

  private mutating func nextChange(of app: AppKey) -> Int64 {
    let next = lastChange(of: app) + 1
    lastChanges[app] = next
    return next
  }

  private mutating func number(_ id: PaymentMessageID) {
    guard messages[id] != nil, messages[id]?.number == nil else { return }
    lastNumber += 1
    messages[id]?.number = lastNumber
  }

  /// The message with a number that it was given in this chat.
  func message(numbered number: Int) -> OutgoingMessage? { messages.values.first { $0.number == number } }

  /// The message with an identifier.
  subscript(id: PaymentMessageID) -> OutgoingMessage? { messages[id] }

  /// The message that was created by an app's request.
  func message(of app: AppKey, requestID: PaymentRequestID) -> OutgoingMessage? {
    requests[Request(app: app, id: requestID)].flatMap { messages[$0] }
  }

  /// Checks that there is room for another message.
  ///
  /// - Parameter isAllowed: whether the message needs no further consent.
  /// - Throws: `too_many_messages`, `too_many_questions`.
  func admit(_ params: SendMessage.Params, of app: AppKey, isAllowed: Bool) throws(PaymentsFailure) {
    let kept = messages.values.filter { $0.phase != .removed }
    let own = kept.filter { $0.source.app == app }
    let bytes = (own.flatMap(\.files) + (params.files ?? [])).reduce(0) { $0 + $1.size }
    guard own.count < Self.mostMessages, bytes <= Self.mostBytes else { throw PaymentsFailure(.tooManyMessages) }
    guard !isAllowed else { return }
    guard own.count(where: { $0.phase == .waiting }) < Self.mostWaiting,
      kept.count(where: { $0.phase == .waiting }) < Self.mostWaitingOfAll
    else { throw PaymentsFailure(.tooManyQuestions) }
  }

  /// Adds a message.
  mutating func add(_ message: OutgoingMessage) {
    var message = message
    message.change = nextChange(of: message.source.app)
    messages[message.id] = message
    number(message.id)
    requests[Request(app: message.source.app, id: message.requestID)] = message.id
  }

  /// Changes a message. If the message is different afterwards, it gets the newest change number.
  ///
  /// - Returns: whether the message is different afterwards.
  @discardableResult
  mutating func change(_ id: PaymentMessageID, _ body: (inout OutgoingMessage) throws -> Void) rethrows -> Bool {
    guard var message = messages[id] else { return false }
    let version = message.version
    try body(&message)
    guard message.version != version else { return false }
    message.change = nextChange(of: message.source.app)
    messages[id] = message
    return true
  }

  /// Returns a page of an app's messages, sorted by their last change.
  ///
  /// - Parameters:
  ///   - since: only changes after this one are listed; removed messages are listed only if this is given.
  ///   - limit: the highest number of messages on the page.
  /// - Throws: `cursor_invalid`.
  func list(
    of app: AppKey, since: EventCursor?, limit: Int
  ) throws(PaymentsFailure) -> ListMessages.Result {
    let start = since?.sequence ?? 0
    guard start <= lastChange(of: app) else { throw PaymentsFailure(.cursorInvalid, pointer: "/since") }
    let found = messages.values
      .filter { $0.source.app == app && $0.change > start && (since != nil || $0.phase != .removed) }
      .sorted { $0.change < $1.change }
    let page = found.prefix(limit)
    let more = page.count < found.count
    let cursor = more ? page.last?.change ?? start : lastChange(of: app)
    return ListMessages.Result(
      messages: page.map(\.report), cursor: EventCursor(sequence: cursor), more: more)
  }
}
