import JSON
import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// The stored body of a `budget_low` event. It has all members of ``Event`` except the cursor.
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
  /// Creates the event that tells an app that little of a budget is left.
  ///
  /// - Parameter first: The first day of the period. It distinguishes the events of a currency.
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
