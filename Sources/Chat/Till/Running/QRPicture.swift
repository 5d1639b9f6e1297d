import ChatPayments
import Cryptography
import QRCodes
import TerminalUI

/// A QR code as a picture (PNG, ISO/IEC 15948), black on white with its quiet zone.
enum QRPicture {
  private static let quietZone = 4

  /// Returns the picture of a text as a file, with a small one; `nil` if no code can hold the text.
  static func file(_ text: String, name: String) -> ChatFile? {
    guard let code = try? QRCode(text) else { return nil }
    return ChatFile(name: name, bytes: png(code, modulePixels: 6), preview: png(code, modulePixels: 2))
  }

  private static func png(_ code: QRCode, modulePixels: Int) -> [UInt8] {
    let side = (code.side + 2 * quietZone) * modulePixels
    var rows: [UInt8] = []
    for y in 0..<side {
      // Each row begins with the number of its filter, which is none.
      rows.append(0)
      for x in stride(from: 0, to: side, by: 8) {
        var byte: UInt8 = 0
        for bit in 0..<8 {
          let isDark = code.isDark(row: y / modulePixels - quietZone, column: (x + bit) / modulePixels - quietZone)
          byte = byte << 1 | (isDark ? 0 : 1)
        }
        rows.append(byte)
      }
    }
    // Depth 1, greyscale, and the standard methods.
    let header = bigEndian(UInt32(side)) + bigEndian(UInt32(side)) + [1, 0, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", stored(rows))
      + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(checksum(body))
  }

  /// The data in zlib's form (RFC 1950) without compression (RFC 1951 section 3.2.4).
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x78, 0x01]
    var rest = data[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      bytes += [rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
      bytes += block
    } while !rest.isEmpty
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in data {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return bytes + bigEndian(high << 16 | low)
  }

  /// The checksum of chunks (CRC-32).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
  }
}
