import Ledger
import Orders
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Implements `get_balance` and `get_amount_range_for_currency`.
struct WalletMethods {
  let payments: Payments

  private var core: ProviderCore { payments.core }

  func balance(
    _ session: AppSession, _ params: GetBalance.Params
  ) async throws -> GetBalance.Result {
    let wallet = try payments.wallets.wallet(params.currency)
    let balance = try await wallet.told { wallet in try await wallet.balance() }
    return GetBalance.Result(
      currency: params.currency, available: wallet.decimal(balance.available), pending: wallet.decimal(balance.pending),
      locked: wallet.decimal(balance.locked))
  }

  func amountRange(
    _ session: AppSession, _ params: GetAmountRangeForCurrency.Params
  ) async throws -> GetAmountRangeForCurrency.Result {
    let wallet = try payments.wallets.wallet(params.currency)
    // The amount that can be paid reveals the balance, so only apps that may pay see it.
    let mayPay = session.current.grants.allows(.pay, at: core.clock.now())
    let (app, code, grants, now) = (session.app, params.currency, payments.orders.limits, core.clock.now())
    let admission = try await core.ledger.read { reader -> BudgetStatus? in
      mayPay ? try grants.status(of: app, code, at: now, reader) : nil
    }
    let left = admission.flatMap { BudgetRules.left($0) }
    // Only apps that may know the balance are limited by it here. For other apps the budget alone is the limit.
    let seesFunds = session.current.grants.allows(.balance, at: core.clock.now())
    let amounts = wallet.backend.transferAmounts
    var most = amounts.upperBound
    if mayPay, seesFunds {
      most = try await wallet.told { wallet in try await wallet.largestPayment() }
    }
    let payMaximum = min(left ?? most, most)
    return GetAmountRangeForCurrency.Result(
      currency: params.currency,
      receive: AmountRange(min: wallet.decimal(amounts.lowerBound), max: wallet.decimal(amounts.upperBound)),
      pay: mayPay ? AmountRange(min: wallet.decimal(amounts.lowerBound), max: wallet.decimal(payMaximum)) : nil,
      budget: admission.map { PaymentsAPI.Budget($0, wallet.currency) })
  }
}
