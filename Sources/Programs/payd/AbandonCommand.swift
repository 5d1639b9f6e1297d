import ArgumentParser
import OwnerAPI
import PaymentsModel
import TerminalUI

struct Abandon: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "End a payment that gets nowhere, once that is safe.",
    discussion: """
      One that nothing was signed for yet ends at once. A signed one that the network has is paid, and cannot be ended. A \
      signed one that the network does not take could be taken for ever: it is ended by sending its coins back to your \
      wallet, which costs a network fee. What it costs is shown first; say yes to it with --fee. The order is failed once \
      that transaction has enough confirmations, and not before.

      Where another wallet with the same keys has spent the coins, payd cannot see what for, and the order stays as it is. \
      Look in that wallet. If its transaction pays something else, say so: payd abandon ORDER --not-paid-by TRANSACTION

      Without an id the payments that have not ended are listed.
      """)
  @Argument(help: "The id of the order, or the beginning or end of it.", completion: OwnerCompletion.openOrders) var id:
    String?
  @Option(help: "Send the coins back, for this network fee at most.") var fee: String?
  @Option(help: "The transaction that took its coins, which you have looked at: it pays something else.")
  var notPaidBy: String?
  @OptionGroup var pin: PinOptions
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let answer = try OwnerConsole.ask(
      AbandonOrder.self, .init(id: id, feeCap: fee, notPaidBy: notPaidBy), folders, pin: pin)
    try OwnerConsole.show(answer, json: json) { answer, _ in Self.lines(answer) }
  }

  private static func lines(_ answer: AbandonReport) -> [String] {
    switch answer {
    case .open(let orders): orders.isEmpty ? ["All payments have ended."] : orders.map(line)
    case .order(let order): lines(order)
    }
  }

  private static func lines(_ order: OpenOrder) -> [String] {
    let (id, currency, fee) = (ApprovalText.safe(order.id), ApprovalText.safe(order.currency), order.fee?.text ?? "")
    if let transaction = order.transactionID {
      return [
        "The coins are on their way back to your wallet, for a fee of \(fee) \(currency): "
          + "\(ApprovalText.safe(transaction)).",
        "The order is failed once that has \(order.confirmations ?? 0) confirmations. Until then it may still be paid.",
      ] + together(order)
    }
    if let feeCap = order.feeCap {
      return [
        "The network does not have this payment of \(order.amount.text) \(currency), but may still take it."
      ] + together(order) + [
        "To end it, its coins are sent back to your wallet. That costs \(fee) \(currency) now. To do so:",
        "payd abandon \(id) --fee \(feeCap.text)",
      ]
    }
    return ["Payment \(id): it is now \(order.state.text)."]
  }

  /// One transaction pays all of these, so that they end with it.
  private static func together(_ order: OpenOrder) -> [String] {
    guard let others = order.together else { return [] }
    return [
      "Its transaction pays other orders, which end with it: \(others.map { ApprovalText.safe($0) }.joined(separator: ", "))."
    ]
  }

  private static func line(_ order: OpenOrder) -> String {
    var words = [
      ApprovalText.safe(order.id), order.amount.text, ApprovalText.safe(order.currency), order.state.rawValue,
    ]
    if order.isInDoubt { words.append("(the network may not have it)") }
    if let wait = order.waitingFor { words.append("(waits for: \(ApprovalText.safe(wait)))") }
    return words.joined(separator: " ")
  }
}
