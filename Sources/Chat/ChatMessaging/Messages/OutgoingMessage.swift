package import MessagingAPI
package import PaymentsAPI
package import PaymentsModel

/// A message that an app wants delivered: pure. Each step is to be written down before the next thing is done.
///
/// What is delivered are its *parts*, one after the other: the text, and each of the files.
package struct OutgoingMessage: Sendable, Hashable, Codable {
  /// How far it is.
  package enum Phase: String, Sendable, Hashable, Codable {
    /// The person has yet to say.
    case waiting
    /// The person said no.
    case refused
    /// Nobody said anything in time.
    case expired
    /// The next part may be handed to the network.
    case allowed
    /// The next part is being handed to the network; after a crash nobody knows whether it was.
    case handing
    /// Whether the network has the next part is not known.
    case doubtful
    /// The network has all parts.
    case sent
    /// The contact has answered.
    case answered
    /// The network does not have all parts and will not.
    case failed
    /// The app wants it no more.
    case removed
  }

  /// The chat's name of it.
  package let id: PaymentMessageID
  /// Who asked.
  package let source: MessageSource
  /// Its idempotency key.
  package let requestID: PaymentRequestID
  /// What tells the same params from others: a digest of them.
  package let digest: String
  /// When it was asked for.
  package let createdAt: Timestamp
  /// Until when it may be allowed.
  package let expiresAt: Timestamp
  /// The payment; nil once removed, as all that follows.
  package private(set) var payment: PaymentReference?
  /// Who is meant.
  package private(set) var target: MessageTarget?
  /// What they are to read.
  package private(set) var text: String?
  /// What goes with it.
  package private(set) var files: [MessageFile]
  /// The app's own.
  package private(set) var context: String?

  /// How far it is.
  package private(set) var phase = Phase.waiting
  /// 1, and one more with each change.
  package private(set) var version = 1
  /// When it last changed.
  package private(set) var updatedAt: Timestamp
  /// What was allowed.
  package private(set) var consent: MessageConsent?
  /// The network's names of the parts that it has.
  package private(set) var parts: [String] = []
  /// The last message of the conversation before the next part was handed over: what is found after it may be that
  /// part.
  package private(set) var anchor: String?
  /// Why it failed.
  package private(set) var failure: FailureReason?
  /// What the contact answered.
  package private(set) var reply: MessageReply?
  /// The person leaves it open whether it arrived, and need not be reminded of it.
  package private(set) var isSetAside: Bool?
  /// What it is called by in this chat: 1, 2, …, the same after every start. Nil before it is in a book.
  package internal(set) var number: Int?
  /// The place of its last change among those of all messages.
  package internal(set) var change: Int64 = 0

  /// A message that waits for consent.
  ///
  /// - Parameters:
  ///   - params: valid by ``MessageRules``.
  ///   - digest: of the params.
  package init(
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

  /// What tells the contact that these are not the person's own words.
  package static let mark = "(Written by an app, and sent with my consent.)"

  /// The text as the contact reads it; nil once removed.
  package var carriedText: String? { text.map { $0 + "\n\n" + Self.mark } }

  /// The number of parts.
  package var partCount: Int { 1 + files.count }

  /// Whether something of it is on its way.
  package var isSending: Bool { phase == .allowed || phase == .handing }

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
  /// The person says yes.
  ///
  /// - Throws: ``MessageStepError/over``, ``MessageStepError/expired``.
  package mutating func allow(_ consent: MessageConsent, now: Timestamp) throws(MessageStepError) {
    guard phase == .waiting else { throw .over }
    guard now < expiresAt else { throw .expired }
    self.consent = consent
    move(to: .allowed, at: now)
  }

  /// The person says no.
  ///
  /// - Throws: ``MessageStepError/over``.
  package mutating func refuse(now: Timestamp) throws(MessageStepError) {
    guard phase == .waiting else { throw .over }
    move(to: .refused, at: now)
  }

  /// The person wants what nobody knows to have arrived sent once more.
  ///
  /// - Throws: ``MessageStepError/over``.
  package mutating func sendAgain(now: Timestamp) throws(MessageStepError) {
    guard phase == .doubtful else { throw .over }
    isSetAside = nil
    move(to: .allowed, at: now)
  }

  /// The person leaves it open whether it arrived.
  ///
  /// - Throws: ``MessageStepError/over``.
  package mutating func setAside(now: Timestamp) throws(MessageStepError) {
    guard phase == .doubtful else { throw .over }
    guard isSetAside != true else { return }
    isSetAside = true
    touch(now)
  }

  /// More people would read it than the person has been told: nothing of it goes before they say yes to that.
  ///
  /// - Parameter target: who would read it now.
  package mutating func askAgain(_ target: MessageTarget, now: Timestamp) {
    guard phase == .allowed, parts.isEmpty else { return }
    self.target = target
    consent = nil
    move(to: .waiting, at: now)
  }

  /// The next part is about to be handed to the network.
  ///
  /// - Parameter anchor: the last message of the conversation so far.
  /// - Returns: whether it may be.
  package mutating func begin(after anchor: String?, now: Timestamp) -> Bool {
    guard phase == .allowed else { return false }
    self.anchor = anchor
    move(to: .handing, at: now)
    return true
  }

  /// The network has the next part.
  ///
  /// - Parameter name: the network's name of it.
  package mutating func carried(by name: String, now: Timestamp) {
    guard phase == .handing || phase == .doubtful, parts.count < partCount else { return }
    parts.append(name)
    move(to: parts.count == partCount ? .sent : .allowed, at: now)
  }

  /// Nobody knows whether the network has the next part.
  package mutating func doubt(now: Timestamp) {
    guard phase == .handing else { return }
    move(to: .doubtful, at: now)
  }

  /// The network does not have the next part for certain, and will not.
  package mutating func fail(_ reason: FailureReason, now: Timestamp) {
    guard isSending else { return }
    failure = reason
    move(to: .failed, at: now)
  }

  /// The contact has answered.
  package mutating func hear(_ reply: MessageReply, now: Timestamp) {
    guard phase == .sent, consent?.passesReply == true else { return }
    self.reply = reply
    move(to: .answered, at: now)
  }

  /// Time has passed.
  package mutating func passTime(now: Timestamp) {
    guard phase == .waiting, now >= expiresAt else { return }
    move(to: .expired, at: now)
  }

  /// The app wants it no more: what it said and to whom is forgotten.
  ///
  /// - Throws: ``MessageStepError/sending``.
  package mutating func remove(now: Timestamp) throws(MessageStepError) {
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

/// Why a message cannot make a step.
package enum MessageStepError: Error, Sendable, Hashable {
  /// There is no such message.
  case unknown
  /// It was decided before, or has ended.
  case over
  /// Its time has passed.
  case expired
  /// It is on its way.
  case sending
}
