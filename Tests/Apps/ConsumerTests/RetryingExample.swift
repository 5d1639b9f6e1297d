import Consumer

/// Pays once, however often the app or the provider ends in between. The caller has stored the request before.
func payOnce(_ stored: StoredPayment, with client: PaymentsClient) async throws -> PaymentOrder {
  while true {
    do {
      return try await client.pay(
        stored.currency, to: stored.address, amount: stored.amount, requestID: stored.requestID)
    } catch let failure as PaymentsFailure {
      // The provider has answered: nothing was done. It tells whether the same request is worth repeating, and when.
      guard failure.reason != .internalError, let wait = failure.retryAfterMilliseconds else { throw failure }
      try await Task.sleep(for: .milliseconds(wait))
    } catch ConnectionError.timedOut {
      // There is no answer: the payment may be under way. The same request with the same id asks for it again.
    }
  }
}

/// What an app writes down before it asks for a payment.
struct StoredPayment {
  var requestID: PaymentRequestID
  var currency: String
  var address: String
  var amount: DecimalAmount
}

/// Begins where the app ended, before the user can ask for anything new.
func begin(_ client: PaymentsClient) async throws {
  for request in try await client.unfinishedRequests() {
    do {
      _ = try await client.resume(request)
    } catch let failure as PaymentsFailure where failure.reason != .internalError {
      print("\(request.method) was refused: \(failure.sentence)")
    }
  }
}

/// Keeps an app connected, and shows its user why it is not.
func stayConnected(_ client: PaymentsClient, show: (String) -> Void) async throws {
  while true {
    var pause = Duration.seconds(1)
    do {
      switch try await client.pairing() {
      case .paired: return show("Connected.")
      case .pending(let code?, _): show("To connect, enter \(code.digits) in your wallet.")
      case .pending: show("The wallet's owner is asked.")
      }
    } catch let error as PairingError where !error.isTransient {
      // The owner said no, or the provider is not who it was: only the user decides whether to try again.
      return show("\(error.sentence) \(error.remedy ?? "")")
    } catch let error as PairingError {
      show(error.sentence)
      pause = .milliseconds(error.retryAfterMilliseconds ?? 5000)
    } catch let error as DiscoveryError where error.isTransient {
      show(error.sentence)
    }
    try await Task.sleep(for: pause)
  }
}
