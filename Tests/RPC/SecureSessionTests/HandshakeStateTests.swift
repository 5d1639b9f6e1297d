import Cryptography
import JSON
import SecureSession
import Testing

/// Tests every message of the protocol, as text and as binary, in every state of both machines. Only the next expected
/// message is accepted; every other one closes the connection and ends the machine.
@Suite struct HandshakeStateTests {
  enum ConsumerState: CaseIterable { case new, sentFirst, sentThird, established, dead }
  enum ProviderState: CaseIterable { case new, sentSecond, deciding, established, dead }

  static let result = Array(#"{"status":"approved"}"#.utf8)

  /// The messages of one recorded session, and some invalid ones.
  static func messages(_ vector: Case) throws -> [(name: String, bytes: [UInt8])] {
    [
      ("m1", try vector.utf8("text1")), ("m2", try vector.utf8("text2")), ("m3", try vector.utf8("text3")),
      ("first", try vector.bytes("first_frame")), ("empty", []), ("garbage", [0, 1, 2]), ("object", Array("{}".utf8)),
    ]
  }

  static func consumer(in state: ConsumerState, _ vector: Case) throws -> ConsumerHandshake {
    var machine = try ConnectAppVectorTests.consumer(vector)
    if state == .new { return machine }
    _ = machine.start()
    if state == .sentFirst { return machine }
    _ = try machine.received(text: state == .dead ? [] : vector.utf8("text2"))
    if state == .established { _ = try machine.received(binary: vector.bytes("first_frame")) }
    return machine
  }

  static func provider(in state: ProviderState, _ vector: Case) throws -> ProviderHandshake {
    var machine = try ConnectAppVectorTests.provider(vector)
    if state == .new { return machine }
    _ = try machine.received(text: state == .dead ? [] : vector.utf8("text1"))
    if state == .sentSecond || state == .dead { return machine }
    _ = try machine.received(text: vector.utf8("text3"))
    if state == .established { _ = try machine.finish(result: result) }
    return machine
  }

  @Test(arguments: ConsumerState.allCases)
  func consumer(state: ConsumerState) throws {
    let vector = try Vectors.pairing()
    for (name, bytes) in try Self.messages(vector) {
      var byText = try Self.consumer(in: state, vector)
      let action = byText.received(text: bytes)
      if state == .sentFirst && name == "m2" {
        #expect(action.text != nil)
      } else {
        #expect(action.failure?.closeCode == 1008, "\(name) as text")
        #expect(byText.start().failure == .unexpectedMessage)
        #expect(try byText.received(text: vector.utf8("text2")).failure == .unexpectedMessage)
        #expect(try byText.received(binary: vector.bytes("first_frame")).failure == .unexpectedMessage)
      }
      var byBinary = try Self.consumer(in: state, vector)
      let other = byBinary.received(binary: bytes)
      if state == .sentThird && name == "first" {
        #expect(other.established != nil)
      } else {
        #expect(other.failure?.closeCode == 1008, "\(name) as binary")
        #expect(try byBinary.received(binary: vector.bytes("first_frame")).failure == .unexpectedMessage)
        #expect(try byBinary.received(text: vector.utf8("text2")).failure == .unexpectedMessage)
      }
    }
    var started = try Self.consumer(in: state, vector)
    #expect((started.start().text != nil) == (state == .new))
  }

  @Test(arguments: ProviderState.allCases)
  func provider(state: ProviderState) throws {
    let vector = try Vectors.pairing()
    for (name, bytes) in try Self.messages(vector) {
      var byText = try Self.provider(in: state, vector)
      let action = byText.received(text: bytes)
      if state == .new && name == "m1" {
        #expect(action.text != nil)
      } else if state == .sentSecond && name == "m3" {
        #expect(action.claim != nil)
      } else {
        #expect(action.failure?.closeCode == 1008, "\(name) as text")
        #expect(try byText.received(text: vector.utf8("text1")).failure == .unexpectedMessage)
        #expect(try byText.received(text: vector.utf8("text3")).failure == .unexpectedMessage)
        #expect(throws: HandshakeFailure.unexpectedMessage) { try byText.finish(result: Self.result) }
      }
      var byBinary = try Self.provider(in: state, vector)
      #expect(byBinary.received(binary: bytes).failure?.closeCode == 1008, "\(name) as binary")
      #expect(throws: HandshakeFailure.unexpectedMessage) { try byBinary.finish(result: Self.result) }
    }
    var finished = try Self.provider(in: state, vector)
    #expect(((try? finished.finish(result: Self.result)) != nil) == (state == .deciding))
  }

  @Test func theSessionCarriesMessagesBothWays() throws {
    let (consumer, provider) = try Sides().channels()
    for count in 0..<5 {
      let message = [UInt8](repeating: 7, count: count * 50)
      #expect(try provider.open(consumer.seal(message)[0]) == .message(message))
      #expect(try consumer.open(provider.seal(message)[0]) == .message(message))
    }
  }

  @Test func aLongResultComesInSeveralFrames() throws {
    let sides = try Sides()
    var met = try sides.run()
    let filler = String(repeating: "x", count: 200_000)
    let established = try met.provider.finish(result: Array(#"{"status":"denied","filler":"\#(filler)"}"#.utf8))
    #expect(established.frames.count == 4)
    for frame in established.frames.dropLast() { #expect(met.consumer.received(binary: frame).waits) }
    let session = try #require(met.consumer.received(binary: established.frames[3]).established)
    #expect(session.status == .denied)
    #expect(session.result["filler"]?.stringValue == filler)
    #expect(session.pairingCode == nil)
  }
}
