import PaymentsModel

/// Why the message with this person's side of a card is not with its reader. It concerns this person only and is never
/// sent to others.
public enum CardHindrance: Sendable, Hashable, Codable {
  /// This person can no longer write to the room.
  case noRoom
  /// The message is longer than the network can carry.
  case tooLong
  /// The network has refused the message, for a reason in its words. They are untrusted text.
  case refused(String)
  /// The network has taken the message and did not deliver it, for a reason in its words.
  case failed(String)
  /// The network has not delivered the message yet, for a reason in its words, and goes on trying.
  case delayed(String)
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
}

extension Card {
  /// What hinders the message with this person's side; `nil` if nothing is known to hinder it.
  public var hindrance: CardHindrance? { undelivered?.hindrance }

  /// Whether ``retry()`` can help a message that is not with its reader.
  var isUnsent: Bool {
    switch hindrance {
    case .noRoom, .refused, .failed: true
    case .tooLong, .delayed, nil: false
    }
  }

  /// Whether the message is not to be sent now, because the network has refused it.
  func isHeldBack(now: Timestamp) -> Bool {
    guard let undelivered, undelivered.side == mySide else { return false }
    switch undelivered.hindrance {
    case .failed, .delayed: return false
    case .noRoom, .tooLong, .refused: return undelivered.retryAt.map { now < $0 } ?? true
    }
  }

  /// Records that the network has refused the message. Other cards are not affected. The pauses between the attempts
  /// grow from half a minute to an hour.
  mutating func holdBack(_ hindrance: CardHindrance, now: Timestamp) {
    let attempts = undelivered?.side == mySide ? (undelivered?.attempts ?? 0) + 1 : 1
    let pause = Duration.seconds(min(3600, 30 << min(attempts - 1, 7)))
    undelivered = CardDelivery(
      hindrance: hindrance, side: mySide, retryAt: hindrance == .tooLong ? nil : now.advanced(by: pause),
      attempts: attempts)
  }

  /// Records what became of a message of this person.
  mutating func hear(_ delivery: ChatDelivery, of message: MessageID) {
    guard message == self.message else { return }
    let hindrance: CardHindrance? =
      switch delivery {
      case .sent, .received: nil
      case .delayed(let reason): .delayed(reason)
      case .failed(let reason): .failed(reason)
      }
    undelivered = hindrance.map { CardDelivery(hindrance: $0, side: mySide, retryAt: nil, attempts: 0) }
  }

  /// The person whose messages this person waits for; for an onlooker, the author.
  var counterpart: PersonID { isAuthor ? other : key.author }

  /// Records that a moderator has removed this person's message, so that nobody reads it. What it said last needs no
  /// further message, because the readers' devices know that it is gone.
  mutating func wasSilenced() {
    published = mySide
    asksToPay = false
  }

  /// Records that a message was taken back by its author, or removed by a moderator, and with it the card or the answer
  /// that it carried. Money that already moves takes precedence, as with every other step.
  ///
  /// - Returns: whether the card is different afterwards.
  mutating func takeBack(by person: PersonID) -> Bool {
    var end = CardSide()
    end.add(person == key.author ? .cancelled(reason: nil) : .declined(reason: nil))
    return hear(end, from: person)
  }
}
