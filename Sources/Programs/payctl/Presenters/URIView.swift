import PaymentURI
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Formats payment URIs for people.
struct URIView {
  let terminal: Terminal
  let currency: CurrencyInfo
  let now: Timestamp

  /// Formats the whole content of a URI. Text of the payee is labelled as a claim.
  func lines(_ uri: PaymentURI, amount: DecimalAmount?, _ stream: Terminal.Stream = .output) -> [String] {
    var list = KeyValueList()
    list.append("Currency", "\(currency.name) (\(currency.network))")
    list.append("To", uri.address(on: currency.network))
    list.append("Amount", amount.map { "\($0.text) \(currency.code)" } ?? "the payer decides")
    list.append("Claims to be", uri.label)
    list.append("Claims for", uri.message)
    list.append("Expires", uri.expiresAt.map { MomentText.deadline($0, now: now) })
    return list.lines(for: terminal, stream)
  }

  /// Returns the payee's text for an order, with everything removed that could control a terminal.
  static func description(_ uri: PaymentURI) -> String? {
    let texts = [uri.label, uri.message].compactMap { $0 }
    return texts.isEmpty ? nil : SafeText(texts.joined(separator: ": "), limit: 1000).text
  }
}
