import Cryptography
import Testing

@testable import SecureSession

/// Records in the wrong order, changed, cut, oversized: the channel dies and stays dead.
@Suite struct RecordTests {
  typealias Pair = (sender: SecureChannel, receiver: SecureChannel)

  /// Channels with known keys; `cipher` seals raw plaintexts in the sender's place.
  static func pair(_ limits: RecordLimits = .standard) throws -> Pair {
    (
      try SecureChannel(send: cipher(1), receive: cipher(2), limits: limits),
      try SecureChannel(send: cipher(2), receive: cipher(1), limits: limits)
    )
  }

  static func cipher(_ key: UInt8) throws -> CipherState {
    try CipherState(key: SecretBytes([UInt8](repeating: key, count: 32)))
  }

  /// A frame with this very plaintext, as a peer could make it that breaks the rules.
  static func raw(_ plaintext: [UInt8], counter: UInt64 = 0) throws -> [UInt8] {
    let cipher = try ChaCha20Poly1305(key: SecretBytes([UInt8](repeating: 1, count: 32)))
    return try cipher.seal(plaintext, nonce: .init(counter: counter))
  }

  static func expectDead(_ channel: SecureChannel, then frame: [UInt8]) {
    #expect(channel.isErased)
    #expect(throws: SecureChannelError.fatal) { try channel.open(frame) }
    #expect(throws: SecureChannelError.fatal) { try channel.seal([1]) }
    #expect(throws: SecureChannelError.fatal) { try channel.sealGoodbye() }
  }

  @Test func reorderingAndReplay() throws {
    let (sender, receiver) = try Self.pair()
    let frames = try (0..<3).map { try sender.seal([UInt8($0)])[0] }
    #expect(try receiver.open(frames[0]) == .message([0]))
    #expect(throws: SecureChannelError.fatal) { try receiver.open(frames[2]) }
    Self.expectDead(receiver, then: frames[1])

    let (again, other) = try Self.pair()
    let frame = try again.seal([1])[0]
    #expect(try other.open(frame) == .message([1]))
    #expect(throws: SecureChannelError.fatal) { try other.open(frame) }
    Self.expectDead(other, then: try again.seal([2])[0])
  }

  @Test func everyByteAndEveryLength() throws {
    let frame = try Self.pair().sender.seal(Array("a message".utf8))[0]
    for index in frame.indices {
      var broken = frame
      broken[index] ^= 0x10
      let receiver = try Self.pair().receiver
      #expect(throws: SecureChannelError.fatal) { try receiver.open(broken) }
      Self.expectDead(receiver, then: frame)
      let other = try Self.pair().receiver
      #expect(throws: SecureChannelError.fatal) { try other.open(Array(frame[..<index])) }
      Self.expectDead(other, then: frame)
    }
    let receiver = try Self.pair().receiver
    #expect(throws: SecureChannelError.fatal) { try receiver.open(frame + [0]) }
  }

  @Test func shapesThatNoHonestPeerSends() throws {
    for plaintext in [[], [3], [3, 1], [0xFF, 1], [1], [2, 0]] as [[UInt8]] {
      let receiver = try Self.pair().receiver
      #expect(throws: SecureChannelError.fatal) { try receiver.open(Self.raw(plaintext)) }
      Self.expectDead(receiver, then: try Self.raw([0, 1]))
    }
    // Goodbye inside a message.
    let receiver = try Self.pair().receiver
    #expect(try receiver.open(Self.raw([1, 1])) == .incomplete)
    #expect(throws: SecureChannelError.fatal) { try receiver.open(Self.raw([2], counter: 1)) }
    Self.expectDead(receiver, then: try Self.raw([0, 1], counter: 2))
  }

  @Test func framesAboveTheLimit() throws {
    let receiver = try Self.pair().receiver
    let largest = try Self.raw([0] + [UInt8](repeating: 7, count: SecureChannel.maximumFrameData))
    #expect(largest.count == 65_535)
    guard case .message(let message) = try receiver.open(largest) else { throw SecureChannelError.fatal }
    #expect(message.count == SecureChannel.maximumFrameData)
    let tooLarge = try Self.raw([0] + [UInt8](repeating: 7, count: 65_519), counter: 1)
    #expect(tooLarge.count == 65_536)
    #expect(throws: SecureChannelError.fatal) { try receiver.open(tooLarge) }
    Self.expectDead(receiver, then: try Self.raw([0, 1], counter: 1))
  }

