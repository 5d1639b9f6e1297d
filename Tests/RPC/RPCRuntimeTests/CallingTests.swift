import JSON
import JSONRPC
import RPCRuntime
import SecureSession
import Testing

@Suite struct CallingTests {
  @Test(arguments: Carrier.allCases) func aCallIsAnswered(_ carrier: Carrier) async throws {
    let joined = try await Joined.make(.init(carrier: carrier))
    let value = try await joined.consumer.call(method: "echo", params: .value(["amount": "0.5"]))
    #expect(value == ["amount": "0.5"])
    #expect(joined.connected.status == .approved)
    #expect(joined.consumer.handshakeHash == joined.provider.handshakeHash)
    await joined.consumer.close()
  }

  @Test(arguments: Carrier.allCases) func bothSidesCallAndNotify(_ carrier: Carrier) async throws {
    let joined = try await Joined.make(.init(carrier: carrier))
    async let up = joined.consumer.call(method: "a", params: .value([1]))
    async let down = joined.provider.call(method: "b", params: .value([2]))
    #expect(try await up == [1])
    #expect(try await down == [2])
    try await joined.provider.notify(method: "event", params: .value(["cursor": "7"]))
    let params = await joined.consumerHandler.first { happening -> JSONValue? in
      if case .notification("event", let params) = happening { params } else { nil }
    }
    #expect(params == ["cursor": "7"])
    await joined.consumer.close()
  }

  @Test(arguments: Carrier.allCases) func requestsArriveInTheOrderOfTheCalls(_ carrier: Carrier) async throws {
    let joined = try await Joined.make(.init(carrier: carrier))
    for number in 0..<50 { try await joined.consumer.notify(method: "n\(number)") }
    _ = try await joined.consumer.call(method: "last", params: nil)
    var seen: [String] = []
    for await happening in joined.providerHandler.happenings {
      if case .notification(let method, _) = happening { seen.append(method) }
      if case .request("last") = happening { break }
    }
    #expect(seen == (0..<50).map { "n\($0)" })
    await joined.consumer.close()
  }

  @Test(arguments: Carrier.allCases) func anErrorIsThePeersWord(_ carrier: Carrier) async throws {
    let refusal = RPCError(code: ErrorCode(rawValue: 2003), message: "no", data: ["reason": "policy_denied"])
    let joined = try await Joined.make(
      .init(carrier: carrier, providerAnswer: { $1.reply(to: $0.token, with: .failure(refusal)) }))
    await #expect(throws: refusal) { try await joined.consumer.call(method: "pay", params: nil) }
    await joined.consumer.close()
  }

  @Test func aCallWithoutAnAnswerTimesOutAndTheConnectionGoesOn() async throws {
    let joined = try await Joined.make(
      .init(providerAnswer: { if $0.method != "never" { ScriptedHandler.echo($0, $1) } }))
    await #expect(throws: ConnectionError.timedOut) {
      try await joined.consumer.call(method: "never", params: nil, timeout: .milliseconds(20))
    }
    #expect(try await joined.consumer.call(method: "echo", params: .value([])) == [])
    await joined.consumer.close()
  }

  @Test func aCancelledCallEndsAndItsLateAnswerIsDropped() async throws {
    let held = HeldRequests()
    let joined = try await Joined.make(
      .init(providerAnswer: { if $0.method == "held" { held.add($0) } else { ScriptedHandler.echo($0, $1) } }))
    let task = Task { try await joined.consumer.call(method: "held", params: nil, timeout: nil) }
    _ = await joined.providerHandler.first { $0 == .request("held") ? true : nil }
    task.cancel()
    await #expect(throws: ConnectionError.cancelled) { try await task.value }
    for request in held.all { await joined.provider.reply(to: request.token, with: .success(.value("late"))) }
    #expect(try await joined.consumer.call(method: "echo", params: .value([3])) == [3])
    let cancelledBefore = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await joined.consumer.call(method: "echo", params: nil)
    }
    await #expect(throws: ConnectionError.cancelled) { try await cancelledBefore.value }
    await joined.consumer.close()
  }

  @Test(arguments: Carrier.allCases) func closingFailsEachOpenCallOnce(_ carrier: Carrier) async throws {
    let joined = try await Joined.make(.init(carrier: carrier, providerAnswer: { _, _ in }))
    let calls = (0..<10).map { number in
      Task { try await joined.consumer.call(method: "c\(number)", params: nil, timeout: nil) }
    }
    for _ in 0..<10 {
      _ = await joined.providerHandler.first { if case .request = $0 { true } else { nil } }
    }
    await joined.provider.close()
    for call in calls {
      await #expect(throws: ConnectionError.closed(.goodbye)) { try await call.value }
    }
    #expect(await joined.consumerHandler.ending() == .goodbye)
    #expect(await joined.providerHandler.ending() == .local)
    #expect(joined.consumerHandler.closedCount == 1)
    #expect(joined.providerHandler.closedCount == 1)
    await #expect(throws: ConnectionError.closed(.goodbye)) {
      try await joined.consumer.call(method: "after", params: nil)
    }
    await #expect(throws: ConnectionError.closed(.goodbye)) { try await joined.consumer.notify(method: "after") }
  }
}
