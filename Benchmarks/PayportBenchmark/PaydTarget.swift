import Cryptography
import Platform
import RPCRuntime
import SecureSession

/// The daemon, with a real handshake and encrypted records.
struct PaydTarget: Target {
  static let subprotocol = "payport.v1"
  /// The id of the app that the benchmark is.
  static let app = "benchmark.payport"

  let key = "payd"
  let name = "payd, encrypted"
  let processID: pid_t
  let frameSize: Int
  private let port: UInt16
  private let handshake: ConsumerHandshake.Configuration

  /// Creates a target.
  ///
  /// - Parameters:
  ///   - discovery: the discovery file, which contains the port and the keys.
  ///   - identity: the app's key, which the daemon does not know before the pairing.
  init(processID: pid_t, discovery: DiscoveryFile, identity: Ed25519.SigningKey, frameSize: Int) throws {
    guard let port = discovery.authority.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw BenchmarkError("no port in \(discovery.url)")
    }
    self.processID = processID
    self.frameSize = frameSize
    self.port = port
    let manifest =
      #"{"app_id":"\#(Self.app)","name":"Benchmark","version":"1","scopes":["receive","pay","statement"],"versions":"1"}"#
    handshake = ConsumerHandshake.Configuration(
      identity: identity,
      pinnedProvider: discovery.providerID, gateKey: discovery.localKey,
      prologue: try ConnectAppPrologue(
        offeredSubprotocols: Self.subprotocol, selectedSubprotocol: Self.subprotocol, authority: discovery.authority,
        discoveryFile: discovery.bytes),
      manifest: Array(manifest.utf8))
  }

  func connect() throws -> Exchange {
    let (exchange, session) = try open()
    guard session.status == .approved else { throw BenchmarkError("payd says \(session.status.rawValue)") }
    return exchange
  }

  /// Makes the handshake, up to payd's first encrypted message.
  func open() throws -> (Exchange, ConsumerHandshake.Established) {
    let connection = try WebSocketConnection(port: port, path: "/v1", subprotocol: Self.subprotocol)
    var machine = try ConsumerHandshake(handshake, random: SystemRandom())
    var action = machine.start()
    while true {
      switch action {
      case .sendText(let text):
        try connection.send(opcode: WebSocketConnection.Opcode.text, length: text.count) { payload in
          _ = payload.update(fromContentsOf: text)
        }
      case .wait: break
      case .established(let session):
        let request = Request.padded(to: frameSize - Protection.sealedOverhead)
        return (Exchange(connection, .session(session.channel), request: request), session)
      case .close(let failure): throw BenchmarkError("handshake: \(failure)")
      }
      let frame = try connection.waitForFrame()
      switch frame.opcode {
      case WebSocketConnection.Opcode.text: action = machine.received(text: Array(frame.payload))
      case WebSocketConnection.Opcode.binary: action = machine.received(binary: Array(frame.payload))
      default: throw BenchmarkError("payd closed the connection in the handshake")
      }
    }
  }
}
