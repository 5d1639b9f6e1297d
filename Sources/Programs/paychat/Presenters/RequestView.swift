import ChatMessaging
import MessagingAPI
import PaymentsModel
import TerminalUI

/// The text that presents a message that an app wants to send. The app's own text is made safe here.
struct RequestView: ScreenItem {
  let label: String
  let sentAt: Timestamp
  let title: String
  let text: String?
  let files: String?
  /// The other readers, if the conversation is a group.
  let readers: String?
  let state: String
  let tone: TextStyle.Tone
  let actions: [String]

  /// Creates the view of a message.
  ///
  /// - Parameters:
  ///   - person: the contact's name on this screen.
  ///   - card: the number of the card that the payment belongs to.
  init(_ message: OutgoingMessage, number: Int? = nil, person: String? = nil, card: Int? = nil) {
    label = "m\(number ?? message.number ?? 0)"
    sentAt = message.createdAt
    let (app, id) = (SafeText(message.source.name, limit: 40), SafeText(message.source.appID, limit: 60))
    let name = person ?? message.target.map { SafeText($0.name, limit: 32).text } ?? localized("somebody")
    title =
      card.map { localized("\(app) (says it is \(id)) wants to write to \(name) about card \($0)") }
      ?? localized("\(app) (says it is \(id)) wants to write to \(name)")
    text = message.text
    readers = message.target?.group.map(Self.readers)
    let list = message.files.map { localized("\(SafeText($0.name, limit: 60)), \($0.size) bytes") }
    files = list.isEmpty ? nil : localized("with \(list.joined(separator: "; "))")
    (state, tone) = Self.state(message)
    actions =
      switch message.phase {
      case .waiting: ["/allow \(label)", "/allow \(label) always", "/deny \(label)"]
      case .doubtful where message.isSetAside == true: ["/allow \(label)"]
      case .doubtful: ["/allow \(label)", "/deny \(label)"]
      default: []
      }
  }

  private static func state(_ message: OutgoingMessage) -> (String, TextStyle.Tone) {
    switch message.phase {
    case .waiting: (localized("Waiting · for your consent"), .warning)
    case .refused: (localized("Refused · by you"), .faint)
    case .expired: (localized("Expired · you did not answer in time"), .faint)
    case .allowed, .handing: (localized("On its way"), .plain)
    case .doubtful where message.isSetAside == true: (localized("Unknown · left open by you"), .faint)
    case .doubtful: (localized("Unknown · it may have arrived or not; to send it again may send it twice"), .warning)
    case .sent where message.consent?.passesReply == true && message.target?.group != nil:
      (localized("Sent · an answer to this very message will be passed on"), .good)
    case .sent where message.consent?.passesReply == true:
      (localized("Sent · their first answer will be passed on"), .good)
    case .sent: (localized("Sent"), .good)
    case .answered: (localized("Sent · their answer was passed on to the app"), .good)
    case .failed: (localized("Failed · the chat refused it"), .bad)
    case .removed: (localized("Withdrawn · by the app"), .faint)
    }
  }

  private static func readers(_ group: MessageGroup) -> String {
    let names = group.readers.map { SafeText($0.name, limit: 32).text }
    let shown = names.count > 8 ? names.prefix(7) + [localized("\(names.count - 7) more")] : names[...]
    let place = SafeText(group.name, limit: 40).text
    return localized("in the group \(place), where others read it too: \(shown.joined(separator: ", "))")
  }

  /// The message is shown again only if this text changes.
  var milestone: String { state + (readers ?? "") }

  var bubble: Bubble {
    var parts = [Bubble.Part(title)]
    if let readers { parts.append(Bubble.Part(readers, .warning)) }
    for line in text?.split(separator: "\n") ?? [] {
      parts.append(Bubble.Part(localized("“\(SafeText(String(line), limit: 4000))”")))
    }
    if let files { parts.append(Bubble.Part(files)) }
    parts.append(Bubble.Part(state, tone))
    if !actions.isEmpty { parts.append(.commands(actions)) }
    return Bubble(title: "\(label) · \(LocalTime.timeOfDay(sentAt))", parts: parts, isMine: false)
  }

  func rows(width: Int, style: TextStyle) -> [String] { bubble.rows(width: width, style: style) }

  /// The message in one line, for a log.
  var line: String {
    let words = text.map { text in
      let lines = text.split(separator: "\n").map { SafeText(String($0), limit: 4000).text }
      return " " + localized("“\(lines.joined(separator: " / "))”")
    }
    let rest = actions.isEmpty ? "" : " — " + actions.joined(separator: "  ")
    return
      "[\(label)] \(title)\(readers.map { " \($0)" } ?? "")\(words ?? "")\(files.map { " \($0)" } ?? ""): \(state)\(rest)"
  }
}
