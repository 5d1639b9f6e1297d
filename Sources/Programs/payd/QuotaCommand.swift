import ArgumentParser
import OwnerAPI
import TerminalUI

struct Quota: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Show how much an app has had made for it, or change how much it may."),
    discussion: """
      Invoices, addresses and records stay for ever, so an app gets so many and no more until some were paid or have ended. \
      Addresses count that were made after the last one that was paid. What is not named stays as it is.

      payd quota chat.simplex.app
      payd quota chat.simplex.app --open-invoices 1000 --unpaid-addresses 1000
      """)
  @Argument(help: .localized("The app, as payd apps explains."), completion: OwnerCompletion.apps) var app: String
  @Option(help: .localized("The most invoices that have not ended.")) var openInvoices: Int?
  @Option(help: .localized("The most addresses of a currency since the last one that was paid.")) var unpaidAddresses:
    Int?
  @Option(help: .localized("The most that its records take, in MB.")) var ledgerMegabytes: Int?
  @Flag(help: .localized("Let what is configured hold again.")) var clear = false
  @OptionGroup var pin: PinOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard !clear || (openInvoices == nil && unpaidAddresses == nil && ledgerMegabytes == nil) else {
      throw ValidationError(localized("--clear goes alone"))
    }
  }

  func run() throws {
    let params = ChangeQuota.Params(
      app: app, openInvoices: openInvoices, unpaidAddresses: unpaidAddresses, ledgerMegabytes: ledgerMegabytes,
      clear: clear ? true : nil)
    try output.show(output.folders.ask(ChangeQuota.self, params, pin: pin)) { answer, _ in
      ["\(ApprovalText.safe(answer.app.name)) (\(answer.app.fingerprint)): \(QuotaText.line(answer.quota))."]
    }
  }
}

/// What an app has had made for it, in the owner's words.
enum QuotaText {
  /// `3 of 200 invoices open; LTC 5, XMR 0 of 200 addresses not paid; 0.1 of 250 MB`.
  static func line(_ quota: AppQuotaReport) -> String { parts(quota).joined(separator: "; ") }

  /// The same, each number by itself.
  static func parts(_ quota: AppQuotaReport) -> [String] {
    let unpaid = quota.unpaidAddresses.used.members.map { "\(ApprovalText.safe($0.name)) \($0.value)" }
    return [
      quota.openInvoices.most == 1
        ? localized("\(quota.openInvoices.used) of 1 invoice open")
        : localized("\(quota.openInvoices.used) of \(quota.openInvoices.most) invoices open"),
      quota.unpaidAddresses.most == 1
        ? localized("\(unpaid.joined(separator: ", ")) of 1 address not paid")
        : localized("\(unpaid.joined(separator: ", ")) of \(quota.unpaidAddresses.most) addresses not paid"),
      localized("\(megabytes(quota.ledgerBytes.used)) of \(megabytes(quota.ledgerBytes.most)) MB in the ledger"),
    ]
  }

  private static func megabytes(_ bytes: Int) -> String {
    let tenths = bytes / 100_000
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
