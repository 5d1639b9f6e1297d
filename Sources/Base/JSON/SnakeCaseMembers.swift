/// A type whose members are camelCase in Swift and snake_case in JSON, as ``JSONBytesEncoder`` writes and
/// ``JSONValueDecoder`` reads them: `requestID` is `request_id`. Such a type needs no coding keys that say only this.
///
/// It holds for the type's own members: the names in a dictionary stay as they are. A type that passes its coder on to one of
/// several others, as a choice does, decides for them; those need coding keys. Other coders do not know of it.
public protocol SnakeCaseMembers {}

/// How the names of an object's members in JSON follow from those in Swift.
package enum MemberSpelling {
  /// They are the same.
  case same
  /// They are those of a type with ``SnakeCaseMembers``.
  case snakeCase

  /// The words that Swift has in another form than with one capital.
  private static let swiftWords = ["id": "ID", "ms": "Milliseconds"]

  /// The spelling of a type's members.
  package init(of type: Any.Type) { self = type is any SnakeCaseMembers.Type ? .snakeCase : .same }

  /// The name in JSON of a member in Swift.
  package func json(_ name: String) -> String {
    guard self == .snakeCase else { return name }
    let json: String?? = name.utf8.withContiguousStorageIfAvailable { Self.snakeCase($0) }
    return (json ?? Array(name.utf8).withUnsafeBufferPointer { Self.snakeCase($0) }) ?? name
  }

  /// The name in Swift of a member in JSON; `nil` where JSON spells no member so.
  func swift(_ name: String) -> String? {
    guard self == .snakeCase else { return name }
    let words = name.utf8.split(separator: UInt8(ascii: "_")).map { String(Substring($0)) }
    let swift = words.enumerated().map { place, word in
      place == 0 ? word : Self.swiftWords[word] ?? word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
    return json(swift).hasSameUTF8(as: name) ? swift : nil
  }

  /// The name in snake_case, `nil` where it is that already. Of `Milliseconds` at its end, `ms` is left.
  private static func snakeCase(_ name: UnsafeBufferPointer<UInt8>) -> String? {
    var name = name
    var words = 0
    for place in name.indices where startsWord(place, name) { words += 1 }
    guard words > 0 else { return nil }
    let isShortened = name.count > milliseconds.count && name.suffix(milliseconds.count).elementsEqual(milliseconds)
    if isShortened { name = UnsafeBufferPointer(rebasing: name[...(name.count - milliseconds.count)]) }
    // The count is exact, since a text of up to 15 bytes needs no memory of its own.
    return String(unsafeUninitializedCapacity: name.count + words + (isShortened ? 1 : 0)) { json in
      var count = 0
      for place in name.indices {
        if startsWord(place, name) {
          json[count] = UInt8(ascii: "_")
          count += 1
        }
        json[count] = isCapital(name[place]) ? name[place] | 0x20 : name[place]
        count += 1
      }
      if isShortened {
        json[count] = UInt8(ascii: "s")
        count += 1
      }
      return count
    }
  }

  private static let milliseconds = Array("Milliseconds".utf8)

  private static func startsWord(_ place: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    isCapital(name[place]) && !(place > 0 && isCapital(name[place - 1]))
  }

  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
}