  @Test func messagesUpToOneMebibyteAndNoByteMore() throws {
    let (sender, receiver) = try Self.pair()
    let greatest = [UInt8](repeating: 7, count: 1 << 20)
    let frames = try sender.seal(greatest)
    #expect(frames.count == 17)
    #expect(frames.allSatisfy { $0.count <= 65_535 })
    for frame in frames.dropLast() { #expect(try receiver.open(frame) == .incomplete) }
    #expect(try receiver.open(frames[16]) == .message(greatest))
    #expect(receiver.assembly.capacity == 0)
    // Ours: refused before anything is sent, and the channel goes on.
    #expect(throws: SecureChannelError.messageTooLarge) { try sender.seal(greatest + [7]) }
    #expect(try receiver.open(sender.seal([1])[0]) == .message([1]))
    // Theirs: dead as soon as the count is above, not at the end of the message.
    let other = try Self.pair().receiver
    let part = [1] + [UInt8](repeating: 7, count: 65_536 / 2)
    for counter in UInt64(0)..<32 { #expect(try other.open(Self.raw(part, counter: counter)) == .incomplete) }
    #expect(throws: SecureChannelError.fatal) { try other.open(Self.raw([1, 7], counter: 32)) }
    Self.expectDead(other, then: try Self.raw([0, 1], counter: 32))
    let last = try Self.pair().receiver
    for counter in UInt64(0)..<32 { #expect(try last.open(Self.raw(part, counter: counter)) == .incomplete) }
    #expect(throws: SecureChannelError.fatal) { try last.open(Self.raw([0, 7], counter: 32)) }
  }

  @Test func nothingFollowsAGoodbye() throws {
    let (sender, receiver) = try Self.pair()
    #expect(try receiver.open(sender.sealGoodbye()) == .goodbye)
    #expect(throws: SecureChannelError.closed) { try sender.seal([1]) }
    #expect(throws: SecureChannelError.closed) { try sender.sealGoodbye() }
    // The other direction goes on, until a frame comes after the goodbye.
    #expect(try sender.open(receiver.seal([5])[0]) == .message([5]))
    #expect(throws: SecureChannelError.fatal) { try receiver.open(Self.raw([0, 1], counter: 1)) }
    Self.expectDead(receiver, then: try Self.raw([0, 1], counter: 1))
  }

  @Test(arguments: [UInt64(1), 2, 3, 7])
  func rekeyOfEachDirectionAlone(interval: UInt64) throws {
    let limits = RecordLimits(rekeyInterval: interval, frameCount: 1 << 32)
    let (sender, receiver) = try Self.pair(limits)
    for counter in 0..<30 {
      #expect(try receiver.open(sender.seal([UInt8(counter)])[0]) == .message([UInt8(counter)]))
      if counter.isMultiple(of: 4) { #expect(try sender.open(receiver.seal([9])[0]) == .message([9])) }
    }
    // A peer that does not change its key is not understood, from the very frame after the interval.
    let strict = try Self.pair(limits).receiver
    for counter in 0..<interval { _ = try strict.open(Self.raw([0], counter: counter)) }
    #expect(throws: SecureChannelError.fatal) { try strict.open(Self.raw([0], counter: interval)) }
  }

  @Test func rekeyInsideAMessageOfManyFrames() throws {
    let (sender, receiver) = try Self.pair(RecordLimits(rekeyInterval: 2, frameCount: 1 << 32))
    let message = (0..<400_000).map { UInt8(truncatingIfNeeded: $0) }
    var last: SecureChannel.Opened?
    for frame in try sender.seal(message) { last = try receiver.open(frame) }
    #expect(last == .message(message))
  }

  @Test func theCounterEnds() throws {
    let limits = RecordLimits(rekeyInterval: 1 << 16, frameCount: 3)
    let (sender, receiver) = try Self.pair(limits)
    for byte in UInt8(0)..<3 { #expect(try receiver.open(sender.seal([byte])[0]) == .message([byte])) }
    #expect(throws: SecureChannelError.exhausted) { try sender.seal([3]) }
    Self.expectDead(sender, then: [])
    #expect(throws: SecureChannelError.fatal) { try receiver.open(Self.raw([0, 3], counter: 3)) }
    // A message that would not fit is not begun.
    let short = try Self.pair(limits).sender
    var emitted = 0
    #expect(throws: SecureChannelError.exhausted) {
      try short.seal([UInt8](repeating: 0, count: 300_000)) { _ in emitted += 1 }
    }
    #expect(emitted == 0)
    #expect(RecordLimits.standard == RecordLimits(rekeyInterval: 65_536, frameCount: 4_294_967_296))
  }

  @Test func erasedOnDemand() throws {
    let (sender, receiver) = try Self.pair()
    let frame = try sender.seal([1])[0]
    sender.erase()
    receiver.erase()
    Self.expectDead(sender, then: frame)
    Self.expectDead(receiver, then: frame)
  }
}
