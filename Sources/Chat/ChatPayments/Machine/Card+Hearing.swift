extension Card {
  /// Adds the steps of a message that arrived.
  ///
  /// The message may be an old one, or one that this person sent from another device. Steps that the sender may not
  /// make are ignored.
  ///
  /// - Returns: whether the card is different afterwards.
  @discardableResult
  mutating func hear(_ steps: CardSide, from person: PersonID) -> Bool {
    let isAuthor = person == key.author
    guard isAuthor || person == other else { return false }
    var isNew = false
    for step in steps.steps where step.isPermitted(isAuthor: isAuthor, terms: terms) {
      let isAdded = isAuthor ? authorSide.add(step) : otherSide.add(step)
      isNew = isAdded || isNew
    }
    return isNew
  }

  /// Records that a message of this person carries the steps. It was sent from this device or from another one.
  ///
  /// - Parameter text: the text of the message.
  mutating func carried(by message: MessageID, saying steps: CardSide, text: String) {
    // A side only grows. Of two versions of a message, the one with fewer steps is therefore the older one.
    if self.message == message, let published, steps.steps.allSatisfy(published.steps.contains) { return }
    sent(as: message, saying: steps, text: text)
  }

  /// Records that this device has sent or edited the message.
  mutating func sent(as message: MessageID, saying steps: CardSide, text: String) {
    self.message = message
    lost = nil
    published = steps
    asksToPay = destination.map { text.contains($0.address) }
    undelivered = nil
  }
}
