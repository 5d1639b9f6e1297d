import PaymentURI
import PaymentsAPI
import PaymentsModel
import QRCodes
import TerminalUI

/// Formats payment URIs for people.
struct URIView {
  let context: CommandContext
  let currency: CurrencyInfo

  /// Formats the whole content of a URI. Text of the payee is labelled as a claim.
  func lines(_ uri: PaymentURI, amount: DecimalAmount?, _ stream: Terminal.Stream = .output) -> [String] {
    var list = KeyValueList()
    list.append("Currency", "\(currency.name) (\(currency.network))")
    list.append("To", uri.address(on: currency.network))
    list.append("Lightning", uri.lightning.map { _ in localized("it has an invoice too, which --lightning pays") })
    list.append("Amount", amount.map { "\($0.text) \(currency.code)" } ?? localized("the payer decides"))
    list.append("Claims to be", uri.label)
    list.append("Claims for", uri.message)
    list.append("Expires", uri.expiresAt.map { MomentText.deadline($0, now: context.now()) })
    return list.lines(for: context.terminal, stream)
  }

  /// Returns the payee's text for an order, with everything removed that could control a terminal.
  static func description(_ uri: PaymentURI) -> String? {
    let texts = [uri.label, uri.message].compactMap { $0 }
    return texts.isEmpty ? nil : SafeText(texts.joined(separator: ": "), limit: 1000).text
  }
}

/// Draws a QR code under a result that a person sees.
struct QRView {
  let context: CommandContext
  /// Whether the command line asks for a code or against it; `nil` means that it is drawn only on a terminal.
  let isWanted: Bool?

  /// Returns an empty line and the code of a payment URI, or a remark if the code cannot be drawn.
  func lines(_ uri: String) -> [String] {
    guard isWanted ?? context.terminal.isTTY(.output) else { return [] }
    // A URI with a scheme that only the provider knows is drawn unchanged.
    let text = (try? PaymentURI(uri))?.codeText ?? uri
    do throws(QRCode.Failure) {
      // The lowest correction level gives the smallest code, and a screen needs no error correction.
      let code = try QRCode(text, correction: .low)
      let style = QRCodeStyle.fitting(context.terminal)
      let columns = code.columns(style: style)
      if isWanted == nil, columns > context.terminal.width() {
        return ["", localized("(The window is too narrow for the QR code, which takes \(columns) columns.)")]
      }
      return [""] + code.lines(style: style)
    } catch {
      return ["", localized("(There is no QR code: the text is too long for one.)")]
    }
  }
}
