import ChatMessaging
import PaymentsAPI
import TerminalUI

/// The text that presents an app that asks for a pairing. The app's own text is made safe here.
struct PairingView: ScreenItem {
  enum State: Sendable {
    case waiting
    case letIn
    case over
  }

  private let name: String
  private let id: String
  private let process: String
  private let isNamesake: Bool
  private let state: State

  init(_ question: PairingQuestion, _ state: State) {
    let manifest = question.manifest
    name = SafeText(manifest.name, limit: 40).text
    id = SafeText(manifest.appID, limit: 60).text
    process = question.process.map { ", \(SafeText($0, limit: 120))" } ?? ""
    isNamesake = question.isNamesake
    self.state = state
  }

  private var sentences: [String] {
    switch state {
    case .letIn: [localized("The app \(name) (says it is \(id)) was let in.")]
    case .over: [localized("The app \(name) (says it is \(id)) does not wait to be let in any more.")]
    case .waiting:
      [
        localized(
          "The app \(name) (says it is \(id)\(process)) wants to send messages for you. You are asked about each.")
      ]
        + (isNamesake
          ? [
            localized(
              "Another app says that it is the same, and has another key: only one of the two can be what it says. "
                + "See /apps.")
          ]
          : [])
        + [localized("If you want that, type the six digits that it shows: /pair CODE — otherwise: /pair no")]
    }
  }

  private var remark: Remark { .lines(sentences, state == .waiting ? .warning : .faint) }

  var milestone: String { line }
  var line: String { "* " + sentences.joined(separator: " ") }
  func rows(width: Int, style: TextStyle) -> [String] { remark.rows(width: width, style: style) }
}
