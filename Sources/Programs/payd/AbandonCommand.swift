import ArgumentParser
import OwnerAPI
import PaymentsModel
import TerminalUI

struct Abandon: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("End a payment that gets nowhere, once that is safe."),
    discussion: """
      One that nothing was signed for yet ends at once. A signed one that the network has is paid, and cannot be ended. A \
      signed one that the network does not take could be taken for ever: it is ended by sending its coins back to your \
      wallet, which costs a network fee. What it costs is shown first; say yes to it with --fee. The order is failed once \
      that transaction has enough confirmations, and not before.

      Where another wallet with the same keys has spent the coins, payd cannot see what for, and the order stays as it is. \
      Look in that wallet. If its transaction pays something else, say so: payd abandon ORDER --not-paid-by TRANSACTION

      Where a Lightning node no longer knows a payment that was under way, the order stays as it is, too. Look at the recipient's \
      whether it has arrived. If it has not, say so: payd abandon ORDER --not-paid-by HASH

      Without an id the payments that have not ended are listed.
      """)
  @Argument(
    help: .localized("The id of the order, or the beginning or end of it."), completion: OwnerCompletion.openOrders)
  var id: String?
  @Option(help: .localized("Send the coins back, for this network fee at most.")) var fee: String?
  @Option(
    help: .localized(
      "The transaction that took its coins, or a payment hash, which you have looked at: it does not pay it."))
  var notPaidBy: String?
  @OptionGroup var pin: PinOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(AbandonOrder.self, .init(id: id, feeCap: fee, notPaidBy: notPaidBy), pin: pin)) {
      answer, _ in Self.lines(answer.orders, isNamed: id != nil)
    }
  }

  private static func lines(_ orders: [EndingOrder], isNamed: Bool) -> [String] {
    if isNamed { return orders.flatMap(lines) }
    return orders.isEmpty ? [localized("All payments have ended.")] : orders.map { line($0.order) }
  }

  private static func lines(_ ending: EndingOrder) -> [String] {
    let order = ending.order
    let (id, currency) = (ApprovalText.safe(order.id), ApprovalText.safe(order.currency))
    let fee = ending.returnFee?.text ?? ""
    if let transaction = ending.returnID {
      let needed = ending.confirmationsNeeded ?? 0
      return [
        localized(
          "The coins are on their way back to your wallet, for a fee of \(fee) \(currency): "
            + "\(ApprovalText.safe(transaction))."),
        needed == 1
          ? localized("The order is failed once that has 1 confirmation. Until then it may still be paid.")
          : localized("The order is failed once that has \(needed) confirmations. Until then it may still be paid."),
      ] + together(ending)
    }
    if let feeCap = ending.returnFeeCap {
      return [
        localized("The network does not have this payment of \(order.amount.text) \(currency), but may still take it.")
      ] + together(ending) + [
        localized("To end it, its coins are sent back to your wallet. That costs \(fee) \(currency) now. To do so:"),
        "payd abandon \(id) --fee \(feeCap.text)",
      ]
    }
    return [localized("Payment \(id): it is now \(order.state.text).")]
  }

  /// One transaction pays all of these, so that they end with it.
  private static func together(_ order: EndingOrder) -> [String] {
    guard let others = order.together else { return [] }
    return [
      localized(
        "Its transaction pays other orders, which end with it: \(others.map { ApprovalText.safe($0) }.joined(separator: ", "))."
      )
    ]
  }

  private static func line(_ order: OwnerOrder) -> String {
    var words = [
      ApprovalText.safe(order.id), order.amount.text, ApprovalText.safe(order.currency), order.state.rawValue,
    ]
    if order.inDoubt == true { words.append(localized("(the network may not have it)")) }
    if let wait = order.waitingFor { words.append(localized("(waits for: \(ApprovalText.safe(wait)))")) }
    return words.joined(separator: " ")
  }
}
