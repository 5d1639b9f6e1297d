import CoreMetrics
import Ledger
import Logging
import OpenMetrics
import Orders
import PaymentsCore
import PaymentsModel
import Synchronization

/// The numbers of one provider, which are counted where the counted happens. All functions may be called from any
/// thread.
final class ProviderMetrics: Sendable {
  private struct Key: Hashable {
    let metric: ProviderMetric
    let values: [String]
  }

  private struct Handles {
    var counters: [Key: Counter] = [:]
    var timers: [Key: CoreMetrics.Timer] = [:]
  }

  private let registry = OpenMetricsRegistry(ProviderMetric.allCases.map(\.family))
  private let handles = Mutex(Handles())

  /// Everything as OpenMetrics text.
  var text: String { registry.text }

  /// Counts something.
  func count(_ metric: ProviderMetric, _ labels: [(String, String)] = [], by amount: Int = 1) {
    let key = Key(metric: metric, values: labels.map(\.1))
    let counter = handles.withLock { handles in
      if let known = handles.counters[key] { return known }
      let made = Counter(label: metric.rawValue, dimensions: labels, factory: registry)
      handles.counters[key] = made
      return made
    }
    counter.increment(by: amount)
  }

  /// Records how long something took.
  func time(_ metric: ProviderMetric, _ duration: Duration, _ labels: [(String, String)] = []) {
    let key = Key(metric: metric, values: labels.map(\.1))
    let timer = handles.withLock { handles in
      if let known = handles.timers[key] { return known }
      let made = CoreMetrics.Timer(label: metric.rawValue, dimensions: labels, factory: registry)
      handles.timers[key] = made
      return made
    }
    let (seconds, attoseconds) = duration.components
    timer.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// Sets a number that may become smaller.
  func set(_ metric: ProviderMetric, _ value: Double, _ labels: [(String, String)] = []) {
    Gauge(label: metric.rawValue, dimensions: labels, factory: registry).record(value)
  }
}

/// What happens to payments.
extension ProviderMetrics {
  /// Counts the state of an order that is new, or has changed.
  func count(_ order: OrderMachine, since earlier: OrderMachine? = nil) {
    guard earlier?.state != order.state else { return }
    let currency = ("currency", order.terms.currency)
    count(.orders, [currency, ("state", order.state.rawValue)])
    guard order.state == .failed else { return }
    count(.orderFailures, [currency, ("reason", order.progress.failure?.rawValue ?? "other")])
  }

  /// Counts the state of an invoice that is new, or has changed.
  func count(_ invoice: InvoiceMachine) {
    count(.invoices, [("currency", invoice.terms.currency), ("state", invoice.state.rawValue)])
  }
}

extension ProviderCore {
  /// Logs that money has arrived for an invoice, or was taken back. What a look at the wallet tells is no question, so that
  /// the owner would not hear of it otherwise.
  func noteArrival(_ invoice: InvoiceMachine) {
    let words =
      switch invoice.state {
      case .processing: "money has arrived for an invoice, and waits for confirmations"
      case .settled: "money has arrived for an invoice"
      case .invalid: "money for an invoice was taken back, or was not confirmed in time"
      case .pending, .expired, .cancelled: String?.none
      }
    guard let words else { return }
    log.log(
      level: .ownersBusiness, "\(words)",
      metadata: ["invoice": "\(invoice.terms.id.rawValue)", "currency": "\(invoice.terms.currency)"])
  }

  /// Counts and logs the state of an order that is new, or has changed.
  func note(_ order: OrderMachine, since earlier: OrderMachine? = nil) {
    guard earlier?.state != order.state else { return }
    metrics.count(order, since: earlier)
    let about: Logger.Metadata = [
      "order": "\(order.terms.id.rawValue)", "currency": "\(order.terms.currency)", "state": "\(order.state.rawValue)",
    ]
    switch order.state {
    case .awaitingApproval: log.log(level: .ownersBusiness, "a payment waits for the owner", metadata: about)
    case .inFlight where order.progress.approval?.kind == .standing && earlier?.state == .submitting:
      log.log(
        level: .ownersBusiness, "a payment was made without a question, within a limit of its app", metadata: about)
    case .failed: log.log(level: .ownersBusiness, "a payment failed", metadata: about)
    default: log.log(level: .detail, "a payment goes on", metadata: about)
    }
  }
}

extension ProviderMetrics {
  func committed(units: Int, in duration: Duration) {
    count(.ledgerUnits, by: units)
    time(.ledgerCommitDuration, duration)
  }

  func commitFailed() { count(.ledgerFailures) }
}

/// The name of a case without what it carries, in the spelling of labels: `wrongCode(triesLeft: 2)` is `wrong_code`.
func labelText(of value: some Sendable) -> String {
  var label = String.UnicodeScalarView()
  for scalar in "\(value)".unicodeScalars {
    guard scalar.properties.isAlphabetic else { break }
    if scalar.properties.isUppercase { label.append("_") }
    label.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
  }
  return String(label)
}
