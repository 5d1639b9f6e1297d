import ArgumentParser
import OwnerAPI
import PaymentsModel
import TerminalUI

struct Lock: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Stop paying, at once and until you unlock; receiving goes on.",
    discussion: """
      New payment orders are refused. Those that you approved already and that were not sent yet wait. What was sent \
      cannot be taken back, and is followed. Restarting the daemon does not unlock.
      """)
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(LockWallet.self)) { answer, _ in
      var lines = [answer.changed ? "Locked." : "It was locked already."]
      lines += LockText.count(
        answer.paymentsWaiting, one: "approved, waits until you unlock", many: "approved, wait until you unlock")
      lines += LockText.count(
        answer.paymentsInFlight, one: "sent already, is followed", many: "sent already, are followed")
      return lines
    }
  }

}

struct Unlock: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Allow paying again.", discussion: "Asks for your PIN where one is set. What waited goes on at once.")
  @OptionGroup var pin: PinOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(UnlockWallet.self, .init(), pin: pin)) { answer, _ in
      [answer.changed ? "Unlocked." : "It was not locked."] + LockText.goingOn(answer)
    }
  }
}

/// What is paid once paying is unlocked, and what is not, in the owner's words.
enum LockText {
  static func goingOn(_ answer: LockReport) -> [String] {
    var lines = answer.paymentsWaiting == 0 ? ["No payment was waiting for that."] : []
    lines += count(answer.paymentsWaiting, one: "approved before, goes on now", many: "approved before, go on now")
    lines += answer.waiting.map { order in
      "  \(order.amount.text) \(ApprovalText.safe(order.currency)) to \(ApprovalText.safe(order.address))"
    }
    if answer.paymentsWaiting > answer.waiting.count { lines.append("  and more: payd payments") }
    return lines
      + count(
        answer.paymentsToLookAt, one: "not made before you say so: payd sends",
        many: "not made before you say so: payd sends")
  }

  static func count(_ count: Int, one: String, many: String) -> [String] {
    guard count > 0 else { return [] }
    return ["\(count) \(count == 1 ? "payment, \(one)." : "payments, \(many).")"]
  }
}
