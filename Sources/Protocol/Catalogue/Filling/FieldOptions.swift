import JSON
import PaymentsAPI
public import PaymentsModel

/// The possible values of a field of a request.
public enum FieldOptions: Sendable, Hashable {
  /// Any value; the app has to know it.
  case anything
  /// One of these texts.
  case oneOf([String])
  /// An amount from `least` to `most`, both included.
  case amount(least: DecimalAmount, most: DecimalAmount)

  /// Reads the possible values from the answer of a method that a template names.
  ///
  /// - Parameters:
  ///   - request: the name of the request that is being filled in.
  ///   - method: the method that answered. For an unknown method any value is possible.
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
