import PaymentsCore
import PaymentsModel

extension LedgerSchema {
  static let paymentLimits = PaymentLimitsTable()
  static let budgetDays = BudgetDaysTable()
  static let budgetReservations = BudgetReservationsTable()
  static let budgetWarnings = BudgetWarningsTable()
  static let appQuotas = AppQuotasTable()
  static let appUsage = AppUsageTable()
}

private let paymentLimits = TableDeclaration<PaymentLimitsTable>("payment_limits")

/// What apps may pay.
struct PaymentLimitsTable: TableColumns {
  let app: Column<AppKey> = paymentLimits.column("app_key", references: LedgerSchema.apps)
  let currency: Column<String> = paymentLimits.column("currency")
  let perPayment: Column<Amount?> = paymentLimits.column("per_payment")
  let perPeriod: Column<Amount?> = paymentLimits.column("per_period")
  let period: Column<BudgetPeriod> = paymentLimits.column("period", oneOf: ["day", "week", "month"])
  let count: Column<Int?> = paymentLimits.column("count")
  let asking: Column<String> = paymentLimits.column("asking", oneOf: ["always", "above", "never", "refuse"])
  let askAbove: Column<Amount?> = paymentLimits.column("ask_above")
  let asksForNewRecipients: Column<Bool> = paymentLimits.column("ask_new_recipients")
  let recipients: Column<String> = paymentLimits.column("recipients")
  let isBatching: Column<Bool> = paymentLimits.column("batch")
  let table = paymentLimits.table(key: ["app_key", "currency"])
}

private let budgetDays = TableDeclaration<BudgetDaysTable>("budget_days")

/// The sums of what is counted, so that a payment costs the same however many came before: one row a day for all
/// recipients (under the empty name), and one for each that has a limit of its own.
struct BudgetDaysTable: TableColumns {
  let app: Column<AppKey> = budgetDays.column("app_key")
  let currency: Column<String> = budgetDays.column("currency")
  let recipient: Column<String> = budgetDays.column("recipient")
  let day: Column<CivilDay> = budgetDays.column("day")
  let amount: Column<Amount> = budgetDays.column("amount")
  let count: Column<Int> = budgetDays.column("count")
  let table = budgetDays.table(key: ["app_key", "currency", "recipient", "day"])
}

private let budgetReservations = TableDeclaration<BudgetReservationsTable>("budget_reservations")

/// What each order adds to the sums.
struct BudgetReservationsTable: TableColumns {
  let order: Column<OrderID> = budgetReservations.key("order_id")
  let day: Column<CivilDay> = budgetReservations.column("day")
  let amount: Column<Amount> = budgetReservations.column("amount")
  let countsRecipient: Column<Bool> = budgetReservations.column("counts_recipient")
  let table = budgetReservations.table()
}

private let budgetWarnings = TableDeclaration<BudgetWarningsTable>("budget_warnings")

/// In which period an app was warned last that little is left.
struct BudgetWarningsTable: TableColumns {
  let app: Column<AppKey> = budgetWarnings.column("app_key")
  let currency: Column<String> = budgetWarnings.column("currency")
  let period: Column<BudgetPeriod> = budgetWarnings.column("period")
  let firstDay: Column<CivilDay> = budgetWarnings.column("first_day")
  let table = budgetWarnings.table(key: ["app_key", "currency"])
}

private let appQuotas = TableDeclaration<AppQuotasTable>("app_quotas")

/// What apps may have made for them.
struct AppQuotasTable: TableColumns {
  let app: Column<AppKey> = appQuotas.key("app_key", references: LedgerSchema.apps)
  let openInvoices: Column<Int?> = appQuotas.column("open_invoices")
  let unpaidAddresses: Column<Int?> = appQuotas.column("unpaid_addresses")
  let bytes: Column<Int?> = appQuotas.column("bytes")
  let table = appQuotas.table()
}

private let appUsage = TableDeclaration<AppUsageTable>("app_usage")

/// How many bytes of it are used, by what each kind of record takes, since the size of single rows is not kept.
struct AppUsageTable: TableColumns {
  let app: Column<AppKey> = appUsage.key("app_key", references: LedgerSchema.apps)
  let bytes: Column<Int> = appUsage.column("bytes")
  let table = appUsage.table()
}
