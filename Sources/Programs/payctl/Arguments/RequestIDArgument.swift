import ArgumentParser
import PaymentsModel

/// The idempotency key of a request, a UUID.
struct RequestIDArgument: ExpressibleByArgument {
  let id: PaymentRequestID

  init?(argument: String) {
    guard let id = PaymentRequestID(argument) else { return nil }
    self.id = id
  }
}
