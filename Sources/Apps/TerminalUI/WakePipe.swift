import Platform

/// A pipe by which other threads end the wait of the one that reads the terminal.
final class WakePipe: Sendable {
  /// What ended a wait.
  enum Reason {
    /// The terminal has something to read, or has ended.
    case input
    /// ``wake()`` was called.
    case woken
    /// The wait itself failed, with an error number.
    case failed(Int32)
  }

  private let reading: Int32
  private let writing: Int32

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(call: "pipe", errno: errno) }
    (reading, writing) = (ends[0], ends[1])
    for end in ends {
      // A full pipe already wakes: neither side ever waits for it.
      guard fcntl(end, F_SETFL, O_NONBLOCK) == 0, fcntl(end, F_SETFD, FD_CLOEXEC) == 0 else {
        throw .system(call: "fcntl", errno: errno)
      }
    }
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Ends a wait that is under way, or the next one. Any thread.
  func wake() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Waits for the descriptor or for a wake.
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
