import QRCodes

/// A reader of undamaged symbols of versions 1 to 6 at the lowest correction level, written from ISO/IEC 18004.
struct QRCodeReader {
  enum Failure: Error { case unsupported, malformed }

  private let code: QRCode

  init(_ code: QRCode) { self.code = code }

  func text() throws -> String {
    // Number of blocks and data codewords of each at level L, by version.
    let blocks = [(1, 19), (1, 34), (1, 55), (1, 80), (1, 108), (2, 68)]
    guard (1...6).contains(code.version) else { throw Failure.unsupported }
    let (count, size) = blocks[code.version - 1]
    let words = codewords()
    // The blocks' codewords take turns.
    let data = (0..<count).flatMap { block in (0..<size).map { words[$0 * count + block] } }
    return try decode(data)
  }

  private func mask() -> Int {
    // Format information, bits 14 down: row 8, columns 0 to 5, then 7; masked with 101010000010010.
    let bits = (0..<5).reduce(0) { $0 << 1 | (code.isDark(row: 8, column: $1) ? 1 : 0) }
    return (bits ^ 0b10101) & 0b111
  }

  private func isMasked(_ row: Int, _ column: Int, _ mask: Int) -> Bool {
    switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }

  private func isFunction(_ row: Int, _ column: Int) -> Bool {
    let side = code.side
    if row < 9 && (column < 9 || column >= side - 8) || row >= side - 8 && column < 9 { return true }
    if row == 6 || column == 6 { return true }
    // Below version 7 there is one alignment pattern, near the free corner.
    let center = side - 7
    return code.version > 1 && abs(row - center) <= 2 && abs(column - center) <= 2
  }

  private func codewords() -> [UInt8] {
    let mask = mask()
    var bits: [Bool] = []
    var upward = true
    for right in stride(from: code.side - 1, to: 0, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) where right > 0 {
      for step in 0..<code.side {
        let row = upward ? code.side - 1 - step : step
        for column in [right, right - 1] where !isFunction(row, column) {
          bits.append(code.isDark(row: row, column: column) != isMasked(row, column, mask))
        }
      }
      upward.toggle()
    }
    return (0..<bits.count / 8).map { word in bits[word * 8..<word * 8 + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
  }

  private func decode(_ data: [UInt8]) throws -> String {
    var place = 0
    func take(_ count: Int) throws -> Int {
      guard place + count <= data.count * 8 else { throw Failure.malformed }
      defer { place += count }
      return (place..<place + count).reduce(0) { $0 << 1 | Int(data[$1 / 8] >> (7 - UInt8($1 % 8)) & 1) }
    }
    let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
    var bytes: [UInt8] = []
    while place + 4 <= data.count * 8 {
      switch try take(4) {
      case 0: return String(decoding: bytes, as: UTF8.self)
      case 1:
        var left = try take(10)
        while left > 0 {
          let digits = min(left, 3)
          let value = String(try take([4, 7, 10][digits - 1]))
          bytes += Array((String(repeating: "0", count: digits - value.count) + value).utf8)
          left -= digits
        }
      case 2:
        var left = try take(9)
        while left > 0 {
          let value = try take(left > 1 ? 11 : 6)
          bytes += left > 1 ? [alphabet[value / 45], alphabet[value % 45]] : [alphabet[value]]
          left -= 2
        }
      case 4: for _ in 0..<(try take(8)) { bytes.append(UInt8(try take(8))) }
      default: throw Failure.unsupported
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
