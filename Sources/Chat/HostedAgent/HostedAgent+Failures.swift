import ChatPayments

extension HostedAgent {
  /// Why a command was not carried out; `nil` if the program's own words tell it.
  static func failure(_ error: any Error) -> FailureDescription? {
    switch error {
    case let failure as FailureDescription: failure
    case let error as CardCommandError: failure(error)
    default: nil
    }
  }

  private static func failure(_ error: CardCommandError) -> FailureDescription {
    switch error {
    case .notYours: FailureDescription(reason: "not_yours", text: "Only the other one can do this.")
    case .tooLate(let state):
      FailureDescription(reason: "too_late", text: "The card is past that: it is \(state.rawValue).")
    case .currency:
      FailureDescription(
        reason: "currency", text: "Say one of the card's currencies; one that was accepted cannot be changed.")
    case .nothingToRetry: FailureDescription(reason: "nothing_to_retry", text: "Nothing waits for another try.")
    case .reasonTooLong:
      FailureDescription(
        reason: "reason_too_long", text: "The reason is longer than \(CardStep.maximumReason) characters.")
    case .unknownCard: FailureDescription(reason: "unknown_card", text: "There is no such card.")
    }
  }
}
