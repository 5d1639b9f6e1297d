import Dispatch
import Platform
import TerminalUI

/// Reads what the owner types, on a thread of its own, and tells when: what is typed while the program is busy was meant for
/// what stood on the screen then.
final class ConsoleInput: Sendable {
  enum Input: Sendable {
    case key(Key, at: ContinuousClock.Instant)
    case line(String, at: ContinuousClock.Instant)
    case end
  }

  private static let longestLine = 4096
  private let queue = DispatchQueue(label: "payport.console-input")

  /// Tells what is typed: keys, or lines without their end.
  func start(_ terminal: Terminal, keys: Bool, _ tell: @escaping @Sendable (Input) -> Void) {
    let descriptor = terminal.input
    queue.async {
      var decoder = KeyDecoder()
      var line: [UInt8] = []
      var bytes = [UInt8](repeating: 0, count: 1024)
      while true {
        let count = read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        let moment = ContinuousClock.now
        if keys {
          for key in decoder.keys(adding: bytes[..<count]) { tell(.key(key, at: moment)) }
          continue
        }
        for byte in bytes[..<count] {
          if byte == UInt8(ascii: "\n") {
            tell(.line(String(decoding: line, as: UTF8.self), at: moment))
            line = []
          } else if line.count < Self.longestLine {
            line.append(byte)
          }
        }
      }
      if !line.isEmpty { tell(.line(String(decoding: line, as: UTF8.self), at: .now)) }
      tell(.end)
    }
  }
}
