import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Waits until an invoice is settled or over.
struct InvoiceWait {
  let context: CommandContext

  /// Returns whether the invoice is in a final state.
  static func isFinal(_ invoice: Invoice) -> Bool { invoice.state.group == .ended }

  /// Waits, and throws if the invoice was not settled.
  ///
  /// - Parameter showsResult: whether the final invoice is shown.
  func run(from invoice: Invoice, showsResult: Bool) async throws {
    let context = context
    let wait = StatusWait<Invoice>(
      next: { invoice in
        let params = GetInvoiceRequestStatus.Params(
          invoiceID: invoice.invoiceID, after: invoice.version, waitMilliseconds: 20_000)
        return try await context.call(GetInvoiceRequestStatus.self, params).invoice
      },
      isFinal: Self.isFinal, progress: { Self.progress($0, now: context.now()) })
    let id = invoice.invoiceID.rawValue
    let outcome = try await context.terminal.wait(
      interrupted: localized("The wait was interrupted; the invoice \(id) can still be paid."),
      advice: localized("To wait again: \(context.command("invoice-status", id, "--wait")).")
    ) { line in try await wait.run(from: invoice, &line) }
    if showsResult {
      try context.show(GetInvoiceRequestStatus.Result(invoice: outcome)) {
        InvoiceView(context: context).lines(outcome)
      }
    }
    if outcome.state != .settled { throw ShownFailure(status: .dataError) }
  }

  /// Returns the text of the progress line for an invoice.
  static func progress(_ invoice: Invoice, now: Timestamp) -> (milestone: String, detail: String?) {
    let left = localized("\(DurationText.text(invoice.expiresAt.since(now))) to expiry")
    switch (invoice.state, invoice.payment) {
    case (.pending, .none): return (localized("waiting for payment"), left)
    case (.pending, _):
      let (paid, currency) = (invoice.paidAmount.text, invoice.currency)
      let seen =
        invoice.amount.map { localized("\(paid) of \($0.text) \(currency) seen") }
        ?? localized("\(paid) \(currency) seen")
      return (seen, left)
    case (.processing, _): return (localized("paid, confirmations \(InvoiceView.confirmations(invoice))"), nil)
    case (.settled, _), (.expired, _), (.invalid, _), (.cancelled, _): return (invoice.state.text, nil)
    }
  }
}
