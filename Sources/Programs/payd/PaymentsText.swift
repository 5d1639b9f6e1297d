import OwnerAPI
import PaymentsModel
import TerminalUI

/// A payment as a line of a list has it.
protocol PaymentListItem {
  var id: String { get }
  var app: AppNames { get }
  var group: PaymentGroup { get }
  var createdAt: Timestamp { get }
  /// The amount with its currency.
  var amountText: String { get }
  /// How far it is, in a word or two.
  var stateText: String { get }
  /// What the owner calls who is paid; `nil` where the address has no name.
  var payee: String? { get }
}

extension PaymentListItem {
  /// What the owner calls the app, or else what it calls itself.
  fileprivate var appText: String {
    app.key == .owner ? localized("you") : app.name.isEmpty ? app.fingerprint : app.name
  }

  /// The beginning of the identifier, which nearly always suffices to name it: nine letters of time and three more.
  fileprivate var shortID: String { String(id.dropFirst(4).prefix(12)) }
}

/// Lists of payments in the owner's words.
struct PaymentsText {
  /// What the owner types for the next page.
  let command: String
  /// Who waits for whom.
  let waiting: String
  /// Where other payments are listed.
  var other: String?

  /// Where the other half is.
  private var elsewhere: [String] { other.map { ["", $0] } ?? [] }

  func lines(_ payments: [some PaymentListItem], next: String?, for terminal: Terminal) -> [String] {
    let isTTY = terminal.isTTY(.output)
    let more = next.map { ["", localized("There are more: \(command) --before \(ApprovalText.safe($0))")] } ?? []
    guard isTTY else { return Self.table(payments, whole: true).lines(for: terminal) }
    guard !payments.isEmpty else { return [localized("No payments.")] + elsewhere }
    var lines: [String] = []
    for (group, title) in [
      (PaymentGroup.waiting, waiting), (.inFlight, localized("Under way")), (.ended, localized("Ended")),
    ] {
      let part = payments.filter { $0.group == group }
      guard !part.isEmpty else { continue }
      lines += (lines.isEmpty ? [] : [""]) + ["\(title): \(part.count)"]
      lines += Self.rows(part, width: terminal.width(.output))
    }
    return lines + more + elsewhere
  }

  /// A table where it fits, and else three lines for each payment.
  static func rows(_ payments: [some PaymentListItem], width: Int) -> [String] {
    let table = table(payments, whole: false).alignedLines(width: width)
    guard table.contains(where: { DisplayWidth.columns($0) > width }) else { return table }
    return payments.flatMap { payment in
      [
        LocalTime.short(payment.createdAt),
        "  \(ApprovalText.safe(payment.amountText)), \(payment.stateText)",
        "  \(ApprovalText.safe(payment.shortID))  \(ApprovalText.safe(payment.appText))",
      ].map { DisplayWidth.truncated($0, columns: width) }
    }
  }

  private static func table(_ payments: [some PaymentListItem], whole: Bool) -> Table {
    // Where nobody has a name, the column would only take the room of others.
    let isNamed = whole || payments.contains { $0.payee != nil }
    return Table(
      [
        .init("WHEN"), .init("APP", overflow: .truncate), .init("AMOUNT", .right), .init("STATE"), .init("ID"),
      ] + (isNamed ? [.init("TO (YOUR NAME)", overflow: .truncate, importance: .useful)] : []),
      rows: payments.map { payment in
        [
          whole ? LocalTime.text(payment.createdAt) : LocalTime.short(payment.createdAt), payment.appText,
          payment.amountText, payment.stateText, whole ? payment.id : payment.shortID,
        ] + (isNamed ? [payment.payee ?? ""] : [])
      })
  }
}

/// Everything about one payment.
extension PaymentsText {
  static func whole(_ answer: GetPayment.Result, for terminal: Terminal) -> [String] {
    if let payment = answer.order {
      let history = (answer.history ?? []).map { moment in
        let by =
          moment.by.map {
            $0 == "owner" ? localized(" by you") : $0 == "standing" ? localized(" by your limits") : ", \($0)"
          } ?? ""
        return (LocalTime.text(moment.at), moment.what.replacing("_", with: " ") + by)
      }
      return facts(payment).lines(for: terminal) + list(history, for: terminal)
    }
    guard let invoice = answer.invoice else { return [] }
    let transfers = (invoice.transfers ?? []).map { transfer in
      (
        LocalTime.text(transfer.firstSeenAt),
        "\(transfer.amount.text) \(invoice.currency), \(transfer.state.rawValue), "
          + (invoice.confirmationsWanted == 1
            ? localized("\(transfer.confirmations) of 1 confirmation")
            : localized("\(transfer.confirmations) of \(invoice.confirmationsWanted) confirmations"))
          + ", \(transfer.transactionID)"
      )
    }
    let earlier = invoice.earlierTransfers ?? 0
    return facts(invoice).lines(for: terminal)
      + (earlier > 0
        ? [
          "",
          earlier == 1
            ? localized("1 transfer came before these:") : localized("\(earlier) transfers came before these:"),
        ] : [])
      + list(transfers, for: terminal)
  }

