package import JSON
package import OwnerAPI
import Platform
import Synchronization

/// A stream of messages from the provider on one connection of the owner's socket. Either side can end it.
///
/// Any thread may send. Messages are queued until the connection's own thread has written them. A client that reads too
/// slowly is disconnected and has to send its request again.
package final class OwnerStream: Sendable {
  /// The maximum number of queued messages for a slow reader.
  package static let maximumBacklog = 256

  private struct State {
    var messages: [JSONValue] = []
    var isEnded = false
    var onEnd: [@Sendable () -> Void] = []
  }

  /// The reason why a wait of the connection's thread returned.
  enum Turn {
    case messages([JSONValue])
    case ended
  }

  private let state = Mutex(State())
  private let reading: Int32
  private let writing: Int32

  /// Returns nil if the system has no file descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
    for end in ends {
      // A full pipe wakes the reader already, so neither end of the pipe ever has to block.
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

  /// Queues a message. It is dropped if the stream has ended.
  package func send(_ message: JSONValue) {
    let isTooSlow = state.withLock { state in
      guard !state.isEnded else { return false }
      state.messages.append(message)
      return state.messages.count > Self.maximumBacklog
    }
    if isTooSlow { finish() } else { wake() }
  }

  /// Ends the stream. Messages that are still queued may be lost.
  package func finish() {
    let bodies = state.withLock { state in
      state.isEnded = true
      defer { state.onEnd = [] }
      return state.onEnd
    }
    for body in bodies { body() }
    wake()
  }

  /// Calls `body` once when the stream has ended, on any thread. If it has already ended, `body` is called at once.
  package func onEnd(_ body: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      if !state.isEnded { state.onEnd.append(body) }
      return state.isEnded
    }
    if hasEnded { body() }
  }

  /// Blocks the connection's thread until there are messages, the stream has ended or the client has hung up.
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
      // The client never sends anything after its request, so readable input means that it has hung up.
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
