import Cryptography
import PaymentsModel

/// The end of the audit chain: the number and the hash of its last entry.
package struct AuditHead: Sendable, Hashable {
  /// The number of the last entry; 0 before the first one.
  package let number: Int64
  /// The hash of the last entry, 32 bytes.
  package let hash: [UInt8]

  /// The beginning of every chain: number 0, and the SHA-256 of the 15 bytes `payport/audit/1`.
  package static let genesis = AuditHead(
    number: 0,
    hash: [
      0xDA, 0x8F, 0x8F, 0xDE, 0xD0, 0xCB, 0xF1, 0x7D, 0x30, 0xFC, 0x3D, 0x85, 0xBA, 0x13, 0x26, 0xC9,
      0x43, 0x79, 0xED, 0x69, 0x5E, 0x1B, 0x57, 0x4F, 0xE0, 0x04, 0xC7, 0xF3, 0x35, 0xA0, 0xC6, 0xBF,
    ])

  /// Creates the end of a chain.
  package init(number: Int64, hash: [UInt8]) {
    self.number = number
    self.hash = hash
  }

  /// Returns the end of the chain after one more entry, whose hash is SHA-256(previous hash ‖ canonical bytes of the
  /// entry).
  ///
  /// The canonical bytes consist of the number (8 bytes), the time in milliseconds since 1970 in UTC (8 bytes, two's
  /// complement), and then kind, app key, object and detail, each as its length in bytes (4 bytes) followed by its
  /// UTF-8. A missing value is written as four bytes `FF`. Integers are big-endian.
  package func following(_ entry: AuditEntry) throws -> AuditHead {
    let next = number + 1
    return AuditHead(number: next, hash: try AuditHash.of(hash, entry.canonicalBytes(number: next)))
  }
}

/// SHA-256, as the audit log uses it.
enum AuditHash {
  /// Returns the 32 bytes of the digest of both pieces, one after the other.
  static func of(_ pieces: [UInt8], _ more: [UInt8] = []) throws -> [UInt8] {
    do throws(CryptographyError) {
      return try SHA256.hash(pieces, more)
    } catch {
      throw LedgerError.unexpected(code: -4)
    }
  }

  /// Returns the digest of a text in base64url.
  static func of(_ text: String) throws -> String { Base64URL.encode(try of(Array(text.utf8))) }
}

extension AuditEntry {
  fileprivate func canonicalBytes(number: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64 + kind.utf8.count + detail.utf8.count + 96)
    bytes.append(bigEndian: number)
    bytes.append(bigEndian: at.milliseconds)
    for text in [kind, app?.rawValue, objectID, detail] {
      guard let text else {
        bytes.append(bigEndian: UInt32.max)
        continue
      }
      bytes.append(bigEndian: UInt32(clamping: text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }
}

/// The first fault of an audit chain.
package struct AuditBreak: Error, Sendable, Hashable {
  /// The kind of fault.
  package enum Fault: String, Sendable, Hashable {
    /// The entry or its hash was changed, or an earlier entry was replaced.
    case changed
    /// There is no entry with this number, although there are later ones.
    case missing
    /// The chain ends before this entry, which existed once.
    case cutOff = "cut_off"
    /// The entry is valid, but the note names another hash for its number. Either the chain was built again, or the
    /// note is of another chain.
    case notAsNoted = "not_as_noted"
    /// The note has no number, and no entry has its hash.
    case noteUnknown = "note_unknown"
  }

  /// The number of the entry; 0 if the fault belongs to no entry.
  package let number: Int64
  /// The kind of fault.
  package let fault: Fault
}

/// A head of the chain that was noted earlier and has to be found in the chain. A chain that is valid in itself may
/// have been built again or cut off at its end; only a note that is kept elsewhere reveals that.
package struct AuditNote: Sendable, Hashable {
  /// The hash of the entry, 32 bytes.
  package let hash: [UInt8]
  /// The number of the entry, if it was noted, too.
  package let number: Int64?

  /// Creates a note.
  package init(hash: [UInt8], number: Int64?) {
    self.hash = hash
    self.number = number
  }

  /// Parses a note of the form `HASH` or `HASH:NUMBER`, with the hash in hexadecimal; `nil` if the text is not a note.
  package init?(_ text: String) {
    let parts = text.unicodeScalars.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard (1...2).contains(parts.count), let hash = [UInt8](hexadecimal: parts[0]), hash.count == 32 else { return nil }
    self.hash = hash
    guard parts.count == 2 else {
      number = nil
      return
    }
    guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(parts[1]) else { return nil }
    self.number = number
  }

  /// The note as text, in the form that ``init(_:)`` takes.
  package var text: String { hash.hexadecimal + (number.map { ":\($0)" } ?? "") }
}

extension AuditHead {
  /// The text `HASH:NUMBER` that an owner notes. The hash is in lowercase hexadecimal.
  package var note: String { "\(hexadecimalHash):\(number)" }
  /// The hash in lowercase hexadecimal.
  package var hexadecimalHash: String { hash.hexadecimal }
}
