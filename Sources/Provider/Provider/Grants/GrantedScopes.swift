import Ledger
import Orders
import PaymentsAPI
import PaymentsModel

extension Grants {
  /// Creates the grants of an app from its records in the ledger.
  init(_ app: AppRecord, _ decided: AppGrantRecord) {
    self.init(
      scopes: app.scopes.compactMap(Scope.init(rawValue:)),
      currencies: decided.currencies ?? Manifest(signed: app.evidence.manifest)?.currencies,
      expiresAt: decided.expiresAt)
  }

  /// Returns the grants for a session whose app has this manifest. An app can give up a part of its grants, but cannot
  /// extend them.
  func narrowed(to wanted: Manifest) -> Grants {
    var grants = self
    grants.scopes = scopes.filter(wanted.scopes.contains)
    if let codes = wanted.currencies {
      grants.currencies = currencies.map { $0.filter(codes.contains) } ?? codes
    }
    return grants
  }

  /// Returns the grants that apply at a moment: no scopes after the grant has expired.
  func effective(at now: Timestamp) -> Grants {
    guard isOver(at: now) else { return self }
    return Grants(scopes: [], currencies: currencies, expiresAt: expiresAt)
  }

  /// Returns whether a scope may be used at a moment.
  func allows(_ scope: Scope, at now: @autoclosure () -> Timestamp) -> Bool {
    scopes.contains(scope) && (expiresAt == nil || !isOver(at: now()))
  }

  private func isOver(at now: Timestamp) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

extension SpendingLimits {
  /// Returns the budgets that an app is told of; `nil` if it may not pay.
  func budgets(
    of app: AppKey, under grants: Grants, _ reader: LedgerReader
  ) throws -> [PaymentsAPI.Budget]? {
    guard grants.allows(.pay, at: clock.now()) else { return nil }
    return try budgets(of: app, in: grants.currencies, reader)
  }
}
