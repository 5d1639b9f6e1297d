import Consumer
import Synchronization
import Testing

@Suite struct PairingTests {
  @Test func theOwnerTypesTheCodeThatTheAppShows() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider(status: .pending)
    let client = fixture.client()
    guard case .pending(let code, let questionID) = try await client.connect() else {
      Issue.record("it is not pending")
      return
    }
    #expect(code?.digits == provider.state.withLock { $0.codes.last })
    #expect(questionID == "appr_1")

    let (shown, sink) = AsyncStream<String>.makeStream()
    let waiting = Task { try await client.waitUntilApproved { sink.yield($0.digits) } }
    for await digits in shown {
      #expect(digits == code?.digits)
      break
    }
    try await provider.decide(.approved)
    try await waiting.value
    #expect(try await client.pairing() == .paired)
    await client.close()
    await provider.stop()
  }

  @Test func aNewConnectionMeansANewCode() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider(status: .pending)
    let client = fixture.client()
    let (shown, sink) = AsyncStream<String>.makeStream()
    let waiting = Task { try await client.waitUntilApproved { sink.yield($0.digits) } }
    var codes: [String] = []
    for await digits in shown {
      codes.append(digits)
      if codes.count == 2 { break }
      await provider.crash()
      try await provider.start()
    }
    #expect(codes == provider.state.withLock { $0.codes })
    try await provider.decide(.approved)
    try await waiting.value
    await client.close()
    await provider.stop()
  }

  @Test(
    arguments: [
      (nil, PairingError.denied), ("pairing_denied", .denied), ("pairing_locked", .locked), ("app_revoked", .revoked),
    ] as [(String?, PairingError)])
  func theOwnerSaysNo(_ reason: String?, _ error: PairingError) async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider(status: .pending)
    let client = fixture.client()
    try await client.connect()
    let waiting = Task { try await client.waitUntilApproved() }
    try await provider.decide(.denied, reason: reason)
    await #expect(throws: error) { try await waiting.value }
    // And to those who come again it is said in the first message.
    let again = fixture.client()
    await #expect(throws: error) { try await again.connect() }
    await again.close()
    await client.close()
    await provider.stop()
  }

  @Test(
    arguments: [
      ("pairing_denied", PairingError.deniedLately(retryAfterMilliseconds: 5000)),
      ("too_many_questions", .tooManyQuestions(retryAfterMilliseconds: 5000)),
      ("too_many_sessions", .tooManySessions(retryAfterMilliseconds: 5000)),
    ])
  func theProviderSaysWhenToComeAgain(_ reason: String, _ error: PairingError) async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider(status: .denied)
    provider.state.withLock { state in
      state.reason = reason
      state.retryAfterMilliseconds = 5000
    }
    let client = fixture.client()
    await #expect(throws: error) { try await client.connect() }
    #expect(error.retryAfterMilliseconds == 5000)
    await client.close()
    await provider.stop()
  }

  @Test(arguments: ["$(reboot)", "--help", "a b", "a;b", "", "é", String(repeating: "a", count: 65), "a\nb"])
  func aNameThatIsNoneIsNotShown(_ id: String) async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider(status: .pending)
    provider.state.withLock { $0.questionID = id }
    let client = fixture.client()
    guard case .pending(_, questionID: nil) = try await client.connect() else {
      Issue.record("\(id) is no name of a question")
      return
    }
    await client.close()
    await provider.stop()
  }

  @Test func waitingCanBeGivenUp() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider(status: .pending)
    let client = fixture.client()
    let (shown, sink) = AsyncStream<String>.makeStream()
    let waiting = Task { try await client.waitUntilApproved { sink.yield($0.digits) } }
    for await _ in shown { break }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(try await client.currencies().isEmpty)
    await client.close()
    await provider.stop()
  }
}
