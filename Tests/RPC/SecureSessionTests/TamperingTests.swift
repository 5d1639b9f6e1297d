import Cryptography
import SecureSession
import Testing

/// Tests changed, missing, reflected, replayed and swapped messages. All of them must end the handshake.
@Suite struct TamperingTests {
  @Test func everyByteOfTheFirstMessage() throws {
    let sides = try Sides()
    var consumer = try sides.newConsumer()
    let text = try #require(consumer.start().text)
    let original = try message(in: text)
    #expect(original.count == 32)
    for index in original.indices {
      var broken = original
      broken[index] ^= 0x01
      var provider = sides.newProvider()
      #expect(provider.received(text: replacing(original, by: broken, in: text)).failure == .gateRefused)
    }
    // If the gate matches the changed message, the consumer detects the change, because the hashes of both sides
    // differ.
    for index in original.indices {
      var broken = original
      broken[index] ^= 0x01
      var provider = sides.newProvider()
      var initiator = try sides.newConsumer()
      let first = try #require(initiator.start().text)
      let mine = try message(in: first)
      broken = mine
      broken[index] ^= 0x01
      let tag = try HMACSHA256.authenticate(
        Array("payport/connect_app/1gate\0".utf8), broken, key: sides.provider.gateKey)
      let forged =
        Array(
          #"{"jsonrpc":"2.0","id":1,"method":"connect_app","params":{"msg":"\#(Base64URL.encode(broken))","#.utf8)
        + Array(#""gate":"\#(Base64URL.encode(tag.prefix(16)))"}}"#.utf8)
      let action = provider.received(text: forged)
      guard let second = action.text else {
        #expect(action.failure == .authenticationFailed)
        continue
      }
      #expect(initiator.received(text: second).failure == .authenticationFailed)
    }
  }

  @Test func everyByteOfTheSecondMessage() throws {
    let vector = try Vectors.pairing()
    let text = try vector.utf8("text2")
    let original = try vector.bytes("m2")
    for index in original.indices {
      var broken = original
      broken[index] ^= 0x80
      var consumer = try ConnectAppVectorTests.consumer(vector)
      _ = consumer.start()
      let action = consumer.received(text: replacing(original, by: broken, in: text))
      // X25519 ignores the top bit of a u-coordinate, but the bit is hashed, so the next tag does not match.
      #expect(action.failure == .authenticationFailed, "byte \(index)")
      #expect(consumer.received(text: text).failure == .unexpectedMessage)
    }
  }

  @Test func everyByteOfTheThirdMessage() throws {
    let vector = try Vectors.pairing()
    let text = try vector.utf8("text3")
    let original = try vector.bytes("m3")
    for index in original.indices {
      var broken = original
      broken[index] ^= 0x80
      var provider = try ConnectAppVectorTests.provider(vector)
      _ = try provider.received(text: vector.utf8("text1"))
      #expect(
        provider.received(text: replacing(original, by: broken, in: text)).failure == .authenticationFailed,
        "byte \(index)")
      #expect(provider.received(text: text).failure == .unexpectedMessage)
    }
  }

  @Test func everyByteOfTheFirstEncryptedFrame() throws {
    let vector = try Vectors.pairing()
    let original = try vector.bytes("first_frame")
    for index in original.indices {
      var broken = original
      broken[index] ^= 1
      var consumer = try ConnectAppVectorTests.consumer(vector)
      _ = consumer.start()
      _ = try consumer.received(text: vector.utf8("text2"))
      #expect(consumer.received(binary: broken).failure == .authenticationFailed)
      #expect(consumer.received(binary: original).failure == .unexpectedMessage)
    }
  }

  @Test func everyLengthOfEveryMessage() throws {
    let vector = try Vectors.pairing()
    for (name, other) in [("m1", "text1"), ("m2", "text2"), ("m3", "text3")] {
      let original = try vector.bytes(name)
      for cut in [Array(original.dropLast()), Array(original.dropLast(17)), [], original + [0]] {
        let text = replacing(original, by: cut, in: try vector.utf8(other))
        if name == "m2" {
          var consumer = try ConnectAppVectorTests.consumer(vector)
          _ = consumer.start()
          #expect(consumer.received(text: text).failure != nil)
        } else {
          var provider = try ConnectAppVectorTests.provider(vector)
          if name == "m3" { _ = try provider.received(text: vector.utf8("text1")) }
          #expect(provider.received(text: text).failure != nil)
        }
      }
    }
  }

  @Test func theGate() throws {
    let sides = try Sides()
    var consumer = try sides.newConsumer()
    let frame = String(decoding: try #require(consumer.start().text), as: UTF8.self)
    let parts = frame.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    let gate = parts[parts.count - 2]
    func answer(_ text: String) -> HandshakeFailure? {
      var provider = sides.newProvider()
      return provider.received(text: Array(text.utf8)).failure
    }
    #expect(answer(frame) == nil)
    for index in 0..<16 {
      var broken = try Base64URL.decode(gate)
      broken[index] ^= 1
      #expect(answer(frame.replacingGate(gate, by: Base64URL.encode(broken))) == .gateRefused)
    }
    #expect(answer(frame.replacingGate(gate, by: "")) == .gateRefused)
    #expect(answer(frame.replacingGate(gate, by: String(gate.dropLast(2)))) == .gateRefused)
    #expect(answer(frame.replacingGate(gate, by: gate + "AA")) == .gateRefused)
    #expect(answer(frame.replacingGate(gate, by: "=")) == .gateRefused)
    #expect(answer(frame.replacingGate(#","gate":"\#(gate)""#, by: "")) == .gateRefused)
    #expect(answer(frame.replacingGate("\"\(gate)\"", by: "null")) == .gateRefused)

    // Each start of the provider has another gate key.
    var restarted = sides.provider
    restarted.gateKey = try SecretBytes(count: 32, from: SystemRandom())
    var provider = ProviderHandshake(restarted, random: SystemRandom())
    #expect(provider.received(text: Array(frame.utf8)).failure == .gateRefused)
  }

  @Test func reflection() throws {
    let sides = try Sides()
    // The consumer and the provider receive their own messages.
    var consumer = try sides.newConsumer()
    let text1 = try #require(consumer.start().text)
    #expect(consumer.received(text: text1).failure == .malformedMessage)

    let first = try message(in: text1)
    var again = try sides.newConsumer()
    _ = again.start()
    let asResult = Array(#"{"jsonrpc":"2.0","id":1,"result":{"msg":"\#(Base64URL.encode(first))"}}"#.utf8)
    #expect(again.received(text: asResult).failure == .malformedMessage)

    let met = try sides.run()
    var provider = sides.newProvider()
    _ = provider.received(text: met.text1)
    let second = Base64URL.encode(try message(in: met.text2))
    let asFinish = #"{"jsonrpc":"2.0","id":2,"method":"connect_app.finish","params":{"msg":"\#(second)"}}"#
    #expect(provider.received(text: Array(asFinish.utf8)).failure == .authenticationFailed)

    // A record returns to its sender.
    let (ours, _) = try sides.channels()
    let frame = try ours.seal([1, 2, 3])[0]
    #expect(throws: SecureChannelError.fatal) { try ours.open(frame) }
  }

  @Test func replay() throws {
    let sides = try Sides()
    let met = try sides.run()
    // A replayed m1 with its gate begins a new handshake, which the replayed m3 cannot finish.
    var provider = sides.newProvider()
    let second = try #require(provider.received(text: met.text1).text)
    #expect(second != met.text2)
    #expect(provider.received(text: met.text3).failure == .authenticationFailed)
    // The m2 of an earlier session is invalid in a new one.
    var consumer = try sides.newConsumer()
    _ = consumer.start()
    #expect(consumer.received(text: met.text2).failure == .authenticationFailed)
  }

  @Test func swappedRoles() throws {
    // Two consumers, or two providers, cannot complete a handshake with each other.
    let sides = try Sides()
    var one = try sides.newConsumer()
    var other = try sides.newConsumer()
    _ = one.start()
    #expect(one.received(text: try #require(other.start().text)).failure == .malformedMessage)
    var provider = sides.newProvider()
    var second = sides.newProvider()
    let met = try sides.run()
    let answer = try #require(provider.received(text: met.text1).text)
    #expect(second.received(text: answer).failure == .malformedMessage)
  }
}

extension String {
  func replacingGate(_ old: String, by new: String) -> String {
    guard let range = range(of: old) else { return self }
    return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
  }

  private func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
