import JSON
import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// The body of a `budget_low` event as the outbox keeps it: all of ``Event`` but the cursor.
private struct BudgetEventBody: Encodable {
  let type = EventType.budgetLow
  let at: Timestamp
  let budget: PaymentsAPI.Budget

  private enum CodingKeys: String, CodingKey {
    case type
    case at
    case budget
  }
}

extension NewEvent {
  /// The event that tells an app that little is left of a budget.
  ///
  /// - Parameter first: the first day of the period, which tells the events of a currency apart.
  init(
    budgetLow budget: PaymentsAPI.Budget, of app: AppKey, first: CivilDay, at moment: Timestamp
  ) throws(LedgerError) {
    guard let body = try? JSONBytesEncoder().encode(BudgetEventBody(at: moment, budget: budget)) else {
      throw .abandoned
    }
    self.init(
      app: app, type: EventType.budgetLow.rawValue, objectID: budget.currency, version: first.number, at: moment,
      body: body)
  }
}
