import Logging
import Synchronization
import Testing

@testable import Provider

@Suite("Limited log")
struct LogQuotaTests {
  private let start = ContinuousClock.now

  private func line(_ place: String, _ level: Logger.Level = .notice) -> LogQuota.Line {
    .init(place: place, level: level, message: "a connection was refused")
  }

  @Test("of each place ten lines a minute are passed on, and the others are counted")
  func counted() {
    let quota = LogQuota()
    for _ in 0..<10 { #expect(quota.admit(line("a"), at: start) == .passed(after: nil)) }
    for _ in 0..<100_000 { #expect(quota.admit(line("a"), at: start) == .leftOut) }
    #expect(quota.admit(line("b"), at: start) == .passed(after: nil))
    let later = start + .seconds(60)
    #expect(
      quota.admit(line("a"), at: later) == .passed(after: .init(line: line("a"), leftOut: 100_000)))
    #expect(quota.takeOver(at: later + .seconds(60)).isEmpty, "it was told")
  }

  @Test("what was left out is told once the minute is over, also where nothing more comes")
  func toldAfterwards() {
    let quota = LogQuota()
    for _ in 0..<12 { _ = quota.admit(line("a"), at: start) }
    #expect(quota.takeOver(at: start + .seconds(59)).isEmpty)
    #expect(quota.takeOver(at: start + .seconds(60)) == [.init(line: line("a"), leftOut: 2)])
    #expect(quota.takeOver(at: start + .seconds(60)).isEmpty)
  }

  @Test("what ends the program is always logged")
  func critical() {
    let quota = LogQuota()
    for _ in 0..<100 { #expect(quota.admit(line("a", .critical), at: start) == .passed(after: nil)) }
  }

  @Test("a logger with it writes ten of a thousand lines")
  func written() {
    let lines = KeptLines()
    var logger = Logger(label: "test") { _ in lines }
    logger.handler = LimitedLog(logger.handler, quota: LogQuota())
    for number in 0..<1000 { logger.notice("a connection was refused", metadata: ["reason": "\(number)"]) }
    #expect(lines.said.withLock { $0.count } == 10)
  }
}
