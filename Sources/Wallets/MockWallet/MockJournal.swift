import Platform
import Synchronization

/// The file to which events are appended, one JSON object per line. Several processes may share it: each of them locks
/// the file, reads what the others have appended, and only then appends.
///
/// The object owns one file descriptor; the network's lock serialises the calls.
final class MockJournal: Sendable {
  private let descriptor: Int32
  private let synchronise: Bool
  private let place = Mutex(Place())

  /// The position up to which the file was read or written.
  private struct Place: Sendable {
    var offset = 0
    var line = 0
  }

  /// Opens the file, or creates it with mode 0600. Nothing is read yet.
  init(path: String, synchronise: Bool) throws(MockNetworkError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    self.synchronise = synchronise
    guard descriptor >= 0 else { throw .stateFile(errno: errno) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Locks the file, and waits while another process has the lock. A process that ends releases its lock.
  func lock() throws(MockNetworkError) {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .stateFile(errno: errno) }
    }
  }

  /// Releases the lock.
  func unlock() {
    _ = flock(descriptor, LOCK_UN)
  }

  /// Whether others have appended something, be it an incomplete line. It may be asked without the lock.
  var hasNews: Bool {
    get throws(MockNetworkError) {
      let size = lseek(descriptor, 0, SEEK_END)
      guard size >= 0 else { throw .stateFile(errno: errno) }
      return Int(size) > place.withLock(\.offset)
    }
  }

  /// Passes on the events that others have appended, in their order, and cuts off an incomplete last line, which its
  /// writer can no longer finish. The caller must hold the lock.
  func takeNews(_ replay: (_ currency: String, _ event: MockEvent) -> Void) throws(MockNetworkError) {
    guard try hasNews else { return }
    let place = place.withLock { $0 }
    let bytes = try Self.contents(descriptor, from: place.offset)
    // All lines are read before any event takes effect, so that no event is applied twice after an error.
    let (events, count) = try Self.events(bytes, after: place.line)
    let end = Place(offset: place.offset + count, line: place.line + events.count)
    if count < bytes.count, ftruncate(descriptor, off_t(end.offset)) != 0 { throw .stateFile(errno: errno) }
    self.place.withLock { $0 = end }
    for (currency, event) in events { replay(currency, event) }
  }

  /// Appends a line and returns whether that succeeded. An incomplete line is removed. The caller must hold the lock
  /// and have called ``takeNews(_:)``.
  func append(_ line: [UInt8]) -> Bool {
    let bytes = line + [UInt8(ascii: "\n")]
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    return place.withLock { place in
      guard written == bytes.count, !synchronise || fsync(descriptor) == 0 else {
        // If this fails too, the next reader cuts off the incomplete line.
        _ = ftruncate(descriptor, off_t(place.offset))
        return false
      }
      place.offset += bytes.count
      place.line += 1
      return true
    }
  }

  /// Passes the events of a file to `replay`. A missing file counts as an empty one.
  static func read(
    _ path: String, replay: (_ currency: String, _ event: MockEvent) -> Void
  ) throws(MockNetworkError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return }
      throw .stateFile(errno: errno)
    }
    defer { close(descriptor) }
    for (currency, event) in try events(try contents(descriptor, from: 0), after: 0).events { replay(currency, event) }
  }

  /// Returns the events of the complete lines, and the number of bytes of these lines.
  private static func events(
    _ bytes: [UInt8], after line: Int
  ) throws(MockNetworkError) -> (events: [(currency: String, event: MockEvent)], count: Int) {
    var events: [(currency: String, event: MockEvent)] = []
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      guard let event = MockEvent.parse(Array(bytes[start..<end])) else {
        throw .corruptStateFile(line: line + events.count + 1)
      }
      events.append(event)
      start = end + 1
    }
    return (events, start)
  }

  private static func contents(_ descriptor: Int32, from offset: Int) throws(MockNetworkError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, $0.count, off_t(offset + bytes.count))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .stateFile(errno: errno) }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
  }
}
