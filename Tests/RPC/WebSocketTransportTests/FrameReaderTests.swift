import TestSupport
import Testing
import Transport

@testable import WebSocketTransport

/// Tests valid and invalid frames of clients. The numbers are those of the Autobahn test suite for servers. Its cases
/// of compression and of messages above our limit do not apply, because both are refused here.
@Suite struct FrameReaderTests {
  struct Case: CustomTestStringConvertible {
    var number: String
    var frames: [UInt8]
    var expected: [String]

    init(_ number: String, _ frames: [UInt8], _ expected: String...) {
      self.number = number
      self.frames = frames
      self.expected = expected
    }

    var testDescription: String { number }
  }

  private static func f(_ opcode: UInt8, _ payload: [UInt8] = [], _ isLast: Bool = true) -> [UInt8] {
    RawClient.frame(opcode, payload, isLast: isLast)
  }

  private static func f(_ opcode: UInt8, _ text: String, _ isLast: Bool = true) -> [UInt8] {
    f(opcode, Array(text.utf8), isLast)
  }

  private static func close(_ code: Int, _ reason: [UInt8] = []) -> [UInt8] {
    f(8, [UInt8(code >> 8), UInt8(code & 0xff)] + reason)
  }

  static let cases: [Case] =
    // 1: whole messages with the sizes at which the header changes.
    [0, 125, 126, 127, 128, 65_535, 65_536].enumerated().flatMap { index, size in
      [
        Case("1.1.\(index + 1)", f(1, String(repeating: "*", count: size)), "text \(size)"),
        Case("1.2.\(index + 1)", f(2, [UInt8](repeating: 0xfe, count: size)), "binary \(size)"),
      ]
    } + [
      // 2: pings and pongs.
      Case("2.1", f(9), "ping 0"),
      Case("2.2", f(9, "Hello, world!"), "ping 13"),
      Case("2.4", f(9, [UInt8](repeating: 0xfe, count: 125)), "ping 125"),
      Case("2.5", f(9, [UInt8](repeating: 0xfe, count: 126)), "broken 1002"),
      Case("2.7", f(10), "pong"),
      Case("2.9", f(10, "unasked") + f(9, "x"), "pong", "ping 1"),
      Case("2.10", f(9, "x") + f(9, "y") + f(9, "z"), "ping 1", "ping 1", "ping 1"),
      // 3: reserved bits.
      Case("3.1", [0x91, 0x80, 1, 2, 3, 4], "broken 1002"),
      Case("3.2", f(1, "a") + [0xa1, 0x80, 1, 2, 3, 4], "text 1", "broken 1002"),
      Case("3.3", f(1, "a") + [0xb1, 0x80], "text 1", "broken 1002"),
      Case("3.5", [0xd2, 0x80], "broken 1002"),
      Case("3.6", [0xe9, 0x80], "broken 1002"),
      Case("3.7", [0xf8, 0x80], "broken 1002"),
    ]
    // 4: reserved opcodes.
    + [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].enumerated().map { index, opcode in
      Case("4.\(index / 5 + 1).\(index % 5 + 1)", f(1, "a") + f(UInt8(opcode)), "text 1", "broken 1002")
    } + [
      // 5: fragments.
      Case("5.1", f(9, "x", false), "broken 1002"),
      Case("5.2", f(10, "x", false), "broken 1002"),
      Case("5.3", f(1, "a", false) + f(0, "b"), "text 2"),
      Case("5.6", f(1, "a", false) + f(9, "x") + f(0, "b"), "ping 1", "text 2"),
      Case("5.9", f(0, "a") + f(1, "b"), "broken 1002"),
      Case("5.12", f(0, "a", false) + f(1, "b"), "broken 1002"),
      Case("5.15", f(1, "a", false) + f(0, "b") + f(0, "c", false), "text 2", "broken 1002"),
      Case("5.18", f(1, "a", false) + f(1, "b"), "broken 1002"),
      Case(
        "5.19", f(1, "a", false) + f(0, "b", false) + f(9) + f(0, "c", false) + f(9) + f(0, "d"), "ping 0", "ping 0",
        "text 4"),
      // 6: UTF-8, which is checked when the message is complete.
      Case("6.1.1", f(1), "text 0"),
      Case("6.1.2", f(1, "", false) + f(0, "", false) + f(0), "text 0"),
      Case("6.1.3", f(1, "", false) + f(0, "middle", false) + f(0), "text 6"),
      Case("6.2.1", f(1, "κόσμε"), "text 10"),
      Case("6.2.3", Array("κόσμε".utf8).enumerated().flatMap { f($0 == 0 ? 1 : 0, [$1], false) } + f(0), "text 10"),
      Case("6.3.1", f(1, [0xce, 0xba, 0xed, 0xa0, 0x80, 0x65]), "closed 1007"),
      Case("6.4.1", f(1, [0xce, 0xba], false) + f(0, [0xf4, 0x90, 0x80, 0x80], false) + f(0), "closed 1007"),
      Case("6.6.1", f(1, [0xce]), "closed 1007"),
      Case("6.12.1", f(1, [0xf5]), "closed 1007"),
      Case("6.22.1", f(1, [0xef, 0xbf, 0xbe]), "text 3"),
      // 7: closing.
      Case("7.1.1", f(1, "a") + close(1000), "text 1", "close 1000"),
      Case("7.1.5", f(1, "a", false) + close(1000) + f(0, "b"), "close 1000"),
      Case("7.3.1", f(8), "close 1005"),
      Case("7.3.2", f(8, [3]), "broken 1002"),
      Case("7.3.4", close(1000, Array("Hello World!".utf8)), "close 1000"),
      Case("7.3.5", close(1000, [UInt8](repeating: 42, count: 123)), "close 1000"),
      Case("7.3.6", close(1000, [UInt8](repeating: 42, count: 124)), "broken 1002"),
      Case("7.5.1", close(1000, [0xce, 0xba, 0xed, 0xa0, 0x80]), "broken 1007"),
    ]
    + [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].enumerated().map {
      Case("7.7.\($0 + 1)", close($1), "close \($1)")
    }
    + [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65_535].enumerated().map {
      Case("7.9.\($0 + 1)", close($1), "broken 1002")
    } + [
      // 9 and beyond Autobahn: sizes, lengths that are not minimal, masks.
      Case("9.limit", [0x82, 0xff, 0, 0, 0, 0, 0, 0x20, 0, 0, 1, 2, 3, 4], "closed 1009"),
      Case("9.negative", [0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4], "broken 1002"),
      Case("length.16", [0x82, 0xfe, 0, 125, 1, 2, 3, 4], "broken 1002"),
      Case("length.64", [0x82, 0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 1, 2, 3, 4], "broken 1002"),
      Case("length.0", [0x82, 0xfe, 0, 0, 1, 2, 3, 4], "broken 1002"),
      Case("mask.none", [0x82, 0x01, 7], "broken 1002"),
      Case("mask.close", [0x88, 0x02, 3, 232], "broken 1002"),
      Case("frames.most", f(2, [], false) + (0..<4094).flatMap { _ in f(0, [], false) } + f(0, "x"), "binary 1"),
      Case("frames.more", f(2, [], false) + (0..<4096).flatMap { _ in f(0, [], false) }, "broken 1008"),
    ]

