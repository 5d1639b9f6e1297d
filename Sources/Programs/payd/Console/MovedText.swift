import OwnerAPI
import PaymentsModel
import TerminalUI

/// What the console says of money that left or arrived without a question.
struct MovedText {
  let money: MoneyMoved

  var line: String {
    let amount = "\(money.amount.text) \(ApprovalText.safe(money.currency))"
    let name = money.app.name.isEmpty ? money.app.fingerprint : ApprovalText.safe(money.app.name)
    let app = money.app.key == .owner ? localized("you") : name
    let what =
      switch money.kind {
      case .paidUnasked: localized("\(app) paid \(amount) to \(ApprovalText.safe(money.address)), within its limits")
      case .arrived: localized("\(amount) for \(app) was seen, and waits for confirmations")
      case .settled: localized("\(amount) for \(app) has arrived")
      case .takenBack: localized("an invoice of \(app) was not paid in time, or its money was taken back")
      }
    let others = money.others.map { localized(" (and \($0) more that were not told)") } ?? ""
    return "\(what): \(money.id).\(others)"
  }
}
