import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Formats payment orders for people.
struct OrderView {
  let context: CommandContext

  /// Formats all properties of an order.
  func lines(_ order: PaymentOrder) -> [String] {
    var list = KeyValueList()
    list.append("Order", order.orderID.rawValue)
    list.append("Request", order.requestID.text)
    list.append("State", Self.state(order))
    list.append("Waits for", order.waitingFor.map(Self.obstacle))
    list.append("Amount", order.amountText)
    list.append("Fee", order.fee?.text(in: order.currency))
    list.append("Most fee", order.maxFee?.text(in: order.currency))
    list.append("Total", order.totalText)
    list.append("To", order.address)
    list.append("For", order.description)
    list.append("Transaction", order.transactionID)
    if order.transactionID != nil { list.append("Confirmations", Self.confirmations(order)) }
    list.append("Created", MomentText.full(order.createdAt))
    list.append("Changed", MomentText.full(order.updatedAt))
    list.append(
      "Undone", order.reversedAt.map { localized("\(MomentText.full($0)), by a reorganisation of the network") })
    if !order.state.isTerminal, order.state != .inFlight {
      list.append("Expires", order.expiresAt.map { MomentText.deadline($0, now: context.now()) })
    }
    return list.lines(for: context.terminal)
  }

  /// Formats several orders, one per line.
  func table(_ orders: [PaymentOrder]) -> [String] {
    var table = Table([
      .identifier("ORDER"), .init("CUR"), .init("AMOUNT", .right), .init("FEE", .right, importance: .extra),
      .state("STATE") { OrderState(rawValue: $0)?.text }, .init("CONFIRMATIONS", .right, importance: .extra),
      .moment("CREATED", .useful), .init("TO", overflow: .truncate, importance: .extra),
    ])
    for order in orders {
      table.append([
        order.orderID.rawValue, order.currency, order.amount.text, order.fee?.text ?? "", order.state.rawValue,
        order.transactionID == nil ? "" : Self.confirmations(order), order.createdAt.text, order.address,
      ])
    }
    return table.lines(for: context.terminal)
  }

  /// Formats the state, with its reason if it has one.
  static func state(_ order: PaymentOrder) -> String {
    order.reason.map { "\(order.state.text) (\(ReasonText.words($0)))" } ?? order.state.text
  }

  /// Formats what an order waits for.
  static func obstacle(_ name: String) -> String {
    switch name {
    case "lower_fee": localized("the network fee to fall to the most fee")
    case "wallet": localized("the wallet, which cannot pay just now")
    case "coins": localized("coins: the wallet's are in other payments, which have to get into a block first")
    case "review": localized("the owner to look whether it is paid already (payd sends)")
    case "unlock": localized("the owner to unlock the wallet")
    default: name
    }
  }

  /// Formats the confirmations, for example `1/6`.
  static func confirmations(_ order: PaymentOrder) -> String {
    "\(min(order.confirmations, order.confirmationsWanted))/\(order.confirmationsWanted)"
  }
}
