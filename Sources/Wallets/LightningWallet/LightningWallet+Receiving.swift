import JSON
import PaymentsModel
package import WalletBackend

extension LightningWallet {
  /// How far back receipts are read again, because one that was begun earlier may end later.
  private static let overlap = Duration.seconds(86_400)

  /// That of the chain's wallet.
  package func newAddress(label: String) async throws(WalletError) -> String {
    try await chain.newAddress(label: label)
  }

  /// Those of the chain's wallet.
  package func newAddresses(_ count: Int) async throws(WalletError) -> [String] { try await chain.newAddresses(count) }

  /// Has the node make an invoice.
  package func newInvoice(_ terms: ReceivingTerms) async throws(WalletError) -> ReceivingPlaces {
    try await node.newInvoice(terms)
  }

  /// That of the chain's wallet.
  package func label(_ address: String, as text: String) async throws(WalletError) {
    try await chain.label(address, as: text)
  }

  /// The transfers of the chain, and what arrived by Lightning, which is final at once.
  package func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    let earlier = cursor.map(PlaceOfBoth.init)
    // A cursor that changed with each look would be stored with each.
    let hour: Int64 = 3_600_000
    let now = Timestamp(milliseconds: clock.now().milliseconds / hour * hour)
    let page = try await chain.transfers(since: earlier?.chain, depth: depth)
    let since = earlier?.lightning?.advanced(by: .zero - Self.overlap)
    let receipts: [LightningReceipt]
    do throws(WalletError) {
      receipts = try await node.received(since: since)
    } catch {
      // What has arrived on the chain is told whatever the node says. It is asked again for the same time.
      if chain is NoChain { throw error }
      let cursor = PlaceOfBoth(chain: page.cursor, lightning: earlier?.lightning ?? .init(milliseconds: 0))
      return TransferPage(transfers: page.transfers, cursor: cursor.cursor)
    }
    // A list that is read in pages tells what moved meanwhile twice, and one invoice is paid once.
    var told: Set<String> = []
    let arrived = receipts.filter { told.insert($0.paymentHash).inserted }.map { receipt in
      IncomingTransfer(
        id: receipt.paymentHash, transactionID: receipt.paymentHash, address: receipt.paymentHash,
        amount: receipt.amount,
        confirmations: PaymentLookup.finalConfirmations)
    }
    return TransferPage(
      transfers: page.transfers + arrived, cursor: PlaceOfBoth(chain: page.cursor, lightning: now).cursor)
  }
}

/// A cursor for both: a JSON object. The cursor of a wallet that had no node before is that of its chain.
private struct PlaceOfBoth {
  let chain: TransferCursor?
  let lightning: Timestamp?

  init(chain: TransferCursor, lightning: Timestamp) {
    self.chain = chain
    self.lightning = lightning
  }

  init(_ cursor: TransferCursor) {
    let value = try? JSONValue(parsing: Array(cursor.rawValue.utf8))
    let at = value?["lightning"]?.integerValue(as: Int64.self)
    let ofChain = value?["chain"]?.stringValue
    lightning = at.map(Timestamp.init(milliseconds:))
    chain = at == nil ? cursor : ofChain.map(TransferCursor.init(rawValue:))
  }

  var cursor: TransferCursor {
    var value = JSONObject()
    value["chain"] = chain.map { .string($0.rawValue) }
    value["lightning"] = lightning.map { .integer($0.milliseconds) }
    return TransferCursor(rawValue: JSONValue.object(value).text())
  }
}
