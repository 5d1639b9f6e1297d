import JSON
import Ledger
import OwnerSocket
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// What the owner lets apps do: scopes and currencies, and until when; and what they are called.
struct GrantCommands {
  let context: ProviderContext

  /// `grants {app?}`: what each paired app may do, and where its budgets stand.
  func list(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    let apps: [NamedApp]
    if let text = params["app"]?.stringValue {
      apps = [try await NamedApp.find(text, context.ledger)]
    } else {
      apps = try await NamedApp.all(context.ledger)
    }
    let (grants, quotas) = (context.grants, AppQuotas(context: context))
    do throws(LedgerError) {
      let views = try await context.ledger.read { reader throws(LedgerError) -> [JSONValue] in
        var views: [JSONValue] = []
        for app in apps { views.append(try GrantView.app(app, grants, quotas, reader)) }
        return views
      }
      return ["apps": .array(views)]
    } catch {
      throw OwnerFailure(error)
    }
  }

  /// `grant {app, scopes, currencies?, expires_at?}`: sets what an app may do from now on, also in its open sessions.
  /// Currencies that are not named stay as they are; without `expires_at` it does not expire.
  func grant(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    let named = try await NamedApp.find(try OwnerParams.text(params, "app"), context.ledger)
    var (record, grant) = (named.record, named.grant)
    let before = Grants(record, grant)
    record.scopes = try scopes(params).map(\.rawValue)
    if let codes = params["currencies"]?.arrayValue?.compactMap(\.stringValue) {
      for code in codes where context.wallets.existingWallet(code) == nil {
        throw OwnerFailure(.usage, "the wallet has no currency \(code)")
      }
      grant.currencies = codes
    }
    grant.expiresAt = nil
    if let text = params["expires_at"]?.stringValue {
      guard let moment = Timestamp(text), moment > context.clock.now() else {
        throw OwnerFailure(.usage, "the time at which the grant ends must be a moment to come")
      }
      grant.expiresAt = moment
    }
    let after = Grants(record, grant)
    if after.widens(before, at: context.clock.now()) { try await context.pin.require(params) }
    try await store(record, grant, "app.granted", GrantView.detail(after))
    for session in context.sessions.sessions(of: record.key) where session.current.status == .approved {
      session.regranted(after)
    }
    return GrantView.summary(NamedApp(record: record, grant: grant), GrantView.detail(after))
  }

  /// `rename {app, name}`: what the owner calls an app; an empty name lets it be called as it calls itself.
  func rename(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    let named = try await NamedApp.find(try OwnerParams.text(params, "app"), context.ledger)
    let name = try OwnerParams.text(params, "name")
    guard name.unicodeScalars.count <= 64,
      !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw OwnerFailure(.usage, "a name has at most 64 characters, and no control characters")
    }
    let others = try await NamedApp.all(context.ledger).filter { $0.record.key != named.record.key }
    guard name.isEmpty || !others.contains(where: { $0.grant.ownerName == name }) else {
      throw OwnerFailure(.conflict, "you call another app \(name) already")
    }
    var grant = named.grant
    grant.ownerName = name.isEmpty ? nil : name
    try await store(named.record, grant, "app.renamed", ["name": .string(name)])
    context.notices.changed()
    return GrantView.summary(NamedApp(record: named.record, grant: grant), [:])
  }

  private func scopes(_ params: JSONValue) throws(OwnerFailure) -> [Scope] {
    guard let texts = params["scopes"]?.arrayValue?.compactMap(\.stringValue) else {
      throw OwnerFailure(.usage, "scopes are missing")
    }
    var scopes: [Scope] = []
    for text in texts {
      guard let scope = Scope(rawValue: text) else {
        let known = Scope.allCases.map(\.rawValue).joined(separator: ", ")
        throw OwnerFailure(.usage, "there is no scope \(text); known are \(known)")
      }
      if !scopes.contains(scope) { scopes.append(scope) }
    }
    return scopes
  }

  private func store(
    _ record: AppRecord, _ grant: AppGrantRecord, _ kind: String, _ detail: JSONObject
  ) async throws(OwnerFailure) {
    let now = context.clock.now()
    do throws(LedgerError) {
      try await context.record { transaction throws(LedgerError) in
        // It may have been revoked since it was found.
        guard try transaction.app(record.key)?.status == .approved else { throw .versionConflict }
        try transaction.setAppStatus(record.key, .approved, scopes: record.scopes)
        try transaction.saveAppGrant(grant)
        try transaction.appendAudit(AuditEntry(at: now, kind: kind, app: record.key, detail))
      }
    } catch {
      if error == .versionConflict { throw OwnerFailure(.notFound, "the app is not paired any more; see: payd apps") }
      throw OwnerFailure(error)
    }
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

/// Params of the owner's door.
enum OwnerParams {
  static func text(_ params: JSONValue, _ name: String) throws(OwnerFailure) -> String {
    guard let text = params[name]?.stringValue else { throw OwnerFailure(.usage, "\(name) is missing") }
    return text
  }
}
