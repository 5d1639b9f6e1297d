import JSON
import Logging
import PaymentsModel
import Testing

@testable import payd

@Suite("The daemon's log")
struct DaemonLogTests {
  private let now = Timestamp(milliseconds: 1_795_384_582_250)

  private func event(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata = [:]) -> LogEvent {
    LogEvent(level: level, message: "\(message)", metadata: metadata, source: nil, file: "", function: "", line: 1)
  }

  private func log(_ format: DaemonLog.Format, isJournal: Bool = false) -> DaemonLog {
    DaemonLog(label: "payd", level: .debug, format: format, isJournal: isJournal)
  }

  @Test("a line of text has time, level, label, message and metadata")
  func text() {
    let line = log(.text).line(
      event(.notice, "wallet status", ["status": "ready", "count": .stringConvertible(3), "why": "a \"b\" = c"]),
      at: now)
    #expect(
      line == #"\#(now.text) notice payd: wallet status count=3 status=ready why="a \"b\" = c""#)
  }

  @Test("the journal gets priorities, and no time", arguments: zip(Logger.Level.allCases, [7, 7, 6, 5, 4, 3, 2]))
  func journal(level: Logger.Level, priority: Int) {
    #expect(log(.text, isJournal: true).line(event(level, "it failed"), at: now) == "<\(priority)>it failed")
    // Lines of JSON are for programs, which read the level in them.
    #expect(log(.json, isJournal: true).line(event(level, "it failed"), at: now).hasPrefix("{"))
  }

  @Test("a line of JSON has typed members")
  func json() throws {
    let line = log(.json).line(
      event(
        .warning, "two\nlines",
        [
          "count": .stringConvertible(3), "isLate": .stringConvertible(true), "status": "ready",
          "all": ["a", "b"], "inner": ["n": .stringConvertible(UInt8(7))],
        ]), at: now)
    #expect(!line.contains("\n"))
    let parsed = try JSONValue(parsing: Array(line.utf8))
    #expect(
      parsed == [
        "time": .string(now.text), "level": "warning", "label": "payd", "message": "two\nlines",
        "metadata": [
          "count": 3, "isLate": true, "status": "ready", "all": ["a", "b"], "inner": ["n": 7],
        ],
      ])
  }

  @Test("text from outside cannot make a line of its own or move the cursor")
  func safety() {
    for format in DaemonLog.Format.allCases {
      let line = log(format).line(event(.info, "x", ["why": "a\n<0>b\u{1B}[2J\u{202E}"]), at: now)
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E }, "\(line)")
    }
  }
}
