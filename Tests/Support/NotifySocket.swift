import Platform

/// The socket of a service manager, to which a program tells how it is doing (sd_notify(3)). Its path is the program's
/// `NOTIFY_SOCKET`.
package final class NotifySocket: Sendable {
  /// The path of the socket.
  package let path: String
  private let descriptor: Int32

  /// Binds the socket.
  package init(_ path: String) throws(ChildProcessError) {
    self.path = path
    #if canImport(Glibc)
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #else
      descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw .notStarted("the socket \(path)") }
  }

  deinit { close(descriptor) }

  /// Returns the lines of all messages that have come since the last call.
  package func lines() -> [String] {
    var lines: [String] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return lines }
      lines += String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// Waits until a message has come, and returns all lines since the last call.
  package func lines(
    until what: String, within limit: Duration = .seconds(20), _ isThere: ([String]) -> Bool
  ) async throws -> [String] {
    var all: [String] = []
    return try await eventually(what, within: limit) {
      all += lines()
      return isThere(all) ? all : nil
    }
  }
}
