package import MessagingAPI
import PaymentsAPI
package import PaymentsModel

/// A message that an app wants delivered, as a value without side effects. Each step must be stored before the next
/// action is taken.
///
/// A message is delivered in *parts*, one after the other: first the text, then each of the files.
package struct OutgoingMessage: Sendable, Hashable, Codable {
  /// The stages that a message goes through.
  package enum Phase: String, Sendable, Hashable, Codable {
    /// The person has not decided yet.
    case waiting
    /// The person refused the message.
    case refused
    /// The person did not decide in time.
    case expired
    /// The next part may be handed to the network.
    case allowed
    /// The next part is being handed to the network; after a crash nobody knows whether it was.
    case handing
    /// It is not known whether the network has the next part.
    case doubtful
    /// The network has all parts.
    case sent
    /// The contact has answered.
    case answered
    /// At least one part did not reach the network and will not be sent any more.
    case failed
    /// The app has removed the message.
    case removed
  }

  /// The identifier that the chat gave the message.
  package let id: PaymentMessageID
  /// The app that asked for the message.
  package let source: MessageSource
  /// The idempotency key of the app's request.
  let requestID: PaymentRequestID
  /// A digest of the request's params. It tells a repeated request from a different one with the same key.
  let digest: String
  /// The time at which the app asked for the message.
  package let createdAt: Timestamp
  /// The end of the time in which the person can allow the message.
  let expiresAt: Timestamp
  /// The payment that the message is about. This property and those that follow are `nil` or empty once the message is
  /// removed.
  package private(set) var payment: PaymentReference?
  /// The receiver of the message.
  package private(set) var target: MessageTarget?
  /// The text of the message, without the ``mark``.
  package private(set) var text: String?
  /// The files that are sent after the text.
  package private(set) var files: [MessageFile]
  /// A text that the app attached for its own use. It is given back to the app and not sent.
  private(set) var context: String?

  /// The stage that the message has reached.
  package private(set) var phase = Phase.waiting
  /// The version of the message. It begins at 1 and grows by one with each change.
  private(set) var version = 1
  /// The time of the last change.
  private(set) var updatedAt: Timestamp
  /// The consent that the person has given.
  package private(set) var consent: MessageConsent?
  /// The network's identifiers of the parts that were sent.
  private(set) var parts: [String] = []
  /// The network's identifier of the last message of the conversation before the next part was handed over. A message
  /// that comes later may be that part.
  private(set) var anchor: String?
  /// The reason why the message failed.
  private(set) var failure: FailureReason?
  /// The contact's answer.
  private(set) var reply: MessageReply?
  /// Whether the person has chosen to leave open whether the message arrived, and is not to be reminded of it.
  package private(set) var isSetAside: Bool?
  /// The number of the message in this chat: 1, 2, and so on. It stays the same after a restart, and is `nil` before
  /// the message is in a book.
  package internal(set) var number: Int?
  /// The number of the last change among the changes of the app's messages.
  var change: Int64 = 0

  /// Creates a message that waits for consent.
  ///
  /// - Parameters:
  ///   - params: the request's params, which ``MessageRules`` has found valid.
  ///   - digest: the digest of the params.
  init(
    id: PaymentMessageID, source: MessageSource, target: MessageTarget, params: SendMessage.Params, digest: String,
    now: Timestamp
  ) {
    self.id = id
    self.source = source
    self.target = target
    self.digest = digest
    requestID = params.requestID
    payment = params.payment
    text = params.text
    files = params.files ?? []
    context = params.context
    createdAt = now
    updatedAt = now
    expiresAt = params.expiresAt ?? now.advanced(by: MessageRules.lifetime)
  }

  /// The text that tells the contact that the person did not write the message.
  static let mark = "(Written by an app, and sent with my consent.)"

  /// The text as the contact reads it; `nil` once the message is removed.
  var carriedText: String? { text.map { $0 + "\n\n" + Self.mark } }

  /// The number of parts, sent or not.
  var partCount: Int { 1 + files.count }

  /// Whether parts of the message are still being sent.
  var isSending: Bool { phase == .allowed || phase == .handing }

  mutating func move(to phase: Phase, at now: Timestamp) {
    self.phase = phase
    touch(now)
  }

  private mutating func touch(_ now: Timestamp) {
    version += 1
    updatedAt = now
  }
}

