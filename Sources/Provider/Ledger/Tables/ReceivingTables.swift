import PaymentsCore
import PaymentsModel

extension LedgerSchema {
  static let invoices = InvoicesTable()
  static let transfers = TransfersTable()
  static let addresses = AddressesTable()
}

private let invoices = TableDeclaration<InvoicesTable>("invoices")

/// An invoice has the number and the sums of its transfers, so that neither a payment nor a look at it reads them all.
/// `event_place` is the place of its newest event, once the next version replaces that.
struct InvoicesTable: TableColumns {
  let id: Column<InvoiceID> = invoices.key("invoice_id")
  let app: Column<AppKey> = invoices.column("app_key", references: LedgerSchema.apps)
  let requestID: Column<PaymentRequestID> = invoices.column("request_id")
  let currency: Column<String> = invoices.column("currency")
  let decimals: Column<Int> = invoices.column("decimals")
  let address: Column<String> = invoices.column("address")
  let lightning: Column<String?> = invoices.column("lightning")
  let paymentHash: Column<String?> = invoices.column("payment_hash")
  let amount: Column<Amount?> = invoices.column("amount")
  let purpose: Column<String?> = invoices.column("memo")
  let confirmationsWanted: Column<Int> = invoices.column("confirmations_wanted")
  let createdAt: Column<Timestamp> = invoices.column("created_at")
  let expiresAt: Column<Timestamp> = invoices.column("expires_at")
  let monitoringUntil: Column<Timestamp> = invoices.column("monitoring_until")
  let state: Column<InvoiceState> = invoices.column("state")
  let payment: Column<InvoicePayment> = invoices.column("payment")
  let version: Column<Int64> = invoices.column("version")
  let updatedAt: Column<Timestamp> = invoices.column("updated_at")
  let transferCount: Column<Int> = invoices.column("transfer_count")
  let paid: Column<Amount> = invoices.column("paid")
  let paidInTime: Column<Amount> = invoices.column("paid_in_time")
  let confirmed: Column<Amount> = invoices.column("confirmed")
  let eventPlace: Column<Int64> = invoices.column("event_place", initial: 0)
  let table = invoices.table(
    indexes: [
      .init("invoices_by_address", on: "currency", "address", isUnique: true),
      .init("invoices_by_hash", on: "currency", "payment_hash", where: "payment_hash IS NOT NULL", isUnique: true),
      .init("invoices_by_app", on: "app_key", "created_at"),
      .init("invoices_by_state", on: "app_key", "state", "created_at"),
      .init("invoices_pending", on: "expires_at", where: "state = 'pending'"),
      .init("invoices_processing", on: "monitoring_until", where: "state = 'processing'"),
    ])
}

private let transfers = TableDeclaration<TransfersTable>("transfers")

/// What arrived for invoices.
struct TransfersTable: TableColumns {
  let invoice: Column<InvoiceID> = transfers.column("invoice_id", references: LedgerSchema.invoices)
  let id: Column<String> = transfers.column("transfer_id")
  let position: Column<Int> = transfers.column("position")
  let transactionID: Column<String> = transfers.column("transaction_id")
  let amount: Column<Amount> = transfers.column("amount")
  let confirmations: Column<Int> = transfers.column("confirmations")
  let state: Column<TransferState> = transfers.column("state")
  let firstSeenAt: Column<Timestamp> = transfers.column("first_seen_at")
  let table = transfers.table(
    key: ["invoice_id", "transfer_id"],
    indexes: [
      .init("transfers_by_position", on: "invoice_id", "position", isUnique: true),
      .init("transfers_by_transaction", on: "invoice_id", "transaction_id"),
    ])
}

private let addresses = TableDeclaration<AddressesTable>("addresses")

/// All addresses that were made for apps. `paid_at` is when an address was first paid.
struct AddressesTable: TableColumns {
  let currency: Column<String> = addresses.column("currency")
  let address: Column<String> = addresses.column("address")
  let app: Column<AppKey> = addresses.column("app_key", references: LedgerSchema.apps)
  let label: Column<String?> = addresses.column("label")
  let purpose: Column<String> = addresses.column("purpose")
  let invoice: Column<InvoiceID?> = addresses.column("invoice_id", references: LedgerSchema.invoices)
  let createdAt: Column<Timestamp> = addresses.column("created_at")
  let paidAt: Column<Timestamp?> = addresses.column("paid_at")
  let table = addresses.table(
    key: ["currency", "address"],
    indexes: [
      .init("addresses_by_app", on: "app_key", "currency", "created_at"),
      .init("addresses_paid", on: "app_key", "currency", "created_at", where: "paid_at IS NOT NULL"),
    ])
}
