import PaymentsModel

/// A time zone as the system's files have it: TZif, RFC 8536, of version 2 or later.
///
/// Read here since the alternatives cost more: Foundation's zones bring all of its tables into memory, and the C
/// library knows one zone for the whole process.
struct TimeZoneFile: Sendable {
  /// Seconds east of UTC from a moment on.
  private struct Change {
    /// Seconds since 1970-01-01T00:00:00Z.
    let from: Int64
    let offset: Int64
  }

  private let changes: [Change]
  private let initialOffset: Int64
  /// What holds after the last change; `nil` where that one holds on.
  private let rule: TimeZoneRule?

  /// Reads the bytes of a file; `nil` where they are none of the format.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    // The block of version 1 has 32-bit times and is skipped.
    guard let first = reader.header(), first.version >= 2, reader.skip(first.size(timeBytes: 4)),
      let header = reader.header(), header.typeCount > 0
    else { return nil }
    var times: [Int64] = []
    for _ in 0..<header.timeCount {
      guard let time = reader.integer(8) else { return nil }
      times.append(time)
    }
    guard let indices = reader.take(header.timeCount) else { return nil }
    var offsets: [Int64] = []
    for _ in 0..<header.typeCount {
      guard let offset = reader.integer(4), reader.skip(2) else { return nil }
      offsets.append(offset)
    }
    guard indices.allSatisfy({ Int($0) < offsets.count }), times == times.sorted(),
      reader.skip(header.rest), let footer = reader.footer()
    else { return nil }
    changes = zip(times, indices).map { Change(from: $0, offset: offsets[Int($1)]) }
    initialOffset = offsets[0]
    if footer.isEmpty {
      rule = nil
    } else {
      guard let rule = TimeZoneRule(footer) else { return nil }
      self.rule = rule
    }
  }

  /// Seconds east of UTC at a moment, in seconds since 1970-01-01T00:00:00Z.
  func offset(at moment: Int64) -> Int64 {
    guard let last = changes.last else { return rule?.offset(at: moment) ?? initialOffset }
    if moment >= last.from, let rule { return rule.offset(at: moment) }
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].from <= moment { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? initialOffset : changes[low - 1].offset
  }
}

/// The counts at the beginning of a block.
private struct TimeZoneHeader {
  var version = 1
  var (utcCount, wallCount, leapCount, timeCount, typeCount, nameBytes) = (0, 0, 0, 0, 0, 0)

  /// What follows the types, with 64-bit times.
  var rest: Int { nameBytes + leapCount * 12 + wallCount + utcCount }

  func size(timeBytes: Int) -> Int {
    timeCount * (timeBytes + 1) + typeCount * 6 + nameBytes + leapCount * (timeBytes + 4) + wallCount + utcCount
  }
}

private struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, bytes.count - position >= count else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func skip(_ count: Int) -> Bool { take(count) != nil }

  /// A big-endian signed integer of four or eight bytes.
  mutating func integer(_ width: Int) -> Int64? {
    guard let slice = take(width) else { return nil }
    let value = slice.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return width == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }

  mutating func header() -> TimeZoneHeader? {
    guard let magic = take(4), Array(magic) == Array("TZif".utf8), let version = take(1)?.first, skip(15) else {
      return nil
    }
    var counts: [Int] = []
    for _ in 0..<6 {
      guard let count = integer(4), (0...100_000).contains(count) else { return nil }
      counts.append(Int(count))
    }
    return TimeZoneHeader(
      version: version == 0 ? 1 : Int(version) - 0x30, utcCount: counts[0], wallCount: counts[1], leapCount: counts[2],
      timeCount: counts[3], typeCount: counts[4], nameBytes: counts[5])
  }

  /// The rule between two line feeds at the end.
  mutating func footer() -> String? {
    guard take(1)?.first == 0x0A, let end = bytes[position...].firstIndex(of: 0x0A) else { return nil }
    return String(decoding: bytes[position..<end], as: UTF8.self)
  }
}
