import Platform
import TestSupport
import Testing
import Transport

@testable import WebSocketTransport

private let node = "/usr/bin/node"

/// Node has its own WebSocket since version 20 behind a flag, and since version 22 without it; Debian 12 has version
/// 18.
private func hasWebSocket() async -> Bool {
  guard access(node, X_OK) == 0 else { return false }
  let question = "process.exit(typeof WebSocket === 'function' ? 0 : 1)"
  return (try? await ChildProcess.run(node, ["--experimental-websocket", "--eval", question]))?.exit == .code(0)
}

/// Tests with Node's own WebSocket, which offers a compression that cannot be switched off.
@Suite(.timeLimit(.minutes(5)), .enabled("Node with a WebSocket of its own is not installed") { await hasWebSocket() })
struct NodeTests {
  private static let script = """
    const [url, subprotocol, message] = process.argv.slice(1)
    const socket = new WebSocket(url, subprotocol)
    socket.onopen = () => { console.log(`open ${socket.protocol} extensions "${socket.extensions}"`); socket.send(message) }
    socket.onmessage = (event) => { console.log(`message ${event.data}`); socket.close(1000) }
    socket.onclose = (event) => console.log(`closed ${event.code} clean ${event.wasClean}`)
    socket.onerror = () => console.log("error")
    """

  private func run(_ url: String, _ subprotocol: String) async throws -> [String] {
    // Versions that no longer need the flag accept it.
    let arguments = ["--experimental-websocket", "--eval", Self.script, url, subprotocol, "hello"]
    return try await ChildProcess.run(node, arguments).output
  }

  @Test func itsOfferOfCompressionIsIgnored() async throws {
    try await withServer { server in
      async let output = run(server.url, "payport.v1")
      let channel = try await server.nextChannel()
      let recorder = Recorder(channel)
      await recorder.start { recorder, message in try? recorder.channel.send(message) }
      let found = try await output
      #expect(found == [#"open payport.v1 extensions """#, "message hello", "closed 1000 clean true"])
    }
  }

  @Test func itIsToldNothingAboutARefusal() async throws {
    try await withServer { server in
      let found = try await run(server.url, "payport.v2")
      #expect(found.contains("error") && !found.contains { $0.hasPrefix("open") })
      #expect(await server.refusals() == [.wrongSubprotocol])
    }
  }
}
