import ArgumentParser
import OwnerAPI
import PaymentsModel
import TerminalUI

struct Apps: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "List the apps that you decided about.")
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let answer = try OwnerConsole.ask(ListApps.self, folders)
    try OwnerConsole.show(answer, json: json) { answer, terminal in
      guard !answer.apps.isEmpty else { return ["No app was paired yet."] }
      let rows = answer.apps.map { app in
        [
          ApprovalText.safe(app.name), ApprovalText.safe(app.appID), app.fingerprint, ApprovalText.safe(app.status),
          app.scopes.map { ApprovalText.safe($0) }.joined(separator: ","),
          app.isConnected ? "connected" : app.lastSeen?.text ?? "",
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
    let answer = try OwnerConsole.ask(RevokeApp.self, .init(app: app), folders)
    try OwnerConsole.show(answer, json: json) { answer, _ in [ApprovalText.decided("Revoked", .app(answer))] }
  }
}

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Show what the daemon does.")
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let answer = try OwnerConsole.ask(GetProviderStatus.self, folders)
    try OwnerConsole.show(answer, json: json) { answer, terminal in
      Self.facts(answer).lines(for: terminal) + [""]
        + Table([.init("CURRENCY"), .init("NETWORK"), .init("WALLET")], rows: answer.currencies.map(Self.row))
        .lines(for: terminal)
    }
  }

  private static func facts(_ answer: GetProviderStatus.Result) -> KeyValueList {
    var list = KeyValueList()
    list.append("name", answer.name)
    list.append("url", answer.url)
    list.append("pid", "\(answer.pid)")
    list.append("started at", answer.startedAt.text)
    list.append("sessions", "\(answer.sessions)")
    list.append("apps", "\(answer.apps)")
    list.append("approvals", "\(answer.approvals)")
    list.append("payments in flight", "\(answer.paymentsInFlight)")
    for order in answer.ordersReversed {
      list.append(
        "taken back",
        "\(order.id), \(order.amount.text) \(order.currency): had succeeded, then another transaction spent its coins; "
          + "the recipient has not got it")
    }
    for order in answer.ordersWithoutWallet {
      list.append(
        "no wallet for", "\(order.id), \(order.state.rawValue): \(order.currency) is not configured any more")
    }
    if answer.paymentsToLookAt > 0 {
      let orders = answer.paymentsToLookAt == 1 ? "order" : "orders"
      list.append("to look at", "\(answer.paymentsToLookAt) \(orders) that may be paid already: payd sends")
    }
    return list
  }

  private static func row(_ currency: CurrencyReport) -> [String] {
    [
      ApprovalText.safe(currency.code), ApprovalText.safe(currency.network),
      currency.isStopped ? "paying is stopped, look: payd sends" : ApprovalText.safe(currency.ready),
    ]
  }
}
