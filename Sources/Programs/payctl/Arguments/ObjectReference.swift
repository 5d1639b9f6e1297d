import ArgumentParser
import PaymentsModel

/// Names an invoice or an order: by the provider's identifier or by the UUID of the request that made it.
enum ObjectReference: ExpressibleByArgument, Sendable {
  case identifier(String)
  case request(PaymentRequestID)

  init?(argument: String) {
    guard !argument.isEmpty, argument.utf8.count <= 100 else { return nil }
    self = PaymentRequestID(argument).map(ObjectReference.request) ?? .identifier(argument)
  }

  /// The invoice's identifier, if it was named by that.
  var invoiceID: InvoiceID? {
    if case .identifier(let text) = self { InvoiceID(rawValue: text) } else { nil }
  }

  /// The order's identifier, if it was named by that.
  var orderID: OrderID? {
    if case .identifier(let text) = self { OrderID(rawValue: text) } else { nil }
  }

  /// The request, if it was named by that.
  var requestID: PaymentRequestID? {
    if case .request(let id) = self { id } else { nil }
  }

  /// Refuses an identifier that is visibly one of something else.
  ///
  /// - Throws: `ValidationError`.
  func check(prefix: String, hint: String) throws {
    guard case .identifier(let text) = self else { return }
    let others = ["inv_", "ord_"].filter { $0 != prefix }
    if others.contains(where: text.hasPrefix) { throw ValidationError("'\(text)' is \(hint)") }
  }
}
