import ArgumentParser
import JSON
import PaymentsModel
import TerminalUI

struct ShowGrants: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grants", abstract: "Show what apps may do, their limits, and what is left of them.")
  @Argument(help: "One app: its key, its id, or your name for it; all where left out.") var app: String?
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    var params = JSONObject()
    params["app"] = app.map(JSONValue.string)
    let answer = try OwnerConsole.ask("grants", .object(params), folders)
    try OwnerConsole.show(answer, json: json) { answer, terminal in
      let apps = answer["apps"]?.arrayValue ?? []
      return apps.isEmpty ? ["No app is paired."] : apps.flatMap { GrantText.lines($0, terminal) }
    }
  }
}

struct Grant: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Set what an app may do, from now on and in its open sessions.",
    discussion: """
      This replaces what it was granted before. An app that asks for less than it was granted gets less. When a grant has \
      expired the app still connects, and may do nothing. Widening a grant needs your PIN where one is set.
      """)
  @Argument(help: "The app: its key, its id, or your name for it.") var app: String
  @Argument(help: "Any of receive,pay,balance,prove,statement, with commas; none for nothing.") var scopes: String
  @Option(help: "The currencies, such as LTC,XMR; unchanged where left out.") var currencies: String?
  @Option(help: "When it ends: a date or moment such as 2026-12-31 or \"2026-12-31 18:00\", or in 30m, 12h, 7d.")
  var expires: String?
  @OptionGroup var pin: PinOptions
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    var params: JSONObject = ["app": .string(app), "scopes": scopes == "none" ? [] : Self.list(scopes)]
    params["currencies"] = currencies.map { Self.list($0.uppercased()) }
    if let expires { params["expires_at"] = .string(try Self.moment(expires).text) }
    let answer = try OwnerConsole.ask("grant", params, folders, pin: pin)
    try OwnerConsole.show(answer, json: json) { answer, _ in
      [
        "\(ApprovalText.safe(answer["name"])) (\(ApprovalText.safe(answer["fingerprint"]))) may: \(GrantText.scopes(answer))."
      ]
    }
  }

  private static func list(_ text: String) -> JSONValue {
    .array(text.split(separator: ",").map { .string(String($0)) })
  }

  private static func moment(_ text: String) throws -> Timestamp {
    let now = SystemWallClock().now()
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    if let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), (1...1_000_000).contains(count)
    {
      return now.advanced(by: .seconds(count * unit))
    }
    guard let moment = LocalTime.parse(text, now: now) else {
      throw ValidationError("--expires must be a date such as 2026-12-31, or a time from now such as 12h or 7d")
    }
    return moment
  }
}

struct Rename: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Give an app a name of your own.",
    discussion: "What apps call themselves proves nothing. With an empty name it is called as it calls itself.")
  @Argument(help: "The app: its key, its id, or your name for it.") var app: String
  @Argument(help: "The name, at most 64 characters.") var name: String
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let answer = try OwnerConsole.ask("rename", ["app": .string(app), "name": .string(name)], folders)
    try OwnerConsole.show(answer, json: json) { answer, _ in
      ["\(ApprovalText.safe(answer["fingerprint"])) is called \(ApprovalText.safe(answer["name"]))."]
    }
  }
}

/// Grants and limits in the owner's words.
enum GrantText {
  static func lines(_ app: JSONValue, _ terminal: Terminal) -> [String] {
    func text(_ name: String) -> String { ApprovalText.safe(app[name]) }
    var list = KeyValueList()
    list.append("app (claimed)", text("claimed_name"))
    list.append("may", scopes(app))
    if let codes = app["currencies"]?.arrayValue {
      list.append("currencies", codes.map { ApprovalText.safe($0) }.joined(separator: ", "))
    }
    if app["expires_at"] != nil { list.append("until", LocalTime.text(text("expires_at"))) }
    for budget in app["budgets"]?.arrayValue ?? [] {
      list.append(ApprovalText.safe(budget["currency"]), Self.budget(budget))
    }
    if let quota = app["quota"] { list.append("has", QuotaText.line(quota)) }
    return ["\(text("name"))  \(text("fingerprint"))"] + list.lines(for: terminal, margin: 2) + [""]
  }

  static func scopes(_ app: JSONValue) -> String {
    let scopes = (app["scopes"]?.arrayValue ?? []).map { ApprovalText.safe($0) }
    return scopes.isEmpty ? "nothing" : scopes.joined(separator: ", ")
  }

  private static func present(_ period: String) -> String { period == "day" ? "today" : "this \(period)" }

  /// `asked above 0.1; 0.4 of 1 used today; 2 of 5 payments today; 0.6 left until 2026-03-21 00:00:00`.
  static func budget(_ budget: JSONValue) -> String {
    let limits = budget["limits"] ?? .null
    func text(_ name: String) -> String { ApprovalText.safe(limits[name]) }
    var parts = [asking(limits)]
    if limits["per_payment"] != nil { parts.append("at most \(text("per_payment")) a payment") }
    if limits["per_period"] != nil {
      parts.append("\(ApprovalText.safe(budget["used"])) of \(text("per_period")) used \(present(text("period")))")
    }
    if limits["count"] != nil {
      parts.append("\(ApprovalText.safe(budget["used_count"])) of \(text("count")) payments \(present(text("period")))")
    }
    for recipient in limits["recipients"]?.objectValue?.members ?? [] {
      parts.append(
        "at most \(ApprovalText.safe(recipient.value)) a \(text("period")) to \(ApprovalText.safe(.string(recipient.name)))"
      )
    }
    if parts.count > 1, budget["left"] != nil {
      parts.append(
        "\(ApprovalText.safe(budget["left"])) left until \(LocalTime.text(ApprovalText.safe(budget["resets_at"])))")
    }
    return parts.joined(separator: "; ")
  }

  private static func asking(_ limits: JSONValue) -> String {
    switch limits["ask"]?.stringValue {
    case "above": "you are asked above \(ApprovalText.safe(limits["ask_above"]))"
    case "never": "you are not asked"
    case "refuse": "all payments are refused"
    default: "you are asked each time"
    }
  }
}
