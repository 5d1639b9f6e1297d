import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Formats invoices for people.
struct InvoiceView {
  let context: CommandContext

  /// Formats all properties of an invoice.
  func lines(_ invoice: Invoice) -> [String] {
    var list = KeyValueList()
    list.append("Invoice", invoice.invoiceID.rawValue)
    list.append("Request", invoice.requestID.text)
    list.append("State", invoice.state.text)
    list.append("Amount", invoice.amount.map { "\($0.text) \(invoice.currency)" } ?? localized("the payer decides"))
    list.append("Payment", Self.payment(invoice))
    if !invoice.transfers.isEmpty { list.append("Confirmations", Self.confirmations(invoice)) }
    list.append("For", invoice.description)
    list.append("Address", invoice.address)
    list.append("Payment URI", invoice.uri)
    list.append("Created", MomentText.full(invoice.createdAt))
    list.append("Expires", MomentText.deadline(invoice.expiresAt, now: context.now()))
    list.append("Watched until", MomentText.full(invoice.monitoredUntil))
    return list.lines(for: context.terminal) + transfers(of: invoice)
  }

  /// Formats several invoices, one per line.
  func table(_ invoices: [Invoice]) -> [String] {
    var table = Table([
      .identifier("INVOICE"), .init("CUR"), .init("AMOUNT", .right), .init("PAID", .right),
      .state("STATE") { InvoiceState(rawValue: $0)?.text }, .init("PAYMENT", importance: .extra),
      .moment("CREATED", .useful), .init("FOR", overflow: .truncate, importance: .useful),
    ])
    for invoice in invoices {
      table.append([
        invoice.invoiceID.rawValue, invoice.currency, invoice.amount?.text ?? localized("any"), invoice.paidAmount.text,
        invoice.state.rawValue, invoice.payment.text, invoice.createdAt.text, invoice.description ?? "",
      ])
    }
    return table.lines(for: context.terminal)
  }

  /// Formats the payment state, for example `paid, 0.5 LTC seen, 0.2 LTC confirmed`.
  static func payment(_ invoice: Invoice) -> String {
    guard invoice.payment != .none else { return invoice.payment.text }
    return localized(
      "\(invoice.payment.text), \(invoice.paidAmount.text) \(invoice.currency) seen, "
        + "\(invoice.confirmedAmount.text) \(invoice.currency) confirmed")
  }

  /// Formats the confirmations of the least confirmed transfer that the invoice shows, for example `1/6`. Removed
  /// transfers do not count.
  static func confirmations(_ invoice: Invoice) -> String {
    let counted = invoice.transfers.filter { $0.state != .removed }.map(\.confirmations)
    return "\(min(counted.min() ?? 0, invoice.confirmationsWanted))/\(invoice.confirmationsWanted)"
  }

  private func transfers(of invoice: Invoice) -> [String] {
    guard !invoice.transfers.isEmpty else { return [] }
    let earlier = invoice.earlierTransfers.map { count in
      count == 1 ? localized("and 1 earlier transfer") : localized("and \(count) earlier transfers")
    }
    return [""] + table(invoice.transfers, confirmationsWanted: invoice.confirmationsWanted)
      + [earlier].compactMap(\.self)
  }

  /// Formats transfers, one per line.
  ///
  /// - Parameter confirmationsWanted: how many confirmations the invoice wants; `nil` if that is not known.
  func table(_ transfers: [TransferInfo], confirmationsWanted: Int? = nil) -> [String] {
    var table = Table([
      .init("TRANSACTION", overflow: .truncate), .init("AMOUNT", .right),
      .init("CONFIRMATIONS", .right, importance: .useful), .word("STATE"), .moment("SEEN", .useful),
    ])
    for transfer in transfers {
      table.append([
        transfer.transactionID, transfer.amount.text,
        "\(transfer.confirmations)" + (confirmationsWanted.map { "/\($0)" } ?? ""),
        transfer.state.rawValue, transfer.firstSeenAt.text,
      ])
    }
    return table.lines(for: context.terminal)
  }
}
