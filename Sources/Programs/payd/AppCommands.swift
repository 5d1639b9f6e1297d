import ArgumentParser
import OwnerAPI
import PaymentsModel
import TerminalUI

struct Apps: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("List the apps that you decided about."),
    discussion: """
      Every command that wants an app takes your name for it (payd rename), its key or the beginning of that, with or \
      without spaces, and what the app says of itself as long as only one says so: its name or its id. The prefix key: \
      may stand before a key.
      """)
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(ListApps.self)) { answer, terminal in
      guard !answer.apps.isEmpty else { return [localized("No app was paired yet.")] }
      let rows = answer.apps.map { app in
        [
          app.app.claimedName, app.appID, app.app.fingerprint, app.status, app.scopes.joined(separator: ","),
          app.connected ? "connected" : app.lastSeen?.text ?? "", app.app.ownerName ?? "",
        ]
      }
      let columns: [Table.Column] = [
        .init("NAME (CLAIMED)", overflow: .truncate), .init("ID (CLAIMED)", overflow: .truncate, importance: .extra),
        .init("KEY"), .init("STATUS", reading: .words { localized(text: $0) }),
        .init("MAY", overflow: .wrap, importance: .extra),
        .moment("LAST SEEN", .useful), .init("YOUR NAME", overflow: .truncate, importance: .useful),
      ]
      return Table(columns, rows: rows).lines(for: terminal)
    }
  }
}

struct Revoke: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Take an app's permission back, at once."),
    discussion: "Payments that were submitted already cannot be taken back; those that still wait are withdrawn.")
  @Argument(
    help: .localized("The app, as payd apps explains."), completion: OwnerCompletion.apps)
  var app: String
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(RevokeApp.self, .init(app: app))) { answer, _ in
      [
        ApprovalText.decided(localized("Revoked"), OwnerDecision(app: answer.app)),
        localized("Its open connections have ended. It can ask to be paired again, and then needs your yes."),
      ]
    }
  }
}
