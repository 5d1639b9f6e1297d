import Cryptography
import JSON
import SecureSession
import Testing

/// Tests both machines against protocol/vectors/connect_app.json, byte for byte.
@Suite struct ConnectAppVectorTests {
  static func consumer(_ vector: Case) throws -> ConsumerHandshake {
    let configuration = try ConsumerHandshake.Configuration(
      identity: Ed25519.SigningKey(seed: vector.secret("id_C_private")),
      pinnedProvider: Ed25519.VerifyingKey(bytes: vector.bytes("id_P")), gateKey: vector.secret("k_local"),
      prologue: prologue(vector), manifest: vector.utf8("manifest"))
    return try ConsumerHandshake(
      configuration,
      random: ScriptedRandom(vector.bytes("s_C_private"), vector.bytes("e_C_private"), vector.bytes("N_C")))
  }

  static func provider(_ vector: Case) throws -> ProviderHandshake {
    let configuration = try ProviderHandshake.Configuration(
      identity: Ed25519.SigningKey(seed: vector.secret("id_P_private")), gateKey: vector.secret("k_local"),
      prologue: prologue(vector))
    return try ProviderHandshake(
      configuration,
      random: ScriptedRandom(vector.bytes("s_P_private"), vector.bytes("e_P_private"), vector.bytes("N_P")))
  }

  static func prologue(_ vector: Case) throws -> ConnectAppPrologue {
    try ConnectAppPrologue(
      offeredSubprotocols: vector.text("offered_subprotocols"),
      selectedSubprotocol: vector.text("selected_subprotocol"), authority: vector.text("authority"),
      discoveryFile: vector.value["discovery_file"]?.stringValue.map { Array($0.utf8) })
  }

  @Test func fourHandshakes() throws {
    let cases = try Vectors.cases()
    #expect(cases.count == 4)
    for vector in cases {
      #expect(try Self.prologue(vector).bytes == vector.bytes("prologue"))
      var consumer = try Self.consumer(vector)
      var provider = try Self.provider(vector)

      let text1 = try #require(consumer.start().text)
      #expect(try text1 == vector.utf8("text1"))
      let text2 = try #require(provider.received(text: text1).text)
      #expect(try text2 == vector.utf8("text2"))
      let text3 = try #require(consumer.received(text: text2).text)
      #expect(try text3 == vector.utf8("text3"))

      let claim = try #require(provider.received(text: text3).claim)
      #expect(try claim.identity.bytes == vector.bytes("id_C"))
      #expect(try claim.manifest == vector.utf8("manifest"))
      #expect(try claim.handshakeHash == vector.bytes("h"))
      #expect(try claim.pairingNonce == vector.bytes("N_P"))
      #expect(try claim.pairingCode.digits == vector.text("sas"))
      #expect(try claim.evidence.handshakeHash == vector.bytes("h2"))
      #expect(try claim.evidence.signature.bytes == vector.bytes("sig_C"))

      let established = try provider.finish(result: vector.utf8("result"))
      #expect(try established.frames == [vector.bytes("first_frame")])
      let session = try #require(consumer.received(binary: established.frames[0]).established)
      #expect(try session.handshakeHash == vector.bytes("h"))
      let reveals = session.result["sas_nonce"] != nil
      #expect(try session.pairingCode?.digits == (reveals ? vector.text("sas") : nil))
      #expect(session.status.rawValue == session.result["status"]?.stringValue)
    }
  }

  @Test func keysThatHaveToBeRefused() throws {
    let refused = try #require(Vectors.read("connect_app.json")["refused"])
    let identities = try #require(refused["identities"]?.arrayValue).map(Case.bytes)
    #expect(identities.count == 16)
    for key in identities { #expect(throws: CryptographyError.invalidKey) { try Ed25519.VerifyingKey(bytes: key) } }
    let points = try #require(refused["agreement_keys"]?.arrayValue).map(Case.bytes)
    #expect(points.count == 7)
    let own = try X25519.PrivateKey(from: SystemRandom())
    for point in points {
      #expect(throws: CryptographyError.invalidSharedSecret) {
        try own.sharedSecret(with: X25519.PublicKey(bytes: point))
      }
    }
  }

  @Test func theFileHasACodeWithALeadingZero() throws {
    #expect(try Vectors.cases().contains { try $0.text("sas").hasPrefix("0") })
  }
}
