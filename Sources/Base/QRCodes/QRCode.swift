import CQREncode
import Platform

/// A QR code (ISO/IEC 18004) of a text such as a payment URI.
package struct QRCode: Sendable, Equatable {
  /// The share of the symbol that may be unreadable.
  package enum Correction: Sendable {
    /// About 7 %, which gives the smallest symbol.
    case low
    /// About 15 %.
    case medium
    /// About 25 %.
    case quartile
    /// About 30 %.
    case high
  }

  /// Why a text cannot be encoded.
  package enum Failure: Error, Sendable, Equatable {
    /// The text is empty or contains a NUL.
    case notEncodable
    /// The text exceeds the capacity of the largest symbol (version 40).
    case tooLong
    /// The library failed for another reason.
    case system(errno: Int32)
  }

  /// The symbol's version, 1 to 40; its side has 17 + 4 × version modules.
  package let version: Int
  /// The number of modules of a side, without the quiet zone.
  package let side: Int
  private let modules: [Bool]

  /// Encodes a text as UTF-8 in the smallest symbol that holds it.
  package init(_ text: String, correction: Correction = .medium) throws(Failure) {
    guard !text.isEmpty, !text.utf8.contains(0) else { throw .notEncodable }
    let level: QRecLevel =
      switch correction {
      case .low: QR_ECLEVEL_L
      case .medium: QR_ECLEVEL_M
      case .quartile: QR_ECLEVEL_Q
      case .high: QR_ECLEVEL_H
      }
    guard let code = QRcode_encodeString(text, 0, level, QR_MODE_8, 1) else {
      let number = errno
      throw number == ERANGE ? .tooLong : .system(errno: number)
    }
    defer { QRcode_free(code) }
    version = Int(code.pointee.version)
    side = Int(code.pointee.width)
    // The lowest bit is the colour; the other bits tell which part of the symbol a module belongs to.
    modules = (0..<side * side).map { (code.pointee.data?[$0] ?? 0) & 1 == 1 }
  }

  /// Returns whether a module is dark. Modules outside of the symbol, as in the quiet zone, are not.
  package func isDark(row: Int, column: Int) -> Bool {
    guard (0..<side).contains(row), (0..<side).contains(column) else { return false }
    return modules[row * side + column]
  }
}
