import JSON
import JSONRPC
import RPCRuntime
import SecureSession
import Synchronization
import Testing
import Transport

@Suite struct EndingTests {
  @Test(arguments: Carrier.allCases) func theConsumerSaysGoodbye(_ carrier: Carrier) async throws {
    let joined = try await Joined.make(.init(carrier: carrier))
    // Messages that were queued before the goodbye still arrive.
    try await joined.consumer.notify(method: "last words")
    await joined.consumer.close()
    let words = await joined.providerHandler.first { happening -> Bool? in
      if case .notification("last words", _) = happening { true } else { nil }
    }
    #expect(words == true)
    #expect(await joined.providerHandler.ending() == .goodbye)
    #expect(await joined.consumerHandler.ending() == .local)
    #expect(await joined.consumer.ending == .local)
  }

  /// Who has read a goodbye may take the place of the session, or answer its question: nothing of it is left.
  @Test(arguments: Carrier.allCases, [true, false])
  func aSessionGivesBackWhatItHoldsBeforeTheGoodbye(_ carrier: Carrier, consumerEnds: Bool) async throws {
    let provider = Mutex<ScriptedHandler?>(nil)
    let atGoodbye = Mutex<[Int]>([])
    let joined = try await Joined.make(
      .init(
        carrier: carrier,
        tapProvider: { message in
          if let handler = provider.withLock({ $0 }) { atGoodbye.withLock { $0.append(handler.endsCount) } }
          return [message]
        }))
    provider.withLock { $0 = joined.providerHandler }
    await (consumerEnds ? joined.consumer : joined.provider).close()
    #expect(await joined.providerHandler.ending() == (consumerEnds ? .goodbye : .local))
    #expect(atGoodbye.withLock { $0 } == [1])
    #expect(joined.providerHandler.endsCount == 1)
  }

  @Test(arguments: Carrier.allCases) func aCutLineIsNoGoodbye(_ carrier: Carrier) async throws {
    let ends = Mutex<(any MessageChannel)?>(nil)
    let joined = try await Joined.make(
      .init(
        carrier: carrier, providerAnswer: { _, _ in },
        seesConsumerEnd: { end in
          ends.withLock { $0 = end }
        }))
    let call = Task { try await joined.consumer.call(method: "pay", params: nil, timeout: nil) }
    _ = await joined.providerHandler.first { $0 == .request("pay") ? true : nil }
    let end = ends.withLock { $0 }
    end?.executor.submit { end?.abort() }
    #expect(await joined.providerHandler.ending() == .carrier(.lost))
    #expect(joined.providerHandler.endsCount == 1)
    #expect(await joined.consumerHandler.ending() == .carrier(.aborted))
    await #expect(throws: ConnectionError.closed(.carrier(.aborted))) { try await call.value }
  }

  @Test(arguments: Carrier.allCases) func aTextFrameAfterSplitIsFatal(_ carrier: Carrier) async throws {
    let armed = Mutex(false)
    let joined = try await Joined.make(
      .init(
        carrier: carrier,
        tapConsumer: { message in
          armed.withLock { $0 } ? [.text(Array(#"{"jsonrpc":"2.0","method":"pay"}"#.utf8))] : [message]
        }))
    armed.withLock { $0 = true }
    try await joined.consumer.notify(method: "anything")
    await expectViolation(joined)
  }

  @Test(arguments: Carrier.allCases) func aTamperedFrameIsFatal(_ carrier: Carrier) async throws {
    let armed = Mutex(false)
    let joined = try await Joined.make(
      .init(
        carrier: carrier,
        tapConsumer: { message in
          guard armed.withLock({ $0 }), case .binary(var frame) = message else { return [message] }
          frame[frame.count - 1] ^= 1
          return [.binary(frame)]
        }))
    armed.withLock { $0 = true }
    try await joined.consumer.notify(method: "anything")
    await expectViolation(joined)
  }

  @Test func aRepeatedAndALostFrameAreFatal() async throws {
    for copies in [0, 2] {
      let armed = Mutex(false)
      let joined = try await Joined.make(
        .init(
          tapConsumer: { message in
            guard armed.withLock({ $0 }) else { return [message] }
            armed.withLock { $0 = false }
            return Array(repeating: message, count: copies)
          }))
      armed.withLock { $0 = true }
      try await joined.consumer.notify(method: "one")
      // The first message may already have ended the connection.
      do throws(ConnectionError) {
        try await joined.consumer.notify(method: "two")
      } catch {
        #expect(error == .closed(.carrier(.peer(.policyViolation))))
      }
      await expectViolation(joined)
    }
  }

  @Test func anUnexpectedHandshakeMessageIsFatal() async throws {
    let armed = Mutex(false)
    let first = Mutex<Message?>(nil)
    let joined = try await Joined.make(
      .init(
        tapConsumer: { message in
          if armed.withLock({ $0 }) { return first.withLock { $0 }.map { [$0] } ?? [] }
          first.withLock { if $0 == nil { $0 = message } }
          return [message]
        }))
    armed.withLock { $0 = true }
    try await joined.consumer.notify(method: "again")
    await expectViolation(joined)
  }

  @Test func aSessionThatIsOldEnoughEndsInOrder() async throws {
    let joined = try await Joined.make(.init(provider: .init(lifetime: .milliseconds(30))))
    #expect(await joined.providerHandler.ending() == .aged)
    #expect(await joined.consumerHandler.ending() == .goodbye)
  }

  @Test(arguments: Carrier.allCases) func aDeniedAppGetsItsAnswerAndTheEnd(_ carrier: Carrier) async throws {
    let joined = try await Joined.make(.init(carrier: carrier, status: "denied", endsSession: true))
    #expect(joined.connected.status == .denied)
    #expect(await joined.consumerHandler.ending() == .goodbye)
  }

  /// Expects that the provider has detected the violation and that the consumer learns only the close code.
  private func expectViolation(_ joined: Joined) async {
    #expect(await joined.providerHandler.ending() == .violation)
    #expect(await joined.consumerHandler.ending() == .carrier(.peer(.policyViolation)))
    #expect(joined.providerHandler.closedCount == 1)
  }
}
