import ChatPayments
import Files
import HostedAgent
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The words of cards and failures for the user of another chat app, who has buttons instead of commands.
struct HostedWords: AgentWords {
  func describe(_ card: Card, in room: ChatRoom?, now: Timestamp) -> CardDescription {
    let me = card.isAuthor ? card.key.author : card.other
    let names = CardNames(
      room: room, me: card.role == .onlooker ? PersonID("") : me, hasNamesForIDs: room == nil)
    let bubble = CardBubble(card, number: card.number ?? 0, names: names, now: now)
    return CardDescription(
      title: bubble.title, sum: bubble.sum, note: bubble.note, state: bubble.state,
      problem: ProblemText.sentence(of: card, names: names, number: nil))
  }

  func describe(_ error: any Error) -> FailureDescription {
    let failure = ChatFailureText.failure(for: error, of: Self.app)
    let sentence: String
    switch error {
    case ChatTransportError.unknownRoom: sentence = "The host has told of no such room."
    case KeptFolderError.inUse: sentence = "Another agent uses the cards of this app and device."
    // The advice of these names commands of paychat's own screen.
    case is ChatTransportError, is KeptFolderError: sentence = failure.message
    default: sentence = [failure.message, failure.advice].compactMap(\.self).joined(separator: " ")
    }
    return FailureDescription(reason: failure.reason, text: sentence)
  }

  private static let app = TerminalApp(
    name: "this app", forgetKey: "paychat forget-key --app ID",
    advice: { reason in
      switch reason {
      case .pairingLocked: "Wait ten minutes, then try again."
      case .pairingDenied: "If that was a mistake, try again, after a minute at the earliest."
      case .appRevoked: "To ask to be let in again, try again."
      default: nil
      }
    })
}
