import Cryptography
import Ledger
import Logging
import Orders
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import Synchronization

/// What every part of the provider needs: the ledger, the clock, and whom to tell of a change.
final class ProviderCore: Sendable {
  /// The provider's key in base64url.
  let providerID: String
  /// The name that people see.
  let name: String
  /// The name and version of the program.
  let software: String
  /// What may change while the provider runs.
  let settings: LiveSettings
  let clock: any WallClock
  let random: any RandomSource
  let ledger: Ledger
  let log: Logger
  let metrics: ProviderMetrics
  /// What is known of a ledger that several providers share; `nil` for one in a file.
  let watch: LedgerWatch?
  let hub = ChangeHub()
  let stopping = StopFlag()

  init(
    of identity: ProviderIdentity, software: String, _ configuration: ProviderConfiguration, clock: any WallClock,
    random: any RandomSource, ledger: Ledger, log: Logger, metrics: ProviderMetrics = ProviderMetrics(),
    watch: LedgerWatch? = nil
  ) {
    providerID = identity.id
    name = configuration.name
    self.software = software
    settings = LiveSettings(configuration)
    self.clock = clock
    self.random = random
    self.ledger = ledger
    self.log = log
    self.metrics = metrics
    self.watch = watch
  }

  var limits: LimitsConfiguration { settings.limits }
  var times: TimesConfiguration { settings.times }

  /// Whether the provider is ending, so that nothing new may be started.
  var isStopping: Bool { stopping.isSet }
}

extension ProviderCore: OrderEnvironment {
  var orderSchedule: RetrySchedule {
    RetrySchedule(
      first: times.retry, longest: max(times.retry, RetrySchedule.standard.longest), quoteLifetime: times.quote)
  }
  var approvalTime: Duration { times.approval }
  var questionLimits: QuestionQueue.Limits {
    QuestionQueue.Limits(total: limits.questions, perApp: limits.questionsPerApp, perMinute: limits.questionsPerMinute)
  }
  var mostBytesOfApp: Int? { limits.ledgerMegabytes * 1_000_000 }
}

/// Reads from the ledger for one app. Objects of other apps are not found.
extension ProviderCore {
  /// Returns the object that the same request created before; `nil` if the request is new.
  func earlierObject(of request: AppRequest) async throws -> String? {
    let claim = request.claim(making: "", "", at: clock.now())
    switch try await ledger.read({ reader in try reader.lookUp(claim) }) {
    case .new: return nil
    case .conflict: throw PaymentsFailure(.requestConflict, pointer: "/request_id")
    case .replay(let object): return object.id
    }
  }

  func invoice(_ id: InvoiceID, of app: AppKey) async throws -> InvoiceMachine? {
    let invoice = try await ledger.read { reader in try reader.invoice(id) }
    return invoice?.terms.app == app ? invoice : nil
  }

  /// Returns an invoice with its newest transfers.
  func invoiceRecord(_ id: InvoiceID, of app: AppKey) async throws -> InvoiceRecord? {
    try await ledger.read { reader -> InvoiceRecord? in
      guard let invoice = try reader.invoice(id), invoice.terms.app == app else { return nil }
      return try reader.record(of: invoice)
    }
  }

  func order(_ id: OrderID, of app: AppKey) async throws -> OrderMachine? {
    let order = try await ledger.read { reader in try reader.order(id) }
    return order?.terms.app == app ? order : nil
  }
}

/// Whether the provider is ending: then nothing new is begun.
final class StopFlag: Sendable {
  private let state = Mutex(false)

  var isSet: Bool { state.withLock { $0 } }

  func set() { state.withLock { $0 = true } }
}
