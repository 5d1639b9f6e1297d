extension String {
  /// Whether both strings have the same bytes. `==` also treats canonically equivalent texts as equal, so two different
  /// member names or ids could be taken for one.
  @inline(__always)
  package func hasSameUTF8(as other: String) -> Bool {
    let count = utf8.count
    guard count == other.utf8.count else { return false }
    let same: Bool?? = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        for position in 0..<count where left[position] != right[position] { return false }
        return true
      }
    }
    if let same = same ?? nil { return same }
    return utf8.elementsEqual(other.utf8)
  }
}

/// A dictionary key that hashes and compares a string by its bytes.
package struct UTF8Key: Hashable, Sendable {
  package let string: String

  package init(_ string: String) {
    self.string = string
  }

  package static func == (lhs: UTF8Key, rhs: UTF8Key) -> Bool {
    lhs.string.hasSameUTF8(as: rhs.string)
  }

  package func hash(into hasher: inout Hasher) {
    let hashed: Void? = string.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if hashed == nil { for byte in string.utf8 { hasher.combine(byte) } }
  }
}
