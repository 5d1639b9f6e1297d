// Written by scripts/swift_types.py from protocol/owner: change the schemas, and `make spec`.

package import PaymentsAPI
package import PaymentsModel

/// Admits a daemon, which may pass on what apps say from now on.
package enum AdmitDaemon: OwnerMethod {
  package static let name = "admit_daemon"

  /// The params of `admit_daemon`.
  package struct Params: OwnerObject, PinParams {
    /// What the owner calls it: 1 to 32 of a-z, 0-9 and -.
    package var name: String
    /// Its own public key in base64url.
    package var key: String
    /// The owner's PIN, where one is set.
    package var pin: String?

    package init(name: String, key: String, pin: String? = nil) {
      (self.name, self.key, self.pin) = (name, key, pin)
    }
  }

  package typealias Result = ListedDaemon
}

/// Says yes to a question, once.
package enum ApproveQuestion: OwnerMethod {
  package static let name = "approve"

  /// The params of `approve`.
  package struct Params: OwnerObject, PinParams {
    /// The number of the question, its name, or the beginning or end of that. What has only digits is a number.
    package var id: String
    /// For a pairing: the six digits that the app shows.
    package var code: String?
    /// For a pairing: what the app may do, where not what it asks for.
    package var scopes: [Scope]?
    /// For a payment: the largest fee that the owner was shown, a decimal in the unit of the currency. A yes that names
    /// less than the fee may be now has no effect.
    package var feeCap: String?
    /// For a payment: `AMOUNT/day`, `/week` or `/month`, which the app may pay without a question from now on.
    package var always: String?
    /// The owner's PIN, where it is needed.
    package var pin: String?

    package init(
      id: String, code: String? = nil, scopes: [Scope]? = nil, feeCap: String? = nil, always: String? = nil,
      pin: String? = nil
    ) {
      (self.id, self.code, self.scopes, self.feeCap) = (id, code, scopes, feeCap)
      (self.always, self.pin) = (always, pin)
    }
  }

  package typealias Result = OwnerDecision
}

/// Lists the apps that the owner decided about.
package enum ListApps: OwnerMethod {
  package static let name = "apps"

  package typealias Params = OwnerNothing

  /// The result of `apps`.
  package struct Result: OwnerObject {
    /// The apps.
    package var apps: [ListedApp]

    package init(apps: [ListedApp]) {
      self.apps = apps
    }
  }
}

/// Lists the daemons that the owner admitted to the ledger.
package enum ListDaemons: OwnerMethod {
  package static let name = "daemons"

  package typealias Params = OwnerNothing

  /// The result of `daemons`.
  package struct Result: OwnerObject {
    /// The daemons, also those that were sent away.
    package var daemons: [ListedDaemon]

    package init(daemons: [ListedDaemon]) {
      self.daemons = daemons
    }
  }
}

/// Sets what an app may do from now on, also in its open sessions.
package enum GrantScopes: OwnerMethod {
  package static let name = "grant"

  /// The params of `grant`.
  package struct Params: OwnerObject, PinParams {
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
      (self.app, self.scopes, self.currencies, self.expiresAt) = (app, scopes, currencies, expiresAt)
      self.pin = pin
    }
  }

  /// The result of `grant`.
  package struct Result: OwnerObject {
    /// What the app is called.
    package var app: AppNames
    /// What it may do.
    package var scopes: [Scope]
    /// The currencies that the app may use; absent for all.
    package var currencies: [String]?
    /// When the grant ends; absent where never.
    package var expiresAt: Timestamp?
    /// By currency, what leaves without a question: `ask_above` is the largest payment; absent where nothing does.
    package var unasked: NamedValues<AppLimits>?

    package init(
      app: AppNames, scopes: [Scope], currencies: [String]? = nil, expiresAt: Timestamp? = nil,
      unasked: NamedValues<AppLimits>? = nil
    ) {
      (self.app, self.scopes, self.currencies, self.expiresAt) = (app, scopes, currencies, expiresAt)
      self.unasked = unasked
    }
  }
}

/// Tells what paired apps may do, and where their budgets stand.
package enum ListGrants: OwnerMethod {
  package static let name = "grants"

  /// The params of `grants`.
  package struct Params: OwnerObject {
    /// One app: its key or the beginning of it, its id, or the owner's name for it; all where absent.
    package var app: String?

    package init(app: String? = nil) {
      self.app = app
    }
  }

  /// The result of `grants`.
  package struct Result: OwnerObject {
    /// The apps.
    package var apps: [AppGrants]

    package init(apps: [AppGrants]) {
      self.apps = apps
    }
  }
}

