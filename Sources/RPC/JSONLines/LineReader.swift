import Platform
import Transport

/// Reads lines from a file descriptor. The actor runs on a queue of its own, because reading blocks.
package actor LineReader {
  /// What was read.
  package enum Input: Sendable, Equatable {
    /// A line without its end.
    case line([UInt8])
    /// A line that was longer than the limit; it was skipped.
    case tooLong
  }

  /// The longest line, in bytes, without its end.
  package static let limit = 1 << 20

  private let queue = QueueLoop(label: "payport.lines.in")
  package nonisolated let unownedExecutor: UnownedSerialExecutor
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// The bytes at the beginning of the buffer that hold no end of a line.
  private var searched = 0
  private var isSkipping = false

  /// Reads from a file descriptor, which stays the caller's.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  /// Waits for the next line; returns `nil` after the last one. What stands after the last end of a line is no line,
  /// because its writer may have been ended in the middle of it.
  package func next() -> Input? {
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        searched = 0
        if isSkipping || line.count > Self.limit {
          isSkipping = false
          return .tooLong
        }
        return .line(line)
      }
      searched = buffer.count
      if buffer.count > Self.limit {
        isSkipping = true
        buffer = []
        searched = 0
      }
      guard fill() else { return nil }
    }
  }

  private func fill() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      buffer += bytes[..<count]
      return true
    }
  }
}
