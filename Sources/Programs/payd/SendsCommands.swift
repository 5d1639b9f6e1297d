import ArgumentParser
import OwnerAPI
import PaymentsModel
import TerminalUI

struct Sends: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Look at payments that your wallet made and that payd does not know."),
    discussion: """
      Payments that payd makes are marked in the wallet. When the wallet has one that this ledger does not know, the ledger \
      is older than the wallet, as after a backup was restored: then nothing more is paid of this currency until you have \
      looked, and orders that may be paid already wait for your word. Receiving goes on.

      Look at each and say what it was:
        payd sends settle TRANSACTION ORDER      it is the payment of this order
        payd sends settle TRANSACTION forgotten  an app asked for it, but the order is not in this ledger any more
        payd sends settle TRANSACTION own        you made it yourself
        payd sends settle all forgotten          you have looked at all of them
      Then say for each order that still waits: payd sends pay ORDER, or payd sends cancel ORDER. After payd restore each \
      order waits so that was not sent when the backup was made: it may be paid since, or its app has cancelled it.

      A payment that is signed is held back where the wallet has a mark of this ledger for another transaction to the same \
      recipient, as where a database was put back and two payd have made it. It is listed with that transaction. Look in the \
      wallet, and in the other payd: the marked one is this payment (payd sends settle TRANSACTION ORDER), or it pays nothing \
      of it and never will (payd sends pay ORDER --not-paid-by TRANSACTION), and then the one that is signed is sent.

      A transaction can pay several orders: name each of them, one after the other. Where the wallet has lost whom a \
      transaction paid, as after it was restored from its words, it may be the payment of every order up to its sum.

      An app that asks again for what is forgotten is not paid at once: its order waits here too. What is forgotten is not \
      counted in the limits of the app. What you pay with other tools stops nothing.

      payd pays only from the wallet that it knows. If you have replaced that by another one: payd sends accept CURRENCY
      """,
    subcommands: [ListSends.self, SettleSend.self, PayHeld.self, CancelHeld.self, AcceptReplacedWallet.self],
    defaultSubcommand: ListSends.self)
}

struct ListSends: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: localized("List what you have to look at. This is what `payd sends` does."))
  @Flag(help: .localized("Also what is remembered in case an app asks for the same again.")) var all = false
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(ListUnknownSends.self, .init(all: all))) { answer, _ in SendsText.lines(answer) }
  }
}

struct SettleSend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settle", abstract: localized("Say what a payment of the wallet was."))
  @Argument(
    help: .localized("The transaction's id or its first characters; all for all that stop paying, as forgotten."),
    completion: OwnerCompletion.unknownSends)
  var transaction: String
  @Argument(
    help: .localized(
      "The id of the order that it paid; own where you made it; forgotten where no order is left of it."),
    completion: OwnerCompletion.sendOrigins)
  var what: String
  @OptionGroup var pin: PinOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(SettleUnknownSend.self, .init(id: transaction, verdict: what), pin: pin)) {
      answer, _ in [localized("Settled.")] + SendsText.lines(answer)
    }
  }
}

struct PayHeld: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pay", abstract: localized("Pay an order that waits here: none of these payments was for it."),
    discussion: "It goes on under the approval that it has, or you are asked for one.")
  @Argument(help: .localized("The order's id, or the end of it."), completion: OwnerCompletion.heldOrders) var order:
    String
  @Option(
    help: .localized("For one that is held back: the marked transaction, which pays nothing of it and never will."))
  var notPaidBy: [String] = []
  @OptionGroup var pin: PinOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let params = PayHeldOrder.Params(id: order, notPaidBy: notPaidBy.isEmpty ? nil : notPaidBy)
    try output.show(output.folders.ask(PayHeldOrder.self, params, pin: pin)) { answer, _ in
      [localized("Payment \(ApprovalText.safe(answer.order.id)) goes on: it is now \(answer.order.state.text).")]
    }
  }
}

struct CancelHeld: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: localized("Do not pay an order that waits here; its app is told that you said no.")
  )
  @Argument(help: .localized("The order's id, or the end of it."), completion: OwnerCompletion.heldOrders) var order:
    String
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(CancelHeldOrder.self, .init(id: order))) { answer, _ in
      [localized("Cancelled payment \(ApprovalText.safe(answer.order.id)): it is now \(answer.order.state.text).")]
    }
  }
}

