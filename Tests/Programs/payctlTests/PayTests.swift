import JSON
import PaymentsAPI
import PaymentsModel
import TerminalUI
import Testing

@testable import payctl

@Suite struct PayTests {
  static let pay = ["pay", "LTC", "rltc1qaddress", "0.5", "--request-id", Fixtures.requestID.text]

  @Test func theParamsAreWhatWasTyped() async throws {
    let service = try ScriptedService.answering(
      SubmitPaymentOrder.Result(paymentOrder: Fixtures.order(.awaitingApproval), replayed: false))
    let outcome = try await Shell.run(Self.pay + ["--max-fee", "0.001", "--description", "tea"], service)
    #expect(outcome.status == .ok)
    #expect(outcome.error == "Request \(Fixtures.requestID.text)\n")
    #expect(service.asked.map(\.method) == ["payment_order"])
    let params: JSONValue = [
      "request_id": .string(Fixtures.requestID.text), "currency": "LTC", "address": "rltc1qaddress", "amount": "0.5",
      "max_fee": "0.001", "description": "tea",
    ]
    #expect(service.asked.first?.params == params)
    #expect(outcome.output.contains("State\twaiting for the owner\n"))
  }

  @Test func waitingShowsEachMilestoneAndEndsPaid() async throws {
    let service = try ScriptedService.answering(
      SubmitPaymentOrder.Result(paymentOrder: Fixtures.order(.awaitingApproval), replayed: false),
      GetPaymentOrderStatus.Result(paymentOrder: Fixtures.order(.inFlight, version: 2)),
      GetPaymentOrderStatus.Result(paymentOrder: Fixtures.order(.inFlight, version: 3, confirmations: 1)),
      GetPaymentOrderStatus.Result(paymentOrder: Fixtures.order(.succeeded, version: 4, confirmations: 6)))
    let outcome = try await Shell.run(Self.pay + ["--wait"], service)
    #expect(outcome.status == .ok)
    #expect(
      outcome.error == """
        Request \(Fixtures.requestID.text)
        waiting for the owner (payd questions, payd approve NUMBER)
        confirmations 0/6
        confirmations 1/6

        """)
    #expect(outcome.output.contains("State\tpaid\n"))
    #expect(service.asked.last?.params["after"] == 3)
  }

  @Test func forProgramsThereIsOneDocument() async throws {
    let service = try ScriptedService.answering(
      SubmitPaymentOrder.Result(paymentOrder: Fixtures.order(.inFlight), replayed: true),
      GetPaymentOrderStatus.Result(paymentOrder: Fixtures.order(.succeeded, version: 2, confirmations: 6)))
    let outcome = try await Shell.run(Self.pay + ["--wait", "--json"], service)
    #expect(outcome.output.filter { $0 == "\n" }.count == 1)
    #expect(try JSONValue(parsing: outcome.output)["payment_order"]?["state"] == "succeeded")
    #expect(outcome.error.hasPrefix("{\"request_id\":\"\(Fixtures.requestID.text)\"}\n"))
  }

  @Test(arguments: [
    (OrderState.rejected, nil, 77), (.expired, nil, 65), (.cancelled, nil, 65), (.failed, nil, 65),
    (.failed, "insufficient_funds", 65), (.failed, "policy_denied", 77),
  ])
  func anOrderThatIsNotPaidSetsTheStatus(_ state: OrderState, _ reason: String?, _ status: Int32) async throws {
    let service = try ScriptedService.answering(
      SubmitPaymentOrder.Result(paymentOrder: Fixtures.order(state, reason: reason), replayed: false))
    let outcome = try await Shell.run(Self.pay + ["--wait"], service)
    #expect(outcome.status.rawValue == status)
    #expect(outcome.output.contains(state.text))
  }

  @Test func theProvidersRefusalIsCertain() async throws {
    let service = ScriptedService([.failure(PaymentsFailure(.insufficientFunds))])
    let outcome = try await Shell.run(Self.pay, service)
    #expect(outcome.status == .dataError)
    #expect(outcome.error.contains("The wallet has not enough"))
    #expect(!outcome.error.contains("is not known"))
    let json = try await Shell.run(
      Self.pay + ["--json"], ScriptedService([.failure(PaymentsFailure(.walletLocked))]))
    #expect(json.status == .tryAgain)
    let error = try JSONValue(parsing: json.output)["error"]
    #expect(error?["code"] == 5002 && error?["reason"] == "wallet_locked")
    #expect(error?["data"]?["retry_after_ms"] == 30_000)
  }

  @Test func anUnknownOutcomeSaysHowToGoOnWithoutPayingTwice() async throws {
    let service = ScriptedService([.failure(PaymentsFailure(.internalError))])
    let outcome = try await Shell.run(Self.pay, service)
    #expect(outcome.error.contains("Whether the payment was ordered is not known."))
    #expect(outcome.error.contains("--request-id \(Fixtures.requestID.text)"))
  }

  @Test func interruptingAWaitLeavesTheOrderAndSaysHowToResume() async throws {
    let service = try ScriptedService.answering(
      SubmitPaymentOrder.Result(paymentOrder: Fixtures.order(.inFlight), replayed: false))
    let waiting = Task { try await Shell.run(Self.pay + ["--wait"], service) }
    // The script has no second answer: once that is asked for, the command waits.
    while service.asked.count < 2 { await Task.yield() }
    waiting.cancel()
    let outcome = try await waiting.value
    #expect(outcome.status == .interrupted)
    #expect(outcome.error.contains("the order ord_a goes on"))
    #expect(outcome.error.contains("payctl order-status ord_a --wait"))
    #expect(service.asked.map(\.method) == ["payment_order", "get_payment_order_status"])
  }

  @Test func aWaitOutlivesAProviderThatIsAwayForAMoment() async throws {
    let service = ScriptedService([
      .result(
        try JSONBytesEncoder().encodeValue(GetPaymentOrderStatus.Result(paymentOrder: Fixtures.order(.inFlight)))),
      .failure(PaymentsFailure(.shuttingDown)),
      .result(
        try JSONBytesEncoder().encodeValue(GetPaymentOrderStatus.Result(paymentOrder: Fixtures.order(.succeeded)))),
    ])
    let outcome = try await Shell.run(["order-status", "ord_a", "--wait"], service)
    #expect(outcome.status == .ok)
    #expect(outcome.error.contains("the provider does not answer, trying again"))
  }
}