/// Changes what an app may pay in a currency; without anything to change, tells it.
package enum LimitApp: OwnerMethod {
  package static let name = "limit"

  /// The params of `limit`.
  package struct Params: OwnerObject, PinParams {
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
    /// Which payments the owner is asked about: `always`, `never`, `refuse`, `above` and an amount, `new-recipients`,
    /// or `above` and an amount `and new-recipients`.
    package var ask: String?
    /// True where payments that are approved at about the same time may leave in one transaction, false where each has
    /// a transaction of its own; unchanged where absent.
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
      (self.app, self.currency, self.perPayment, self.period) = (app, currency, perPayment, period)
      (self.perPeriod, self.count, self.ask, self.batch) = (perPeriod, count, ask, batch)
      (self.clear, self.recipients, self.pin) = (clear, recipients, pin)
    }
  }

  /// The result of `limit`.
  package struct Result: OwnerObject {
    /// What the app is called.
    package var app: AppNames
    /// What it may pay in the currency.
    package var budget: AppBudget

    package init(app: AppNames, budget: AppBudget) {
      (self.app, self.budget) = (app, budget)
    }
  }
}

/// Changes how much an app may have made for it; without anything to change, tells it.
package enum ChangeQuota: OwnerMethod {
  package static let name = "quota"

  /// The params of `quota`.
  package struct Params: OwnerObject, PinParams {
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
      (self.app, self.openInvoices, self.unpaidAddresses, self.ledgerMegabytes) = (
        app, openInvoices, unpaidAddresses, ledgerMegabytes
      )
      (self.clear, self.pin) = (clear, pin)
    }
  }

  /// The result of `quota`.
  package struct Result: OwnerObject {
    /// What the app is called.
    package var app: AppNames
    /// What it may have made for it.
    package var quota: AppQuotaReport

    package init(app: AppNames, quota: AppQuotaReport) {
      (self.app, self.quota) = (app, quota)
    }
  }
}

/// Gives an app a name of the owner's own.
package enum RenameApp: OwnerMethod {
  package static let name = "rename"

  /// The params of `rename`.
  package struct Params: OwnerObject {
    /// The app: its key or the beginning of it, its id, or the owner's name for it.
    package var app: String
    /// The name, at most 64 characters; empty for what the app calls itself.
    package var name: String

    package init(app: String, name: String) {
      (self.app, self.name) = (app, name)
    }
  }

  /// The result of `rename`.
  package struct Result: OwnerObject {
    /// What the app is called from now on.
    package var app: AppNames

    package init(app: AppNames) {
      self.app = app
    }
  }
}

/// Takes an app's permission back, at once.
package enum RevokeApp: OwnerMethod {
  package static let name = "revoke"

  /// The params of `revoke`.
  package struct Params: OwnerObject {
    /// The app: its key or the beginning of it, its id, or the owner's name for it.
    package var app: String

    package init(app: String) {
      self.app = app
    }
  }

  /// The result of `revoke`.
  package struct Result: OwnerObject {
    /// The app.
    package var app: AppNames

    package init(app: AppNames) {
      self.app = app
    }
  }
}

/// Sends a daemon away, at once.
package enum RevokeDaemon: OwnerMethod {
  package static let name = "revoke_daemon"

  /// The params of `revoke_daemon`.
  package struct Params: OwnerObject {
    /// The name of the daemon, or its key or the beginning of it.
    package var daemon: String

    package init(daemon: String) {
      self.daemon = daemon
    }
  }

  package typealias Result = ListedDaemon
}

/// Ends a connection of an app, which may connect again.
package enum EndSession: OwnerMethod {
  package static let name = "sessions.end"

  /// The params of `sessions.end`.
  package struct Params: OwnerObject {
    /// The connection, or the beginning or end of its identifier.
    package var id: String

    package init(id: String) {
      self.id = id
    }
  }

  package typealias Result = ListedSession
}

/// Lists the connections of apps that are open.
package enum ListSessions: OwnerMethod {
  package static let name = "sessions"

  package typealias Params = OwnerNothing

  /// The result of `sessions`.
  package struct Result: OwnerObject {
    /// The connections, the oldest first.
    package var sessions: [ListedSession]
    /// How many connections there may be.
    package var places: Int
    /// How many connections an app may have.
    package var placesPerApp: Int

    package init(sessions: [ListedSession], places: Int, placesPerApp: Int) {
      (self.sessions, self.places, self.placesPerApp) = (sessions, places, placesPerApp)
    }
  }
}
