import Platform
import Synchronization

/// The file that events are appended to, one JSON object a line. Several processes may share it: each takes the file's
/// lock, reads what the others have appended, and only then appends.
///
/// One descriptor, owned by the object; calls are serialised by the network's lock.
final class MockJournal: Sendable {
  private let descriptor: Int32
  private let synchronise: Bool
  private let place = Mutex(Place())

  /// Up to where the file was read or written.
  private struct Place: Sendable {
    var offset = 0
    var line = 0
  }

  /// Opens or makes the file (0600). Nothing is read yet.
  init(path: String, synchronise: Bool) throws(MockNetworkError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    self.synchronise = synchronise
    guard descriptor >= 0 else { throw .stateFile(errno: errno) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Waits until no other process has the lock; the end of a process gives it back.
  func lock() throws(MockNetworkError) {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .stateFile(errno: errno) }
    }
  }

  /// Lets others go on.
  func unlock() {
    _ = flock(descriptor, LOCK_UN)
  }

  /// Hands over what was appended by others, in their order, and cuts off a last line that was not written whole:
  /// nobody is writing it any more. Only with the lock.
  func takeNews(_ replay: (_ currency: String, _ event: MockEvent) -> Void) throws(MockNetworkError) {
    let place = place.withLock { $0 }
    // Nearly always there is nothing new, and this is asked before each call of a wallet.
    let size = lseek(descriptor, 0, SEEK_END)
    guard size >= 0 else { throw .stateFile(errno: errno) }
    guard Int(size) > place.offset else { return }
    let bytes = try Self.contents(descriptor, from: place.offset)
    // All is read before anything takes effect, so that nothing does twice.
    let (events, count) = try Self.events(bytes, after: place.line)
    let end = Place(offset: place.offset + count, line: place.line + events.count)
    if count < bytes.count, ftruncate(descriptor, off_t(end.offset)) != 0 { throw .stateFile(errno: errno) }
    self.place.withLock { $0 = end }
    for (currency, event) in events { replay(currency, event) }
  }

  /// Appends one line; says whether it is there. A line written in part is taken back. Only with the lock, and after
  /// ``takeNews(_:)``.
  func append(_ line: [UInt8]) -> Bool {
    let bytes = line + [UInt8(ascii: "\n")]
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    return place.withLock { place in
      guard written == bytes.count, !synchronise || fsync(descriptor) == 0 else {
        // Where even this fails, the next to read cuts off what is not a whole line.
        _ = ftruncate(descriptor, off_t(place.offset))
        return false
      }
      place.offset += bytes.count
      place.line += 1
      return true
    }
  }

  /// Hands the events of a file to `replay`. No file is an empty one.
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

  /// The events of the whole lines, and how many bytes these have.
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
