#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file that events are appended to, one JSON object a line. One descriptor, owned by the object; calls are
/// serialised by the network's lock.
final class MockJournal: Sendable {
  private let descriptor: Int32
  private let synchronise: Bool

  /// Opens or makes the file (0600), hands its events to `replay`, and cuts off a last line that was not written whole.
  init(
    path: String, synchronise: Bool, replay: (_ currency: String, _ event: MockEvent) -> Void
  ) throws(MockNetworkError) {
    let length = try Self.read(path, replay: replay)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .stateFile(errno: errno) }
    guard ftruncate(descriptor, off_t(length)) == 0 else {
      let code = errno
      close(descriptor)
      throw .stateFile(errno: code)
    }
    self.descriptor = descriptor
    self.synchronise = synchronise
  }

  deinit {
    close(descriptor)
  }

  /// Appends one line; says whether it is there. A line written in part is taken back.
  func append(_ line: [UInt8]) -> Bool {
    let end = lseek(descriptor, 0, SEEK_END)
    let bytes = line + [UInt8(ascii: "\n")]
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard written == bytes.count, !synchronise || fsync(descriptor) == 0 else {
      // Where even this fails, the next start cuts off what is not a whole line.
      if end >= 0 { _ = ftruncate(descriptor, end) }
      return false
    }
    return true
  }

  /// Hands the events of a file to `replay`; answers the length of its whole lines. No file is an empty one.
  static func read(
    _ path: String, replay: (_ currency: String, _ event: MockEvent) -> Void
  ) throws(MockNetworkError) -> Int {
    let bytes = try contents(path)
    var start = 0
    var number = 1
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      guard let (currency, event) = MockEvent.parse(Array(bytes[start..<end])) else {
        throw .corruptStateFile(line: number)
      }
      replay(currency, event)
      start = end + 1
      number += 1
    }
    return start
  }

  private static func contents(_ path: String) throws(MockNetworkError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return [] }
      throw .stateFile(errno: errno)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { Self.read(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .stateFile(errno: errno) }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}
