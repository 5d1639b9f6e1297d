import Platform
import Synchronization

/// Reads lines from a file or a pipe, without prompt and editing.
final class PlainLineSource: LineSource {
  private static let longestLine = 1 << 20

  private let terminal: Terminal
  private let buffer = Mutex<[UInt8]>([])

  init(terminal: Terminal) { self.terminal = terminal }

  func readLine(prompt: String, for editor: LineEditor) -> LineInput {
    while true {
      if let line = buffer.withLock({ Self.takeLine(from: &$0) }) { return .line(line) }
      if editor.isCancelled { return .cancelled }
      switch editor.wait(for: terminal.input) {
      case .woken:
        show(editor.takeMessages())
      case .failed: return .endOfInput
      case .input:
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(terminal.input, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        // The last line of a file may have no line break.
        if count <= 0 { return buffer.withLock { Self.takeRest(of: &$0) } }
        let isTooLong = buffer.withLock { buffer in
          buffer += bytes[..<count]
          return buffer.count > Self.longestLine
        }
        if isTooLong { return .endOfInput }
      }
    }
  }

  func show(_ messages: [EditorMessage]) {
    // If the output is gone, the code that writes results reports that.
    try? terminal.writeLines(messages.flatMap(\.lines))
  }

  private static func takeLine(from buffer: inout [UInt8]) -> String? {
    guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = String(decoding: buffer[..<end], as: UTF8.self)
    buffer.removeSubrange(...end)
    return line
  }

  private static func takeRest(of buffer: inout [UInt8]) -> LineInput {
    let rest = exchange(&buffer, with: [])
    return rest.isEmpty ? .endOfInput : .line(String(decoding: rest, as: UTF8.self))
  }
}
