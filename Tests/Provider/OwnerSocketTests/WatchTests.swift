import Foundation
import JSON
import OwnerAPI
import Synchronization
import TestSupport
import Testing

@testable import OwnerSocket

@Suite("Owner's door, watching", .timeLimit(.minutes(5)))
struct WatchTests {
  /// An owner's socket whose method `watch` passes its streams to the test.
  private final class Door: Sendable {
    let server: OwnerSocketServer
    let path: String
    let streams: AsyncStream<OwnerStream>
    private let folder: String

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "payport-watch-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      path = folder + "/owner.sock"
      let (streams, begun) = AsyncStream<OwnerStream>.makeStream()
      self.streams = streams
      server = OwnerSocketServer(
        path: path,
        streaming: [
          "watch": { params, stream in
            stream.send(["begun": params])
            begun.yield(stream)
          }
        ]
      ) { method, _ in .success(["method": .string(method)]) }
      try server.start()
    }

    deinit {
      server.stop()
      // It does not matter if a temporary folder cannot be removed.
      try? FileManager.default.removeItem(atPath: folder)
    }

    func nextStream() async throws -> OwnerStream {
      for await stream in streams { return stream }
      throw CancellationError()
    }

    func watch(_ params: JSONValue = [:]) async throws -> Watching {
      let path = path
      return Watching(try await blocking { try OwnerSocketWatch(path: path, "watch", params) })
    }
  }

  /// A client that collects the messages it has received.
  private final class Watching: Sendable {
    let watch: OwnerSocketWatch
    let messages: AsyncStream<JSONValue>

    init(_ watch: OwnerSocketWatch) {
      self.watch = watch
      let (messages, told) = AsyncStream<JSONValue>.makeStream()
      self.messages = messages
      onOwnThread {
        watch.forEach { message in
          told.yield(message)
          return true
        }
        told.finish()
      }
    }

    func next(_ count: Int) async -> [JSONValue] {
      var seen: [JSONValue] = []
      for await message in messages {
        seen.append(message)
        if seen.count == count { break }
      }
      return seen
    }
  }

  @Test("messages arrive in order, and other requests are answered beside them")
  func order() async throws {
    let door = try Door()
    let watching = try await door.watch(["a": 1])
    let stream = try await door.nextStream()
    for number in 0..<100 { stream.send(["n": .integer(number)]) }
    let path = door.path
    #expect(try await blocking { try OwnerSocketClient(path: path).call("status") } == ["method": "status"])
    #expect(await watching.next(101) == [["begun": ["a": 1]]] + (0..<100).map { ["n": .integer($0)] })
  }

  @Test("a console that hangs up ends the stream")
  func hangUp() async throws {
    let door = try Door()
    let watching = try await door.watch()
    let stream = try await door.nextStream()
    await withCheckedContinuation { continuation in
      stream.onEnd { continuation.resume() }
      watching.watch.close()
    }
    stream.send("nobody hears this")
  }

  @Test("a door that stops ends its streams, and the console notices")
  func stop() async throws {
    let door = try Door()
    let watching = try await door.watch()
    _ = try await door.nextStream()
    #expect(await watching.next(1).count == 1)
    door.server.stop()
    #expect(await watching.next(1).isEmpty)
  }

  @Test("so many watch at once, one more is told so, and requests are still answered")
  func tooMany() async throws {
    let door = try Door()
    var all: [Watching] = []
    for _ in 0..<OwnerSocketServer.maximumStreams { all.append(try await door.watch()) }
    let refusal = await #expect(throws: OwnerFailure.self) { _ = try await door.watch() }
    #expect(refusal?.reason == .unavailable)
    let path = door.path
    #expect(try await blocking { try OwnerSocketClient(path: path).call("status") } == ["method": "status"])
    for watching in all { watching.watch.close() }
  }

  @Test("a reader that does not keep up is cut off")
  func slowReader() async throws {
    let stream = try #require(OwnerStream())
    let hasEnded = Mutex(false)
    stream.onEnd { hasEnded.withLock { $0 = true } }
    for _ in 0..<OwnerStream.maximumBacklog { stream.send("x") }
    #expect(!hasEnded.withLock { $0 })
    stream.send("one too many")
    #expect(hasEnded.withLock { $0 })
  }
}
