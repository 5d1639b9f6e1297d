import ChatPayments
import ChatTransports
import PaymentsModel
import TerminalUI

/// A text message in a form that is safe to show.
struct MessageView: ScreenItem {
  let author: String
  let isMine: Bool
  /// The conversation, if it is not the current one.
  let place: String?
  let text: String
  let sentAt: Timestamp
  let isEdited: Bool
  /// The file that the message stands for. Its text is then not shown, because nobody has typed it.
  var file: FileWords?
  /// What became of the message, if it is not what one expects.
  var fate: Fate?

  /// What became of a message.
  enum Fate: Hashable {
    /// Its author has taken the message back.
    case takenBack
    /// The message is gone: somebody else has removed it, as these words say, or nobody has and its time was over.
    case removed(String?)
    /// The message does not reach its reader, for a reason in words of the network.
    case undelivered(String)
    /// The message has not reached its reader yet.
    case delayed(String)

    /// Whether the text of the message is not to be read any more.
    var isEnd: Bool {
      switch self {
      case .takenBack, .removed: true
      case .undelivered, .delayed: false
      }
    }

    var text: String {
      switch self {
      case .takenBack: localized("taken back")
      case .removed(let words): words ?? localized("gone")
      case .undelivered(let words): localized("not delivered: \(NetworkWords.shown(words, limit: 200))")
      case .delayed(let words): localized("not delivered yet: \(NetworkWords.shown(words, limit: 200))")
      }
    }
  }

  /// Returns the rows. Messages of others are on the left with a heading such as `bob 11:01`; own messages are on the
  /// right.
  func rows(width: Int, style: TextStyle) -> [String] {
    let room = Bubble.room(in: width)
    let limit = max(1, min(60, room - min(8, room / 8)))
    let head = [
      isMine ? nil : author, place.map { "in \($0)" }, LocalTime.timeOfDay(sentAt), file?.mark,
      isEdited ? localized("edited") : nil,
    ]
    .compactMap(\.self).joined(separator: " ")
    var rows = body.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { TextWrapping.rows(Self.shown($0), columns: limit) }
    if let fate, !fate.isEnd { rows += TextWrapping.rows("(\(fate.text))", columns: limit) }
    guard isMine else {
      return [style.text(DisplayWidth.truncated(head, columns: room), .faint)]
        + rows.map { "  \($0)" }
        .map { DisplayWidth.columns($0) > room ? String($0.dropFirst(2)) : $0 }
    }
    let widest = rows.map(DisplayWidth.columns).max() ?? 0
    let indent = String(repeating: " ", count: max(0, room - widest))
    let headIndent = String(repeating: " ", count: max(0, room - DisplayWidth.columns(head)))
    return [headIndent + style.text(DisplayWidth.truncated(head, columns: room), .faint)] + rows.map { indent + $0 }
  }

  /// A line of the text made safe. One in which the transport says something of a card is in the language of the person.
  private static func shown(_ line: Substring) -> String {
    SafeText(line == SimpleXWords.cardOfUnknownAuthor ? localized(text: String(line)) : String(line)).text
  }

  /// The text in the bubble. What is gone is not shown any more.
  private var body: String { fate.flatMap { $0.isEnd ? "(\($0.text))" : nil } ?? file?.line ?? text }

  var milestone: String { line }

  /// The message in one line, for a log.
  var line: String {
    let location = place.map { " (in \($0))" } ?? ""
    if fate == .takenBack {
      return isMine
        ? localized("\(author)\(location) have taken a message back")
        : localized("\(author)\(location) has taken a message back")
    }
    if let fate, fate.isEnd {
      return isMine
        ? localized("a message of yours\(location) is \(fate.text)")
        : localized("a message of \(author)\(location) is \(fate.text)")
    }
    let fate = fate.map { " (\($0.text))" } ?? ""
    // A typed text always follows a colon, so that it cannot imitate this line.
    if let file {
      return isMine
        ? localized("\(author)\(location) send \(file.mark): \(file.line)\(fate)")
        : localized("\(author)\(location) sends \(file.mark): \(file.line)\(fate)")
    }
    let lines = text.split(separator: "\n").map(Self.shown).joined(separator: " / ")
    return "\(author)\(location): \(lines)\(isEdited ? localized(" (edited)") : "")\(fate)"
  }
}
