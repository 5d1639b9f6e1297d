import Cryptography
import JSON
import Testing

@testable import SecureSession

/// Tests the record layer against protocol/vectors/records.json, byte for byte.
@Suite struct RecordVectorTests {
  let file: JSONValue
  let consumer: SecureChannel
  let provider: SecureChannel

  init() throws {
    file = try Vectors.read("records.json")
    let keys = Case(value: file)
    func channel(_ send: String, _ receive: String) throws -> SecureChannel {
      try SecureChannel(
        send: CipherState(key: keys.secret(send)), receive: CipherState(key: keys.secret(receive)), limits: .standard)
    }
    consumer = try channel("k_CP", "k_PC")
    provider = try channel("k_PC", "k_CP")
  }

  private func sides(_ record: Case) throws -> (sender: SecureChannel, receiver: SecureChannel) {
    try record.text("direction") == "C->P" ? (consumer, provider) : (provider, consumer)
  }

  private func playTranscript() throws {
    for record in try #require(file["transcript"]?.arrayValue).map(Case.init) {
      let (sender, receiver) = try sides(record)
      let frames = try sender.seal(record.bytes("message"))
      #expect(try frames == [record.bytes("frame")])
      #expect(try receiver.open(frames[0]) == .message(record.bytes("message")))
    }
  }

  @Test func firstFramesBothWaysThenFragmentsThenGoodbye() throws {
    try playTranscript()
    let fragmented = try #require(file["fragmented"].map(Case.init))
    let size = try #require(fragmented.value["message_size"]?.integerValue(as: Int.self))
    let message = (0..<size).map { UInt8(truncatingIfNeeded: 7 * $0 + 3) }
    #expect(try SHA256.hash(message) == fragmented.bytes("message_sha256"))
    let frames = try consumer.seal(message)
    let published = try #require(fragmented.value["frames"]?.arrayValue).map(Case.init)
    #expect(frames.count == published.count)
    for (frame, expected) in zip(frames, published) {
      #expect(frame.count == expected.value["size"]?.integerValue(as: Int.self))
      #expect(try SHA256.hash(frame) == expected.bytes("sha256"))
      let opened = try provider.open(frame)
      let isLast = expected.value["flag"]?.integerValue(as: Int.self) == 0
      #expect(opened == (isLast ? .message(message) : .incomplete))
    }
    for record in try #require(file["goodbye"]?.arrayValue).map(Case.init) {
      let (sender, receiver) = try sides(record)
      let frame = try sender.sealGoodbye()
      #expect(try frame == record.bytes("frame"))
      #expect(try receiver.open(frame) == .goodbye)
    }
    #expect(consumer.isErased && provider.isErased)
  }

  /// Tests the real interval, with all 131,074 frames in each direction.
  @Test(arguments: ["C->P", "P->C"])
  func framesAroundTwoRekeys(direction: String) throws {
    let (sender, receiver) = direction == "C->P" ? (consumer, provider) : (provider, consumer)
    let published = try #require(file["rekey"]?[direction]?.arrayValue).map(Case.init)
    #expect(published.count == 8)
    var next = 0
    for expected in published {
      let counter = try #require(expected.value["n"]?.integerValue(as: Int.self))
      while next < counter {
        let frame = try sender.seal([])[0]
        #expect(try receiver.open(frame) == .message([]))
        next += 1
      }
      let message = try expected.bytes("message")
      let frame = try sender.seal(message)[0]
      #expect(try frame == expected.bytes("frame"), "n = \(counter)")
      #expect(try receiver.open(frame) == .message(message))
      next += 1
    }
  }
}
