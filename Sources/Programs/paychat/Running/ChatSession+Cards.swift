import ChatPayments
import Consumer
import PaymentsModel
import TerminalUI

extension ChatSession {
  /// Carries out a command for a card. If it is refused, the error explains why.
  func change(_ number: Int?, by command: CardCommand, _ body: (CardKey) async throws -> Void) async throws {
    let key = try await card(number, for: command)
    if command == .accept, let typedAt, lapsedCards.isNewer(key, than: typedAt), let card = await agent.card(key) {
      throw CommandFailure(
        .usage, reason: "typed_before", localized("That was typed before this card was shown, and answers nothing."),
        advice: "/accept \(view(card).number) (\(view(card).sum))")
    }
    if command == .accept { lapsedCards.answer(key) } else { lapsedCards.leave(key) }
    do {
      try await body(key)
    } catch let error as CardCommandError {
      if let card = await agent.card(key) { noteCard(card) }
      throw await refusal(error, of: command, for: key)
    }
  }

  /// Retries what was refused, either for one card or for all cards and the wallet itself.
  func retry(_ number: Int?) async throws {
    if let number { return try await change(number, by: .retry) { try await self.agent.retry($0) } }
    walletAgain.bump()
    try await agent.retryAll()
    say(localized("Your wallet is asked again."))
  }

  /// Returns the card with a number. Without a number it returns the only card for which the command is possible.
  private func card(_ number: Int?, for command: CardCommand) async throws -> CardKey {
    if let number {
      guard let card = await agent.card(numbered: number) else { throw Self.unknown(number) }
      return card.key
    }
    let now = clock.now()
    let cards = await agent.cards.filter { $0.commands(now: now).contains(command) }
    guard let card = cards.first else {
      throw CommandFailure(
        .dataError, reason: "no_card", localized("There is nothing to \(command.rawValue)."),
        advice: localized("/status lists the cards."))
    }
    let isSwapped = command == .accept && !lapsedCards.ended.isEmpty
    // The person sees the choice now, so a later command without a number refers to what is shown here.
    if isSwapped { lapsedCards.answer() }
    guard cards.count == 1, !isSwapped else {
      let names = cards.map { view($0) }.map { "/\(command.rawValue) \($0.number) (\($0.sum))" }
      throw CommandFailure(
        .usage, reason: "several_cards",
        isSwapped
          ? localized("Another card that you could accept is over now. Which one do you mean?")
          : localized("Which one?"),
        advice: names.joined(separator: ", "))
    }
    return card.key
  }

  private func refusal(_ error: CardCommandError, of command: CardCommand, for key: CardKey) async -> CommandFailure {
    guard let card = await agent.card(key) else { return Self.failure(localized("There is no such card.")) }
    let view = view(card)
    let names = names(in: rooms[card.room])
    switch error {
    case .notYours where card.role == .onlooker:
      return Self.failure(
        localized("Card \(view.number) is between \(names.name(card.key.author)) and \(names.name(card.other))."))
    case .notYours where card.isAuthor:
      return Self.failure(
        localized("Card \(view.number) is your own."), localized("/cancel \(view.number) takes it back."))
    case .notYours:
      return Self.failure(
        localized("Only \(names.name(card.key.author)) can cancel card \(view.number)."),
        localized("/decline \(view.number) says no."))
    case .tooLate: return Self.failure(localized("Card \(view.number) is past that: \(view.state)."))
    case .currency where card.terms.prices.count > 1:
      if let price = card.price {
        return Self.failure(
          localized("Card \(view.number) was accepted already: \(price.amount.text) \(price.currency)."))
      }
      let choices = card.terms.prices.map { "/accept \(view.number) \($0.currency) (\($0.amount.text))" }
      return CommandFailure(
        .usage, reason: "which_currency", localized("In which currency?"),
        advice: choices.joined(separator: localized(" or ")))
    case .currency:
      return Self.failure(
        localized("Card \(view.number) is for \(view.sum)."), localized("Type /accept \(view.number)."))
    case .nothingToRetry: return Self.failure(localized("Nothing of card \(view.number) waits for another try."))
    case .reasonTooLong:
      return Self.failure(localized("The reason is longer than \(CardStep.maximumReason) characters."))
    case .unknownCard: return Self.failure(localized("There is no such card."))
    }
  }

  private static func failure(_ sentence: String, _ advice: String? = nil) -> CommandFailure {
    CommandFailure(.dataError, reason: "card", sentence, advice: advice)
  }
}
