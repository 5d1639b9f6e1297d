import ArgumentParser
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The command `prove`, which proves a payment, an address or reserves without paying.
struct ProveCommand: ClientCommand {
  /// The kind of statement that is proven.
  enum Subject: String, ExpressibleByArgument, CaseIterable, Sendable {
    case payment, address, reserve
  }

  static let configuration = CommandConfiguration(
    commandName: "prove", abstract: localized("Prove a payment, an address or reserves without paying."),
    discussion: """
      prove payment ID: that this order was paid (ord_…), or that money arrived for this invoice (inv_…).
      prove address CUR ADDRESS: that the wallet has the key of this address, one of yours.
      prove reserve CUR AMOUNT: that the wallet holds at least so much; needs the scope balance as well.

      The wallet signs a text that names both what is proven and the message of whoever wants the proof: with a message \
      of theirs they know that it was made for them. With --output the proof is written to a new file to hand on; \
      verify-proof reads it. The owner grants the scope prove by name only.
      """)
  static let places: [CompletionPlace] = [.other, .other, .other]
  static let longOptions = ["--message", "--transaction", "--output"]

  @Argument(help: .localized("payment, address or reserve."))
  var subject: Subject

  @Argument(help: ArgumentHelp(localized("ID, or CUR ADDRESS, or CUR AMOUNT."), valueName: "what"))
  var what: [String]

  @Option(
    help: ArgumentHelp(localized("What whoever wants the proof asks to be in it, on one line."), valueName: "text"))
  var message: String

  @Option(help: ArgumentHelp(localized("Which transaction, where several paid an invoice."), valueName: "id"))
  var transaction: String?

  @Option(help: ArgumentHelp(localized("A new file to write the proof to."), valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    let usage =
      switch subject {
      case .payment:
        (
          1,
          localized("Type prove payment ID: an order (ord_…) or an invoice (inv_…), such as orders and invoices list.")
        )
      case .address: (2, localized("Type prove address CUR ADDRESS, such as addresses lists."))
      case .reserve: (2, localized("Type prove reserve CUR AMOUNT."))
      }
    guard what.count == usage.0 else { throw ValidationError(usage.1) }
    guard transaction == nil || subject == .payment else {
      throw ValidationError(localized("--transaction goes with prove payment."))
    }
    switch subject {
    case .payment:
      let isInvoice = what[0].hasPrefix("inv_")
      guard isInvoice || what[0].hasPrefix("ord_") else {
        throw ValidationError(localized("'\(what[0].prefix(40))' is neither an order (ord_…) nor an invoice (inv_…)."))
      }
      guard isInvoice || transaction == nil else {
        throw ValidationError(localized("An order has one transaction: --transaction goes with an invoice."))
      }
    case .reserve:
      _ = try currency()
      _ = try AmountText.parse(what[1])
    case .address: _ = try currency()
    }
  }

  func run(in context: CommandContext) async throws {
    let result = try await context.call(ProofRequest.self, try await params(context))
    if let output {
      try ProofFile.write(result, to: output)
      try context.remark(
        localized("Written to \(output); \(context.command("verify-proof \(output)")) tells what it shows."))
    }
    try context.show(result) { ProofView(context: context).lines(result) }
  }

  private func params(_ context: CommandContext) async throws -> ProofRequest.Params {
    switch subject {
    case .address:
      return .init(currency: try currency(), kind: .address, message: message, address: what[1])
    case .reserve:
      return .init(
        currency: try currency(), kind: .reserve, message: message, amount: try AmountText.parse(what[1]))
    case .payment where what[0].hasPrefix("ord_"):
      let id = try await IdentifierLookup(context: context).order(what[0])
      let order = try await context.call(GetPaymentOrderStatus.self, .init(orderID: id)).paymentOrder
      return .init(currency: order.currency, kind: .payment, message: message, orderID: id)
    case .payment:
      let id = try await IdentifierLookup(context: context).invoice(what[0])
      let invoice = try await context.call(GetInvoiceRequestStatus.self, .init(invoiceID: id)).invoice
      return .init(
        currency: invoice.currency, kind: .payment, message: message, invoiceID: id, transactionID: transaction)
    }
  }

  private func currency() throws -> String {
    guard let currency = CurrencyArgument(argument: what[0]) else {
      throw ValidationError(localized("'\(what[0].prefix(40))' is no currency code, such as LTC."))
    }
    return currency.code
  }
}
