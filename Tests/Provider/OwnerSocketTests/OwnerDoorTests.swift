import Foundation
import JSON
import OwnerAPI
import Synchronization
import TestSupport
import Testing

@testable import OwnerSocket

@Suite("Owner's door", .timeLimit(.minutes(5)))
struct OwnerDoorTests {
  /// An owner's socket in its own folder, which is closed and removed at the end of the test.
  private final class Door: Sendable {
    let folder: String
    let server: OwnerSocketServer
    var path: String { folder + "/owner.sock" }

    init(handler: @escaping OwnerSocketServer.Handler) throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "payport-door-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      server = OwnerSocketServer(path: folder + "/owner.sock", handler: handler)
      try server.start()
    }

    deinit {
      server.stop()
      // It does not matter if a temporary folder cannot be removed.
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  @Test("a request is answered, and only the owner may open the socket")
  func answer() async throws {
    let door = try Door { method, params in .success(["method": .string(method), "params": params]) }
    let answer = try await call(door.path, "status", ["a": 1])
    #expect(answer == ["method": "status", "params": ["a": 1]])
    let mode = try FileManager.default.attributesOfItem(atPath: door.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("failures keep their reason and words")
  func failure() async throws {
    let door = try Door { _, _ in .failure(OwnerFailure(.wrongCode, "no")) }
    await #expect(throws: OwnerFailure(.wrongCode, "no")) { try await call(door.path, "approve") }
  }

  @Test("no provider, a stale socket file and a path that is too long are clear errors")
  func unavailable() async throws {
    let missing = await #expect(throws: OwnerFailure.self) { try await call("/nonexistent/sock", "status") }
    #expect(missing?.reason == .notRunning)
    let long = await #expect(throws: OwnerFailure.self) {
      try await call("/" + String(repeating: "x", count: 200), "status")
    }
    #expect(long?.reason == .unavailable)
  }

  @Test("a second server on the same path is refused; one that is gone is replaced")
  func second() async throws {
    let door = try Door { _, _ in .success(1) }
    let other = OwnerSocketServer(path: door.path) { _, _ in .success(2) }
    #expect(throws: OwnerFailure.self) { try other.start() }
    #expect(try await call(door.path, "x") == 1)
    door.server.stop()
    try other.start()
    #expect(try await call(door.path, "x") == 2)
    other.stop()
  }

  @Test("connections that say nothing do not keep the owner out")
  func silentConnections() async throws {
    let door = try Door { _, params in .success(params) }
    let silent = try (0..<3 * OwnerSocketServer.maximumConnections).map { _ in try Silent(door.path) }
    for number in 0..<8 { #expect(try await call(door.path, "x", ["n": .integer(number)]) == ["n": .integer(number)]) }
    withExtendedLifetime(silent) {}
  }

  @Test("a line of the greatest length is read, in parts too")
  func longLine() async throws {
    let door = try Door { _, params in .success(.integer(params["text"]?.stringValue?.utf8.count ?? 0)) }
    let count = (1 << 20) - 200
    #expect(try await call(door.path, "x", ["text": .string(String(repeating: "a", count: count))]) == .integer(count))
  }

  /// A connection on which nothing is sent.
  private final class Silent {
    private let socket: UnixSocket

    init(_ path: String) throws {
      socket = try OwnerSocketClient(path: path).connected(timeoutSeconds: 10)
    }
  }

  @Test("many at once are all answered")
  func concurrent() async throws {
    let door = try Door { _, params in .success(params) }
    let path = door.path
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<12 {
        group.addTask {
          try await call(path, "x", ["n": .integer(number)]) == ["n": .integer(number)]
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}

/// Makes a call on its own thread, so that the concurrency pool stays free for the handlers.
@discardableResult
private func call(_ path: String, _ method: String, _ params: JSONValue = [:]) async throws -> JSONValue {
  try await blocking { try OwnerSocketClient(path: path).call(method, params) }
}
