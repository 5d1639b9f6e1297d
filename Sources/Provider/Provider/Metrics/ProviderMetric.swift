import OpenMetrics
import Orders

/// The metrics of a provider. They tell the owner how it does, and nothing that concerns a person: labels have names of
/// methods, states, failures and currencies, of which there is a limited number, and never an amount, an address, an
/// identifier, or a text that an app chose.
///
/// Those of the process have a name of their own too: an exporter that reads them from a file has the usual ones for
/// itself.
enum ProviderMetric: String, CaseIterable {
  case sessions = "payport_sessions"
  case handshakes = "payport_handshakes"
  case connectionsRefused = "payport_connections_refused"
  case requests = "payport_requests"
  case requestDuration = "payport_request_duration_seconds"
  case questions = "payport_questions"
  case orders = "payport_orders"
  case ordersOpen = "payport_orders_open"
  case orderFailures = "payport_order_failures"
  case paymentsReversed = "payport_payments_reversed"
  case invoices = "payport_invoices"
  case walletStatus = "payport_wallet_status"
  case walletBlocks = "payport_wallet_blocks_seen"
  case walletUnreadable = "payport_wallet_unreadable_entries"
  case walletCallDuration = "payport_wallet_call_duration_seconds"
  case walletCallFailures = "payport_wallet_call_failures"
  case ledgerUnits = "payport_ledger_units"
  case ledgerCommitDuration = "payport_ledger_commit_duration_seconds"
  case ledgerFailures = "payport_ledger_commit_failures"
  case ledgerRole = "payport_ledger_role"
  case ledgerEpoch = "payport_ledger_epoch"
  case ledgerTakeovers = "payport_ledger_takeovers_seen"
  case ledgerLookAge = "payport_ledger_look_age_seconds"
  case ledgerLeaseAge = "payport_ledger_lease_age_seconds"
  case ledgerVacancy = "payport_ledger_without_writer_seconds"
  case ledgerStandbys = "payport_ledger_synchronous_standbys"
  case ledgerLag = "payport_ledger_standby_lag_seconds"
  case clockOffset = "payport_clock_offset_seconds"
  case ordersHeld = "payport_orders_held"
  case eventsSent = "payport_events_sent"
  case processStart = "payport_process_start_time_seconds"
  case processorTime = "payport_process_cpu_seconds"
  case residentMemory = "payport_process_resident_memory_bytes"
  case openDescriptors = "payport_process_open_fds"
  case mostDescriptors = "payport_process_max_fds"

  /// The declaration, as it is written before the numbers.
  var family: MetricFamily {
    switch self {
    case .sessions: gauge("Connections of apps that are open, by whether the owner let the app in.")
    case .handshakes: counter("Handshakes that ended, by outcome.")
    case .connectionsRefused: counter("Connections that were refused before a handshake, by reason.")
    case .requests:
      counter("Requests of apps that were answered, by method and outcome: ok, or the reason of the failure.")
    case .requestDuration: durations("From a request to its answer, by method.")
    case .questions: gauge("Questions that wait for the owner, by kind.")
    case .orders: counter("Payment orders that came into a state, by currency and state.")
    case .ordersOpen: gauge("Payment orders that have not ended, by currency and by whether they wait for the owner.")
    case .orderFailures: counter("Payment orders that failed, by currency and reason; conflicted is a double spend.")
    case .paymentsReversed: counter("Payments that had succeeded and were undone by the network, by currency.")
    case .invoices: counter("Invoices that came into a state, by currency and state.")
    case .walletStatus: gauge("1 for the present status of each wallet, and 0 for the others.")
    case .walletBlocks: counter("Newest blocks of the wallet that the provider has noticed, by currency.")
    case .walletUnreadable: gauge("Entries that a wallet listed and that could not be read, by currency and list.")
    case .walletCallDuration: durations("Calls of a wallet, by currency and call.")
    case .walletCallFailures: counter("Calls of a wallet that failed, by currency, call and error.")
    case .ledgerUnits: counter("Units of writes that became durable.")
    case .ledgerCommitDuration: durations("Commits of the ledger, with their synchronisation of the disk.")
    case .ledgerFailures: counter("Commits of the ledger that failed.")
    case .ledgerRole: gauge("With a ledger that several providers share: 1 for what this one is, and 0 for the other.")
    case .ledgerEpoch: gauge("How often a provider has become the one that writes such a ledger.")
    case .ledgerTakeovers: gauge("How often another epoch was seen since the start.")
    case .ledgerLookAge:
      gauge("Since this provider last looked at such a ledger, and noted how far it has come.", unit: "seconds")
    case .ledgerLeaseAge: gauge("Since the lease of such a ledger was renewed.", unit: "seconds")
    case .ledgerVacancy: gauge("Since the lease has run out and nobody took it, as a standby sees it.", unit: "seconds")
    case .ledgerStandbys:
      gauge("Standbys that the server waits for before it answers; absent if this role may not see it.")
    case .ledgerLag:
      gauge("How far the slowest standby of the server is behind, where this role may see it.", unit: "seconds")
    case .clockOffset: gauge("How far this clock is ahead of that of the database's server.", unit: "seconds")
    case .ordersHeld:
      gauge("Payment orders that wait until the owner has looked at the sends of the wallet, by currency.")
    case .eventsSent: counter("Events that were sent to apps.")
    case .processStart: gauge("When the provider was started, in seconds since 1970 in UTC.", unit: "seconds")
    case .processorTime: gauge("Time of processors that was used.", unit: "seconds")
    case .residentMemory: gauge("Memory in use.", unit: "bytes")
    case .openDescriptors: gauge("Open file descriptors.")
    case .mostDescriptors: gauge("The largest number of file descriptors.")
    }
  }

  private func counter(_ help: String) -> MetricFamily { MetricFamily(rawValue, .counter, help: help) }

  private func gauge(_ help: String, unit: String = "") -> MetricFamily {
    MetricFamily(rawValue, .gauge, unit: unit, help: help)
  }

  private func durations(_ help: String) -> MetricFamily {
    MetricFamily(rawValue, .histogram, unit: "seconds", help: help)
  }
}
