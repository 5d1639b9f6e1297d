import SecureSession
import Testing

/// Tests JSON-RPC frames of the handshake that are almost correct.
@Suite struct FrameShapeTests {
  @Test func requests() throws {
    let vector = try Vectors.pairing()
    let good = try vector.text("text1")
    let bad: [(String, String, HandshakeFailure)] = [
      (#""id":1"#, #""id":2"#, .unexpectedMessage), (#""id":1"#, #""id":"1""#, .unexpectedMessage),
      (#""id":1"#, #""id":null"#, .unexpectedMessage), (#""id":1"#, #""id":1.0"#, .unexpectedMessage),
      (#""id":1,"#, "", .malformedMessage), (#""2.0""#, #""1.0""#, .malformedMessage),
      (#""2.0""#, "2.0", .malformedMessage), (#""connect_app""#, #""connect_app.finish""#, .unexpectedMessage),
      (#""connect_app""#, #""get_session""#, .unexpectedMessage),
      (#""params":{"#, #""params":{"x":1,"#, .malformedMessage),
      (#""id":1,"#, #""id":1,"x":1,"#, .malformedMessage), (#""id":1,"#, #""id":1,"id":1,"#, .malformedMessage),
      (#""msg":"#, #""msh":"#, .malformedMessage), (#""msg":""#, #""msg":"=""#, .malformedMessage),
      ("{\"jsonrpc", "[{\"jsonrpc", .malformedMessage), ("}}", "}}x", .malformedMessage),
      ("}}", "}} " + String(repeating: " ", count: 32_768), .malformedMessage),
    ]
    for (old, new, failure) in bad {
      let text = good.replacingGate(old, by: new)
      #expect(text != good)
      var provider = try ConnectAppVectorTests.provider(vector)
      #expect(provider.received(text: Array(text.utf8)).failure == failure, "\(new.prefix(60))")
    }
  }

  @Test func results() throws {
    let vector = try Vectors.pairing()
    let good = try vector.text("text2")
    let bad: [(String, String, HandshakeFailure)] = [
      (#""id":1"#, #""id":2"#, .malformedMessage), (#""2.0""#, #""1.0""#, .malformedMessage),
      (#""result":{"#, #""result":{"x":1,"#, .malformedMessage), (#""id":1,"#, "", .malformedMessage),
      (#""result":{"#, #""x":1,"result":{"#, .malformedMessage), (#""result":{"#, #""resulf":{"#, .malformedMessage),
    ]
    for (old, new, failure) in bad {
      var consumer = try ConnectAppVectorTests.consumer(vector)
      _ = consumer.start()
      #expect(consumer.received(text: Array(good.replacingGate(old, by: new).utf8)).failure == failure)
    }
    var refused = try ConnectAppVectorTests.consumer(vector)
    _ = refused.start()
    let error = #"{"jsonrpc":"2.0","id":1,"error":{"code":1001,"message":"no"}}"#
    #expect(refused.received(text: Array(error.utf8)).failure == .refusedByProvider)
  }

  @Test func aManifestOfTheGreatestSizeFits() throws {
    var sides = try Sides()
    let empty = #"{"a":""}"#
    sides.consumer.manifest = Array(
      #"{"a":"\#(String(repeating: "x", count: ConnectApp.maximumManifestSize - empty.utf8.count))"}"#.utf8)
    #expect(sides.consumer.manifest.count == ConnectApp.maximumManifestSize)
    let met = try sides.run()
    #expect(met.claim.manifest == sides.consumer.manifest)
    #expect(met.text3.count <= ConnectApp.maximumTextSize)
  }

  @Test func noRandomness() throws {
    let sides = try Sides()
    #expect(throws: HandshakeFailure.internalFailure) {
      try ConsumerHandshake(sides.consumer, random: ScriptedRandom([1]))
    }
    var consumer = try sides.newConsumer()
    var provider = ProviderHandshake(sides.provider, random: ScriptedRandom([1]))
    let text1 = try #require(consumer.start().text)
    let failure = provider.received(text: text1).failure
    #expect(failure == .internalFailure)
    #expect(failure?.closeCode == 1011)
  }
}
