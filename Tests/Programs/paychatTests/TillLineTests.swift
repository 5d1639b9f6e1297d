import TerminalUI
import Testing

@testable import paychat

/// What the owner types at an open till.
@Suite struct TillLineTests {
  @Test(arguments: [
    ("answer 3 Yes, green tea.", TillLine.answer(3, "Yes, green tea.")), ("  /answer  3   a  b ", .answer(3, "a  b ")),
    ("Close", .close), ("open", .open), ("?", .help), ("exit", .quit), ("", .blank), ("   ", .blank),
  ])
  func aLineIsRead(_ text: String, _ line: TillLine) throws { #expect(try TillLine(text) == line) }

  @Test(arguments: [
    ("answer", "Whom, and what?"), ("answer 3", "Whom, and what?"), ("answer carla hello", "Whom, and what?"),
    ("answer 0 hello", "Whom, and what?"), ("anser 3 hello", "There is no command anser."),
    ("\u{1B}[2J", "There is no command ␛[2j."),
  ])
  func whatIsNoCommandIsToldSo(_ text: String, _ words: String) {
    #expect(throws: CommandFailure.self) { try TillLine(text) }
    do throws(CommandFailure) { _ = try TillLine(text) } catch { #expect(error.message == words) }
  }
}
