import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// `get_balance`, `get_amount_range_for_currency`.
struct WalletMethods {
  let context: ProviderContext

  func balance(_ params: GetBalance.Params) async throws(PaymentsFailure) -> GetBalance.Result {
    let desk = try context.wallets.desk(params.currency)
    let balance = try await desk.balance()
    return GetBalance.Result(
      currency: params.currency, available: desk.decimal(balance.available), pending: desk.decimal(balance.pending),
      locked: desk.decimal(balance.locked))
  }

  func amountRange(
    _ session: AppSession, _ params: GetAmountRangeForCurrency.Params
  ) async throws(PaymentsFailure) -> GetAmountRangeForCurrency.Result {
    let desk = try context.wallets.desk(params.currency)
    let range = try await desk.amountRange()
    // What can be paid tells of the balance: only those who may pay see it.
    let mayPay = session.current.grants.allows(.pay, at: context.clock.now())
    let (app, code, grants, now) = (session.app, params.currency, context.grants, context.clock.now())
    let standing = try await context.read { reader throws(LedgerError) -> BudgetStanding? in
      mayPay ? try grants.standing(of: app, code, at: now, reader) : nil
    }
    let left = standing.flatMap { BudgetRules.left($0) }
    // What the wallet holds is for those to know who may: for the others the budget alone is the limit.
    let seesFunds = session.current.grants.allows(.balance, at: context.clock.now())
    let most = seesFunds ? range.payMaximum : range.receiveMaximum
    let payMaximum = left.map { min($0, most) } ?? most
    return GetAmountRangeForCurrency.Result(
      currency: params.currency,
      receive: AmountRange(min: desk.decimal(range.receiveMinimum), max: desk.decimal(range.receiveMaximum)),
      pay: mayPay ? AmountRange(min: desk.decimal(range.payMinimum), max: desk.decimal(payMaximum)) : nil,
      budget: standing.map { PaymentsAPI.Budget($0, desk.currency) })
  }
}
