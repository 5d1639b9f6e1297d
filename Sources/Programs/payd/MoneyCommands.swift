import ArgumentParser
import OwnerAPI
import PaymentURI
import PaymentsModel
import QRCodes
import TerminalUI

struct HoldingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "balance", abstract: localized("Show what each wallet holds."),
    discussion: """
      AVAILABLE can be spent now, PENDING was seen and cannot be spent yet, SET ASIDE is for payments under way. What a wallet \
      that is behind the network says is of an earlier time. Apps see nothing of it unless you grant them balance.
      """)
  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.show(output.folders.ask(GetBalances.self)) { answer, terminal in
      let rows = answer.wallets.map { wallet in
        [
          wallet.code, wallet.available?.text ?? "", wallet.pending?.text ?? "", wallet.locked?.text ?? "",
          wallet.reason ?? wallet.ready,
        ]
      }
      let columns: [Table.Column] = [
        .init("CURRENCY"), .init("AVAILABLE", .right), .init("PENDING", .right), .init("SET ASIDE", .right),
        .init("WALLET", reading: .words { ReadyText.words($0).replacing("_", with: " ") }),
      ]
      return Table(columns, rows: rows).lines(for: terminal)
    }
  }
}

struct Receive: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Get an address of your wallet to be paid at, without an app."),
    discussion: """
      The address was never given to anybody. What arrives there is listed by payd payments --incoming, on your page and in your \
      statements, and no app sees it.

      payd receive LTC 0.5 --for "Boat, second half"
      """)
  @Argument(help: .localized("The currency, such as LTC."), completion: OwnerCompletion.currencies) var currency: String
  @Argument(help: .localized("The amount; without one the payer chooses.")) var amount: String?
  @Option(name: .customLong("for"), help: .localized("What it is for, at most 1000 characters."))
  var purpose: String?
  @Flag(inversion: .prefixedNo, help: .localized("Draw a QR code; without either, one is drawn on a terminal."))
  var qr: Bool?
  @OptionGroup var output: OutputOptions

  func run() throws {
    let params = ReceivePayment.Params(currency: currency, amount: amount, description: purpose)
    try output.show(output.folders.ask(ReceivePayment.self, params)) { answer, terminal in
      var list = KeyValueList()
      list.append("invoice", answer.invoice.id)
      list.append("asked for", answer.invoice.amount.map { "\($0.text) \(currency)" } ?? localized("any amount"))
      list.append("address", answer.invoice.address)
      list.append("link", answer.invoice.uri)
      list.append("expires", LocalTime.text(answer.invoice.expiresAt))
      return list.lines(for: terminal) + code(answer.invoice.uri, terminal)
    }
  }

  /// An empty line and the code of a link, which is smaller in the form for codes; nothing where none is wanted or fits.
  private func code(_ link: String?, _ terminal: Terminal) -> [String] {
    guard qr ?? terminal.isTTY(.output), let link,
      let code = try? QRCode((try? PaymentURI(link))?.codeText ?? link, correction: .low)
    else { return [] }
    let style = QRCodeStyle.fitting(terminal)
    guard qr == true || code.columns(style: style) <= terminal.width() else { return [] }
    return [""] + code.lines(style: style)
  }
}