// MARK: Steps

extension OutgoingMessage {
  /// Records that the person allows the message.
  ///
  /// - Throws: ``MessageStepError/over``, ``MessageStepError/expired``.
  mutating func allow(_ consent: MessageConsent, now: Timestamp) throws(MessageStepError) {
    guard phase == .waiting else { throw .over }
    guard now < expiresAt else { throw .expired }
    self.consent = consent
    move(to: .allowed, at: now)
  }

  /// Records that the person refuses the message.
  ///
  /// - Throws: ``MessageStepError/over``.
  mutating func refuse(now: Timestamp) throws(MessageStepError) {
    guard phase == .waiting else { throw .over }
    move(to: .refused, at: now)
  }

  /// Records that the person wants a doubtful part sent again.
  ///
  /// - Throws: ``MessageStepError/over``.
  mutating func sendAgain(now: Timestamp) throws(MessageStepError) {
    guard phase == .doubtful else { throw .over }
    isSetAside = nil
    move(to: .allowed, at: now)
  }

  /// Records that the person leaves open whether a doubtful part arrived.
  ///
  /// - Throws: ``MessageStepError/over``.
  mutating func setAside(now: Timestamp) throws(MessageStepError) {
    guard phase == .doubtful else { throw .over }
    guard isSetAside != true else { return }
    isSetAside = true
    touch(now)
  }

  /// Withdraws the consent, because more people would read the message than the person was told. No part is sent until
  /// the person allows that.
  ///
  /// - Parameter target: the receiver and the readers as they are now.
  mutating func askAgain(_ target: MessageTarget, now: Timestamp) {
    guard phase == .allowed, parts.isEmpty else { return }
    self.target = target
    consent = nil
    move(to: .waiting, at: now)
  }

  /// Records that the next part is about to be handed to the network.
  ///
  /// - Parameter anchor: the network's identifier of the last message of the conversation so far.
  /// - Returns: whether the part may be handed over.
  mutating func beginPart(after anchor: String?, now: Timestamp) -> Bool {
    guard phase == .allowed else { return false }
    self.anchor = anchor
    move(to: .handing, at: now)
    return true
  }

  /// Records that the network has the next part.
  ///
  /// - Parameter name: the network's identifier of the part.
  mutating func carried(by name: String, now: Timestamp) {
    guard phase == .handing || phase == .doubtful, parts.count < partCount else { return }
    parts.append(name)
    move(to: parts.count == partCount ? .sent : .allowed, at: now)
  }

  /// Records that it is not known whether the network has the next part.
  mutating func doubt(now: Timestamp) {
    guard phase == .handing else { return }
    move(to: .doubtful, at: now)
  }

  /// Records that the network certainly does not have the next part, and that it will not be sent.
  mutating func fail(_ reason: FailureReason, now: Timestamp) {
    guard isSending else { return }
    failure = reason
    move(to: .failed, at: now)
  }

  /// Records the contact's answer.
  mutating func hear(_ reply: MessageReply, now: Timestamp) {
    guard phase == .sent, consent?.passesReply == true else { return }
    self.reply = reply
    move(to: .answered, at: now)
  }

  /// Lets the message expire if its time has passed.
  mutating func passTime(now: Timestamp) {
    guard phase == .waiting, now >= expiresAt else { return }
    move(to: .expired, at: now)
  }

  /// Removes the message for the app. Its text, its receiver and its payment are forgotten.
  ///
  /// - Throws: ``MessageStepError/sending``.
  mutating func remove(now: Timestamp) throws(MessageStepError) {
    guard !isSending else { throw .sending }
    payment = nil
    target = nil
    text = nil
    files = []
    context = nil
    consent = nil
    parts = []
    anchor = nil
    failure = nil
    reply = nil
    move(to: .removed, at: now)
  }
}

/// Why a step of a message is not possible.
package enum MessageStepError: Error, Sendable, Hashable {
  /// There is no such message.
  case unknown
  /// The message was decided before, or has ended.
  case over
  /// The time for the decision has passed.
  case expired
  /// The message is being sent.
  case sending
}
