import Synchronization

/// The part of the configuration that may change while the provider runs. Whoever uses a value reads it here each time.
final class LiveSettings: Sendable {
  /// The keys of the configuration file that are applied at once; those of other keys wait for a restart. The limits of
  /// wallets are applied, too.
  static let keys: Set<String> = [
    "limits.in_flight", "limits.questions", "limits.questions_per_app", "limits.questions_per_minute",
    "limits.open_invoices",
    "limits.unpaid_addresses", "limits.ledger_megabytes", "times.approval", "times.quote", "times.invoice",
    "times.monitoring", "times.poll", "times.net", "times.follow", "times.retry", "events.keep_days",
    "events.keep_count", "events.trim_every", "notifications", "notices.payments", "notices.arrivals",
    "owner_questions",
  ]

  private struct Values: Sendable {
    var limits: LimitsConfiguration
    var times: TimesConfiguration
    var events: EventsConfiguration
    var ownerQuestions: OwnerQuestions

    init(_ configuration: ProviderConfiguration) {
      limits = configuration.limits
      times = configuration.times
      events = configuration.events
      ownerQuestions = configuration.ownerQuestions
    }
  }

  private let values: Mutex<Values>

  init(_ configuration: ProviderConfiguration) {
    values = Mutex(Values(configuration))
  }

  /// The limits of apps. Those that are not in ``keys`` were read at the start, and change nothing here.
  var limits: LimitsConfiguration { values.withLock { $0.limits } }
  /// Lifetimes and intervals.
  var times: TimesConfiguration { values.withLock { $0.times } }
  /// How long events are kept.
  var events: EventsConfiguration { values.withLock { $0.events } }

  /// Whether the owner is also answered through other daemons.
  var ownerQuestions: OwnerQuestions { values.withLock { $0.ownerQuestions } }

  /// Replaces all values.
  func change(to configuration: ProviderConfiguration) {
    values.withLock { $0 = Values(configuration) }
  }
}
