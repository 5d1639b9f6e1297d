import Testing
import Transport

/// Tests the contract of a channel on every carrier. `one` is the end of the client, `other` that of the server.
@Suite(.timeLimit(.minutes(5)))
struct ChannelContractTests {
  @Test(arguments: Carrier.allCases)
  func messagesArriveInOrder(_ carrier: Carrier) async throws {
    try await carrier.withPair { one, other in
      for number in 0..<500 { try await one.send(.binary([UInt8(number & 0xff), UInt8(number >> 8)])) }
      let received = await other.waitForMessages(500)
      #expect(received == (0..<500).map { .binary([UInt8($0 & 0xff), UInt8($0 >> 8)]) })
      #expect(await other.wasElsewhere == false)
    }
  }

  @Test(arguments: Carrier.allCases)
  func bothKindsTravelBothWays(_ carrier: Carrier) async throws {
    let sent: [Message] = [.text(Array("h\u{e9}llo \u{1f4b0}".utf8)), .binary([0, 255, 128]), .text([]), .binary([])]
    try await carrier.withPair { one, other in
      for message in sent { try await one.send(message) }
      for message in sent { try await other.send(message) }
      #expect(await other.waitForMessages(sent.count) == sent)
      #expect(await one.waitForMessages(sent.count) == sent)
    }
  }

  @Test(arguments: Carrier.allCases)
  func anAnswerIsSentFromInsideADelivery(_ carrier: Carrier) async throws {
    try await carrier.withPair(started: false) { one, other in
      await one.start()
      await other.start { recorder, message in
        #expect(throws: Never.self) { try recorder.channel.send(message) }
      }
      for number in UInt8(0)..<100 { try await one.send(.binary([number])) }
      #expect(await one.waitForMessages(100) == (UInt8(0)..<100).map { .binary([$0]) })
    }
  }

