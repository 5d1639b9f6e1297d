package import LightningInvoices
import PaymentsModel
package import WalletBackend

extension ReceivingTerms {
  /// Reads an invoice that a node has made, and refuses one of another network or amount than was asked for.
  package func invoice(_ text: String, prefix: String) throws(WalletError) -> LightningInvoice {
    guard let invoice = try? LightningInvoice(text), invoice.prefix == prefix,
      invoice.millisatoshis.map({ UInt128($0) }) == amount.map({ $0.atomicUnits * 1_000 })
    else { throw .protocolViolation(code: nil) }
    return invoice
  }
}
