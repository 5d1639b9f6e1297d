import ChatPayments
import Cryptography
import Files
import JSON
import Platform
import RPCRuntime
import TestSupport
import Testing
import Transport
import WebSocketTransport

@testable import ChatTransports

/// Tests which clients a relay admits.
@Suite(.timeLimit(.minutes(10)))
struct RelayClientChannelTests {
  /// A client that may send false messages.
  private final class Stranger: Sendable {
    let thread: ServiceThread
    let link: ChatLink

    // The deadline is long enough for a busy machine.
    init(_ file: RelayFile, offering subprotocols: [String] = ["payport.relay.v1"]) async throws {
      thread = try ServiceThread(name: "stranger")
      let channel = try await WebSocketConnector.connect(
        to: file.url, offering: subprotocols, on: thread, deadline: .seconds(60))
      link = ChatLink(channel, codec: RelayCodec(), limit: 1 << 20)
      await link.start()
    }

    func call(_ method: String, _ params: JSONValue = [:]) async throws -> JSONValue {
      try RelayAnswer(await link.call(["method": .string(method), "params": params])).get()
    }

    /// Begins the handshake, and returns the proof that is made with a secret.
    func begin(_ secret: SecretBytes) async throws -> RelayProof {
      let nonce = try SystemRandom().bytes(count: 32)
      let answer = try await call("begin", ["nonce": .string(Base64URL.encode(nonce))])
      let relayNonce = try Base64URL.decode(try #require(answer["nonce"]?.stringValue))
      return RelayProof(secret: secret, clientNonce: nonce, relayNonce: relayNonce)
    }

    /// Makes valid parameters of `enter`, which the test may change afterwards.
    func entering(_ proof: RelayProof, as person: String, key: Ed25519.SigningKey) throws -> JSONObject {
      let own = try proof.ofClient(person)
      return [
        "person": .string(person), "name": .string(person), "key": .string(key.verifyingKey.base64URL),
        "proof": .string(Base64URL.encode(own)),
        "signature": .string(Base64URL.encode(try key.sign(RelayProof.signed(own)).bytes)),
      ]
    }

    /// Waits until the relay has ended the connection.
    func untilCutOff() async {
      for await _ in link.unasked {}
    }

    func stop() async { await thread.stop() }
  }

  private let key: Ed25519.SigningKey

  init() throws { key = try Ed25519.SigningKey(from: SystemRandom()) }

  /// Runs a test with such a client and a relay.
  private func withStranger(_ body: (RelayTable, RelayFile, Stranger) async throws -> Void) async throws {
    try await withRelay { table in
      let file = try RelayFile.find("table", in: table.directories)
      let stranger = try await Stranger(file)
      do { try await body(table, file, stranger) } catch {
        await stranger.stop()
        throw error
      }
      await stranger.stop()
    }
  }

  @Test func whoKnowsTheSecretAndHasAKeyIsIn() async throws {
    try await withStranger { _, file, stranger in
      let proof = try await stranger.begin(file.secret)
      let answer = try await stranger.call("enter", .object(stranger.entering(proof, as: "alice", key: key)))
      #expect(answer == ["person": "alice"])
      #expect(try await stranger.call("rooms") == ["rooms": []])
    }
  }

  @Test(arguments: [
    "rooms", "people", "open_room", "send", "edit", "history", "set_trouble", "enter", "no_such_method",
  ])
  func nothingIsDoneBeforeEntering(_ method: String) async throws {
    try await withStranger { _, file, stranger in
      await #expect(throws: ChatTransportError.self) {
        try await stranger.call(method, ["room": "r", "text": "t", "after": 0, "members": [], "name": "n"])
      }
      await stranger.untilCutOff()
    }
  }

