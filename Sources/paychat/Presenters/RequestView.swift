import ChatMessaging
import MessagingAPI
import MessagingCore
import PaymentsModel
import TerminalUI

/// A message that an app wants delivered, in words: what it says comes from the app and is made safe here.
struct RequestView: Sendable {
  let label: String
  let sentAt: Timestamp
  let title: String
  let text: String?
  let files: String?
  let state: String
  let tone: TextStyle.Tone
  let actions: [String]

  init(_ message: OutgoingMessage, number: Int) {
    label = "m\(number)"
    sentAt = message.createdAt
    let app = "\(SafeText(message.source.name, limit: 40)) (says it is \(SafeText(message.source.appID, limit: 60)))"
    title = "\(app) wants to write to \(message.target.map { SafeText($0.name, limit: 32).text } ?? "somebody")"
    text = message.text
    files =
      message.files.isEmpty
      ? nil
      : "with " + message.files.map { "\(SafeText($0.name, limit: 60)), \($0.size) bytes" }.joined(separator: "; ")
    (state, tone) = Self.state(message)
    actions =
      switch message.phase {
      case .waiting: ["/allow \(label)", "/allow \(label) always", "/deny \(label)"]
      case .doubtful: ["/allow \(label)"]
      default: []
      }
  }

  private static func state(_ message: OutgoingMessage) -> (String, TextStyle.Tone) {
    switch message.phase {
    case .waiting: ("Waiting · for your consent", .warning)
    case .refused: ("Refused · by you", .faint)
    case .expired: ("Expired · you did not answer in time", .faint)
    case .allowed, .handing: ("On its way", .plain)
    case .doubtful: ("Unknown · it may have arrived or not; to send it again may send it twice", .warning)
    case .sent where message.consent?.passesReply == true: ("Sent · their first answer will be passed on", .good)
    case .sent: ("Sent", .good)
    case .answered: ("Sent · their answer was passed on to the app", .good)
    case .failed: ("Failed · the chat refused it", .bad)
    case .removed: ("Withdrawn · by the app", .faint)
    }
  }

  /// What must differ for it to be worth showing once more.
  var milestone: String { state }

  var bubble: Bubble {
    var parts = [Bubble.Part(title)]
    for line in text?.split(separator: "\n") ?? [] {
      parts.append(Bubble.Part("“\(SafeText(String(line), limit: 4000))”"))
    }
    if let files { parts.append(Bubble.Part(files)) }
    parts.append(Bubble.Part(state, tone))
    if !actions.isEmpty {
      parts.append(Bubble.Part(actions.map { $0.replacing(" ", with: "\u{A0}") }.joined(separator: "\u{A0} "), .faint))
    }
    return Bubble(title: "\(label) · \(LocalTime.text(sentAt))", parts: parts, isMine: false)
  }

  /// The request in one line, for a log.
  var line: String {
    let words = text.map { text in
      " “" + text.split(separator: "\n").map { SafeText(String($0), limit: 4000).text }.joined(separator: " / ") + "”"
    }
    let rest = actions.isEmpty ? "" : " — " + actions.joined(separator: "  ")
    return "[\(label)] \(title)\(words ?? "")\(files.map { " \($0)" } ?? ""): \(state)\(rest)"
  }
}
