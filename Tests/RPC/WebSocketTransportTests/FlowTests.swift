import TestSupport
import Testing
import Transport

@testable import WebSocketTransport

/// Tests that pausing at every possible position does not lose, repeat or reorder a byte.
@Suite(.timeLimit(.minutes(5)))
struct FlowTests {
  /// Numbered messages of many sizes, so that every loss is detected.
  private static func numbered(_ count: Int) -> [Message] {
    (0..<count).map { number in
      let size = [0, 1, 7, 125, 126, 130, 700, 5000][number * 7 % 8]
      return .binary(
        [UInt8(number & 0xff), UInt8(number >> 8)] + [UInt8](repeating: UInt8(number & 0xff), count: size))
    }
  }

  @Test(arguments: [1, 2, 3, 5, 17])
  func aReaderThatPausesEveryFewMessagesLosesNothing(_ stride: Int) async throws {
    let messages = Self.numbered(600)
    let server = try Server { _ in }
    try await server.start()
    let port = server.address.port
    async let code = blocking {
      let client = try RawClient(port: port)
      let frames = messages.flatMap { RawClient.frame(2, $0.bytes) } + RawClient.frame(8, [3, 232])
      try client.upgrade()
      // All frames are in one stream, so a read may end anywhere.
      try client.write(frames)
      return client.readClose()
    }
    let recorder = Recorder(try await server.nextChannel())
    let seen = Log()
    await recorder.start { recorder, _ in
      seen.add(0)
      guard seen.all.count % stride == 0 else { return }
      recorder.channel.pauseReading()
      let channel = recorder.channel
      // Reading is resumed sometimes before the next wait for sockets and sometimes after it.
      if seen.all.count % 2 == 0 {
        channel.executor.submit { channel.resumeReading() }
      } else {
        channel.executor.schedule(after: .zero) { channel.resumeReading() }
      }
    }
    let reason = await recorder.waitForClose()
    #expect(reason == .peer(.normal))
    let received = await recorder.messages
    #expect(received == messages)
    let found = try await code
    #expect(found == 1000)
    await server.stop()
  }

  @Test func aClientThatStartsLateLosesNothing() async throws {
    let messages = Self.numbered(300)
    try await withServer { server in
      let channel = try await WebSocketConnector.connect(to: server.url, on: server.thread)
      let sender = Recorder(try await server.nextChannel())
      await sender.start()
      for message in messages { try await sender.send(message) }
      await sender.close(.normal)
      let recorder = Recorder(channel)
      await recorder.start { recorder, _ in
        recorder.channel.pauseReading()
        recorder.channel.resumeReading()
      }
      let reason = await recorder.waitForClose()
      #expect(reason == .peer(.normal))
      let received = await recorder.messages
      #expect(received == messages)
    }
  }

  @Test func whatCameBeforeAPauseIsDeliveredBeforeTheEnd() async throws {
    try await withServer { server in
      let port = server.address.port
      async let client: Void = blocking {
        let client = try RawClient(port: port)
        try client.upgrade()
        try client.write((0..<5).flatMap { RawClient.frame(2, [UInt8($0)]) } + RawClient.frame(8, [3, 232]))
        _ = client.isHungUp()
      }
      let recorder = Recorder(try await server.nextChannel())
      await recorder.start { recorder, message in if message == .binary([1]) { recorder.channel.pauseReading() } }
      #expect(await recorder.waitForMessages(2).count == 2)
      try await client
      #expect(await recorder.seen.count == 2)
      await recorder.resume()
      let reason = await recorder.waitForClose()
      #expect(reason == .peer(.normal))
      #expect(await recorder.messages == (UInt8(0)..<5).map { .binary([$0]) })
    }
  }
}
