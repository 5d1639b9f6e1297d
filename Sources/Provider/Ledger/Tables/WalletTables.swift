import PaymentsCore
import PaymentsModel

extension LedgerSchema {
  static let cursors = CursorsTable()
  static let sendCursors = SendCursorsTable()
  static let settledMarks = SettledMarksTable()
  static let walletSends = WalletSendsTable()
}

private let cursors = TableDeclaration<CursorsTable>("cursors")

/// Up to where it was read what the wallets received.
struct CursorsTable: TableColumns {
  let currency: Column<String> = cursors.key("currency")
  let cursor: Column<String> = cursors.column("cursor")
  let table = cursors.table()
}

private let sendCursors = TableDeclaration<SendCursorsTable>("send_cursors")

/// Up to where it was read what the wallets sent, with an address of the wallet that was read, when the first one was,
/// and when the owner accepted it in place of another one.
struct SendCursorsTable: TableColumns {
  let currency: Column<String> = sendCursors.key("currency")
  let cursor: Column<String?> = sendCursors.column("cursor")
  let witness: Column<String> = sendCursors.column("witness")
  let since: Column<Timestamp> = sendCursors.column("since")
  let acceptedAt: Column<Timestamp?> = sendCursors.column("accepted_at")
  let table = sendCursors.table()
}

private let settledMarks = TableDeclaration<SettledMarksTable>("settled_marks")

/// Marks without a send, of which the owner has said that they pay no order.
struct SettledMarksTable: TableColumns {
  let currency: Column<String> = settledMarks.column("currency")
  let mark: Column<String> = settledMarks.column("mark")
  let table = settledMarks.table(key: ["currency", "mark"])
}

private let walletSends = TableDeclaration<WalletSendsTable>("wallet_sends")

/// What the wallets sent and no order is known for. `outputs` has a line for each, the amount, a space and the address,
/// and one with the sum of those whose addresses are not known; outputs that the wallet does not name end with the word
/// `unlisted`; `marks` and `excluded` have words.
struct WalletSendsTable: TableColumns {
  let currency: Column<String> = walletSends.column("currency")
  let transactionID: Column<String> = walletSends.column("transaction_id")
  let outputs: Column<String> = walletSends.column("outputs")
  let fee: Column<Amount?> = walletSends.column("fee")
  let sentAt: Column<Timestamp?> = walletSends.column("sent_at")
  let foundAt: Column<Timestamp> = walletSends.column("found_at")
  let marks: Column<String> = walletSends.column("marks")
  let verdict: Column<SendVerdict> = walletSends.column(
    "verdict", oneOf: ["open", "noted", "forgotten", "own", "order"])
  let excluded: Column<String> = walletSends.column("excluded")
  let table = walletSends.table(key: ["currency", "transaction_id"])
}
