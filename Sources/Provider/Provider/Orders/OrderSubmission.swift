import Orders
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// `payment_order`: answers the order in its present state.
struct OrderSubmission {
  let payments: Payments

  func submit(
    _ session: AppSession, _ params: SubmitPaymentOrder.Params
  ) async throws -> SubmitPaymentOrder.Result {
    let key = try AppRequest(session.app, params.requestID, method: SubmitPaymentOrder.name, params: params)
    await payments.requestGate.enter(key)
    defer { payments.requestGate.leave(key) }
    let request = OrderRequest(
      app: key.app, requestID: key.requestID, method: key.method, paramsDigest: key.paramsDigest,
      currency: params.currency, address: params.address, amount: params.amount, maxFee: params.maxFee,
      purpose: PaymentPurpose(description: params.description), expiresAt: params.expiresAt,
      signedAt: session.signedAt)
    do throws(OrderRequestRefusal) {
      let (order, isReplayed) = try await payments.orders.submit(request)
      return .init(paymentOrder: .init(order), replayed: isReplayed)
    } catch {
      throw Self.failure(error, payments.wallets.existingWallet(params.currency))
    }
  }

  /// Why an order was not taken in, as the app is told it.
  private static func failure(_ refusal: OrderRequestRefusal, _ wallet: CurrencyWallet?) -> any Error {
    switch refusal {
    case .conflict: PaymentsFailure(.requestConflict, pointer: "/request_id")
    case .full: PaymentsFailure.exceeded(AppQuotas.Limit.ledgerBytes)
    case .locked: PaymentsFailure(.walletLocked, wallet: .ownerLocked)
    case .underReview: PaymentsFailure(.underReview, wallet: .review)
    case .denied: PaymentsFailure(.policyDenied)
    case .exceeded(let exceeded):
      wallet.map { PaymentsFailure.exceeded(exceeded, $0) } ?? PaymentsFailure(.budgetExceeded)
    case .expired: PaymentsFailure(.expired, pointer: "/expires_at")
    case .unknownCurrency: PaymentsFailure(.unknownCurrency, pointer: "/currency")
    case .notAboveZero: PaymentsFailure(.amountOutOfRange, pointer: "/amount", rule: "greater than zero")
    case .otherAmount: PaymentsFailure(.amountOutOfRange, pointer: "/amount", rule: "not the amount of the invoice")
    case .tooLarge: PaymentsFailure(.amountOutOfRange, pointer: "/amount", rule: "too large")
    case .amount(let error, let isFee): PaymentsFailure.amount(error, pointer: isFee ? "/max_fee" : "/amount")
    case .wrongNetwork: PaymentsFailure(.wrongNetwork, pointer: "/address")
    case .invalidAddress: PaymentsFailure(.invalidAddress, pointer: "/address")
    case .feeTooHigh: PaymentsFailure(.feeTooHigh, pointer: "/max_fee")
    case .feesRefusedTooOften(let wait): PaymentsFailure(.rateLimited, retryAfterMilliseconds: wait)
    case .tooManyQuestions(.tooManyWait): PaymentsFailure(.tooManyQuestions)
    case .tooManyQuestions(.tooOften(let wait)):
      PaymentsFailure(.tooManyQuestions, retryAfterMilliseconds: max(1, Int(wait / .milliseconds(1))))
    case .busy: PaymentsFailure(.rateLimited)
    case .wallet(let failure): wallet.map { $0.failure(failure) } ?? PaymentsFailure(.walletUnavailable)
    case .failed(let error): error
    }
  }
}
