import ArgumentParser
import OwnerAPI
import TerminalUI

struct Lock: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Stop paying, at once and until you unlock; receiving goes on.",
    discussion: """
      New payment orders are refused. Those that you approved already and that were not sent yet wait. What was sent \
      cannot be taken back, and is followed. Restarting the daemon does not unlock.
      """)
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let answer = try OwnerConsole.ask(LockWallet.self, folders)
    try OwnerConsole.show(answer, json: json) { answer, _ in
      var lines = [answer.changed ? "Locked." : "It was locked already."]
      lines += Self.count(
        answer.paymentsWaiting, "approved, waits until you unlock", "approved, wait until you unlock")
      lines += Self.count(answer.paymentsInFlight, "sent already, is followed", "sent already, are followed")
      return lines
    }
  }

  private static func count(_ count: Int, _ one: String, _ many: String) -> [String] {
    guard count > 0 else { return [] }
    return ["\(count) \(count == 1 ? "payment, \(one)." : "payments, \(many).")"]
  }
}

struct Unlock: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Allow paying again.", discussion: "Asks for your PIN where one is set. What waited goes on at once.")
  @OptionGroup var pin: PinOptions
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let answer = try OwnerConsole.ask(UnlockWallet.self, .init(), folders, pin: pin)
    try OwnerConsole.show(answer, json: json) { answer, _ in
      [answer.changed ? "Unlocked." : "It was not locked."]
    }
  }
}
