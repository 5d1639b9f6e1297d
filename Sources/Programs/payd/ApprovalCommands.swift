import ArgumentParser
import JSON
import PaymentsModel
import TerminalUI

struct Approvals: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List what waits for you: apps to pair and payments.",
    discussion: "Of each app only the payment that comes first is listed. `payd console` shows them as they come.")
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let answer = try OwnerConsole.ask("approvals", [:], folders)
    try OwnerConsole.show(answer, json: json) { answer, terminal in
      var lines = answer["locked"]?.boolValue == true ? ["The wallet is locked: payd unlock", ""] : []
      let stopped = SendsText.stopped(answer)
      if !stopped.isEmpty { lines += stopped + [""] }
      let approvals = answer["approvals"]?.arrayValue ?? []
      guard !approvals.isEmpty else { return lines + ["Nothing waits for you."] }
      let style = TextStyle(isEnabled: terminal.allowsColor())
      let now = SystemWallClock().now()
      for approval in approvals {
        lines +=
          QuestionText(view: approval, now: now, style: style).lines(
            width: terminal.width(), isTTY: terminal.isTTY(.output), answers: true) + [""]
      }
      return lines
    }
  }
}

struct Approve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say yes to an app or a payment.",
    discussion: """
      An app is approved with the six digits that it shows you, never with digits from anywhere else. It gets what it asks \
      for but never your balance, unless --scopes says so.

      A payment is approved once, up to the fee that is shown. Where that has risen since you last looked nothing is \
      approved: it is shown as it is now, and the same command says yes to that. With --always 1.5/week the app may from then on pay up to 1.5 of this currency a week, \
      fees included, without asking; /day and /month are known too. Your PIN is asked for where it is needed.
      """)
  @Argument(help: "The id that `payd approvals` shows, or the beginning or end of it.") var id: String
  @Option(help: "The six digits that the app shows.") var code: String?
  @Option(help: "What the app may do: any of receive,pay,balance,prove,statement.") var scopes: String?
  @Option(help: "AMOUNT/day, /week or /month: pay so much without asking from now on.") var always: String?
  @Option(help: "The largest fee that you agree to, whatever was shown.") var maxFee: String?
  @OptionGroup var pin: PinOptions
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let look = try OwnerConsole.ask("approval", ["id": .string(id)], folders)
    let shown = look["approval"]
    var params: JSONObject = ["id": shown?["id"] ?? .string(id)]
    if let shown, shown["kind"]?.stringValue == "payment" {
      if !json { try show(shown) }
      if maxFee == nil, look["risen"]?.boolValue == true {
        throw OwnerConsole.fail(risen(look), .dataError)
      }
      params["fee_cap"] = maxFee.map(JSONValue.string) ?? shown["fee_cap"]
    }
    params["code"] = code.map { .string($0.filter { $0 != " " && $0 != "-" }) }
    params["scopes"] = scopes.map { .array($0.split(separator: ",").map { .string(String($0)) }) }
    params["always"] = always.map(JSONValue.string)
    let answer = try OwnerConsole.ask("approve", params, folders, pin: pin)
    try OwnerConsole.show(answer, json: json) { answer, _ in [ApprovalText.decided("Approved", answer)] }
  }

  /// What the yes is to.
  private func show(_ question: JSONValue) throws {
    let terminal = Terminal.standard
    try terminal.writeLines(
      QuestionText(
        view: question, now: SystemWallClock().now(), style: TextStyle(isEnabled: terminal.allowsColor())
      ).lines(width: terminal.width(), isTTY: terminal.isTTY(.output), answers: false))
  }

  private func risen(_ look: JSONValue) -> String {
    let currency = ApprovalText.safe(look["approval"]?["currency"])
    return """
      nothing was approved: the fee has risen since you looked. It may be \
      \(ApprovalText.safe(look["approval"]?["fee_cap"])) \(currency) now, and was at most \
      \(ApprovalText.safe(look["shown_fee_cap"])). To agree to that, type the same again.
      """
  }
}

struct Deny: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say no to an app or a payment.",
    discussion: """
      With --always all further payments of the app in this currency are refused without a question, and those that wait \
      already too, until `payd limit` allows them again.
      """)
  @Argument(help: "The id that `payd approvals` shows, or the beginning or end of it.") var id: String
  @Flag(help: "Refuse all further payments of this app in this currency.") var always = false
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    var params: JSONObject = ["id": .string(id)]
    if always { params["always"] = true }
    let answer = try OwnerConsole.ask("deny", .object(params), folders)
    try OwnerConsole.show(answer, json: json) { answer, _ in [ApprovalText.decided("Denied", answer)] }
  }
}

/// Answers of the daemon in the owner's words.
enum ApprovalText {
  static func decided(_ word: String, _ answer: JSONValue) -> String {
    if let name = answer["name"] { return "\(word) \(safe(name)) (\(safe(answer["fingerprint"])))." }
    let always = answer["always"].map { "; from now on: \(safe($0))" } ?? ""
    return "\(word) payment \(safe(answer["id"])): it is now \(safe(answer["state"]))\(always)."
  }

  static func safe(_ value: JSONValue?) -> String {
    SafeText(value?.stringValue ?? value?.numberValue?.text ?? "").text
  }
}
