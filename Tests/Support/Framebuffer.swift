/// A picture of the screen from the X server's file: X window dump, version 7, 32 bits per pixel.
struct Framebuffer {
  private struct Run {
    let row: Int
    let left: Int
    var right: Int
  }

  private let width: Int
  private let height: Int
  private let bytes: [UInt8]
  private let start: Int
  private let stride: Int

  init?(_ bytes: [UInt8]) {
    func number(_ index: Int) -> Int {
      bytes[(index * 4)..<(index * 4 + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.count >= 100, number(1) == 7, number(11) == 32 else { return nil }
    width = number(4)
    height = number(5)
    stride = number(12)
    // The pixels follow the header, the window's name and the colour map.
    start = number(0) + number(19) * 12
    guard width > 0, height > 0, stride >= width * 4, bytes.count >= start + stride * height else { return nil }
    self.bytes = bytes
  }

  /// Returns the smallest rectangles around the connected areas of a colour, given as one byte each of red, green and
  /// blue.
  func areas(of color: UInt32) -> [DesktopSession.Button] {
    var areas: [DesktopSession.Button] = []
    for run in runs(of: color) {
      // Areas that touch this run are merged with it.
      var area = DesktopSession.Button(left: run.left, top: run.row, right: run.right, bottom: run.row)
      areas.removeAll { other in
        guard other.bottom >= run.row - 1, other.left <= area.right + 1, other.right >= area.left - 1 else {
          return false
        }
        area = DesktopSession.Button(
          left: min(area.left, other.left), top: min(area.top, other.top), right: max(area.right, other.right),
          bottom: max(area.bottom, other.bottom))
        return true
      }
      areas.append(area)
    }
    return areas
  }

  /// Returns the runs of a colour, row by row. Tests are not optimised and there are many pixels, so this uses a
  /// pointer and compares whole pixels.
  private func runs(of color: UInt32) -> [Run] {
    // In memory a pixel consists of blue, green, red and an unused byte.
    let wanted = color
    var runs: [Run] = []
    bytes.withUnsafeBytes { bytes in
      var row = 0
      while row < height {
        var x = 0
        let line = start + row * stride
        while x < width {
          let pixel = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: line + x * 4, as: UInt32.self))
          if pixel & 0xFF_FFFF == wanted {
            if let last = runs.indices.last, runs[last].row == row, runs[last].right == x - 1 {
              runs[last].right = x
            } else {
              runs.append(Run(row: row, left: x, right: x))
            }
          }
          x += 1
        }
        row += 1
      }
    }
    return runs
  }
}
