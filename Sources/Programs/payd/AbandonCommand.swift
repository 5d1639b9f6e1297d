import ArgumentParser
import JSON
import TerminalUI

struct Abandon: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "End a payment that gets nowhere, once that is safe.",
    discussion: """
      One that nothing was signed for yet ends at once. A signed one that the network has is paid, and cannot be ended. A \
      signed one that the network does not take could be taken for ever: it is ended by sending its coins back to your \
      wallet, which costs a network fee. What it costs is shown first; say yes to it with --fee. The order is failed once \
      that transaction has enough confirmations, and not before.

      Without an id the payments that have not ended are listed.
      """)
  @Argument(help: "The id of the order, or the beginning or end of it.") var id: String?
  @Option(help: "Send the coins back, for this network fee at most.") var fee: String?
  @OptionGroup var pin: PinOptions
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    var params = JSONObject()
    params["id"] = id.map(JSONValue.string)
    params["fee_cap"] = fee.map(JSONValue.string)
    let answer = try OwnerConsole.ask("abandon", params, folders, pin: pin)
    try OwnerConsole.show(answer, json: json) { answer, _ in Self.lines(answer) }
  }

  private static func lines(_ answer: JSONValue) -> [String] {
    if let orders = answer["orders"]?.arrayValue {
      return orders.isEmpty ? ["All payments have ended."] : orders.map(line)
    }
    func text(_ name: String) -> String { ApprovalText.safe(answer[name]) }
    let money = { (name: String) in "\(text(name)) \(text("currency"))" }
    if answer["transaction_id"] != nil {
      return [
        "The coins are on their way back to your wallet, for a fee of \(money("fee")): \(text("transaction_id")).",
        "The order is failed once that has \(text("confirmations")) confirmations. Until then it may still be paid.",
      ]
    }
    if answer["fee_cap"] != nil {
      return [
        "The network does not have this payment of \(money("amount")), but may still take it.",
        "To end it, its coins are sent back to your wallet. That costs \(money("fee")) now. To do so:",
        "payd abandon \(text("id")) --fee \(text("fee_cap"))",
      ]
    }
    return ["Payment \(text("id")): it is now \(text("state"))."]
  }

  private static func line(_ order: JSONValue) -> String {
    var words = ["id", "amount", "currency", "state"].map { ApprovalText.safe(order[$0]) }
    if order["in_doubt"]?.boolValue == true { words.append("(the network may not have it)") }
    if let wait = order["waiting_for"] { words.append("(waits for: \(ApprovalText.safe(wait)))") }
    return words.joined(separator: " ")
  }
}
