import PaymentsModel

/// Why the message with this person's side of a card is not with its reader. It concerns this person only and is never
/// sent to others.
public enum CardHindrance: Sendable, Hashable, Codable {
  /// This person can no longer write to the room.
  case noRoom
  /// The message is longer than the network can carry, and so is a shorter one. The limit is in bytes, where the network
  /// has told it.
  case tooLong(limit: Int?)
  /// The network has refused the message, for a reason in its words. They are untrusted text.
  case refused(String)
  /// The network has taken the message and did not deliver it, for a reason in its words.
  case failed(String)
  /// The network has not delivered the message yet, for a reason in its words, and goes on trying.
  case delayed(String)
  /// The network has taken the message, and nobody knows what became of it.
  case unknown

  /// The most code points that are kept of the words of a network, which may be of any length.
  static let longestWords = 500

  /// The same with no more than ``longestWords`` of the network, because it is stored with the card.
  var cut: CardHindrance {
    func cut(_ words: String) -> String {
      String(String.UnicodeScalarView(words.unicodeScalars.prefix(Self.longestWords)))
    }
    return switch self {
    case .refused(let words): .refused(cut(words))
    case .failed(let words): .failed(cut(words))
    case .delayed(let words): .delayed(cut(words))
    case .noRoom, .tooLong, .unknown: self
    }
  }
}

/// What hinders the message with this person's side of a card.
struct CardDelivery: Sendable, Hashable, Codable {
  let hindrance: CardHindrance
  /// The steps that the message was to carry. Other steps are sent at once.
  let side: CardSide
  /// The time of the next attempt; `nil` if there is none.
  let retryAt: Timestamp?
  /// How often the network has refused these steps.
  let attempts: Int

  init(_ hindrance: CardHindrance, of side: CardSide, retryAt: Timestamp? = nil, attempts: Int = 0) {
    self.hindrance = hindrance.cut
    self.side = side
    self.retryAt = retryAt
    self.attempts = attempts
  }
}

extension Card {
  /// What hinders the message with this person's side; `nil` if nothing is known to hinder it.
  public var hindrance: CardHindrance? { undelivered?.hindrance }

  /// Whether ``retry()`` can help a message that is not with its reader.
  var isUnsent: Bool {
    switch hindrance {
    case .noRoom, .refused, .failed, .unknown: true
    case .tooLong, .delayed, nil: false
    }
  }

  /// Whether the message is not to be sent now, because the network has refused it.
  func isHeldBack(now: Timestamp) -> Bool {
    guard let undelivered, undelivered.side == mySide else { return false }
    switch undelivered.hindrance {
    case .failed, .delayed, .unknown: return false
    case .noRoom, .tooLong, .refused: return undelivered.retryAt.map { now < $0 } ?? true
    }
  }

  /// Records that the network has refused the message. Other cards are not affected. The pauses between the attempts
  /// grow from half a minute to an hour.
  mutating func holdBack(_ hindrance: CardHindrance, now: Timestamp) {
    let attempts = undelivered?.side == mySide ? (undelivered?.attempts ?? 0) + 1 : 1
    let pause = Duration.seconds(min(3600, 30 << min(attempts - 1, 7)))
    // A message that is too long now stays so. Only other steps make another message.
    let isFinal = if case .tooLong = hindrance { true } else { false }
    undelivered = CardDelivery(
      hindrance, of: mySide, retryAt: isFinal ? nil : now.advanced(by: pause), attempts: attempts)
  }

  /// Records what became of a message of this person.
  mutating func hear(_ delivery: ChatDelivery, of message: MessageID) {
    guard message == self.message else { return }
    switch self.hindrance {
    // What is held back has newer steps than that message.
    case .noRoom, .tooLong, .refused: return
    case .failed, .delayed, .unknown, nil: break
    }
    let hindrance: CardHindrance? =
      switch delivery {
      case .sent, .received: nil
      case .delayed(let reason): .delayed(reason)
      case .failed(let reason): .failed(reason)
      case .unknown: .unknown
      }
    undelivered = hindrance.map { CardDelivery($0, of: mySide) }
  }

  /// The person whose messages this person waits for; for an onlooker, the author.
  var counterpart: PersonID { isAuthor ? other : key.author }

  /// Records that somebody else, such as a moderator, has removed this person's message, so that nobody reads it. It
  /// withdraws the card or the answer, which needs no further message, because the readers' devices know that it is gone.
  ///
  /// - Throws: ``CardCommandError`` if it is too late for that.
  mutating func wasSilenced(by person: PersonID, now: Timestamp) throws(CardCommandError) {
    let before = self
    if isAuthor { try cancel(now: now) } else { try decline(now: now) }
    if self != before { remover = person }
    // A message that is gone cannot be edited, and what becomes of it does not matter any more.
    if let message { (lost, self.message) = (message, nil) }
    published = mySide
    asksToPay = false
    undelivered = nil
  }

  /// Records that the counterpart's message was removed by its author or by somebody else, such as a moderator, and with
  /// it the card or the answer that it carried. Money that already moves takes precedence, as with every other step.
  ///
  /// - Returns: whether the card is different afterwards.
  mutating func takeBack(by person: PersonID) -> Bool {
    var end = CardSide()
    end.add(counterpart == key.author ? .cancelled(reason: nil) : .declined(reason: nil))
    guard hear(end, from: counterpart) else { return false }
    if person != counterpart { remover = person }
    return true
  }
}