  private static func list(_ moments: [(String, String)], for terminal: Terminal) -> [String] {
    guard !moments.isEmpty else { return [] }
    var list = KeyValueList()
    for (when, what) in moments { list.append(when, what) }
    return [""] + list.lines(for: terminal)
  }

  private static func facts(_ payment: OwnerOrder) -> KeyValueList {
    var list = KeyValueList()
    func money(_ amount: DecimalAmount?) -> String? { amount.map { "\($0.text) \(payment.currency)" } }
    list.append("payment", payment.id)
    list.append("state", payment.stateText)
    list.append("app", "\(payment.app.name) (\(payment.app.fingerprint))")
    list.append("amount", money(payment.amount))
    list.append("to (your name)", payment.payee)
    list.append("to the Lightning node", payment.lightning?.node)
    list.append("to", payment.address)
    list.append("for (claimed)", payment.description)
    list.append("fee", money(payment.fee))
    list.append("highest fee", money(payment.maxFee))
    list.append("total", money(payment.total))
    list.append("transaction", payment.transactionID)
    list.append("confirmations", localized("\(payment.confirmations) of \(payment.confirmationsWanted)"))
    list.append("failed because of", payment.reason?.replacing("_", with: " "))
    list.append("asked", LocalTime.text(payment.createdAt))
    list.append("changed", LocalTime.text(payment.updatedAt))
    list.append("expires", payment.expiresAt.map(LocalTime.text))
    list.append("taken back", payment.reversedAt.map(LocalTime.text))
    return list
  }

  private static func facts(_ invoice: OwnerInvoice) -> KeyValueList {
    var list = KeyValueList()
    func money(_ amount: DecimalAmount) -> String { "\(amount.text) \(invoice.currency)" }
    list.append("invoice", invoice.id)
    list.append("state", invoice.stateText)
    let isOwn = invoice.app.key == .owner
    list.append("app", isOwn ? localized("none: yours") : "\(invoice.app.name) (\(invoice.app.fingerprint))")
    list.append("asked for", invoice.amount.map(money) ?? localized("any amount"))
    list.append("received", money(invoice.received))
    list.append("confirmed", money(invoice.confirmed))
    list.append("address", invoice.address)
    list.append(isOwn ? "for" : "for (claimed)", invoice.description)
    list.append("asked", LocalTime.text(invoice.createdAt))
    list.append("changed", LocalTime.text(invoice.updatedAt))
    list.append("expires", LocalTime.text(invoice.expiresAt))
    return list
  }
}

extension OwnerOrder: PaymentListItem {
  var amountText: String { "\(amount.text) \(currency)" }

  var stateText: String {
    if reversedAt != nil { return localized("taken back") }
    switch (state, waitingFor) {
    case (.awaitingApproval, _): return localized("waiting for you")
    case (_, "unlock") where group == .waiting: return localized("needs payd unlock")
    case (_, "review") where group == .waiting: return localized("needs payd sends")
    case (.inFlight, _) where inDoubt == true: return localized("in doubt")
    case (.inFlight, _): return "\(state.text), \(confirmations)/\(confirmationsWanted)"
    case (_, let reason?) where group == .inFlight:
      return localized("waits: \(ApprovalText.safe(reason).replacing("_", with: " "))")
    default: return state.text
    }
  }
}

extension OwnerInvoice: PaymentListItem {
  /// The wallet's own address has no name.
  var payee: String? { nil }

  /// What arrived, of what is to arrive.
  var amountText: String {
    let asked = amount.map { received == $0 ? "" : localized(" of \($0.text)") } ?? ""
    return "\(received.text)\(asked) \(currency)"
  }

  var stateText: String {
    switch payment {
    case .none, .paid: state.text
    case .partial where state == .pending: payment.text
    case .partial, .over, .late: "\(state.text), \(payment.text)"
    }
  }
}
