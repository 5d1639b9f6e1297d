import CLinux
import Platform

/// Level-triggered epoll for the sockets of a round. Each descriptor is identified by the index that it was added with.
final class Poller {
  private let descriptor: Int32
  private var events: [epoll_event]

  init(capacity: Int) throws {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw BenchmarkError.systemCall("epoll_create1", errno) }
    events = Array(repeating: epoll_event(), count: max(1, capacity))
  }

  deinit {
    close(descriptor)
  }

  func add(_ socket: Int32, index: Int) throws {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.u32 = UInt32(index)
    guard epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event) == 0 else {
      throw BenchmarkError.systemCall("epoll_ctl", errno)
    }
  }

  /// Waits for readable sockets and calls `body` with their indices. A wait without a result throws, because every
  /// socket of a closed loop expects a reply.
  func wait(timeoutMilliseconds: Int32, _ body: (Int) throws -> Void) throws {
    let count = epoll_wait(descriptor, &events, Int32(events.count), timeoutMilliseconds)
    if count < 0 && errno == EINTR { return }
    guard count >= 0 else { throw BenchmarkError.systemCall("epoll_wait", errno) }
    guard count > 0 else { throw BenchmarkError("no reply within \(timeoutMilliseconds) ms") }
    for position in 0..<Int(count) {
      try body(Int(events[position].data.u32))
    }
  }
}
