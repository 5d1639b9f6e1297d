import ArgumentParser
import OwnerAPI
import PaymentsModel
import TerminalUI

struct Lock: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Stop paying, at once and until you unlock; receiving goes on."),
    discussion: """
      New payment orders are refused. Those that you approved already and that were not sent yet wait. What was sent \
      cannot be taken back, and is followed. Restarting the daemon does not unlock.
      """)
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(LockWallet.self)) { answer, _ in
      var lines = [answer.changed ? localized("Locked.") : localized("It was locked already.")]
      lines += LockText.count(
        answer.paymentsWaiting, one: localized("approved, waits until you unlock"),
        many: localized("approved, wait until you unlock"))
      lines += LockText.count(
        answer.paymentsInFlight, one: localized("sent already, is followed"),
        many: localized("sent already, are followed"))
      return lines
    }
  }

}

struct Unlock: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Allow paying again."),
    discussion: "Asks for your PIN where one is set. What waited goes on at once.")
  @OptionGroup var pin: PinOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(UnlockWallet.self, .init(), pin: pin)) { answer, _ in
      [answer.changed ? localized("Unlocked.") : localized("It was not locked.")] + LockText.goingOn(answer)
    }
  }
}

/// What is paid once paying is unlocked, and what is not, in the owner's words.
enum LockText {
  static func goingOn(_ answer: LockReport) -> [String] {
    var lines = answer.paymentsWaiting == 0 ? [localized("No payment was waiting for that.")] : []
    lines += count(
      answer.paymentsWaiting, one: localized("approved before, goes on now"),
      many: localized("approved before, go on now"))
    lines += answer.waiting.map { order in
      localized("  \(order.amount.text) \(ApprovalText.safe(order.currency)) to \(ApprovalText.safe(order.address))")
    }
    if answer.paymentsWaiting > answer.waiting.count { lines.append(localized("  and more: payd payments")) }
    return lines
      + count(
        answer.paymentsToLookAt, one: localized("not made before you say so: payd sends"),
        many: localized("not made before you say so: payd sends"))
  }

  static func count(_ count: Int, one: String, many: String) -> [String] {
    guard count > 0 else { return [] }
    return [count == 1 ? localized("1 payment, \(one).") : localized("\(count) payments, \(many).")]
  }
}
