package import JSON
import Platform
import Transport

/// Writes lines to a file descriptor. The actor runs on a queue of its own, because writing blocks while the host does
/// not read. Whoever writes waits, so a host that does not read costs no memory.
package actor LineWriter {
  private let queue = QueueLoop(label: "payport.lines.out")
  package nonisolated let unownedExecutor: UnownedSerialExecutor
  private let descriptor: Int32
  private var isOver = false

  /// Writes to a file descriptor, which stays the caller's.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  /// Writes a line. After the host has closed its end, nothing is written any more: the end of the input follows.
  package func write(_ line: JSONValue) { write(line.encoded()) }

  /// Writes a line that is encoded already, without its end.
  package func write(_ line: [UInt8]) {
    var rest = (line + [UInt8(ascii: "\n")])[...]
    while !isOver, !rest.isEmpty {
      let count = rest.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        isOver = true
      }
    }
  }
}
