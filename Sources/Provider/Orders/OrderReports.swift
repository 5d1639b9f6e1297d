package import JSON
package import Ledger
package import PaymentsCore
package import PaymentsModel
package import WalletBackend

/// How changes are told to apps and to the owner, in forms that orders do not know. Nothing of it may block.
package protocol OrderReports: Sendable {
  /// The event by which the app learns of a version of its order.
  func event(of order: OrderMachine) throws(LedgerError) -> NewEvent
  /// The event by which an app learns that little of its budget is left.
  ///
  /// - Parameter first: The first day of the period. It distinguishes the events of a currency.
  func event(
    lowBudget budget: BudgetStatus, of app: AppKey, _ currency: Currency, first: CivilDay, at moment: Timestamp
  ) throws(LedgerError) -> NewEvent
  /// The limits as the audit log has them.
  func detail(of limits: PaymentLimits, decimals: Int) -> JSONValue?
  /// A new order, or a new version of one, is stored and in force.
  func changed(_ order: OrderMachine, since earlier: OrderMachine?)
  /// Something has changed of what the owner is shown with the questions.
  func questionsChanged()
  /// Whether a wallet can be used has changed.
  func walletsChanged()
  /// Nothing is paid from a wallet, since it is not the one that the ledger knows.
  func walletIsNotUsed(_ currency: String, because problem: WalletProblem)
}
