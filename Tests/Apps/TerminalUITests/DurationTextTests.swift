import TerminalUI
import Testing

@Suite struct DurationTextTests {
  @Test(arguments: [
    (0, "0:00"), (9, "0:09"), (151, "2:31"), (3599, "59:59"), (3600, "1 h 00 m"), (3900, "1 h 05 m"),
    (86_399, "23 h 59 m"), (273_600, "3 d 04 h"), (-5, "0:00"),
  ])
  func text(_ seconds: Int, _ expected: String) {
    #expect(DurationText.text(.seconds(seconds)) == expected)
  }
}
