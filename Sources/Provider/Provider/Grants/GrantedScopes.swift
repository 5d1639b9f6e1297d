import Ledger
import PaymentsAPI
import PaymentsModel

extension Grants {
  /// What the ledger says that an app may do.
  init(_ app: AppRecord, _ decided: AppGrantRecord) {
    self.init(
      scopes: app.scopes.compactMap(Scope.init(rawValue:)),
      currencies: decided.currencies ?? Manifest(signed: app.evidence.manifest)?.currencies,
      expiresAt: decided.expiresAt)
  }

  /// What is left of it for a session whose app wants this: an app can give up what it was granted, and take nothing
  /// that it was not.
  func narrowed(to wanted: Manifest) -> Grants {
    var grants = self
    grants.scopes = scopes.filter(wanted.scopes.contains)
    if let codes = wanted.currencies {
      grants.currencies = currencies.map { $0.filter(codes.contains) } ?? codes
    }
    return grants
  }

  /// What holds at a moment: no scope once its time is over.
  func effective(at now: Timestamp) -> Grants {
    guard isOver(at: now) else { return self }
    return Grants(scopes: [], currencies: currencies, expiresAt: expiresAt)
  }

  /// Whether a scope may be used at a moment.
  func allows(_ scope: Scope, at now: @autoclosure () -> Timestamp) -> Bool {
    scopes.contains(scope) && (expiresAt == nil || !isOver(at: now()))
  }

  private func isOver(at now: Timestamp) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

extension SpendingLimits {
  /// The budgets that an app is told of: `nil` unless it may pay.
  func budgets(
    of app: AppKey, under grants: Grants, _ reader: LedgerReader
  ) throws(LedgerError) -> [PaymentsAPI.Budget]? {
    guard grants.allows(.pay, at: clock.now()) else { return nil }
    return try budgets(of: app, in: grants.currencies, reader)
  }
}
