import Cryptography
import PaymentsModel

/// The end of the audit chain: the number and the hash of its last entry.
package struct AuditHead: Sendable, Hashable {
  /// The number of the last entry; 0 before the first one.
  package let number: Int64
  /// Its hash, 32 bytes.
  package let hash: [UInt8]

  /// Where every chain begins: number 0, and the SHA-256 of the 15 bytes `payport/audit/1`.
  package static let genesis = AuditHead(
    number: 0,
    hash: [
      0xDA, 0x8F, 0x8F, 0xDE, 0xD0, 0xCB, 0xF1, 0x7D, 0x30, 0xFC, 0x3D, 0x85, 0xBA, 0x13, 0x26, 0xC9,
      0x43, 0x79, 0xED, 0x69, 0x5E, 0x1B, 0x57, 0x4F, 0xE0, 0x04, 0xC7, 0xF3, 0x35, 0xA0, 0xC6, 0xBF,
    ])

  /// An end of a chain.
  package init(number: Int64, hash: [UInt8]) {
    self.number = number
    self.hash = hash
  }

  /// The end of the chain after one more entry, whose hash is SHA-256(hash before ‖ canonical bytes of the entry).
  ///
  /// The canonical bytes are, integers big-endian: number (8 bytes), time in milliseconds since 1970 in UTC (8 bytes,
  /// two's complement), then kind, app key, object and detail, each as its length in bytes (4 bytes) and its UTF-8;
  /// what there is not is four bytes `FF` instead.
  package func following(_ entry: AuditEntry) throws(LedgerError) -> AuditHead {
    let next = number + 1
    do throws(CryptographyError) {
      return AuditHead(number: next, hash: try SHA256.hash(hash, entry.canonicalBytes(number: next)))
    } catch {
      throw .unexpected(code: -4)
    }
  }
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

/// What is wrong with an audit chain, at the first place where something is.
package struct AuditBreak: Error, Sendable, Hashable {
  /// What is wrong.
  package enum Fault: String, Sendable, Hashable {
    /// The entry, or its hash, was changed, or one before it was replaced.
    case changed
    /// There is no entry of this number, though there are later ones.
    case missing
    /// The chain ends before this entry, which there was once.
    case cutOff = "cut_off"
    /// The entry is sound in itself, but another one was noted in its place: the chain was made anew, or the note is of
    /// another one.
    case notAsNoted = "not_as_noted"
    /// A head was noted without its number, and no entry has this hash.
    case noteUnknown = "note_unknown"
  }

  /// The number of the entry; 0 where the fault belongs to none.
  package let number: Int64
  /// What is wrong with it.
  package let fault: Fault
}

/// A head that was noted before, to be found again: a chain that is sound in itself may have been made anew, or cut off
/// at its end, and only a note kept elsewhere tells.
package struct AuditNote: Sendable, Hashable {
  /// The hash, 32 bytes.
  package let hash: [UInt8]
  /// The number of its entry, where that was noted too.
  package let number: Int64?

  /// A note.
  package init(hash: [UInt8], number: Int64?) {
    self.hash = hash
    self.number = number
  }

  /// The note `HASH` or `HASH:NUMBER`, the hash in hexadecimal; `nil` where it is none.
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
  /// `HASH:NUMBER`, the hash in lowercase hexadecimal: what an owner notes.
  package var note: String { "\(hexadecimalHash):\(number)" }
  /// The hash in lowercase hexadecimal.
  package var hexadecimalHash: String { hash.hexadecimal }
}
