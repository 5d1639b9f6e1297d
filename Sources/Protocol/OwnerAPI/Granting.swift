import JSON
package import PaymentsAPI
package import PaymentsModel

/// Tells what paired apps may do, and where their budgets stand.
package enum ListGrants: OwnerMethod {
  package static let name = "grants"
  package static let summary = "Tells what paired apps may do, and where their budgets stand."
  package static let failures: [OwnerFailure.Reason] = [.appNotFound, .ambiguousApp]

  package struct Params: Codable, Sendable, Equatable {
    /// One app: its key or the beginning of it, its id, or the owner's name for it; all where absent.
    package var app: String?

    package init(app: String? = nil) {
      self.app = app
    }
  }

  package struct Result: Codable, Sendable, Equatable {
    /// The apps.
    package var apps: [AppGrants]

    package init(apps: [AppGrants]) {
      self.apps = apps
    }
  }
}

/// What a paired app may do, and how much of that it used.
package struct AppGrants: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// The key of the app.
  package var key: AppKey
  /// The beginning of the key, as people compare it.
  package var fingerprint: String
  /// What the owner sees it called.
  package var name: String
  /// What it calls itself; a claim.
  package var claimedName: String
  /// What it may do.
  package var scopes: [Scope]
  /// The currencies that the app may use; absent for all.
  package var currencies: [String]?
  /// When the grant ends; absent where never.
  package var expiresAt: Timestamp?
  /// What it may pay, by currency.
  package var budgets: [AppBudget]
  /// What it may have made for it.
  package var quota: AppQuotaReport

  package init(
    key: AppKey, fingerprint: String, name: String, claimedName: String, scopes: [Scope], currencies: [String]? = nil,
    expiresAt: Timestamp? = nil, budgets: [AppBudget], quota: AppQuotaReport
  ) {
    self.key = key
    self.fingerprint = fingerprint
    self.name = name
    self.claimedName = claimedName
    self.scopes = scopes
    self.currencies = currencies
    self.expiresAt = expiresAt
    self.budgets = budgets
    self.quota = quota
  }
}

/// Sets what an app may do from now on, also in its open sessions.
package enum GrantScopes: OwnerMethod {
  package static let name = "grant"
  package static let summary = "Sets what an app may do from now on, also in its open sessions."
  package static let failures: [OwnerFailure.Reason] = [
    .appNotFound, .ambiguousApp, .appNotPaired, .pinRequired, .wrongPin,
  ]

  package struct Params: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// The app: its key or the beginning of it, its id, or the owner's name for it.
    package var app: String
    /// What it may do.
    package var scopes: [Scope]
    /// The currencies that it may use; unchanged where absent.
    package var currencies: [String]?
    /// When the grant ends; absent where never.
    package var expiresAt: Timestamp?
    /// The owner's PIN, where this allows more than before.
    package var pin: String?

    package init(
      app: String, scopes: [Scope], currencies: [String]? = nil, expiresAt: Timestamp? = nil, pin: String? = nil
    ) {
      self.app = app
      self.scopes = scopes
      self.currencies = currencies
      self.expiresAt = expiresAt
      self.pin = pin
    }
  }

  package struct Result: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// The key of the app.
    package var key: AppKey
    /// The beginning of the key, as people compare it.
    package var fingerprint: String
    /// What the owner sees it called.
    package var name: String
    /// What it calls itself; a claim.
    package var claimedName: String
    /// What it may do.
    package var scopes: [Scope]
    /// The currencies that the app may use; absent for all.
    package var currencies: [String]?
    /// When the grant ends; absent where never.
    package var expiresAt: Timestamp?
    /// By currency, what leaves without a question: `ask_above` is the largest payment; absent where nothing does.
    package var unasked: NamedValues<AppLimits>?

    package init(
      key: AppKey, fingerprint: String, name: String, claimedName: String, scopes: [Scope], currencies: [String]? = nil,
      expiresAt: Timestamp? = nil, unasked: NamedValues<AppLimits>? = nil
    ) {
      self.key = key
      self.fingerprint = fingerprint
      self.name = name
      self.claimedName = claimedName
      self.scopes = scopes
      self.currencies = currencies
      self.expiresAt = expiresAt
      self.unasked = unasked
    }
  }
}

