import PaymentsCore
import PaymentsModel

extension LedgerSchema {
  static let orders = OrdersTable()
  static let signedTransactions = SignedTransactionsTable()
  static let inputsToFree = InputsToFreeTable()
}

private let orders = TableDeclaration<OrdersTable>("orders")

/// Payment orders. `orders_paid_by_address` holds only what succeeded, so that an order writes it once, at its end.
/// Orders that succeeded are followed until they are buried: so deep in the chain that no other branch can take them back.
struct OrdersTable: TableColumns {
  let id: Column<OrderID> = orders.key("order_id")
  let app: Column<AppKey> = orders.column("app_key", references: LedgerSchema.apps)
  let requestID: Column<PaymentRequestID> = orders.column("request_id")
  let paramsDigest: Column<String> = orders.column("params_digest")
  let currency: Column<String> = orders.column("currency")
  let decimals: Column<Int> = orders.column("decimals")
  let address: Column<String> = orders.column("address")
  let amount: Column<Amount> = orders.column("amount")
  let maxFee: Column<Amount?> = orders.column("max_fee")
  let purpose: Column<String?> = orders.column("memo")
  let confirmationsWanted: Column<Int> = orders.column("confirmations_wanted")
  let createdAt: Column<Timestamp> = orders.column("created_at")
  let expiresAt: Column<Timestamp?> = orders.column("expires_at")
  let state: Column<OrderState> = orders.column("state")
  let isOpen: Column<Bool> = orders.column("is_open")
  let quotedFee: Column<Amount?> = orders.column("quoted_fee")
  let quotedAt: Column<Timestamp?> = orders.column("quoted_at")
  let approvalKind: Column<OrderApproval.Kind?> = orders.column("approval_kind")
  let approvalAt: Column<Timestamp?> = orders.column("approval_at")
  let approvalQuotedFee: Column<Amount?> = orders.column("approval_quoted_fee")
  let approvalQuotedAt: Column<Timestamp?> = orders.column("approval_quoted_at")
  let approvalFeeCap: Column<Amount?> = orders.column("approval_fee_cap")
  let approvalExpiresAt: Column<Timestamp?> = orders.column("approval_expires_at")
  let approvalDigest: Column<String?> = orders.column("approval_digest")
  let waitingFor: Column<OrderWaitReason?> = orders.column("waiting_for")
  let confirmations: Column<Int> = orders.column("confirmations")
  let isInDoubt: Column<Bool> = orders.column("in_doubt")
  let replacementID: Column<String?> = orders.column("replacement_id")
  let replacementFee: Column<Amount?> = orders.column("replacement_fee")
  let failure: Column<OrderFailure?> = orders.column("failure")
  let reversedAt: Column<Timestamp?> = orders.column("reversed_at")
  let isBuried: Column<Bool> = orders.column("is_buried", initial: 0)
  let version: Column<Int64> = orders.column("version")
  let updatedAt: Column<Timestamp> = orders.column("updated_at")
  let table = orders.table(
    indexes: [
      .init("orders_by_app", on: "app_key", "created_at"),
      .init("orders_by_replacement", on: "replacement_id", where: "replacement_id IS NOT NULL"),
      .init("orders_open", on: "order_id", where: "is_open = 1"),
      .init("orders_paid_by_address", on: "currency", "address", where: "state = 'succeeded'"),
      .init("orders_approved_by_owner", on: "app_key", "currency", "address", where: "approval_kind = 'owner'"),
      .init("orders_shallow", on: "currency", where: "state = 'succeeded' AND is_buried = 0"),
      .init("orders_reversed", on: "reversed_at", where: "reversed_at IS NOT NULL"),
    ])
}

private let signedTransactions = TableDeclaration<SignedTransactionsTable>("signed_transactions")

/// The signed transaction of an order, in a row of its own so that it is written once; the one that took its place is
/// named in the order.
struct SignedTransactionsTable: TableColumns {
  let order: Column<OrderID> = signedTransactions.key("order_id", references: LedgerSchema.orders)
  let transactionID: Column<String> = signedTransactions.column("transaction_id")
  let fee: Column<Amount> = signedTransactions.column("fee")
  let blob: Column<[UInt8]> = signedTransactions.column("blob")
  let table = signedTransactions.table(
    isInTreeOfKey: false,
    indexes: [
      .init("signed_transactions_by_transaction", on: "transaction_id")
    ])
}

private let inputsToFree = TableDeclaration<InputsToFreeTable>("inputs_to_free")

/// The orders that have ended with a transaction that will never be made: its inputs may be locked in the wallet.
struct InputsToFreeTable: TableColumns {
  let order: Column<OrderID> = inputsToFree.key("order_id", references: LedgerSchema.orders)
  let table = inputsToFree.table()
}
