// Written by scripts/swift_types.py from protocol/owner: change the schemas, and `make spec`.

package import PaymentsModel

/// Tells the newest entry of the audit log, to be noted elsewhere.
package enum GetAuditHead: OwnerMethod {
  package static let name = "audit.head"

  package typealias Params = OwnerNothing

  /// The result of `audit.head`.
  package struct Result: OwnerObject {
    /// How many entries there are.
    package var entries: Int
    /// The hash of the newest, in hexadecimal.
    package var hash: String
    /// Both in one word, for `expect` of a later check.
    package var note: String

    package init(entries: Int, hash: String, note: String) {
      (self.entries, self.hash, self.note) = (entries, hash, note)
    }
  }
}

/// Lists entries of the audit log, the newest first.
package enum ListAuditEntries: OwnerMethod {
  package static let name = "audit"

  /// The params of `audit`.
  package struct Params: OwnerObject {
    /// Only those about this app: its key or the beginning of it, or its id.
    package var app: String?
    /// Only those from this moment on.
    package var since: Timestamp?
    /// The most entries, from 1 to 200; 50 where absent.
    package var limit: Int?
    /// Only those before this entry.
    package var before: Int?

    package init(app: String? = nil, since: Timestamp? = nil, limit: Int? = nil, before: Int? = nil) {
      (self.app, self.since, self.limit, self.before) = (app, since, limit, before)
    }
  }

  /// The result of `audit`.
  package struct Result: OwnerObject {
    /// The entries. There may be fewer than were asked for, although more follow.
    package var entries: [AuditLogEntry]
    /// Where there may be more: what `before` is to be for them.
    package var next: Int?

    package init(entries: [AuditLogEntry], next: Int? = nil) {
      (self.entries, self.next) = (entries, next)
    }
  }
}

/// Checks the whole audit log.
package enum VerifyAuditLog: OwnerMethod {
  package static let name = "audit.verify"

  /// The params of `audit.verify`.
  package struct Params: OwnerObject {
    /// A note that is to be part of the log.
    package var expect: String?

    package init(expect: String? = nil) {
      self.expect = expect
    }
  }

  package typealias Result = AuditVerification
}

/// Puts a consistent copy of all that a backup contains into a new folder inside the state folder.
package enum StageBackup: OwnerMethod {
  package static let name = "backup"

  package typealias Params = OwnerNothing

  package typealias Result = StagedBackup
}

/// Tells the numbers by which the owner's tools watch the provider.
package enum GetMetrics: OwnerMethod {
  package static let name = "metrics"

  package typealias Params = OwnerNothing

  /// The result of `metrics`.
  package struct Result: OwnerObject {
    /// All metrics as OpenMetrics 1.0 text. They have no amounts, addresses, identifiers or names of apps.
    package var text: String

    package init(text: String) {
      self.text = text
    }
  }
}

/// Says that the wallet of a currency may know something new, so that the provider asks it at once.
package enum NotifyOfNews: OwnerMethod {
  package static let name = "notify"

  /// The params of `notify`.
  package struct Params: OwnerObject {
    /// The code of the currency.
    package var currency: String

    package init(currency: String) {
      self.currency = currency
    }
  }

  package typealias Result = OwnerNothing
}

/// Reads the configuration file again and applies what can change without a restart.
package enum ReloadConfiguration: OwnerMethod {
  package static let name = "reload"

  package typealias Params = OwnerNothing

  package typealias Result = ReloadReport
}

/// Tells what the provider does.
package enum GetProviderStatus: OwnerMethod {
  package static let name = "status"

  package typealias Params = OwnerNothing

  /// The result of `status`.
  package struct Result: OwnerObject {
    /// The name of the provider.
    package var name: String
    /// Where apps reach it.
    package var url: String
    /// The identifier of its process.
    package var pid: Int
    /// Its key, as apps know it.
    package var providerID: String
    /// Its program and version.
    package var software: String
    /// The folder of its ledger.
    package var ledger: String
    /// When it was started.
    package var startedAt: Timestamp
    /// How many connections of apps are open.
    package var sessions: Int
    /// How many apps are paired.
    package var apps: Int
    /// How many questions wait for the owner.
    package var questions: Int
    /// Whether the owner locked the wallet.
    package var locked: Bool
    /// Whether a PIN is set.
    package var pin: Bool
    /// Payments that were sent and are followed.
    package var paymentsInFlight: Int
    /// Payments that had succeeded and were taken back, the newest ones.
    package var ordersReversed: [OwnerOrder]
    /// Orders that may be paid already and wait for the owner to look.
    package var paymentsToLookAt: Int
    /// How many payments are approved and not sent: they go on by themselves, or once paying is unlocked.
    package var paymentsWaiting: Int
    /// Open orders whose currency is not configured any more, as many as an answer has room for.
    package var ordersWithoutWallet: [OwnerOrder]
    /// The wallets.
    package var currencies: [CurrencyReport]
    /// With a ledger that several providers share, the name of the one that writes it, if this one stands by. What the
    /// provider has and does is then that of the other one.
    package var standbyFor: String?
    /// If nothing is paid before the owner unlocks the wallet: why.
    package var lockedBecause: LockReason?
    /// With a ledger that several providers share: how often one of them has become the one that writes.
    package var epoch: Int?
    /// With such a ledger, if it is more than five seconds: how far the clock of this machine is ahead of the clock of
    /// the database's server; a negative number if it is behind. What ends at a time ends by the server's clock then.
    package var clockAheadSeconds: Int?
    /// The path of its configuration; absent if it runs without one.
    package var configuration: String?

    package init(
      name: String, url: String, pid: Int, providerID: String, software: String, ledger: String, startedAt: Timestamp,
      sessions: Int, apps: Int, questions: Int, locked: Bool, pin: Bool, paymentsInFlight: Int,
      ordersReversed: [OwnerOrder], paymentsToLookAt: Int, paymentsWaiting: Int, ordersWithoutWallet: [OwnerOrder],
      currencies: [CurrencyReport], standbyFor: String? = nil, lockedBecause: LockReason? = nil, epoch: Int? = nil,
      clockAheadSeconds: Int? = nil, configuration: String? = nil
    ) {
      (self.name, self.url, self.pid, self.providerID) = (name, url, pid, providerID)
      (self.software, self.ledger, self.startedAt, self.sessions) = (software, ledger, startedAt, sessions)
      (self.apps, self.questions, self.locked, self.pin) = (apps, questions, locked, pin)
      (self.paymentsInFlight, self.ordersReversed, self.paymentsToLookAt, self.paymentsWaiting) = (
        paymentsInFlight, ordersReversed, paymentsToLookAt, paymentsWaiting
      )
      (self.ordersWithoutWallet, self.currencies, self.standbyFor, self.lockedBecause) = (
        ordersWithoutWallet, currencies, standbyFor, lockedBecause
      )
      (self.epoch, self.clockAheadSeconds, self.configuration) = (epoch, clockAheadSeconds, configuration)
    }
  }
}
