import ArgumentParser
import OwnerAPI
import PaymentsAPI
import PaymentsModel
import TerminalUI

struct ShowGrants: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grants", abstract: localized("Show what apps may do, their limits, and what is left of them."))
  @Argument(help: .localized("One app, as payd apps explains; all where left out."), completion: OwnerCompletion.apps)
  var app: String?
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(ListGrants.self, .init(app: app))) { answer, terminal in
      answer.apps.isEmpty ? [localized("No app is paired.")] : answer.apps.flatMap { GrantText.lines($0, terminal) }
    }
  }
}

struct Grant: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Set what an app may do, from now on and in its open sessions."),
    discussion: """
      This replaces what it was granted before. An app that asks for less than it was granted gets less. When a grant has \
      expired the app still connects, and may do nothing. Widening a grant needs your PIN where one is set.
      """)
  @Argument(help: .localized("The app, as payd apps explains."), completion: OwnerCompletion.apps) var app: String
  @Argument(
    help: .localized("Any of receive,pay,balance,prove,statement, with commas; none for nothing."),
    completion: OwnerCompletion.scopes) var scopes: String
  @Option(help: .localized("The currencies, such as LTC,XMR; unchanged where left out.")) var currencies: String?
  @Option(
    help: .localized("When it ends: a date or moment such as 2026-12-31 or \"2026-12-31 18:00\", or in 30m, 12h, 7d."))
  var expires: String?
  @OptionGroup var pin: PinOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let params = GrantScopes.Params(
      app: app, scopes: scopes == "none" ? [] : try OwnerConsole.scopes(scopes.split(separator: ",")),
      currencies: currencies?.uppercased().split(separator: ",").map { String($0) },
      expiresAt: try expires.map(Self.moment))
    try output.show(output.folders.ask(GrantScopes.self, params, pin: pin)) { answer, _ in
      let currencies = answer.currencies.map {
        localized("in \($0.map { ApprovalText.safe($0) }.joined(separator: ", "))")
      }
      let until = answer.expiresAt.map { localized("until \(LocalTime.text($0))") }
      let unasked =
        UnaskedSpending.words(answer.unasked).map { localized("; without asking you: \(ApprovalText.safe($0))") } ?? ""
      let limits =
        [currencies ?? localized("in all currencies"), until ?? localized("until you change it")].joined(
          separator: ", ") + unasked
      return [
        localized(
          "\(ApprovalText.safe(answer.app.name)) (\(answer.app.fingerprint)) may: \(GrantText.scopes(answer.scopes)); \(limits)."
        )
      ]
    }
  }

  private static func moment(_ text: String) throws -> Timestamp {
    let now = SystemWallClock().now()
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    if let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), (1...1_000_000).contains(count)
    {
      return now.advanced(by: .seconds(count * unit))
    }
    guard let moment = LocalTime.parse(text, now: now) else {
      throw ValidationError(
        localized("--expires must be a date such as 2026-12-31, or a time from now such as 12h or 7d"))
    }
    return moment
  }
}

struct Rename: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Give an app a name of your own."),
    discussion: "What apps call themselves proves nothing. With an empty name it is called as it calls itself.")
  @Argument(help: .localized("The app, as payd apps explains."), completion: OwnerCompletion.apps) var app: String
  @Argument(help: .localized("The name, at most 64 characters.")) var name: String
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(RenameApp.self, .init(app: app, name: name))) { answer, _ in
      [localized("\(answer.app.fingerprint) is called \(ApprovalText.safe(answer.app.name)).")]
    }
  }
}

/// Grants and limits in the owner's words.
enum GrantText {
  static func lines(_ app: AppGrants, _ terminal: Terminal) -> [String] {
    var list = KeyValueList()
    list.append("app (claimed)", app.app.claimedName)
    list.append("may", scopes(app.scopes))
    list.append("currencies", app.currencies.map { $0.map { ApprovalText.safe($0) }.joined(separator: ", ") })
    list.append("until", app.expiresAt.map { LocalTime.text($0) })
    // Many numbers in one line are read by nobody; a program gets them in one field.
    func append(_ name: String, _ parts: [String]) {
      guard terminal.isTTY(.output) else { return list.append(name, parts.joined(separator: "; ")) }
      for (place, part) in parts.enumerated() { list.append(place == 0 ? name : "", part) }
    }
    for budget in app.budgets { append(ApprovalText.safe(budget.currency), parts(of: budget)) }
    append("has", QuotaText.parts(app.quota))
    return ["\(ApprovalText.safe(app.app.name))  \(app.app.fingerprint)"] + list.lines(for: terminal, margin: 2) + [""]
  }

  static func scopes(_ scopes: [Scope]) -> String {
    PairingGrant.list(scopes)
  }

  private static func present(_ period: BudgetPeriodName) -> String {
    period == .day ? localized("today") : localized("this \(period.word)")
  }

  /// `asked above 0.1; 0.4 of 1 used today; 2 of 5 payments today; 0.6 left until 2026-03-21 00:00:00`.
  static func budget(_ budget: AppBudget) -> String { parts(of: budget).joined(separator: "; ") }

  private static func parts(of budget: AppBudget) -> [String] {
    let limits = budget.limits
    var parts = [asking(limits) + newRecipients(limits)]
    if let most = limits.perPayment { parts.append(localized("at most \(most.text) a payment")) }
    if let most = limits.perPeriod {
      parts.append(localized("\(budget.used.text) of \(most.text) used \(present(limits.period))"))
    }
    if let most = limits.count {
      let (used, period) = (budget.usedCount, present(limits.period))
      parts.append(
        most == 1
          ? localized("\(used) of 1 payment \(period)") : localized("\(used) of \(most) payments \(period)"))
    }
    for recipient in limits.recipients?.members ?? [] {
      parts.append(
        localized("at most \(recipient.value.text) a \(limits.period.word) to \(ApprovalText.safe(recipient.name))")
      )
    }
    if limits.batch == true { parts.append(localized("payments may leave in one transaction")) }
    if parts.count > 1, let left = budget.left {
      parts.append(localized("\(left.text) left until \(LocalTime.text(budget.resetsAt))"))
    }
    return parts
  }

  private static func newRecipients(_ limits: AppLimits) -> String {
    guard limits.askNewRecipients == true else { return "" }
    return limits.ask == .never
      ? localized(" about recipients to whom you have approved nothing yet")
      : localized(", and about recipients to whom you have approved nothing yet")
  }

  private static func asking(_ limits: AppLimits) -> String {
    switch limits.ask {
    case .above: localized("you are asked above \(limits.askAbove?.text ?? "")")
    case .never where limits.askNewRecipients == true: localized("you are asked")
    case .never: localized("you are not asked")
    case .refuse: localized("all payments are refused")
    case .always: localized("you are asked each time")
    }
  }
}
