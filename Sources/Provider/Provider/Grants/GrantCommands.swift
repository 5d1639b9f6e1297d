import JSON
import Ledger
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// What the owner lets apps do: scopes and currencies, and until when; and what they are called.
struct GrantCommands {
  let payments: Payments
  let pin: OwnerPIN
  let sessions: SessionDirectory
  let notices: OwnerNotices

  private var core: ProviderCore { payments.core }

  /// What each paired app, or the one that is named, may do, and where its budgets stand.
  func list(_ params: ListGrants.Params) async throws -> ListGrants.Result {
    let apps: [NamedApp]
    if let named = params.app {
      apps = [try await NamedApp.find(named, core.ledger)]
    } else {
      apps = try await NamedApp.all(core.ledger)
    }
    let (grants, quotas) = (payments.orders.limits, payments.quotas)
    let views = try await core.ledger.read { reader -> [AppGrants] in
      var views: [AppGrants] = []
      for app in apps { views.append(try GrantView.app(app, spending: grants, quotas: quotas, reader)) }
      return views
    }
    return ListGrants.Result(apps: views)
  }

  /// Sets what an app may do from now on, also in its open sessions. Currencies that are not named stay as they are;
  /// without an end it does not expire.
  func grant(_ params: GrantScopes.Params) async throws -> GrantScopes.Result {
    let named = try await NamedApp.find(params.app, core.ledger)
    var (record, grant) = (named.record, named.grant)
    let before = Grants(record, grant)
    record.scopes = params.scopes.reduce(into: []) { scopes, scope in
      if !scopes.contains(scope.rawValue) { scopes.append(scope.rawValue) }
    }
    if let codes = params.currencies {
      for code in codes where payments.wallets.existingWallet(code) == nil {
        throw OwnerFailure(.usage, "the wallet has no currency \(code)")
      }
      grant.currencies = codes
    }
    grant.expiresAt = nil
    if let moment = params.expiresAt {
      guard moment > core.clock.now() else {
        throw OwnerFailure(.usage, "the time at which the grant ends must be a moment to come")
      }
      grant.expiresAt = moment
    }
    let after = Grants(record, grant)
    if after.widens(before, at: core.clock.now()) { try await pin.require(params.pin) }
    let unasked = try await store(record, grant, in: named, "app.granted", GrantView.detail(after))
    for session in sessions.sessions(of: record.key) where session.current.status == .approved {
      session.regranted(after)
    }
    return GrantScopes.Result(
      app: AppNames(NamedApp(record: record, grant: grant)), scopes: after.scopes, currencies: after.currencies,
      expiresAt: after.expiresAt,
      unasked: unasked)
  }

  /// Sets what the owner calls an app; an empty name lets it be called as it calls itself.
  func rename(_ params: RenameApp.Params) async throws -> RenameApp.Result {
    let named = try await NamedApp.find(params.app, core.ledger)
    let name = params.name
    guard name.unicodeScalars.count <= 64,
      !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw OwnerFailure(.usage, "a name has at most 64 characters, and no control characters")
    }
    var grant = named.grant
    grant.ownerName = name.isEmpty ? nil : name
    try await store(named.record, grant, in: named, "app.renamed", ["name": .string(name)])
    notices.changed()
    return RenameApp.Result(app: AppNames(NamedApp(record: named.record, grant: grant)))
  }

  /// Stores what an app may do, or what it is called; answers what it may spend without a question from now on.
  ///
  /// - Parameter named: the app as it was when the change was judged, and the PIN was asked for. What was changed since is
  ///   not overwritten.
  @discardableResult
  func store(
    _ record: AppRecord, _ grant: AppGrantRecord, in named: NamedApp, _ kind: String, _ detail: JSONObject
  ) async throws -> NamedValues<AppLimits>? {
    let now = core.clock.now()
    let limits = payments.orders.limits
    let stored = try await core.ledger.write { transaction -> Stored in
      // The app may have been revoked since it was found.
      guard let present = try transaction.app(record.key), present.status == .approved else { return .notPaired }
      guard present.scopes == named.record.scopes, try transaction.appGrant(record.key) == named.grant else {
        return .changed
      }
      if let name = grant.ownerName,
        try transaction.appGrants().contains(where: { other in
          try other.app != record.key && other.ownerName == name && transaction.appStatus(other.app) == .approved
        })
      {
        return .nameIsTaken(name)
      }
      try transaction.setAppStatus(record.key, .approved, scopes: record.scopes)
      try transaction.saveAppGrant(grant)
      try transaction.appendAudit(AuditEntry(at: now, kind: kind, app: record.key, detail))
      return .stored(unasked: try limits.unasked(of: record.key, under: Grants(record, grant), transaction))
    }
    switch stored {
    case .stored(let unasked): return unasked
    case .notPaired: throw OwnerFailure(.appNotPaired, "the app is not paired any more")
    case .changed: throw OwnerFailure(.conflict, "what this app may do was changed in this moment; look, and try again")
    case .nameIsTaken(let name): throw OwnerFailure(.conflict, "you call another app \(name) already")
    }
  }

  private enum Stored: Sendable {
    case stored(unasked: NamedValues<AppLimits>?)
    case notPaired
    /// Another decision about the app was stored since this one was judged.
    case changed
    case nameIsTaken(String)
  }
}

extension Grants {
  /// Whether it allows anything that was not allowed before.
  fileprivate func widens(_ before: Grants, at now: Timestamp) -> Bool {
    let old = before.effective(at: now)
    if !Set(scopes).isSubset(of: old.scopes) { return true }
    if let codes = old.currencies, !(currencies.map { Set($0).isSubset(of: codes) } ?? false) { return true }
    guard let end = before.expiresAt else { return false }
    return expiresAt.map { $0 > end } ?? true
  }
}