  @Test func whoDoesNotKnowTheSecretStaysOut() async throws {
    try await withStranger { _, _, stranger in
      let proof = try await stranger.begin(SecretBytes([UInt8](repeating: 0, count: 32)))
      await #expect(throws: ChatTransportError.refused("the proof is wrong")) {
        try await stranger.call("enter", .object(stranger.entering(proof, as: "alice", key: key)))
      }
      await stranger.untilCutOff()
    }
  }

  @Test func whoTakesTooLongStaysOut() async throws {
    let table = try RelayTable()
    let hasty = RelayServer(name: "hasty", directories: table.directories, handshakeDeadline: .seconds(1))
    let file = try await hasty.start()
    do {
      let stranger = try await Stranger(file)
      await stranger.untilCutOff()
      await stranger.stop()
    } catch is ConnectError {
      // On a busy machine the connection ends before the client is admitted.
    }
    await hasty.stop()
  }

  @Test func aKeyIsProvenToo() async throws {
    try await withStranger { _, file, stranger in
      let proof = try await stranger.begin(file.secret)
      var params = try stranger.entering(proof, as: "alice", key: key)
      params["key"] = .string(try Ed25519.SigningKey(from: SystemRandom()).verifyingKey.base64URL)
      await #expect(throws: ChatTransportError.refused("the proof is wrong")) {
        try await stranger.call("enter", .object(params))
      }
      await stranger.untilCutOff()
    }
  }

  @Test func aProofIsOfOneNameOnOneConnection() async throws {
    try await withStranger { _, file, stranger in
      let honest = try stranger.entering(try await stranger.begin(file.secret), as: "alice", key: key)
      let other = try await Stranger(file)
      _ = try await other.begin(file.secret)
      await #expect(throws: ChatTransportError.refused("the proof is wrong")) {
        try await other.call("enter", .object(honest))
      }
      await other.stop()
      var renamed = honest
      renamed["person"] = "bob"
      await #expect(throws: ChatTransportError.refused("the proof is wrong")) {
        try await stranger.call("enter", .object(renamed))
      }
    }
  }

  @Test func whoHasNotWrittenTheFileIsFoundOut() async throws {
    try await withRelay { table in
      let file = try RelayFile.find("table", in: table.directories)
      let forged = RelayFile(
        name: "table", url: file.url, processIdentifier: file.processIdentifier,
        secret: try SecretBytes(count: 32, from: SystemRandom()))
      try forged.publish(in: table.directories)
      await #expect(throws: RelayChatError.wrongRelay) { try await table.connect("alice") }
    }
  }

  @Test func onlyTheRelaysSubprotocolLeadsIn() async throws {
    try await withRelay { table in
      let file = try RelayFile.find("table", in: table.directories)
      for offer in [["payport.v1"], ["payport none"], []] {
        await #expect(throws: ConnectError.upgradeRefused(status: 403)) {
          let stranger = try await Stranger(file, offering: offer)
          await stranger.stop()
        }
      }
    }
  }

  @Test(arguments: ["", "Alice", "-alice", "a/b", "..", "al ice", String(repeating: "a", count: 65)])
  func whatCannotBeANameIsNone(_ name: String) async throws {
    try await withStranger { table, file, stranger in
      await #expect(throws: RelayChatError.invalidName) { try await table.connect(name) }
      let proof = try await stranger.begin(file.secret)
      await #expect(throws: ChatTransportError.self) {
        try await stranger.call("enter", .object(stranger.entering(proof, as: name, key: key)))
      }
    }
  }

  @Test func allFilesAreOfThisUserAlone() async throws {
    try await withRelay { table in
      let alice = try await table.connect("alice")
      let bob = try await table.connect("bob")
      _ = try await alice.room(with: bob.me)
      for folder in ["run/relays", "state/relays/table", "state/relay-keys/table"] {
        let files = try PrivateFolder(opening: table.scratch.path + "/" + folder)
        #expect(try !files.names().isEmpty)
        for name in try files.names() { _ = try files.read(name, limit: 1 << 20) }
      }
    }
  }

  @Test func aFileThatOthersCouldHaveWrittenIsNotFollowed() async throws {
    try await withRelay { table in
      let path = table.directories.relays + "/table.json"
      #expect(chmod(path, 0o644) == 0)
      await #expect(throws: RelayChatError.relay(.file(.unsafeFile(.permissions(0o644))))) {
        try await table.connect("alice")
      }
      #expect(chmod(path, 0o600) == 0 && rename(path, path + "x") == 0 && symlink(path + "x", path) == 0)
      await #expect(throws: RelayChatError.relay(.file(.unsafeFile(.symbolicLink)))) {
        try await table.connect("alice")
      }
    }
  }

  @Test(arguments: [
    "", "[]", #"{"v":2}"#, #"{"v":1,"name":"table","url":"ws://127.0.0.1:1/v1","pid":1,"secret":"AA"}"#,
    #"{"v":1,"name":"other","url":"ws://127.0.0.1:1/v1","pid":1,"secret":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#,
  ])
  func whatIsNoFileOfARelayIsNotFollowed(_ text: String) async throws {
    try await withRelay { table in
      try PrivateFolder(opening: table.directories.relays)
        .write(Array(text.utf8), to: "table.json", replacing: true)
      await #expect(throws: RelayChatError.relay(.malformed)) { try await table.connect("alice") }
    }
  }

  @Test func itsFileTellsNoSecretInLogs() throws {
    let file = RelayFile(name: "table", url: "ws://127.0.0.1:1/v1", processIdentifier: 1, secret: SecretBytes([7]))
    #expect("\(file)" == "relay table at ws://127.0.0.1:1/v1")
  }
}
