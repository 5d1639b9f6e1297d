import Platform

/// A pipe with which other threads end the wait of the thread that reads the terminal.
final class WakePipe: Sendable {
  /// The event that ended a wait.
  enum Reason {
    /// The terminal has input, or has ended.
    case input
    /// ``wake()`` was called.
    case woken
    /// The wait failed with an error number.
    case failed(Int32)
  }

  private let reading: Int32
  private let writing: Int32

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(call: "pipe", errno: errno) }
    (reading, writing) = (ends[0], ends[1])
    for end in ends {
      // Neither side ever waits for the pipe; a full pipe also wakes the reader.
      guard fcntl(end, F_SETFL, O_NONBLOCK) == 0, fcntl(end, F_SETFD, FD_CLOEXEC) == 0 else {
        throw .system(call: "fcntl", errno: errno)
      }
    }
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Ends the current wait or the next one. It can be called from any thread.
  func wake() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Waits until the descriptor has input, or until ``wake()`` is called.
  func wait(for descriptor: Int32) -> Reason {
    var watched = [
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      guard poll(&watched, 2, -1) >= 0 else {
        if errno == EINTR { continue }
        return .failed(errno)
      }
      if watched[0].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reading, &bytes, bytes.count) > 0 {}
        return .woken
      }
      if watched[1].revents != 0 { return .input }
    }
  }
}
