import JSON
import PaymentsAPI
public import PaymentsModel

/// What can stand in a field of a request.
public enum FieldOptions: Sendable, Hashable {
  /// Whatever the app knows.
  case anything
  /// One of these texts.
  case oneOf([String])
  /// An amount from the least to the most.
  case amount(least: DecimalAmount, most: DecimalAmount)

  /// Reads them from the answer of a method that a template names.
  ///
  /// - Parameters:
  ///   - request: the name of the request that is filled in.
  ///   - method: the method that answered; one that is not known here tells nothing.
  init(_ answer: JSONValue, of method: String, for request: String) {
    switch method {
    case ListCurrencies.name: self = .list(answer["currencies"], "code")
    case AddressesForCurrency.name: self = .list(answer["addresses"], "address")
    case NewAddressForCurrency.name: self = .list(answer["address"].map { .array([$0]) }, "address")
    case ListPaymentOrders.name: self = .list(answer["payment_orders"], "order_id")
    case ListInvoiceRequests.name: self = .list(answer["invoices"], "invoice_id")
    case GetAmountRangeForCurrency.name:
      let range = answer[request == SubmitPaymentOrder.name ? "pay" : "receive"]
      guard let least = range?["min"]?.stringValue.flatMap({ try? DecimalAmount($0) }),
        let most = range?["max"]?.stringValue.flatMap({ try? DecimalAmount($0) })
      else {
        self = .anything
        return
      }
      self = .amount(least: least, most: most)
    default: self = .anything
    }
  }

  private static func list(_ elements: JSONValue?, _ member: String) -> FieldOptions {
    .oneOf((elements?.arrayValue ?? []).compactMap { $0[member]?.stringValue })
  }
}
