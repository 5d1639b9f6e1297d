import PaymentsModel

@testable import Ledger
@testable import MockWallet

/// Something whose changes a trace has: an order, a setting, a transaction of the network, or the marks of a recipient.
struct TracedThing: Hashable {
  let kind: String
  let id: String
}

// MARK: The ledger

extension TracedThing {
  /// All that the ledger has of it.
  static func all(in database: any LedgerDatabase) throws -> [(TracedThing, [String: String])] {
    var things: [(TracedThing, [String: String])] = []
    try database.forEachRow(orders, []) { row in
      let names = ["address", "amount", "state", "quote", "by", "approved_at", "cap", "waiting", "tx", "fee"]
      var fields: [String: String] = [:]
      for (index, name) in names.enumerated() { fields[name] = try text(row.value(index + 1)) }
      things.append((TracedThing(kind: "order", id: try text(row.value(0))), fields))
      return true
    }
    try database.forEachRow(settings, []) { row in
      things.append(
        (TracedThing(kind: "setting", id: "locked"), ["value": try text(row.value(0))]))
      things.append(
        (TracedThing(kind: "setting", id: "revoked"), ["value": try text(row.value(1))]))
      return true
    }
    try database.forEachRow("SELECT transaction_id, outputs, verdict FROM wallet_sends", []) { row in
      things.append(
        (
          TracedThing(kind: "send", id: try text(row.value(0))),
          ["outputs": try text(row.value(1)), "verdict": try text(row.value(2))]
        ))
      return true
    }
    return things
  }

  private static let orders = """
    SELECT o.order_id, o.address, o.amount, o.state, o.quoted_fee, o.approval_kind, o.approval_at, o.approval_fee_cap,
      o.waiting_for, a.transaction_id, a.fee
    FROM orders AS o LEFT JOIN signed_transactions AS a USING (order_id)
    """
  private static let settings = """
    SELECT (SELECT count(*) FROM settings WHERE key = 'wallet_locked'),
      (SELECT count(*) FROM apps WHERE status <> 'approved')
    """

  private static func text(_ value: LedgerValue) -> String {
    switch value {
    case .null: ""
    case .integer(let number): String(number)
    case .text(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}

// MARK: The network

extension TracedThing {
  /// All that the network and its wallets have of it.
  static func all(in state: MockState) -> [(TracedThing, [String: String])] {
    state.chains.flatMap { chain -> [(TracedThing, [String: String])] in
      let code = chain.parameters.currency.code
      let fee = (TracedThing(kind: "fee", id: code), ["value": "\(chain.parameters.fee.atomicUnits)"])
      let marks = chain.marksPaying.map { address, texts in
        (TracedThing(kind: "marks", id: address), ["texts": texts.joined(separator: " ")])
      }
      let transactions = chain.entries.values.map { entry in
        (
          TracedThing(kind: "transaction", id: entry.transaction.id),
          [
            "paying": entry.transaction.outputs.map(\.address).joined(separator: " "),
            "fee": "\(entry.transaction.fee)", "place": place(entry.place, in: chain),
          ]
        )
      }
      return [fee] + marks + transactions
    }
  }

  /// The place of a transaction, and how deep it is there.
  private static func place(_ place: MockPlace, in chain: MockChain) -> String {
    switch place {
    case .pool: "pool"
    case .block(let height): "block \(min(chain.confirmations(height), 12))"
    case .dropped: "dropped"
    case .conflicted(let height): "conflicted \(min(chain.confirmations(height), 12))"
    case .replaced: "replaced"
    }
  }
}
