import ArgumentParser
import JSON
import TerminalUI

struct Apps: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "List the apps that you decided about.")
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let answer = try OwnerConsole.ask("apps", [:], folders)
    try OwnerConsole.show(answer, json: json) { answer, terminal in
      let apps = answer["apps"]?.arrayValue ?? []
      guard !apps.isEmpty else { return ["No app was paired yet."] }
      let rows = apps.map { app in
        [
          ApprovalText.safe(app["name"]), ApprovalText.safe(app["app_id"]), ApprovalText.safe(app["fingerprint"]),
          ApprovalText.safe(app["status"]),
          (app["scopes"]?.arrayValue ?? []).map { ApprovalText.safe($0) }.joined(separator: ","),
          app["connected"]?.boolValue == true ? "connected" : ApprovalText.safe(app["last_seen"]),
        ]
      }
      let columns: [Table.Column] = [
        .init("NAME (CLAIMED)", overflow: .truncate), .init("ID (CLAIMED)", overflow: .truncate), .init("KEY"),
        .init("STATUS"), .init("MAY"), .init("LAST SEEN"),
      ]
      return Table(columns, rows: rows).lines(for: terminal)
    }
  }
}

struct Revoke: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take an app's permission back, at once.",
    discussion: "Payments that were submitted already cannot be taken back; those that still wait are withdrawn.")
  @Argument(
    help: "The app's key as `payd apps` shows it, with or without spaces, or its id; key: may stand before a key.")
  var app: String
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let answer = try OwnerConsole.ask("revoke", ["app": .string(app)], folders)
    try OwnerConsole.show(answer, json: json) { answer, _ in [ApprovalText.decided("Revoked", answer)] }
  }
}

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Show what the daemon does.")
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let answer = try OwnerConsole.ask("status", [:], folders)
    try OwnerConsole.show(answer, json: json) { answer, terminal in
      var list = KeyValueList()
      for name in ["name", "url", "pid", "started_at", "sessions", "apps", "approvals", "payments_in_flight"] {
        list.append(name.split(separator: "_").joined(separator: " "), ApprovalText.safe(answer[name]))
      }
      for order in answer["orders_reversed"]?.arrayValue ?? [] {
        let text = { (name: String) in ApprovalText.safe(order[name]) }
        list.append(
          "taken back",
          "\(text("id")), \(text("amount")) \(text("currency")): had succeeded, then another transaction spent its coins; "
            + "the recipient has not got it")
      }
      for order in answer["orders_without_wallet"]?.arrayValue ?? [] {
        let what = ["id", "state", "currency"].map { ApprovalText.safe(order[$0]) }
        list.append("no wallet for", "\(what[0]), \(what[1]): \(what[2]) is not configured any more")
      }
      if let count: Int = answer["payments_to_look_at"]?.integerValue(), count > 0 {
        list.append("to look at", "\(count) \(count == 1 ? "order" : "orders") that may be paid already: payd sends")
      }
      let rows = (answer["currencies"]?.arrayValue ?? []).map { currency in
        ["code", "network"].map { ApprovalText.safe(currency[$0]) } + [
          currency["stopped"]?.boolValue == true
            ? "paying is stopped, look: payd sends" : ApprovalText.safe(currency["ready"])
        ]
      }
      return list.lines(for: terminal) + [""]
        + Table([.init("CURRENCY"), .init("NETWORK"), .init("WALLET")], rows: rows).lines(for: terminal)
    }
  }
}