struct AcceptReplacedWallet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: localized("Pay from a wallet that has taken the place of the one that payd knew."),
    discussion: """
      payd pays only from the wallet that its ledger knows: one that has given it addresses, and has the payments that payd \
      made. If you have replaced that wallet on purpose, or it can never know those payments again, say so here. Invoices \
      whose addresses are the former wallet's are not seen any more. What this wallet has sent is compared with the ledger.
      """)
  @Argument(help: .localized("The code of the currency."), completion: OwnerCompletion.currencies) var currency: String
  @OptionGroup var pin: PinOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(AcceptWallet.self, .init(currency: currency), pin: pin)) { answer, _ in
      [localized("Accepted.")] + SendsText.lines(answer)
    }
  }
}

/// What the wallets sent, in the owner's words.
enum SendsText {
  static func lines(_ answer: SendsReport) -> [String] {
    let notRecognised = answer.notRecognised.map {
      localized(
        "The \(ApprovalText.safe($0)) wallet is not the one that payd knows, or lacks payments that payd made: nothing is "
          + "paid from it. What to do: payd status")
    }
    var lines =
      stopped(answer.stopped, notCompared: answer.notCompared) + notRecognised + answer.sends.flatMap(send)
    let heldBack = answer.heldBack ?? []
    let unsigned = answer.orders.filter { order in !heldBack.contains { $0.order == order.id } }
    if !unsigned.isEmpty {
      lines +=
        [
          "",
          localized("These orders wait for your word, since they may be paid already, or have ended after the backup:"),
        ]
        + unsigned.flatMap(order)
    }
    for marks in heldBack {
      guard let order = answer.orders.first(where: { $0.id == marks.order }) else { continue }
      lines += self.order(order) + self.marks(marks, of: order)
    }
    if let count = answer.leftOut {
      lines += ["", localized("\(count) more are listed once some of these are settled.")]
    }
    return lines.isEmpty ? [localized("There is nothing to look at.")] : lines
  }

  /// One line for each currency of which nothing is paid, and for each of which that is not known yet.
  static func stopped(_ stopped: [String], notCompared: [String]) -> [String] {
    stopped.map {
      localized(
        "Paying \(ApprovalText.safe($0)) is stopped: the wallet sent what this ledger does not know. Look: payd sends")
    }
      + notCompared.map {
        localized("The \(ApprovalText.safe($0)) wallet has not told yet what it sent; nothing is paid from it before.")
      }
  }

  private static func send(_ send: SendReport) -> [String] {
    let when = send.at.map { LocalTime.text($0) } ?? localized("at a time that the wallet does not tell")
    var lines = ["", ApprovalText.safe(send.id), localized("  sent \(when)\(remark(send.what))")]
    for output in send.outputs {
      let to =
        output.address.map { localized("to \(ApprovalText.safe($0))") }
        ?? localized("in all to recipients that the wallet does not know")
      lines.append("  \(output.amount.text) \(ApprovalText.safe(send.currency)) \(to)")
    }
    let orders = send.orders.map { ApprovalText.safe($0) }
    lines.append(
      orders.isEmpty
        ? localized("  no order of this ledger asks for that")
        : localized("  may be the payment of: \(orders.joined(separator: ", "))"))
    return lines
  }

  private static func remark(_ kind: SendKind) -> String {
    switch kind {
    case .open: localized(", by payd, as the wallet has noted")
    case .noted: localized(", while payd was not running")
    case .forgotten: localized("; you have looked at it, its order is forgotten")
    case .own, .order: ""
    }
  }

  private static func marks(_ held: HeldBackOrder, of order: OwnerOrder) -> [String] {
    let (id, since) = (ApprovalText.safe(order.id), LocalTime.text(order.updatedAt))
    let own = order.transactionID.map { " \(ApprovalText.safe($0))" } ?? ""
    let marked = held.marked.map { ApprovalText.safe($0) }
    let names =
      marked.isEmpty ? localized("one that the wallet does not tell just now") : marked.joined(separator: ", ")
    let options = marked.isEmpty ? "" : marked.map { " --not-paid-by \($0)" }.joined()
    return [
      localized("  held back since \(since): its transaction\(own) is signed and not sent,"),
      localized("  since the wallet has a mark of this ledger for another one to the same recipient: \(names)"),
      localized("  that one is this payment: payd sends settle \(marked.first ?? "TRANSACTION") \(id)"),
      localized("  it pays nothing of it, and never will: payd sends pay \(id)\(options)"),
      localized("  or do not pay it: payd abandon \(id)"),
    ]
  }

  private static func order(_ order: OwnerOrder) -> [String] {
    let memo = order.description.map { ": \(ApprovalText.safe($0))" } ?? ""
    return [
      "", ApprovalText.safe(order.id),
      localized(
        "  \(order.amount.text) \(ApprovalText.safe(order.currency)) to \(ApprovalText.safe(order.address)), "
          + "asked \(LocalTime.text(order.createdAt))\(memo)"),
    ]
  }
}
