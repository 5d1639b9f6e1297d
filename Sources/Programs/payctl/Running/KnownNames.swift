import PaymentsAPI
import PaymentsModel
import Synchronization

/// The currencies and identifiers that were seen, for completion. It can be used from any thread.
final class KnownNames: Sendable {
  private struct Names {
    var currencies: Set<String> = []
    var invoices: Set<String> = []
    var orders: Set<String> = []
  }

  private let names = Mutex(Names())

  var currencies: [String] { names.withLock { Array($0.currencies) } }
  var invoices: [String] { names.withLock { Array($0.invoices) } }
  var orders: [String] { names.withLock { Array($0.orders) } }

  func note(_ currencies: [CurrencyInfo]) {
    names.withLock { $0.currencies.formUnion(currencies.map(\.code)) }
  }

  func note(_ invoices: [Invoice]) {
    names.withLock { $0.invoices.formUnion(invoices.map(\.invoiceID.rawValue)) }
  }

  func note(_ orders: [PaymentOrder]) {
    names.withLock { $0.orders.formUnion(orders.map(\.orderID.rawValue)) }
  }
}