  /// The events that a reader reports for bytes that arrive in pieces of the given size.
  private func replay(_ bytes: [UInt8], pieces: Int) -> [String] {
    var reader = FrameReader()
    var assembly = MessageAssembly()
    var seen: [String] = []
    var isOver = false
    var rest = bytes[...]
    while !rest.isEmpty, !isOver {
      var piece = Array(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
      let broken = piece.withUnsafeMutableBytes { raw in
        reader.read(raw) { event in
          switch event {
          case .ping(let payload): seen.append("ping \(payload.count)")
          case .pong: seen.append("pong")
          case .close(let code):
            seen.append("close \(code)")
            isOver = true
          case .part(let part):
            switch assembly.append(part, limit: 1 << 20) {
            case .incomplete: break
            case .message(.text(let text)): seen.append("text \(text.count)")
            case .message(.binary(let bytes)): seen.append("binary \(bytes.count)")
            case .failure(let code):
              seen.append("closed \(code)")
              isOver = true
            }
          }
          return !isOver
        }
      }
      if let broken {
        seen.append("broken \(broken)")
        isOver = true
      }
    }
    return seen
  }

  @Test(arguments: cases) func eachCaseEndsAsItShould(_ one: Case) {
    for pieces in [1, 2, 7, 16 << 10, 1 << 30] {
      #expect(replay(one.frames, pieces: pieces) == one.expected, "in pieces of \(pieces)")
    }
  }

  @Test func payloadsAreUnmaskedWhereverTheyAreCut() {
    let payload = (0..<100).map { UInt8($0) }
    for pieces in 1...40 {
      var reader = FrameReader()
      var found: [UInt8] = []
      var rest = RawClient.frame(2, payload, mask: [0x37, 0xfa, 0x21, 0x3d])[...]
      while !rest.isEmpty {
        var piece = Array(rest.prefix(pieces))
        rest = rest.dropFirst(pieces)
        let broken = piece.withUnsafeMutableBytes { raw in
          reader.read(raw) { event in
            if case .part(let part) = event { found += part.bytes }
            return true
          }
        }
        #expect(broken == nil)
      }
      #expect(found == payload)
    }
  }

  @Test func aHundredControlFramesASecondAreTakenAndNoMore() {
    var pace = ControlPace()
    let start = ContinuousClock.now
    let first = (0..<101).map { _ in pace.allows(at: start) }
    #expect(first == [Bool](repeating: true, count: 100) + [false])
    let soon = pace.allows(at: start + .milliseconds(999))
    let later = pace.allows(at: start + .seconds(1))
    #expect([soon, later] == [false, true])
  }
}
