/// The distance of a time zone from UTC at any moment, as a file of the system's zones tells it (RFC 9636).
struct ZoneRules: Sendable, Hashable {
  /// The seconds since 1970 from which on an offset holds, and that offset in seconds to the east.
  private struct Change: Sendable, Hashable {
    let since, offset: Int64
  }

  /// The earliest first.
  private var changes: [Change] = []
  /// The offset before the first change.
  private var first: Int64 = 0
  /// The rule for all moments after the last change; `nil` if its offset holds for ever.
  private var rule: YearlyZoneRule?

  /// Reads a file; `nil` if it is none of that form, or has a yearly rule by days of the year, which no zone of the system has:
  /// without its rule, later years would be wrong in silence.
  init?(_ bytes: [UInt8]) {
    guard var header = Header(bytes[...]) else { return nil }
    var body = bytes[...].dropFirst(Header.length)
    var width = 4
    if header.version >= UInt8(ascii: "2") {
      // The first part has times of 32 bits only, and the same follows with 64.
      guard let second = Header(body.dropFirst(header.length(width))) else { return nil }
      body = body.dropFirst(header.length(width) + Header.length)
      (header, width) = (second, 8)
    }
    guard body.count >= header.length(width), header.types > 0 else { return nil }
    let rest = body.dropFirst(header.length(width))
    let times = (0..<header.times).map { Self.number(body, at: $0 * width, width) }
    body = body.dropFirst(header.times * width)
    let kinds = Array(body.prefix(header.times))
    body = body.dropFirst(header.times)
    let offsets = (0..<header.types).map { Self.number(body, at: $0 * 6, 4) }
    guard kinds.allSatisfy({ Int($0) < offsets.count }), zip(times, times.dropFirst()).allSatisfy(<) else { return nil }
    changes = zip(times, kinds).map { Change(since: $0, offset: offsets[Int($1)]) }
    first = offsets[0]
    let text = rest.dropFirst().prefix { $0 != 0x0A }
    if width == 8, rest.first == 0x0A, !text.isEmpty {
      guard let rule = YearlyZoneRule(String(decoding: text, as: UTF8.self)) else { return nil }
      self.rule = rule
    }
  }

  /// The offset at a moment, in seconds to the east of UTC.
  func offset(at seconds: Int64) -> Int64 {
    if let rule, changes.last.map({ $0.since <= seconds }) ?? true { return rule.offset(at: seconds) }
    return changes.last { $0.since <= seconds }?.offset ?? first
  }

  private struct Header {
    static let length = 44
    let version: UInt8
    let utc, standard, leaps, times, types, characters: Int

    init?(_ bytes: ArraySlice<UInt8>) {
      guard bytes.count >= Self.length, bytes.starts(with: "TZif".utf8) else { return nil }
      version = bytes[bytes.startIndex + 4]
      let counts = (0..<6).map { Int(ZoneRules.number(bytes, at: 20 + $0 * 4, 4)) }
      guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
      (utc, standard, leaps, times, types, characters) = (
        counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]
      )
    }

    /// The bytes that follow, with times of this width.
    func length(_ width: Int) -> Int {
      times * (width + 1) + types * 6 + characters + leaps * (width + 4) + standard + utc
    }
  }

  /// A signed number of so many bytes, the highest first.
  private static func number(_ bytes: ArraySlice<UInt8>, at index: Int, _ width: Int) -> Int64 {
    let part = bytes.dropFirst(index).prefix(width)
    let value = part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return width == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }
}
