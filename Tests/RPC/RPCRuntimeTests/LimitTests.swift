import JSON
import JSONRPC
import RPCRuntime
import SecureSession
import Synchronization
import Testing
import Transport

@Suite struct LimitTests {
  @Test(arguments: Carrier.allCases) func largeMessagesTravelInFragments(_ carrier: Carrier) async throws {
    let joined = try await Joined.make(.init(carrier: carrier))
    for size in [65_000, 65_518, 65_536, 200_000, 1_000_000] {
      let params: JSONValue = [.string(String(repeating: "x", count: size))]
      #expect(try await joined.consumer.call(method: "echo", params: .value(params)) == params)
    }
    await joined.consumer.close()
  }

  @Test func moreThanAMebibyteIsNotSent() async throws {
    let joined = try await Joined.make()
    let params: JSONValue = [.string(String(repeating: "x", count: 1 << 20))]
    await #expect(throws: ConnectionError.messageTooLarge) {
      try await joined.consumer.call(method: "echo", params: .value(params))
    }
    await #expect(throws: ConnectionError.messageTooLarge) {
      try await joined.consumer.notify(method: "echo", params: .value(params))
    }
    #expect(try await joined.consumer.call(method: "echo", params: .value([])) == [])
    await joined.consumer.close()
  }

  @Test func aResultAboveAMebibyteBecomesAnError() async throws {
    let joined = try await Joined.make(
      .init(providerAnswer: { request, connection in
        let bytes = [UInt8](repeating: UInt8(ascii: "1"), count: 1 << 20)
        connection.reply(to: request.token, encoded: RawJSON(encoded: bytes))
      }))
    do {
      _ = try await joined.consumer.call(method: "big", params: nil)
      Issue.record("there is an answer")
    } catch let error as RPCError {
      #expect(error.code == .internalError)
      #expect(error.data?["limit"] == "bytes")
    }
    await joined.consumer.close()
  }

  @Test(arguments: Carrier.allCases) func keysAreReplacedWithoutANoticeableSeam(_ carrier: Carrier) async throws {
    let records = RecordLimits(rekeyInterval: 4, frameCount: 1 << 32)
    let joined = try await Joined.make(.init(carrier: carrier, records: records))
    for number in 0..<40 {
      let params: JSONValue = [.integer(number), .string(String(repeating: "x", count: number * 5000))]
      #expect(try await joined.consumer.call(method: "echo", params: .value(params)) == params)
    }
    await joined.consumer.close()
    #expect(await joined.providerHandler.ending() == .goodbye)
  }

  @Test func aDirectionThatIsUsedUpEndsTheSession() async throws {
    let records = RecordLimits(rekeyInterval: 4, frameCount: 10)
    let joined = try await Joined.make(.init(records: records))
    var answers = 0
    do {
      for _ in 0..<20 {
        _ = try await joined.consumer.call(method: "echo", params: nil)
        answers += 1
      }
      Issue.record("no end")
    } catch let error as ConnectionError {
      guard case .closed = error else { throw error }
    }
    // The first frame of the provider was the result of the handshake.
    #expect(answers == 9)
  }

  @Test func readingStopsWhileTooManyRequestsAreUnanswered() async throws {
    let held = HeldRequests()
    let joined = try await Joined.make(
      .init(provider: .init(peer: PeerLimits(inFlight: 4)), providerAnswer: { request, _ in held.add(request) }))
    let calls = (0..<10).map { number in
      Task { try await joined.consumer.call(method: "c", params: .value([.integer(number)])) }
    }
    var answered = 0
    while answered < 10 {
      for _ in 0..<min(4, 10 - answered) {
        _ = await joined.providerHandler.first { $0 == .request("c") ? true : nil }
      }
      // No fifth request was read; at most four are in flight.
      #expect(await joined.provider.inFlightCount == min(4, 10 - answered))
      for request in held.takeAll() {
        await joined.provider.reply(to: request.token, with: .success(.value("done")))
        answered += 1
      }
    }
    for call in calls { #expect(try await call.value == "done") }
    await joined.consumer.close()
  }

  @Test(arguments: Carrier.allCases) func aSlowReaderIsNotFlooded(_ carrier: Carrier) async throws {
    let ends = Mutex<(any MessageChannel)?>(nil)
    let joined = try await Joined.make(
      .init(carrier: carrier, seesConsumerEnd: { end in ends.withLock { $0 = end } }))
    guard let end = ends.withLock({ $0 }) else { return }
    await withCheckedContinuation { done in
      end.executor.submit {
        end.pauseReading()
        done.resume()
      }
    }
    // The kernel may accept some more bytes at any time, so the test waits for the refusal itself and not only for the
    // mark.
    let params: JSONValue = [.string(String(repeating: "x", count: 10_000))]
    var sent = 0
    var isCongested = false
    while !isCongested, sent < 5000 {
      do {
        try await joined.provider.notify(method: "event", params: .value(params))
        sent += 1
      } catch ConnectionError.congested {
        isCongested = true
      }
    }
    // The bytes accepted by the kernel are in addition to the mark of 256 KiB.
    #expect(isCongested)
    #expect(await joined.provider.queuedBytes < 400 << 10)
    end.executor.submit { end.resumeReading() }
    #expect(await joined.providerHandler.first { $0 == .drained ? true : nil } == true)
    var seen = 0
    while seen < sent {
      _ = await joined.consumerHandler.first { if case .notification("event", _) = $0 { true } else { nil } }
      seen += 1
    }
    #expect(try await joined.consumer.call(method: "echo", params: .value([1])) == [1])
    await joined.consumer.close()
  }

  @Test(arguments: Carrier.allCases) func whoAsksAndDoesNotReadStopsBeingRead(_ carrier: Carrier) async throws {
    let ends = Mutex<(any MessageChannel)?>(nil)
    let big = RawJSON(encoded: Array(#""\#(String(repeating: "x", count: 60_000))""#.utf8))
    let joined = try await Joined.make(
      .init(
        carrier: carrier,
        providerAnswer: { request, connection in connection.reply(to: request.token, encoded: big) },
        seesConsumerEnd: { end in ends.withLock { $0 = end } }))
    guard let end = ends.withLock({ $0 }) else { return }
    await withCheckedContinuation { done in
      end.executor.submit {
        end.pauseReading()
        done.resume()
      }
    }
    let calls = (0..<400).map { _ in Task { try await joined.consumer.call(method: "big", params: nil) } }
    // The provider answers until its queue has reached the mark, and then stops reading.
    while await joined.provider.queuedBytes < 256 << 10 { await Task.yield() }
    #expect(await joined.provider.queuedBytes < 400 << 10)
    end.executor.submit { end.resumeReading() }
    for call in calls { _ = try await call.value }
    await joined.consumer.close()
  }

  @Test(.timeLimit(.minutes(5)), arguments: Carrier.allCases)
  func twoSidesThatSendMuchToEachOtherDoNotBothStopReading(_ carrier: Carrier) async throws {
    let joined = try await Joined.make(.init(carrier: carrier))
    let params: JSONValue = [.string(String(repeating: "x", count: 60_000))]
    let calls = (0..<60).map { _ in Task { try await joined.consumer.call(method: "echo", params: .value(params)) } }
    for call in calls { #expect(try await call.value == params) }
    await joined.consumer.close()
  }
}
