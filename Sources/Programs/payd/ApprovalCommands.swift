import ArgumentParser
import OwnerAPI
import PaymentsModel
import TerminalUI

struct Questions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("List what waits for you: apps to pair and payments."),
    discussion: "Answer them in any order. `payd console` shows them as they come.")
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(ListQuestions.self)) { answer, terminal in
      var lines = answer.locked ? [localized("The wallet is locked: payd unlock"), ""] : []
      let stopped = SendsText.stopped(answer.stopped, notCompared: answer.notCompared)
      if !stopped.isEmpty { lines += stopped + [""] }
      guard !answer.questions.isEmpty else { return lines + [localized("Nothing waits for you.")] }
      let style = TextStyle(isEnabled: terminal.allowsColor())
      let now = SystemWallClock().now()
      for question in answer.questions {
        lines +=
          QuestionText(view: question, now: now, style: style).lines(
            width: terminal.width(), isTTY: terminal.isTTY(.output), answers: true) + [""]
      }
      return lines
    }
  }
}

struct Approve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Say yes to an app or a payment."),
    discussion: """
      An app is approved with the six digits that it shows you, never with digits from anywhere else. It gets what it asks \
      for, but your balance, proofs and whatever else `payd questions` says only if --scopes names it.

      A payment is approved once, up to the fee that is shown. If the fee has risen since \
      you last looked, nothing is approved; the new fee is shown, and the same command says yes to it. With --always 1.5/week the app may from then on pay up to 1.5 of this currency a week, \
      fees included, without asking; /day and /month are known too. Your PIN is asked for where it is needed.
      """)
  @Argument(
    help: .localized(
      "The number that `payd questions` shows, or the id. Not needed with --code where only one app waits."),
    completion: OwnerCompletion.questions)
  var question: String?
  @Option(help: .localized("The six digits that the app shows.")) var code: String?
  @Option(
    help: .localized("What the app may do: any of receive,pay,balance,prove,statement."),
    completion: OwnerCompletion.scopes)
  var scopes: String?
  @Option(help: .localized("AMOUNT/day, /week or /month: pay so much without asking from now on.")) var always: String?
  @Option(help: .localized("The largest fee that you agree to, whatever was shown.")) var maxFee: String?
  @OptionGroup var pin: PinOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let named = try question ?? onlyApp()
    let look = try output.folders.ask(GetQuestion.self, .init(id: named))
    var params = ApproveQuestion.Params(id: look.question?.id ?? named)
    if let shown = look.question, let payment = shown.payment {
      if !output.json { try show(shown) }
      if maxFee == nil, look.risen == true { throw OwnerConsole.fail(risen(payment, look.shownFeeCap), .dataError) }
      params.feeCap = maxFee ?? payment.order.feeCap?.text
    }
    params.code = code?.filter { $0 != " " && $0 != "-" }
    params.scopes = try scopes.map { try OwnerConsole.scopes($0.split(separator: ",")) }
    params.always = always
    try output.show(output.folders.ask(ApproveQuestion.self, params, pin: pin)) { answer, _ in
      [ApprovalText.decided(localized("Approved"), answer)]
    }
  }

  /// The only app that waits to be paired: its code says which is meant. A payment is always named.
  private func onlyApp() throws -> String {
    guard code != nil else {
      throw OwnerConsole.fail(
        localized("say which question, by its number: payd approve NUMBER; see: payd questions"), .usage)
    }
    let apps = try output.folders.ask(ListQuestions.self).questions.filter { $0.payment == nil }
    guard let app = apps.first else { throw OwnerConsole.fail(localized("no app waits to be paired"), .dataError) }
    guard apps.count == 1 else {
      throw OwnerConsole.fail(
        localized(
          "\(apps.count) apps wait to be paired; say which: payd approve NUMBER --code DIGITS; see: payd questions"),
        .dataError)
    }
    return app.id
  }

  /// What the yes is to.
  private func show(_ question: OwnerQuestion) throws {
    let terminal = Terminal.standard
    try terminal.writeLines(
      QuestionText(
        view: question, now: SystemWallClock().now(), style: TextStyle(isEnabled: terminal.allowsColor())
      ).lines(width: terminal.width(), isTTY: terminal.isTTY(.output), answers: false))
  }

  private func risen(_ payment: PaymentOwnerQuestion, _ shown: DecimalAmount?) -> String {
    localized(
      """
      nothing was approved: the fee has risen since you looked. It may be \
      \(payment.order.feeCap?.text ?? "") \(ApprovalText.safe(payment.order.currency)) now, and was at most \
      \(shown?.text ?? ""). To agree to that, type the same again.
      """)
  }
}

struct Deny: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Say no to an app or a payment."),
    discussion: """
      With --always all further payments of the app in this currency are refused without a question, and those that wait \
      already too, until `payd limit` allows them again.
      """)
  @Argument(
    help: .localized("The number that `payd questions` shows, or the id."), completion: OwnerCompletion.questions)
  var question: String
  @Flag(help: .localized("Refuse all further payments of this app in this currency.")) var always = false
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(DenyQuestion.self, .init(id: question, always: always ? true : nil))) {
      answer, _ in
      var lines = [ApprovalText.decided(localized("Denied"), answer)]
      if answer.app != nil {
        lines.append(localized("If that was a mistake: the app can ask again, in a minute at the earliest."))
      }
      return lines
    }
  }
}

/// Answers of the daemon in the owner's words.
enum ApprovalText {
  static func decided(_ word: String, _ decision: OwnerDecision) -> String {
    let always = decision.always.map { localized("; from now on: \(safe(localized(message: $0)))") } ?? ""
    if let order = decision.order {
      return localized(
        "\(word) payment \(safe(PartialIdentifier.shortened(order.id))): it is now \(order.state.text)\(always).")
    }
    let may = decision.scopes.map { localized("; it may: \(PairingGrant.list($0))") } ?? ""
    let unasked = UnaskedSpending.words(decision.unasked).map { localized("; without asking you: \(safe($0))") } ?? ""
    return localized("\(word) \(safe(decision.app?.name)) (\(decision.app?.fingerprint ?? ""))\(may)\(unasked).")
  }

  static func safe(_ text: String?) -> String { SafeText(text ?? "").text }
}
