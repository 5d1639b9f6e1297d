import JSONLines
import Platform
import TestSupport
import Testing

/// Lines through pipes, as the host and the agent exchange them.
struct PipeTests {
  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(Platform.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private static func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    #expect(Platform.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  @Test func linesArriveWholeHoweverTheyAreCut() async throws {
    let ends = try Self.pipe()
    let reader = LineReader(ends.read)
    async let first = reader.next()
    Self.write("on", to: ends.write)
    Self.write("e\ntwo\n\nthr", to: ends.write)
    #expect(await first == .line(Array("one".utf8)))
    #expect(await reader.next() == .line(Array("two".utf8)))
    #expect(await reader.next() == .line([]))
    close(ends.write)
    #expect(await reader.next() == nil, "what has no end is no line")
    close(ends.read)
  }

  @Test func aLineThatIsTooLongIsSkippedAndTheNextOneRead() async throws {
    let ends = try Self.pipe()
    let reader = LineReader(ends.read)
    onOwnThread {
      let part = String(repeating: "x", count: 1 << 16)
      for _ in 0..<40 { Self.write(part, to: ends.write) }
      Self.write("\nnext\n", to: ends.write)
      close(ends.write)
    }
    #expect(await reader.next() == .tooLong)
    #expect(await reader.next() == .line(Array("next".utf8)))
    #expect(await reader.next() == nil)
    close(ends.read)
  }
}
