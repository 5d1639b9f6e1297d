import TestSupport
import Testing
import Transport

@testable import WebSocketTransport

/// Tests valid and invalid frames from a client that sends raw bytes.
@Suite(.timeLimit(.minutes(5)))
struct FramingTests {
  /// Runs a raw client against a started server channel, and returns the client's result.
  private func exchange<T: Sendable>(
    _ configure: (inout WebSocketListener.Configuration) -> Void = { _ in },
    client body: @escaping @Sendable (RawClient) throws -> T
  ) async throws -> (found: T, messages: [Message], reason: CloseReason) {
    let server = try Server(configure)
    try await server.start()
    let port = server.address.port
    async let found = blocking {
      let client = try RawClient(port: port)
      try client.upgrade()
      return try body(client)
    }
    let recorder = Recorder(try await server.nextChannel())
    await recorder.start()
    let result = (try await found, await recorder.waitForClose())
    let messages = await recorder.messages
    await server.stop()
    return (result.0, messages, result.1)
  }

  private static let close = RawClient.frame(8, [3, 232])

  @Test func framesMayComeByteByByte() async throws {
    let long = [UInt8](repeating: 5, count: 300)
    let result = try await exchange { client in
      try client.writeByteByByte(RawClient.frame(1, Array("hello".utf8)) + RawClient.frame(2, long) + Self.close)
      return client.readClose()
    }
    #expect(result.messages == [.text(Array("hello".utf8)), .binary(long)])
    #expect(result.found == 1000 && result.reason == .peer(.normal))
  }

  @Test(arguments: [true, false])
  func framesMayComeAllAtOnce(_ startsAtOnce: Bool) async throws {
    let thread = try ServiceThread()
    let listener = WebSocketListener(on: thread)
    let recorders = AsyncStream<Recorder>.makeStream()
    let addresses = try await listener.start { channel in
      let recorder = Recorder(channel)
      if startsAtOnce { recorder.assumeIsolated { $0.start() } }
      recorders.continuation.yield(recorder)
    }
    let port = try #require(addresses.first).port
    async let code = blocking {
      let client = try RawClient(port: port)
      let frames = (0..<50).flatMap { RawClient.frame(2, [UInt8($0)]) }
      try client.upgrade()
      try client.write(frames + Self.close)
      return client.readClose()
    }
    let recorder = try #require(await recorders.stream.first { _ in true })
    if !startsAtOnce { await recorder.start() }
    let reason = await recorder.waitForClose()
    #expect(reason == .peer(.normal))
    let messages = await recorder.messages
    #expect(messages == (0..<50).map { .binary([UInt8($0)]) })
    let found = try await code
    #expect(found == 1000)
    await listener.stop()
    await thread.stop()
  }

  @Test func fragmentsAreAssembledAroundControlFrames() async throws {
    let result = try await exchange { client in
      try client.write(
        RawClient.frame(1, Array("a".utf8), isLast: false) + RawClient.frame(9, [42])
          + RawClient.frame(0, [], isLast: false) + RawClient.frame(0, Array("b".utf8), isLast: false)
          + RawClient.frame(0, []))
      let pong = client.readFrame()
      try client.write(Self.close)
      return pong
    }
    #expect(result.found == RawClient.Frame(opcode: 10, payload: [42]))
    #expect(result.messages == [.text(Array("ab".utf8))])
  }

  @Test func fragmentsAreCountedTogether() async throws {
    let result = try await exchange({ $0.limits.messageBytes = 1000 }) { client in
      try client.write(RawClient.frame(2, [UInt8](repeating: 1, count: 600), isLast: false))
      try client.write(RawClient.frame(0, [UInt8](repeating: 1, count: 401), isLast: false))
      return client.readClose()
    }
    #expect(result.found == 1009 && result.reason == .local(.messageTooBig))
    #expect(result.messages.isEmpty)
  }

  @Test func theDeclaredLengthIsEnoughToRefuse() async throws {
    for length: [UInt8] in [[0, 0, 0, 0, 0, 16, 0, 1], [127, 255, 255, 255, 255, 255, 255, 255]] {
      let result = try await exchange { client in
        try client.write([0x82, 0xff] + length + [1, 2, 3, 4, 0])
        return client.readClose()
      }
      #expect(result.found == 1009 && result.reason == .local(.messageTooBig))
    }
  }

  @Test func aMessageAtTheLimitIsTaken() async throws {
    let bytes = [UInt8](repeating: 3, count: 1 << 20)
    let result = try await exchange { client in
      try client.write(RawClient.frame(2, bytes) + Self.close)
      return client.readClose()
    }
    #expect(result.messages == [.binary(bytes)])
  }

  @Test(arguments: [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xc0, 0x80]] as [[UInt8]])
  func textThatIsNotUTF8IsRefused(_ bytes: [UInt8]) async throws {
    let result = try await exchange { client in
      try client.write(RawClient.frame(1, bytes))
      return client.readClose()
    }
    #expect(result.found == 1007 && result.reason == .local(.invalidPayload) && result.messages.isEmpty)
  }

  @Test func aCharacterMayBeSplitButNotCutShort() async throws {
    let split = try await exchange { client in
      try client.write(RawClient.frame(1, [0xc3], isLast: false) + RawClient.frame(0, [0xa9]) + Self.close)
      return client.readClose()
    }
    #expect(split.messages == [.text([0xc3, 0xa9])])
    let cut = try await exchange { client in
      try client.write(RawClient.frame(1, [0xc3], isLast: false) + RawClient.frame(0, []))
      return client.readClose()
    }
    #expect(cut.found == 1007 && cut.messages.isEmpty)
  }

  @Test(
    arguments: [
      [0x83, 0x80, 1, 2, 3, 4],  // reserved opcode
      [0xc2, 0x80, 1, 2, 3, 4],  // reserved bit
      [0x80, 0x80, 1, 2, 3, 4],  // continuation of nothing
      [0x09, 0x80, 1, 2, 3, 4],  // fragmented ping
    ] as [[UInt8]])
  func brokenFramesAreRefused(_ bytes: [UInt8]) async throws {
    let result = try await exchange { client in
      try client.write(bytes)
      return client.readClose()
    }
    #expect(result.found == 1002 && result.reason == .local(.protocolError))
  }

  @Test func aConnectionThatEndsInTheMiddleOfAFrameIsLost() async throws {
    let result = try await exchange { client in
      try client.write([0x82, 0xfe, 1, 0, 1, 2, 3, 4, 9, 9])
      return true
    }
    #expect(result.reason == .lost && result.messages.isEmpty)
  }

  @Test func ourFramesAreWhatTheStandardSays() async throws {
    try await withServer { server in
      let port = server.address.port
      async let frames = blocking {
        let client = try RawClient(port: port)
        try client.upgrade()
        return (0..<5).compactMap { _ in client.readFrame() }
      }
      let recorder = Recorder(try await server.nextChannel())
      await recorder.start()
      let sizes = [0, 125, 126, 65_536]
      for size in sizes { try await recorder.send(.binary([UInt8](repeating: 1, count: size))) }
      await recorder.close(.tryAgainLater)
      #expect(
        try await frames
          == sizes.map { RawClient.Frame(opcode: 2, payload: [UInt8](repeating: 1, count: $0)) }
          + [RawClient.Frame(opcode: 8, payload: [3, 245])])
    }
  }
}
