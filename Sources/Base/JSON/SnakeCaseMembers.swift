/// A type whose members are camelCase in Swift and snake_case in JSON, as ``JSONBytesEncoder`` writes and
/// ``JSONValueDecoder`` reads them: `requestID` is `request_id`. Such a type needs no coding keys that say only this.
///
/// It holds for the type's own members: the names in a dictionary stay as they are. Other coders do not know of it.
public protocol SnakeCaseMembers {}

/// How the names of an object's members in JSON follow from those in Swift.
enum MemberSpelling {
  /// They are the same.
  case same
  /// They are those of a type with ``SnakeCaseMembers``.
  case snakeCase

  /// The last words of names that JSON has in another form than lower case.
  private static let abbreviations: [(swift: String, json: String)] = [("Milliseconds", "ms")]
  /// The words that Swift has in another form than with one capital.
  private static let swiftWords = ["id": "ID", "ms": "Milliseconds"]

  init(of type: Any.Type) { self = type is any SnakeCaseMembers.Type ? .snakeCase : .same }

  /// The name in JSON of a member in Swift.
  func json(_ name: String) -> String {
    guard self == .snakeCase, name.utf8.contains(where: Self.isCapital) else { return name }
    for (swift, json) in Self.abbreviations where name.utf8.suffix(swift.utf8.count).elementsEqual(swift.utf8) {
      return Self.snakeCase(name.utf8.dropLast(swift.utf8.count)) + "_" + json
    }
    return Self.snakeCase(name.utf8[...])
  }

  /// The name in Swift of a member in JSON; `nil` where JSON spells no member so.
  func swift(_ name: String) -> String? {
    guard self == .snakeCase else { return name }
    let words = name.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false).map(String.init)
    let rest = words.dropFirst().compactMap { word in
      word.map { Self.swiftWords[$0] ?? $0.prefix(1).uppercased() + $0.dropFirst() }
    }
    let swift = (words.prefix(1).compactMap(\.self) + rest).joined()
    return json(swift).hasSameUTF8(as: name) ? swift : nil
  }

  private static func snakeCase(_ name: Substring.UTF8View) -> String {
    String(unsafeUninitializedCapacity: 2 * name.count) { buffer in
      var count = 0
      var followsCapital = false
      for byte in name {
        let isCapital = isCapital(byte)
        if isCapital, !followsCapital {
          buffer[count] = UInt8(ascii: "_")
          count += 1
        }
        buffer[count] = isCapital ? byte | 0x20 : byte
        count += 1
        followsCapital = isCapital
      }
      return count
    }
  }

  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
}