/// Changes what an app may pay in a currency; without anything to change, tells it.
package enum LimitApp: OwnerMethod {
  package static let name = "limit"
  package static let summary = "Changes what an app may pay in a currency; without anything to change, tells it."
  package static let failures: [OwnerFailure.Reason] = [
    .needsPeriodLimit, .appNotFound, .ambiguousApp, .pinRequired, .wrongPin,
  ]

  package struct Params: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// The app: its key or the beginning of it, its id, or the owner's name for it.
    package var app: String
    /// The code of the currency.
    package var currency: String
    /// The largest payment, a decimal; `none` for no limit.
    package var perPayment: String?
    /// The period: `day`, `week` or `month`.
    package var period: String?
    /// The most in a period, a decimal; `none` for no limit.
    package var perPeriod: String?
    /// The most payments of a period, a whole number; `none` for no limit.
    package var count: String?
    /// Which payments the owner is asked about: `always`, `never`, `refuse`, or `above` and an amount.
    package var ask: String?
    /// True where payments that are approved at about the same time may leave in one transaction, false where each
    /// has a transaction of its own; unchanged where absent.
    package var batch: Bool?
    /// True where the configured limits are to hold again.
    package var clear: Bool?
    /// By address: the most to it in a period, a decimal; `none` for no limit.
    package var recipients: NamedValues<String>?
    /// The owner's PIN, where this allows more than before.
    package var pin: String?

    package init(
      app: String, currency: String, perPayment: String? = nil, period: String? = nil, perPeriod: String? = nil,
      count: String? = nil, ask: String? = nil, batch: Bool? = nil, clear: Bool? = nil,
      recipients: NamedValues<String>? = nil, pin: String? = nil
    ) {
      self.app = app
      self.currency = currency
      self.perPayment = perPayment
      self.period = period
      self.perPeriod = perPeriod
      self.count = count
      self.ask = ask
      self.batch = batch
      self.clear = clear
      self.recipients = recipients
      self.pin = pin
    }
  }

  package struct Result: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// The key of the app.
    package var key: AppKey
    /// The beginning of the key, as people compare it.
    package var fingerprint: String
    /// What the owner sees it called.
    package var name: String
    /// What it calls itself; a claim.
    package var claimedName: String
    /// What it may pay in the currency.
    package var budget: AppBudget

    package init(key: AppKey, fingerprint: String, name: String, claimedName: String, budget: AppBudget) {
      self.key = key
      self.fingerprint = fingerprint
      self.name = name
      self.claimedName = claimedName
      self.budget = budget
    }
  }
}

/// What an app may pay in a currency, and where that stands. Amounts are totals, fee included.
package struct AppBudget: Codable, Sendable, Equatable {
  /// The code of the currency.
  package var currency: String
  /// The limits.
  package var limits: AppLimits
  /// Whether the owner set them for this app; those of the configuration hold otherwise.
  package var isOwn: Bool
  /// What of the period is used, with what is on its way.
  package var used: DecimalAmount
  /// How many payments that are.
  package var usedCount: Int
  /// When the next period begins.
  package var resetsAt: Timestamp
  /// The largest payment that fits now; absent where nothing limits it.
  package var left: DecimalAmount?

  package init(
    currency: String, limits: AppLimits, isOwn: Bool, used: DecimalAmount, usedCount: Int, resetsAt: Timestamp,
    left: DecimalAmount? = nil
  ) {
    self.currency = currency
    self.limits = limits
    self.isOwn = isOwn
    self.used = used
    self.usedCount = usedCount
    self.resetsAt = resetsAt
    self.left = left
  }

  private enum CodingKeys: String, CodingKey {
    case currency, limits
    case isOwn = "own"
    case used
    case usedCount = "used_count"
    case resetsAt = "resets_at"
    case left
  }
}