  @Test(arguments: Carrier.allCases, [65_535, 65_536, 1 << 20])
  func largeMessagesArriveWhole(_ carrier: Carrier, size: Int) async throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try await carrier.withPair { one, other in
      try await one.send(.binary(bytes))
      try await other.send(.binary(bytes))
      #expect(await other.waitForMessages(1) == [.binary(bytes)])
      #expect(await one.waitForMessages(1) == [.binary(bytes)])
    }
  }

  @Test(arguments: Carrier.allCases)
  func aMessageAboveTheLimitIsNotTaken(_ carrier: Carrier) async throws {
    var limits = Limits()
    limits.messageBytes = 1000
    try await carrier.withPair(limits: limits) { one, other in
      await #expect(throws: ChannelError.messageTooBig) {
        try await one.send(.binary([UInt8](repeating: 1, count: 1001)))
      }
      try await one.send(.binary([UInt8](repeating: 1, count: 1000)))
      #expect(await other.waitForMessages(1).map(\.count) == [1000])
    }
  }

  @Test(arguments: Carrier.allCases)
  func nothingIsDeliveredBeforeTheStart(_ carrier: Carrier) async throws {
    try await carrier.withPair(started: false) { one, other in
      await one.start()
      for number in UInt8(0)..<10 { try await one.send(.binary([number])) }
      await one.settle()
      #expect(await other.seen.isEmpty)
      await other.start()
      #expect(await other.waitForMessages(10) == (UInt8(0)..<10).map { .binary([$0]) })
    }
  }

  @Test(arguments: Carrier.allCases)
  func aPausedReaderStopsTheSender(_ carrier: Carrier) async throws {
    var limits = Limits()
    limits.messageBytes = 64 << 10
    limits.sendQueueBytes = 256 << 10
    limits.lowWaterBytes = 64 << 10
    let message = Message.binary([UInt8](repeating: 7, count: 32 << 10))
    try await carrier.withPair(limits: limits) { one, other in
      await other.pause()
      // The kernel's buffers hold some messages. When they are full, the queue fills up.
      var taken = 0
      while true {
        let (count, refusal) = await one.fill(with: message)
        #expect(refusal == .queueFull)
        taken += count
        let before = await one.queuedBytes
        for _ in 0..<20 { await one.settle() }
        if await one.queuedBytes == before { break }
      }
      #expect(await other.seen.isEmpty)
      #expect(await one.queuedBytes <= limits.sendQueueBytes)
      await other.resume()
      #expect(await other.waitForMessages(taken).count == taken)
      await one.waitForDrained()
      #expect(await one.queuedBytes == 0)
      try await one.send(message)
    }
  }

  @Test(arguments: Carrier.allCases)
  func aPauseHoldsForWhatIsOnItsWay(_ carrier: Carrier) async throws {
    try await carrier.withPair { one, other in
      let (sender, receiver) = (one.channel, other.channel)
      await withCheckedContinuation { continuation in
        sender.executor.submit {
          #expect(throws: Never.self) { try sender.send(.binary([1])) }
          receiver.pauseReading()
          continuation.resume()
        }
      }
      for _ in 0..<20 { await other.settle() }
      #expect(await other.seen.isEmpty)
      await other.resume()
      #expect(await other.waitForMessages(1) == [.binary([1])])
    }
  }

  @Test(arguments: Carrier.allCases)
  func aReaderThatPausesInsideADeliveryGetsNoMore(_ carrier: Carrier) async throws {
    try await carrier.withPair(started: false) { one, other in
      await one.start()
      await other.start { recorder, _ in recorder.channel.pauseReading() }
      for number in UInt8(0)..<5 { try await one.send(.binary([number])) }
      for expected in 1...5 {
        #expect(await other.waitForMessages(expected).count == expected)
        for _ in 0..<20 { await one.settle() }
        #expect(await other.messages.count == expected)
        await other.resume()
      }
      #expect(await other.messages == (UInt8(0)..<5).map { .binary([$0]) })
    }
  }

  @Test(
    arguments: Carrier.allCases,
    [CloseCode.normal, .goingAway, .policyViolation, .messageTooBig, .init(rawValue: 4000)])
  func eitherEndClosesWithACode(_ carrier: Carrier, code: CloseCode) async throws {
    try await carrier.withPair { one, other in
      await one.close(code)
      #expect(await one.waitForClose() == .local(code))
      #expect(await other.waitForClose() == .peer(code))
    }
    try await carrier.withPair { one, other in
      await other.close(code)
      #expect(await other.waitForClose() == .local(code))
      #expect(await one.waitForClose() == .peer(code))
    }
  }

  @Test(arguments: Carrier.allCases)
  func closingSendsWhatIsQueuedFirst(_ carrier: Carrier) async throws {
    try await carrier.withPair { one, other in
      let message = Message.binary([UInt8](repeating: 9, count: 100_000))
      for _ in 0..<20 { try await one.send(message) }
      await one.close(.normal)
      #expect(await other.waitForClose() == .peer(.normal))
      #expect(await other.messages.count == 20)
    }
  }

  @Test(arguments: Carrier.allCases)
  func bothEndsMayCloseAtOnce(_ carrier: Carrier) async throws {
    try await carrier.withPair { one, other in
      async let first: Void = one.close(.normal)
      async let second: Void = other.close(.goingAway)
      _ = await (first, second)
      let reasons = (await one.waitForClose(), await other.waitForClose())
      #expect(reasons.0 == .local(.normal) || reasons.0 == .peer(.goingAway))
      #expect(reasons.1 == .local(.goingAway) || reasons.1 == .peer(.normal))
    }
  }

  @Test(arguments: Carrier.allCases)
  func nothingIsTakenAfterAClose(_ carrier: Carrier) async throws {
    try await carrier.withPair { one, other in
      await one.close(.normal)
      await #expect(throws: ChannelError.closed) { try await one.send(.binary([1])) }
      _ = await one.waitForClose()
      _ = await other.waitForClose()
      await #expect(throws: ChannelError.closed) { try await one.send(.binary([1])) }
      await #expect(throws: ChannelError.closed) { try await other.send(.binary([1])) }
      await one.close(.normal)
      await one.abort()
      await one.pause()
      await one.resume()
      await one.settle()
      #expect(await one.seen == [.closed(.local(.normal))])
      #expect(await other.seen == [.closed(.peer(.normal))])
    }
  }

  @Test(arguments: Carrier.allCases)
  func abortDropsTheConnection(_ carrier: Carrier) async throws {
    try await carrier.withPair { one, other in
      await one.abort()
      #expect(await one.waitForClose() == .aborted)
      #expect(await other.waitForClose() == .lost)
    }
    try await carrier.withPair { one, other in
      await other.abort()
      #expect(await other.waitForClose() == .aborted)
      #expect(await one.waitForClose() == .lost)
    }
  }

  @Test(arguments: Carrier.allCases)
  func theEndIsToldEvenToALateDelegate(_ carrier: Carrier) async throws {
    try await carrier.withPair(started: false) { one, other in
      await other.start()
      await one.abort()
      #expect(await other.waitForClose() == .lost)
      await one.start()
      #expect(await one.waitForClose() == .aborted)
    }
  }

  @Test(arguments: Carrier.allCases)
  func aPeerThatDoesNotReadCannotHoldUpAClose(_ carrier: Carrier) async throws {
    var limits = Limits()
    limits.sendQueueBytes = 32 << 20
    limits.closeDeadline = .milliseconds(100)
    try await carrier.withPair(limits: limits) { one, other in
      await other.pause()
      let (taken, refusal) = await one.fill(with: .binary([UInt8](repeating: 1, count: 1 << 20)))
      #expect(taken > 16 && refusal == .queueFull)
      await one.close(.tryAgainLater)
      #expect(await one.waitForClose() == .lost)
    }
  }

  @Test(arguments: Carrier.allCases)
  func jobsRunLaterUnlessCancelled(_ carrier: Carrier) async throws {
    try await carrier.withPair { one, _ in
      let loop = one.channel.executor
      let log = Log()
      let (ran, continuation) = AsyncStream.makeStream(of: Void.self)
      loop.submit {
        for delay in [30, 10, 20] {
          loop.schedule(after: .milliseconds(delay)) {
            log.add(loop.isCurrent ? delay : -1)
            continuation.yield()
          }
        }
        loop.schedule(after: .milliseconds(15)) { log.add(100) }.cancel()
        loop.submit { log.add(0) }
      }
      var iterator = ran.makeAsyncIterator()
      for _ in 0..<3 { await iterator.next() }
      #expect(log.all.first == 0)
      #expect(log.all.sorted() == [0, 10, 20, 30])
    }
  }
}
