import ArgumentParser
import OwnerAPI
import TerminalUI

struct Reload: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Have the daemon read its configuration again."),
    discussion: """
      Applied at once: all times, how long events are kept, notifications, the limits of wallets, and of limits in_flight, \
      questions, questions_per_app, questions_per_minute, open_invoices, unpaid_addresses and ledger_megabytes. All other keys \
      need a restart. No session ends, and no payment is touched. A file that is wrong changes nothing. SIGHUP does the \
      same, and tells it in the log.
      """)
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(ReloadConfiguration.self)) { answer, _ in
      guard !answer.changes.isEmpty else { return [localized("Nothing has changed.")] }
      return answer.changes.map {
        "\(ApprovalText.safe($0.key)): \($0.applied ? localized("applied") : localized("needs a restart"))"
      }
    }
  }
}
