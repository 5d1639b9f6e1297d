import Consumer
import Foundation
import Synchronization
import Testing

@Suite struct RequestTests {
  private func pay(_ client: PaymentsClient, _ id: PaymentRequestID = .random()) async throws -> PaymentOrder {
    try await client.pay("LTC", to: "rltc1q", amount: DecimalAmount("0.5"), requestID: id)
  }

  @Test func thePagesOfAnInvoicesTransfersAreAskedForByTheirPlace() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client()
    provider.state.withLock { state in
      state.answers[ListInvoiceTransfers.name] = { params in
        let isFirst = params?["before"] == nil
        return .success(.value(isFirst ? ["transfers": [], "next": "7"] : ["transfers": []]))
      }
    }
    let id = InvoiceID(rawValue: "inv_a")
    let first = try await client.transfers(of: id, limit: 2)
    #expect(first.next == "7")
    #expect(try await client.transfers(of: id, before: first.next).next == nil)
    #expect(
      provider.requests(ListInvoiceTransfers.name) == [
        ["invoice_id": "inv_a", "limit": 2], ["invoice_id": "inv_a", "before": "7"],
      ])
    await client.close()
    await provider.stop()
  }

  @Test func aRequestIsWrittenDownBeforeItIsSentAndCrossedOutAfterwards() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client()
    let id = PaymentRequestID.random()
    let path = fixture.file("requests/\(id.text).json")
    provider.state.withLock { state in
      state.answers[SubmitPaymentOrder.name] = { params in
        #expect(params?["request_id"]?.stringValue == id.text)
        #expect(FileManager.default.fileExists(atPath: path))
        return .failure(PaymentsFailure(.policyDenied).rpcError)
      }
    }
    await #expect(throws: PaymentsFailure(.policyDenied)) { try await pay(client, id) }
    #expect(provider.requests(SubmitPaymentOrder.name).count == 1)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try await client.unfinishedRequests().isEmpty)
    await client.close()
    await provider.stop()
  }

  @Test func afterACutLineTheSameRequestIsSentAgain() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client()
    provider.state.withLock { $0.cuts = 2 }
    let order = try await pay(client)
    let sent = provider.requests(SubmitPaymentOrder.name)
    #expect(sent.count == 3)
    #expect(Set(sent.map { $0?.text() ?? "" }).count == 1)
    #expect(provider.ledger.content.withLock { $0.orders.count } == 1)
    #expect(sent.first??["request_id"]?.stringValue == order.requestID.text)
    #expect(try await client.unfinishedRequests().isEmpty)
    await client.close()
    await provider.stop()
  }

  @Test func whatACrashLeftOpenIsResumedWithTheSameParams() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client(patience: .zero)
    provider.state.withLock { $0.cuts = 1 }
    let id = PaymentRequestID.random()
    await #expect(throws: ConnectionError.self) { try await pay(client, id) }
    await client.close()

    let next = fixture.client()
    let open = try await next.unfinishedRequests()
    #expect(open.map(\.requestID) == [id])
    #expect(open.first?.method == SubmitPaymentOrder.name)
    #expect(open.first?.provider == "home")
    for request in open {
      let answer = try await next.resume(request)
      #expect(answer["replayed"] == true)
      #expect(answer["payment_order"]?["request_id"]?.stringValue == id.text)
    }
    let sent = provider.requests(SubmitPaymentOrder.name)
    #expect(sent.count == 2)
    #expect(sent.first == sent.last)
    #expect(try await next.unfinishedRequests().isEmpty)
    await next.close()
    await provider.stop()
  }

  /// The first attempt may have paid before the permission was taken back.
  @Test func aRefusalAfterALostAnswerLeavesTheOutcomeOpen() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client(patience: .zero)
    provider.state.withLock { $0.cuts = 1 }
    let id = PaymentRequestID.random()
    await #expect(throws: ConnectionError.self) { try await pay(client, id) }
    provider.state.withLock { state in
      state.answers[SubmitPaymentOrder.name] = { _ in .failure(PaymentsFailure(.scopeNotGranted).rpcError) }
    }
    await #expect(throws: PaymentsFailure(.scopeNotGranted)) { try await pay(client, id) }
    let open = try await client.unfinishedRequests()
    #expect(open.map(\.requestID) == [id])
    for request in open {
      await #expect(throws: PaymentsFailure(.scopeNotGranted)) { try await client.resume(request) }
    }
    #expect(try await client.unfinishedRequests() == open, "the same refusal proves no more the second time")
    provider.state.withLock { $0.answers[SubmitPaymentOrder.name] = nil }
    for request in open { _ = try await client.resume(request) }
    #expect(try await client.unfinishedRequests().isEmpty)
    await client.close()
    await provider.stop()
  }

  /// Another provider does not know what the first one has paid, whether it has another name or took over the name.
  @Test func aRequestWhoseOutcomeIsOpenIsNotSentToAnotherProvider() async throws {
    let fixture = try Fixture()
    let home = try await fixture.provider()
    let client = fixture.client(provider: "home", patience: .zero)
    home.state.withLock { $0.cuts = 1 }
    let id = PaymentRequestID.random()
    await #expect(throws: ConnectionError.self) { try await pay(client, id) }
    await client.close()

    let office = try await fixture.provider("office")
    let other = fixture.client(provider: "office")
    await #expect(throws: AppStateError.requestOfOtherProvider(name: "home")) { try await pay(other, id) }
    #expect(office.requests(SubmitPaymentOrder.name).isEmpty)
    await other.close()
    await office.stop()

    await home.stop()
    let successor = try await fixture.provider()
    try await KnownProviders(appID: Fixture.appID, directories: fixture.directories).forget("home")
    let again = fixture.client(provider: "home")
    await #expect(throws: AppStateError.requestOfOtherProvider(name: "home")) { try await pay(again, id) }
    for request in try await again.unfinishedRequests() {
      await #expect(throws: AppStateError.requestOfOtherProvider(name: "home")) { try await again.resume(request) }
    }
    #expect(successor.requests(SubmitPaymentOrder.name).isEmpty)
    #expect(try await again.unfinishedRequests().map(\.requestID) == [id], "its outcome is still open")
    await again.close()
    await successor.stop()
  }

  @Test func anInternalErrorLeavesTheOutcomeOpen() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client()
    provider.state.withLock { state in
      state.answers[SubmitPaymentOrder.name] = { _ in .failure(PaymentsFailure(.internalError).rpcError) }
    }
    await #expect(throws: PaymentsFailure(.internalError)) { try await pay(client) }
    let open = try await client.unfinishedRequests()
    #expect(open.count == 1)
    for request in open { try await client.discard(request) }
    #expect(try await client.unfinishedRequests().isEmpty)
    await client.close()
    await provider.stop()
  }

  @Test func aRawCallIsSentOnce() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client()
    provider.state.withLock { $0.cuts = 1 }
    await #expect(throws: ConnectionError.self) {
      try await client.call(
        method: SubmitPaymentOrder.name,
        params: [
          "request_id": .string(PaymentRequestID.random().text), "currency": "LTC", "address": "a", "amount": "1",
        ])
    }
    #expect(provider.requests(SubmitPaymentOrder.name).count == 1)
    await #expect(throws: PaymentsFailure(.methodNotFound)) { try await client.call(method: "nonsense", params: nil) }
    await client.close()
    await provider.stop()
  }

  @Test func aProviderThatStartsAnewIsFoundAgain() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client()
    _ = try await client.currencies()
    await provider.crash()
    async let answer = client.currencies()
    try await provider.start()
    #expect(try await answer.isEmpty)
    await provider.stop()
    let impatient = fixture.client(patience: .milliseconds(50))
    await #expect(throws: DiscoveryError.stale(name: "home")) { try await impatient.currencies() }
    await impatient.close()
    await client.close()
  }

  @Test func manyWhoAskAtOnceShareOneConnection() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { _ = try await client.currencies() } }
      try await group.waitForAll()
    }
    #expect(provider.state.withLock { $0.connections.count } == 1)
    #expect(provider.requests(ListCurrencies.name).count == 20)
    await client.close()
    await #expect(throws: ConnectionError.closed(.local)) { try await client.currencies() }
    await provider.stop()
  }

  @Test func aWaitSeesTheChangeOrItsEnd() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client()
    let order = try await pay(client)
    #expect(try await client.waitForChange(of: order, atMost: .zero) == order)
    provider.ledger.content.withLock { ledger in
      ledger.orders[order.requestID.text]?.version = 2
      ledger.orders[order.requestID.text]?.state = .succeeded
    }
    #expect(try await client.waitForChange(of: order).state == .succeeded)
    let asked = provider.requests(GetPaymentOrderStatus.name).last ?? nil
    #expect(asked?["after"] == 1)
    #expect(asked?["wait_ms"] == 25_000)
    await client.close()
    await provider.stop()
  }
}
