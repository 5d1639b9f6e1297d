import Consumer
import Foundation
import Synchronization
import Testing

/// Requests that have names of the app's own.
@Suite struct NamedRequestTests {
  private func pay(_ client: PaymentsClient, _ name: String, amount: String = "0.5", more: JSONObject = [:])
    async throws
    -> JSONValue
  {
    let params: [JSONObject.Member] = [
      .init(name: "currency", value: "LTC"), .init(name: "address", value: "rltc1q"),
      .init(name: "amount", value: .string(amount)),
    ]
    return try await client.request(SubmitPaymentOrder.name, JSONObject(params + more.members), named: name)
  }

  private func sent(_ provider: FakeProvider) -> [JSONValue?] { provider.requests(SubmitPaymentOrder.name) }

  @Test func aNameIsOneRequestInEachRunOfTheApp() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client(patience: .zero)
    provider.state.withLock { $0.cuts = 1 }
    await #expect(throws: ConnectionError.self) {
      try await pay(client, "n", more: ["expires_at": "2026-01-01T00:00:00Z"])
    }
    await client.close()
    let next = fixture.client()
    // The app computes the time anew; the first one holds.
    _ = try await pay(next, "n", more: ["expires_at": "2026-01-02T00:00:00Z"])
    _ = try await pay(next, "n")
    #expect(Set(sent(provider).map { $0?["request_id"]?.stringValue }).count == 1)
    #expect(Set(sent(provider).map { $0?["expires_at"]?.stringValue }) == ["2026-01-01T00:00:00Z"])
    let id = try #require(sent(provider).first??["request_id"]?.stringValue.flatMap { PaymentRequestID($0) })
    #expect(try await next.requestID(named: "n") == id)
    #expect(try await next.name(of: id) == "n")
    await #expect(throws: RequestNameError.taken) { try await pay(next, "n", amount: "0.6") }
    await #expect(throws: RequestNameError.unknown) { try await next.requestID(named: "m") }
    #expect(sent(provider).count == 3, "what is not the request of the name is not sent")
    await next.close()
    await provider.stop()
  }

  @Test func whatWasRefusedCanBeCorrectedUnderItsName() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client()
    provider.state.withLock { state in
      state.answers[SubmitPaymentOrder.name] = { _ in .failure(PaymentsFailure(.invalidAddress).rpcError) }
    }
    await #expect(throws: PaymentsFailure(.invalidAddress)) { try await pay(client, "n") }
    #expect(try await !client.mayBeDone(named: "n"))
    provider.state.withLock { $0.answers[SubmitPaymentOrder.name] = nil }
    _ = try await pay(client, "n", amount: "0.6")
    // So that there is at most one order of a name, whatever was noted about it here.
    #expect(Set(sent(provider).map { $0?["request_id"]?.stringValue }).count == 1)
    #expect(sent(provider).map { $0?["amount"] } == ["0.5", "0.6"])
    await #expect(throws: RequestNameError.taken) { try await pay(client, "n") }
    await client.close()
    await provider.stop()
  }

  /// The first attempt may have been carried out before the permission was taken back.
  @Test func aRefusalAfterALostAnswerLetsNothingElseTakeTheName() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client(patience: .zero)
    provider.state.withLock { $0.cuts = 1 }
    await #expect(throws: ConnectionError.self) { try await pay(client, "n") }
    provider.state.withLock { state in
      state.answers[SubmitPaymentOrder.name] = { _ in .failure(PaymentsFailure(.scopeNotGranted).rpcError) }
    }
    await #expect(throws: PaymentsFailure(.scopeNotGranted)) { try await pay(client, "n") }
    await #expect(throws: RequestNameError.taken) { try await pay(client, "n", amount: "0.6") }
    #expect(try await client.mayBeDone(named: "n"))
    await client.close()
    await provider.stop()
  }

  /// The app was killed before it had stored the answer, and asks again.
  @Test(arguments: [FailureReason.scopeNotGranted, .rateLimited, .invalidAddress])
  func aRefusalAfterAnAnswerSaysNothingOfWhatWasDone(_ reason: FailureReason) async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client()
    #expect(try await !client.mayBeDone(named: "n"))
    _ = try await pay(client, "n")
    provider.state.withLock { state in
      state.answers[SubmitPaymentOrder.name] = { _ in .failure(PaymentsFailure(reason).rpcError) }
    }
    await #expect(throws: PaymentsFailure(reason)) { try await pay(client, "n") }
    #expect(try await client.mayBeDone(named: "n"))
    await #expect(throws: RequestNameError.taken) { try await pay(client, "n", amount: "0.6") }
    provider.state.withLock { $0.answers[SubmitPaymentOrder.name] = nil }
    _ = try await pay(client, "n")
    await client.close()
    await provider.stop()
    // Nothing answers at all.
    let next = fixture.client(patience: .zero)
    await #expect(throws: (any Error).self) { try await pay(next, "n") }
    #expect(try await next.mayBeDone(named: "n"))
    await next.close()
  }

  @Test func aNameIsNotSentToAnotherProvider() async throws {
    let fixture = try Fixture()
    let home = try await fixture.provider()
    let client = fixture.client(provider: "home")
    _ = try await pay(client, "n")
    await client.close()
    let office = try await fixture.provider("office")
    let other = fixture.client(provider: "office")
    await #expect(throws: AppStateError.requestOfOtherProvider(name: "home")) { try await pay(other, "n") }
    #expect(sent(office).isEmpty)
    await other.close()
    await office.stop()
    await home.stop()
  }

  @Test func aNameHasAnyCharactersAndALength() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client()
    for name in ["../../x", "Zahlung für Jürgen\n", String(repeating: "é", count: 200)] {
      _ = try await pay(client, name)
      #expect(try await client.name(of: client.requestID(named: name)) == name)
    }
    for name in ["", String(repeating: "é", count: 201)] {
      await #expect(throws: RequestNameError.malformed) { try await pay(client, name) }
    }
    await client.close()
    await provider.stop()
  }
}
