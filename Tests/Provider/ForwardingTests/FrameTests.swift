import Testing
import Transport

@testable import Forwarding

@Suite struct FrameTests {
  static let opening = ForwardedOpening(
    discovery: [1, 2, 3], address: "127.0.0.1", port: 4711, user: 1000, offeredSubprotocols: "payport.v1",
    selectedSubprotocol: "payport.v1", authority: "127.0.0.1:4000")

  @Test func framesAreReadAsTheyWereWritten() throws {
    var anonymous = Self.opening
    anonymous.user = nil
    let frames: [ForwardedFrame] = [
      .open(Self.opening), .open(anonymous), .ask([]), .ask([1]), .answer([2, 3]), .message(.text([])),
      .message(.text(Array("{}".utf8))),
      .message(.binary([0, 255])), .taken(1 << 40), .invited, .authenticated, .findProcess, .process(nil),
      .process(.init(identifier: 7, executablePath: "/usr/bin/chat")),
      .process(.init(identifier: 7, executablePath: nil)), .close(.goingAway), .cut, .ping, .pong,
    ]
    let written = frames.enumerated().map { SessionFrame(session: UInt64($0.offset), frame: $0.element) }
    var bytes: [UInt8] = []
    for frame in written { FrameCoding.encode(frame, into: &bytes) }
    #expect(try FrameCoding.decode(bytes) == written)
    // Wherever the bytes are cut, they are not taken for a whole.
    let ends = written.indices.map { count in
      var part: [UInt8] = []
      for frame in written.prefix(count) { FrameCoding.encode(frame, into: &part) }
      return part.count
    }
    for count in bytes.indices where !ends.contains(count) {
      #expect(throws: FrameCoding.Unreadable.self) { try FrameCoding.decode(Array(bytes.prefix(count))) }
    }
  }

  @Test func anUnknownKindIsNotRead() {
    #expect(throws: FrameCoding.Unreadable.self) { try FrameCoding.decode([200] + [UInt8](repeating: 0, count: 12)) }
  }
}
