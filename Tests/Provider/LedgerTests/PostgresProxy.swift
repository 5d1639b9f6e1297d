import Foundation
import Platform
import PostgreSQL
import Synchronization
import TestSupport

/// Stands between a ledger and its server, on a socket in a folder of its own, and can lose the words of a commit.
final class PostgresProxy: Sendable {
  private enum Plan {
    case none
    /// The server receives the words, and its answer is lost.
    case loseAnswer
    /// The server does not receive them.
    case loseWords
  }

  private let folder: ScratchFolder
  private let server: String
  private let listener: Int32
  private let base: PostgresAddress
  private let plan = Mutex((passing: 0, loss: Plan.none))
  private let lossHandler = Mutex<(@Sendable () -> Void)?>(nil)
  private let count = Mutex(0)

  /// The number of commits that were lost.
  var lost: Int { count.withLock(\.self) }

  init(to address: PostgresAddress) throws {
    base = address
    folder = try ScratchFolder()
    let parts = address.uri.components(separatedBy: "host=")
    server = parts[1].components(separatedBy: "&")[0] + "/.s.PGSQL.5432"
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    _ = Self.withAddress(folder.path + "/.s.PGSQL.5432") { bind(listener, $0, $1) }
    listen(listener, 16)
    Thread.detachNewThread { [listener, self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        serve(client)
      }
    }
  }

  /// The address that leads through here.
  func address() throws -> PostgresAddress {
    let host = server.replacingOccurrences(of: "/.s.PGSQL.5432", with: "")
    return try PostgresAddress(base.uri.replacingOccurrences(of: "host=" + host, with: "host=" + folder.path))
  }

  /// Loses a commit: its answer, or the words themselves.
  ///
  /// - Parameters:
  ///   - count: so many others come before.
  ///   - handler: called when the connection to the server is closed, before its user notices.
  func loseNextCommit(after isCommitted: Bool, passing count: Int = 0, _ handler: (@Sendable () -> Void)? = nil) {
    lossHandler.withLock { $0 = handler }
    plan.withLock { $0 = (count, isCommitted ? .loseAnswer : .loseWords) }
  }

  private func lose(_ server: Int32) {
    lossHandler.withLock { handler in
      shutdown(server, Int32(SHUT_RDWR))
      handler?()
    }
  }

  private func serve(_ client: Int32) {
    let upstream = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    _ = Self.withAddress(server) { connect(upstream, $0, $1) }
    let shared = Losing()
    Thread.detachNewThread { self.pump(from: client, to: upstream, isFromClient: true, shared) }
    Thread.detachNewThread { self.pump(from: upstream, to: client, isFromClient: false, shared) }
  }

  /// Whether the next answer of a connection is lost.
  private final class Losing: Sendable {
    let state = Mutex(false)
  }

  private func pump(from source: Int32, to target: Int32, isFromClient: Bool, _ losing: Losing) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    defer {
      // Both ends of a connection that was lost wait for the handler.
      lossHandler.withLock { _ in }
      shutdown(source, Int32(SHUT_RDWR))
      shutdown(target, Int32(SHUT_RDWR))
    }
    while true {
      let length = recv(source, &buffer, buffer.count, 0)
      guard length > 0 else { return }
      if isFromClient, buffer[..<length].firstRange(of: Array("COMMIT\0".utf8)) != nil {
        let plan = plan.withLock { plan -> Plan in
          guard plan.passing == 0 else {
            plan.passing -= 1
            return .none
          }
          defer { plan.loss = .none }
          return plan.loss
        }
        if case .none = plan {} else { count.withLock { $0 += 1 } }
        if plan == .loseWords { return lose(target) }
        if plan == .loseAnswer { losing.state.withLock { $0 = true } }
      }
      if !isFromClient, losing.state.withLock(\.self) { return lose(source) }
      guard send(target, buffer, length, Int32(MSG_NOSIGNAL)) == length else { return }
    }
  }

  private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
