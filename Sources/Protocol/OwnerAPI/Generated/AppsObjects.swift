// Written by scripts/swift_types.py from protocol/owner: change the schemas, and `make spec`.

package import PaymentsAPI
package import PaymentsModel

/// An app that the owner decided about.
package struct ListedApp: OwnerObject {
  /// What the app is called.
  package var app: AppNames
  /// The identifier that it gives itself; a claim.
  package var appID: String
  /// `approved`, `denied` or `revoked`.
  package var status: String
  /// What it was granted.
  package var scopes: [String]
  /// When the owner decided.
  package var pairedAt: Timestamp
  /// Whether it is connected now.
  package var connected: Bool
  /// When it was connected last.
  package var lastSeen: Timestamp?

  package init(
    app: AppNames, appID: String, status: String, scopes: [String], pairedAt: Timestamp, connected: Bool,
    lastSeen: Timestamp? = nil
  ) {
    (self.app, self.appID, self.status, self.scopes) = (app, appID, status, scopes)
    (self.pairedAt, self.connected, self.lastSeen) = (pairedAt, connected, lastSeen)
  }
}

/// A connection of an app.
package struct ListedSession: OwnerObject {
  /// The identifier of the connection.
  package var id: String
  /// What the app is called.
  package var app: AppNames
  /// The identifier that the app gives itself; a claim.
  package var appID: String
  /// The version that the app gives itself; a claim.
  package var version: String
  /// Whether the owner let it in.
  package var state: PairingStatus
  /// When it was opened.
  package var since: Timestamp
  /// How many requests the app made on it.
  package var calls: Int
  /// The question that it waits for.
  package var questionID: String?
  /// The program that holds the connection, as the system says; advice.
  package var process: String?

  package init(
    id: String, app: AppNames, appID: String, version: String, state: PairingStatus, since: Timestamp, calls: Int,
    questionID: String? = nil, process: String? = nil
  ) {
    (self.id, self.app, self.appID, self.version) = (id, app, appID, version)
    (self.state, self.since, self.calls, self.questionID) = (state, since, calls, questionID)
    self.process = process
  }
}

/// A daemon that the owner admitted to the ledger.
package struct ListedDaemon: OwnerObject {
  /// The daemon's own public key in base64url.
  package var key: String
  /// Its name.
  package var name: String
  /// When it was admitted.
  package var addedAt: Timestamp
  /// Whether it is there now.
  package var present: Bool
  /// Whether it is the one that answers, which writes the ledger.
  package var writer: Bool
  /// When it was there last, as far as that was noted.
  package var lastSeen: Timestamp?
  /// When it was sent away; absent where it was not.
  package var revokedAt: Timestamp?

  package init(
    key: String, name: String, addedAt: Timestamp, present: Bool, writer: Bool, lastSeen: Timestamp? = nil,
    revokedAt: Timestamp? = nil
  ) {
    (self.key, self.name, self.addedAt, self.present) = (key, name, addedAt, present)
    (self.writer, self.lastSeen, self.revokedAt) = (writer, lastSeen, revokedAt)
  }
}

/// What a paired app may do, and how much of that it used.
package struct AppGrants: OwnerObject {
  /// What the app is called.
  package var app: AppNames
  /// What it may do.
  package var scopes: [Scope]
  /// What it may pay, by currency.
  package var budgets: [AppBudget]
  /// What it may have made for it.
  package var quota: AppQuotaReport
  /// The currencies that the app may use; absent for all.
  package var currencies: [String]?
  /// When the grant ends; absent where never.
  package var expiresAt: Timestamp?

  package init(
    app: AppNames, scopes: [Scope], budgets: [AppBudget], quota: AppQuotaReport, currencies: [String]? = nil,
    expiresAt: Timestamp? = nil
  ) {
    (self.app, self.scopes, self.budgets, self.quota) = (app, scopes, budgets, quota)
    (self.currencies, self.expiresAt) = (currencies, expiresAt)
  }
}

/// What an app may pay in a currency, and where that stands. Amounts are totals, fee included.
package struct AppBudget: OwnerObject {
  /// The code of the currency.
  package var currency: String
  /// The limits.
  package var limits: AppLimits
  /// Whether the owner set them for this app; those of the configuration hold otherwise.
  package var own: Bool
  /// What of the period is used, with what is on its way.
  package var used: DecimalAmount
  /// How many payments that are.
  package var usedCount: Int
  /// When the next period begins.
  package var resetsAt: Timestamp
  /// The largest payment that fits now; absent where nothing limits it.
  package var left: DecimalAmount?

  package init(
    currency: String, limits: AppLimits, own: Bool, used: DecimalAmount, usedCount: Int, resetsAt: Timestamp,
    left: DecimalAmount? = nil
  ) {
    (self.currency, self.limits, self.own, self.used) = (currency, limits, own, used)
    (self.usedCount, self.resetsAt, self.left) = (usedCount, resetsAt, left)
  }
}

/// The limits of an app in a currency.
package struct AppLimits: OwnerObject {
  /// The period that they are of.
  package var period: BudgetPeriodName
  /// Which payments the owner is asked about.
  package var ask: Asking
  /// With `above`: the total above which the owner is asked.
  package var askAbove: DecimalAmount?
  /// True where the owner is asked, whatever the amount, for payments to recipients to whom the owner has not approved
  /// a payment of the app by hand; absent where not.
  package var askNewRecipients: Bool?
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
    period: BudgetPeriodName, ask: Asking, askAbove: DecimalAmount? = nil, askNewRecipients: Bool? = nil,
    perPayment: DecimalAmount? = nil, perPeriod: DecimalAmount? = nil, count: Int? = nil,
    recipients: NamedValues<DecimalAmount>? = nil, batch: Bool? = nil
  ) {
    (self.period, self.ask, self.askAbove, self.askNewRecipients) = (period, ask, askAbove, askNewRecipients)
    (self.perPayment, self.perPeriod, self.count, self.recipients) = (perPayment, perPeriod, count, recipients)
    self.batch = batch
  }
}

/// How much an app had made for it, and the most that it may; a most of 0 is no limit.
package struct AppQuotaReport: OwnerObject {
  /// Invoices that have not ended.
  package var openInvoices: UsedQuota
  /// Addresses since the last one that was paid.
  package var unpaidAddresses: UsedAddresses
  /// What its records take in the ledger, in bytes.
  package var ledgerBytes: UsedQuota
  /// Whether the owner set any of it for this app; what is configured holds otherwise.
  package var own: Bool

  package init(openInvoices: UsedQuota, unpaidAddresses: UsedAddresses, ledgerBytes: UsedQuota, own: Bool) {
    (self.openInvoices, self.unpaidAddresses, self.ledgerBytes, self.own) = (
      openInvoices, unpaidAddresses, ledgerBytes, own
    )
  }
}

/// How much is used, and the most.
package struct UsedQuota: OwnerObject {
  /// How much is used.
  package var used: Int
  /// The most that may be.
  package var most: Int

  package init(used: Int, most: Int) {
    (self.used, self.most) = (used, most)
  }
}

/// What an app is called, wherever one is named.
package struct AppNames: OwnerObject {
  /// The key of the app.
  package var key: AppKey
  /// The beginning of the key, as people compare it.
  package var fingerprint: String
  /// What the owner sees it called: the name that the owner gave it, or else what it calls itself, which is a claim.
  package var name: String
  /// What it calls itself; a claim.
  package var claimedName: String

  package init(key: AppKey, fingerprint: String, name: String, claimedName: String) {
    (self.key, self.fingerprint, self.name, self.claimedName) = (key, fingerprint, name, claimedName)
  }
}
