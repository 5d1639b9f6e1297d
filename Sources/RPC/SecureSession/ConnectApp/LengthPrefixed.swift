/// LP(x) = length as u16 big-endian ‖ x: the encoding in which this protocol joins byte strings.
enum LengthPrefixed {
  /// Encodes the fields one after the other; nil if one is longer than 65,535 bytes.
  static func encode(_ fields: [[UInt8]]) -> [UInt8]? {
    var bytes: [UInt8] = []
    for field in fields {
      guard let count = UInt16(exactly: field.count) else { return nil }
      bytes.append(UInt8(count >> 8))
      bytes.append(UInt8(truncatingIfNeeded: count))
      bytes += field
    }
    return bytes
  }

  /// Decodes exactly `count` fields; nil if there are fewer, if one is cut short or if bytes follow the last.
  static func decode(_ bytes: [UInt8], count: Int) -> [[UInt8]]? {
    var rest = bytes[...]
    var fields: [[UInt8]] = []
    while fields.count < count {
      guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
      let size = Int(high) << 8 | Int(low)
      guard rest.count >= size else { return nil }
      fields.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return rest.isEmpty ? fields : nil
  }
}
