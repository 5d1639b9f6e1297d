import JSON
import PaymentsModel
import TerminalUI

/// A question in the owner's words: who asks, what for, and what is known of it. What apps say is marked as claimed.
struct QuestionText {
  private struct Fact {
    let name: String
    let value: String
    var tone = TextStyle.Tone.plain
  }

  let view: JSONValue
  var now: Timestamp
  var style = TextStyle(isEnabled: false)

  var id: String { text("id") }
  var isPairing: Bool { view["kind"]?.stringValue == "pairing" }

  /// The app, by the owner's name for it where there is one.
  var app: String {
    let name = view["owner_name"] ?? view["name"]
    let text = SafeText(name?.stringValue ?? "", limit: 40).text
    return text.isEmpty ? "an app without a name" : text
  }

  /// What is asked, in one line.
  var headline: String {
    isPairing ? "\(app) wants to be paired" : "\(app) wants to pay \(text("amount")) \(text("currency"))"
  }

  /// How long it waits; `nil` where for ever.
  var timeLeft: String? {
    view["expires_at"]?.stringValue.flatMap(Timestamp.init).map { DurationText.text($0.since(now)) }
  }

  /// All of it.
  ///
  /// - Parameter answers: whether to tell the commands that answer it.
  func lines(width: Int, isTTY: Bool, answers: Bool) -> [String] {
    var facts = isPairing ? pairingFacts : paymentFacts
    if let left = timeLeft { facts.append(Fact(name: "waits until", value: "\(until), \(left) left")) }
    if answers { facts.append(Fact(name: "answer", value: commands)) }
    let widest = facts.map(\.name.count).max() ?? 0
    let lines = facts.flatMap { fact -> [String] in
      var list = KeyValueList()
      let name = isTTY ? fact.name + String(repeating: " ", count: widest - fact.name.count) : fact.name
      list.append(name, fact.value)
      let lines = isTTY ? list.alignedLines(width: max(30, width - 2)) : list.tabSeparatedLines()
      return lines.map { "  " + style.text($0, fact.tone) }
    }
    return [style.text(headline, .strong) + style.text("  \(id)", .faint)] + lines
  }

  private var pairingFacts: [Fact] {
    var facts = [
      Fact(name: "app (claimed)", value: "\(text("name")) \(text("version")), \(text("app_id"))", tone: .strong),
      Fact(name: "key", value: text("fingerprint")),
      Fact(name: "wants", value: list("scopes")),
    ]
    if view["currencies"] != nil { facts.append(Fact(name: "currencies", value: list("currencies"))) }
    if view["process"] != nil { facts.append(Fact(name: "program (advice)", value: text("process"))) }
    if view["needs_pin"]?.boolValue == true { facts.append(Fact(name: "needs", value: "your PIN")) }
    return facts
  }

  private var paymentFacts: [Fact] {
    let currency = text("currency")
    var facts: [Fact] = []
    if view["owner_name"] != nil { facts.append(Fact(name: "app", value: text("owner_name"))) }
    facts.append(Fact(name: "app (claimed)", value: "\(text("name")), key \(text("fingerprint"))"))
    facts.append(
      Fact(name: "program (advice)", value: view["process"] == nil ? "not connected now" : text("process")))
    facts.append(Fact(name: "pay", value: "\(text("amount")) \(currency)", tone: .strong))
    facts.append(Fact(name: "to", value: text("address")))
    facts.append(paidBefore)
    if view["description"] != nil { facts.append(Fact(name: "for (claimed)", value: text("description"))) }
    facts.append(Fact(name: "fee", value: "\(text("fee")) \(currency), at most \(text("fee_cap"))"))
    facts.append(Fact(name: "in all", value: "\(text("total")) \(currency)", tone: .strong))
    if view["short_of_funds"]?.boolValue == true {
      facts.append(
        Fact(name: "funds", value: "your wallet has not enough for this; the app is not told", tone: .bad))
    }
    if let budget = view["budget"] { facts.append(Self.budget(budget, currency)) }
    if let behind: Int = view["behind"]?.integerValue(), behind > 0 {
      facts.append(
        Fact(name: "behind it", value: "\(behind) more \(behind == 1 ? "question" : "questions") of this app"))
    }
    if view["needs_pin"]?.boolValue == true { facts.append(Fact(name: "needs", value: "your PIN")) }
    return facts
  }

  private var paidBefore: Fact {
    let history = view["paid_before"]
    guard let all: Int = history?["in_all"]?.integerValue(), all > 0 else {
      return Fact(name: "paid before", value: "never: this address is new", tone: .warning)
    }
    let own: Int = history?["by_app"]?.integerValue() ?? 0
    func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
    let last = Self.moment(history?["last_at"])
    let by = own == all ? "by this app" : own == 0 ? "by other apps, never by this one" : "\(times(own)) by this app"
    return Fact(name: "paid before", value: "\(times(all)), \(by), last \(last)")
  }

  /// What is left of the app's budget after this payment.
  private static func budget(_ budget: JSONValue, _ currency: String) -> Fact {
    func text(_ name: String) -> String { ApprovalText.safe(budget[name]) }
    guard budget["fits"]?.boolValue != false else {
      return Fact(
        name: "budget", value: "does not fit: \(text("left")) \(currency) are left; raise it with payd limit",
        tone: .bad)
    }
    var parts: [String] = []
    if budget["per_payment"] != nil { parts.append("at most \(text("per_payment")) \(currency) a payment") }
    if budget["left_after"] != nil {
      parts.append("\(text("left_after")) of \(text("per_period")) \(currency) a \(text("period")) left after this")
    }
    if budget["payments_left_after"] != nil {
      parts.append("\(text("payments_left_after")) more payments this \(text("period"))")
    }
    return Fact(name: "budget", value: parts.joined(separator: ", "))
  }

  private var until: String { Self.moment(view["expires_at"]) }

  private static func moment(_ value: JSONValue?) -> String {
    String(LocalTime.text(ApprovalText.safe(value)).prefix(16))
  }

  private var commands: String {
    isPairing
      ? "payd approve \(id) --code <the six digits that the app shows>, or payd deny \(id)"
      : "payd approve \(id), or payd deny \(id)"
  }

  private func text(_ name: String) -> String { ApprovalText.safe(view[name]) }

  private func list(_ name: String) -> String {
    (view[name]?.arrayValue ?? []).map { ApprovalText.safe($0) }.joined(separator: ", ")
  }
}
