import ArgumentParser
import OwnerAPI
import TerminalUI

struct Limit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Limit what an app may pay in a currency, or show its limits."),
    discussion: """
      Amounts are totals, fee included; what is on its way counts. What is not named stays as it is; none takes a limit \
      away. Limits hold for what you approve, too. Periods begin at midnight in your time zone, weeks on Monday.

      payd limit chat.simplex.app LTC --per day 1 --ask "above 0.1"
      payd limit chat.simplex.app LTC --per-payment 0.5 --count 10
      payd limit org.payport.mcp LTC --per day 1 --ask new-recipients
      payd limit org.payport.mcp LTC --ask "above 0.1 and new-recipients"
      payd limit chat.simplex.app LTC --recipient ltc1q… 0.2
      payd limit payroll LTC --batch

      With new-recipients you are asked once for each recipient of the app: until you have approved a payment to it by hand. \
      Whom you have named with --recipient is known, too.

      Payments without a question need a limit per period. Widening a limit needs your PIN where one is set.
      """)
  @Argument(help: .localized("The app, as payd apps explains."), completion: OwnerCompletion.apps) var app: String
  @Argument(help: .localized("The currency, such as LTC."), completion: OwnerCompletion.currencies) var currency: String
  @Option(help: .localized("The largest payment.")) var perPayment: String?
  @Option(
    name: .customLong("per"), parsing: .upToNextOption,
    help: .localized("The period (day, week or month), and the most in it; the period alone keeps the amount."))
  var per: [String] = []
  @Option(help: .localized("The most payments of a period.")) var count: String?
  @Option(
    parsing: .upToNextOption,
    help: .localized(
      "Which payments you are asked about: always, never, refuse, above X, new-recipients, or these two with and."))
  var ask: [String] = []
  @Option(
    name: .customLong("recipient"), parsing: .upToNextOption,
    help: .localized("An address, and the most to it in a period; may be repeated."))
  var recipient: [String] = []
  @Flag(
    inversion: .prefixedNo,
    help: .localized(
      "Whether payments that are approved at about the same time may leave in one transaction, which costs less."))
  var batch: Bool?
  @Flag(help: .localized("Let the configured limits hold again.")) var clear = false
  @OptionGroup var pin: PinOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard per.count <= 2 else {
      throw ValidationError(localized("--per wants a period and an amount, such as: --per day 1"))
    }
    guard recipient.count.isMultiple(of: 2) else {
      throw ValidationError(localized("--recipient wants an address and an amount"))
    }
    let changes =
      perPayment != nil || !per.isEmpty || count != nil || !ask.isEmpty || !recipient.isEmpty || batch != nil
    guard !clear || !changes else { throw ValidationError(localized("--clear goes alone")) }
  }

  func run() throws {
    let recipients = NamedValues(
      stride(from: 0, to: recipient.count, by: 2).map {
        NamedValues<String>.Member(name: recipient[$0], value: recipient[$0 + 1])
      })
    let params = LimitApp.Params(
      app: app, currency: currency, perPayment: perPayment, period: per.first, perPeriod: per.dropFirst().first,
      count: count, ask: ask.isEmpty ? nil : ask.joined(separator: " "), batch: batch, clear: clear ? true : nil,
      recipients: recipients.isEmpty ? nil : recipients)
    try output.show(output.folders.ask(LimitApp.self, params, pin: pin)) { answer, _ in
      [
        "\(ApprovalText.safe(answer.app.name)) (\(answer.app.fingerprint)), "
          + "\(ApprovalText.safe(answer.budget.currency)): \(GrantText.budget(answer.budget))."
      ]
    }
  }
}