/// The limits of an app in a currency.
package struct AppLimits: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// The period that they are of.
  package var period: BudgetPeriodName
  /// Which payments the owner is asked about.
  package var ask: Asking
  /// With `above`: the total above which the owner is asked.
  package var askAbove: DecimalAmount?
  /// The largest payment.
  package var perPayment: DecimalAmount?
  /// The most in a period.
  package var perPeriod: DecimalAmount?
  /// The most payments of a period.
  package var count: Int?
  /// By address: the most to it in a period.
  package var recipients: NamedValues<DecimalAmount>?
  /// True where payments that are approved at about the same time may leave in one transaction; absent where not.
  package var batch: Bool?

  package init(
    period: BudgetPeriodName, ask: Asking, askAbove: DecimalAmount? = nil, perPayment: DecimalAmount? = nil,
    perPeriod: DecimalAmount? = nil, count: Int? = nil, recipients: NamedValues<DecimalAmount>? = nil,
    batch: Bool? = nil
  ) {
    self.period = period
    self.ask = ask
    self.askAbove = askAbove
    self.perPayment = perPayment
    self.perPeriod = perPeriod
    self.count = count
    self.recipients = recipients
    self.batch = batch
  }
}

/// Changes how much an app may have made for it; without anything to change, tells it.
package enum ChangeQuota: OwnerMethod {
  package static let name = "quota"
  package static let summary = "Changes how much an app may have made for it; without anything to change, tells it."
  package static let failures: [OwnerFailure.Reason] = [.appNotFound, .ambiguousApp, .pinRequired, .wrongPin, .locked]

  package struct Params: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// The app: its key or the beginning of it, its id, or the owner's name for it.
    package var app: String
    /// The most invoices that have not ended.
    package var openInvoices: Int?
    /// The most addresses of a currency since the last one that was paid.
    package var unpaidAddresses: Int?
    /// The most that its records take, in millions of bytes.
    package var ledgerMegabytes: Int?
    /// True where what is configured is to hold again.
    package var clear: Bool?
    /// The PIN, which is needed where one is set and the app may have more made for it.
    package var pin: String?

    package init(
      app: String, openInvoices: Int? = nil, unpaidAddresses: Int? = nil, ledgerMegabytes: Int? = nil,
      clear: Bool? = nil, pin: String? = nil
    ) {
      self.app = app
      self.openInvoices = openInvoices
      self.unpaidAddresses = unpaidAddresses
      self.ledgerMegabytes = ledgerMegabytes
      self.clear = clear
      self.pin = pin
    }
  }

  package struct Result: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// The key of the app.
    package var key: AppKey
    /// The beginning of the key, as people compare it.
    package var fingerprint: String
    /// What the owner sees it called.
    package var name: String
    /// What it calls itself; a claim.
    package var claimedName: String
    /// What it may have made for it.
    package var quota: AppQuotaReport

    package init(key: AppKey, fingerprint: String, name: String, claimedName: String, quota: AppQuotaReport) {
      self.key = key
      self.fingerprint = fingerprint
      self.name = name
      self.claimedName = claimedName
      self.quota = quota
    }
  }
}

/// How much an app had made for it, and the most that it may; a most of 0 is no limit.
package struct AppQuotaReport: Codable, Sendable, Equatable {
  /// Invoices that have not ended.
  package var openInvoices: UsedQuota
  /// Addresses since the last one that was paid.
  package var unpaidAddresses: UsedAddresses
  /// What its records take in the ledger, in bytes.
  package var ledgerBytes: UsedQuota
  /// Whether the owner set any of it for this app; what is configured holds otherwise.
  package var isOwn: Bool

  package init(openInvoices: UsedQuota, unpaidAddresses: UsedAddresses, ledgerBytes: UsedQuota, isOwn: Bool) {
    self.openInvoices = openInvoices
    self.unpaidAddresses = unpaidAddresses
    self.ledgerBytes = ledgerBytes
    self.isOwn = isOwn
  }

  private enum CodingKeys: String, CodingKey {
    case openInvoices = "open_invoices"
    case unpaidAddresses = "unpaid_addresses"
    case ledgerBytes = "ledger_bytes"
    case isOwn = "own"
  }
}

/// How much is used, and the most.
package struct UsedQuota: Codable, Sendable, Equatable {
  /// How much is used.
  package var used: Int
  /// The most that may be.
  package var most: Int

  package init(used: Int, most: Int) {
    self.used = used
    self.most = most
  }
}

/// How many addresses are used by the code of their currency, and the most of each.
package struct UsedAddresses: Codable, Sendable, Equatable {
  /// How many are used, by the code of the currency.
  package var used: NamedValues<Int>
  /// The most of each currency.
  package var most: Int

  package init(used: NamedValues<Int>, most: Int) {
    self.used = used
    self.most = most
  }
}
