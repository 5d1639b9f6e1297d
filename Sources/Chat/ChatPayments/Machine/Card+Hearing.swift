extension Card {
  /// What a party has said, by a message that came.
  ///
  /// It may be old, or this person's own from another device. Steps that the sender may not make are passed over.
  ///
  /// - Returns: whether anything new was learnt.
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

  /// That a message of this person's carries the own side: one that was sent here, or on another device.
  ///
  /// - Parameter text: what a person without payments reads there.
  mutating func carried(by message: MessageID, saying steps: CardSide, text: String) {
    // A side only grows: of one message, what says less is how it was before.
    if self.message == message, let published, steps.steps.allSatisfy(published.steps.contains) { return }
    sent(as: message, saying: steps, text: text)
  }

  /// That this device has sent or edited that message.
  mutating func sent(as message: MessageID, saying steps: CardSide, text: String) {
    self.message = message
    published = steps
    asksToPay = destination.map { text.contains($0.address) }
  }
}
