import Foundation
import TestSupport
import Testing

@testable import paychat

/// The manual page has the commands that are typed in the chat as `/help` shows them.
@Suite struct CommandPageTests {
  @Test func everyCommandIsThere() throws {
    let page = try String(
      contentsOfFile: ForeignConsumer.packageRoot + "/packaging/manual/paychat.man", encoding: .utf8
    ).replacing("\\-", with: "-").replacing("\\(aq", with: "'")
    for verb in ChatVerb.allCases {
      #expect(page.contains("\n.TP\n.B \(verb.usage)\n\(verb.abstract)\n"), "\(verb.usage): \(verb.abstract)")
    }
    let commands = page.split(separator: "\n").filter { $0.hasPrefix(".B /") && !$0.hasPrefix(".B /request bob") }
    #expect(commands.count == ChatVerb.allCases.count)
  }
}
