package import JSON
package import OwnerAPI
import Platform
import Synchronization

/// A connection of the owner's door on which the provider goes on telling, until either side ends it.
///
/// Any thread may send. What is sent is kept until the connection's own thread has written it; a reader that does not
/// keep up is cut off, and asks again.
package final class OwnerStream: Sendable {
  /// Messages that are kept for a slow reader.
  package static let maximumBacklog = 256

  private struct State {
    var messages: [JSONValue] = []
    var isEnded = false
    var onEnd: [@Sendable () -> Void] = []
  }

  /// What ended a wait of the connection's thread.
  enum Turn {
    case messages([JSONValue])
    case ended
  }

  private let state = Mutex(State())
  private let reading: Int32
  private let writing: Int32

  /// `nil` when the system has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
    for end in ends {
      // A full pipe already wakes: neither side ever waits for it.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Sends news; dropped after the end.
  package func send(_ news: OwnerNews) {
    // News are made of what is always encoded.
    if let message = try? JSONBytesEncoder().encodeValue(news) { send(message) }
  }

  /// Sends a message; dropped after the end.
  package func send(_ message: JSONValue) {
    let isTooSlow = state.withLock { state in
      guard !state.isEnded else { return false }
      state.messages.append(message)
      return state.messages.count > Self.maximumBacklog
    }
    if isTooSlow { finish() } else { wake() }
  }

  /// Ends it; what was sent before may be lost.
  package func finish() {
    let bodies = state.withLock { state in
      state.isEnded = true
      defer { state.onEnd = [] }
      return state.onEnd
    }
    for body in bodies { body() }
    wake()
  }

  /// Calls back once when it has ended, on any thread; at once where it has already.
  package func onEnd(_ body: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      if !state.isEnded { state.onEnd.append(body) }
      return state.isEnded
    }
    if hasEnded { body() }
  }

  /// Waits for messages, for the end, or for the other side to hang up. Blocks the connection's thread.
  func wait(beside connection: UnixSocket) -> Turn {
    var watched = [
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let (messages, isEnded) = state.withLock { state in
        defer { state.messages = [] }
        return (state.messages, state.isEnded)
      }
      if isEnded { return .ended }
      if !messages.isEmpty { return .messages(messages) }
      guard poll(&watched, 2, -1) >= 0 else {
        if errno == EINTR { continue }
        return .ended
      }
      // Nothing is said in this direction: whatever can be read is the end.
      if watched[1].revents != 0 { return .ended }
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(reading, &bytes, bytes.count) > 0 {}
    }
  }

  private func wake() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }
}
