package import BitcoinWallet
import Cryptography
import HTTPClient
import JSON
package import LightningWallet
package import PaymentsModel
package import WalletBackend

/// An LND, by its REST interface, with a macaroon and the certificate that it made for itself.
///
/// LND keeps one payment for a hash, does not begin another one while that is under way, and calls it failed only when none
/// of its parts is. Written from the published source (`lnrpc` of lightningnetwork/lnd 0.21), and not tried on a node with
/// money.
package final class LNDNode: RESTNode {
  package let configuration: NodeConfiguration
  package let client: NodeClient
  package let entries = EntryReader()
  let reader = InvoiceReader()
  /// The first version that tells a payment that has begun and has no parts yet from one that has failed.
  package let oldestVersion = [0, 18, 0]

  /// Describes a node, without calling it.
  package init(_ configuration: NodeConfiguration) throws(BitcoinSetupError) {
    self.configuration = configuration
    client = try NodeClient("lnd", configuration) { credential, endpoint throws(WalletProblem) in
      guard case .macaroon(let path) = credential else { return .none }
      guard let macaroon = NodeCredential.macaroon(at: path) else { throw .noCookie(path: path, endpoint) }
      return .header(name: "Grpc-Metadata-macaroon", value: macaroon)
    }
  }

  package var networkNames: [String] {
    switch configuration.chain {
    case .main: ["mainnet"]
    case .test: ["testnet", "testnet4"]
    case .regtest: ["regtest"]
    }
  }

  /// LND can be told any limit. This is that of CLN, since LND's own is zero for this call.
  package func feeRule(for amount: Amount) -> FeeRule { .limit(.usualFeeLimit(for: amount)) }

  package func info() async throws(WalletProblem) -> NodeInfo {
    let reply = try await client.ask(.get, "/v1/getinfo")
    guard reply.status == 200 else { throw try await problem(reply) }
    guard let value = reply.value, let identity = value["identity_pubkey"]?.stringValue,
      let version = value["version"]?.stringValue, let network = value["chains"]?[0]?["network"]?.stringValue,
      let height: Int = value["block_height"]?.integerValue(), let isSynced = value["synced_to_chain"]?.boolValue
    else { throw .notUnderstood(code: nil, client.endpoint) }
    return NodeInfo(identity: identity, network: network, version: version, height: height, isBehind: !isSynced)
  }

  /// Why LND answers with an error: it tells its state to everybody, and what it writes of credentials is prose.
  private func problem(_ reply: NodeReply) async throws(WalletProblem) -> WalletProblem {
    switch try await client.ask(.get, "/v1/state").value?["state"]?.stringValue {
    case "LOCKED", "NON_EXISTING": .noWalletOpen(client.endpoint)
    case "UNLOCKED", "RPC_ACTIVE", "WAITING_TO_START": .starting(client.endpoint)
    case "SERVER_ACTIVE": .unauthorized(client.endpoint)
    default: .notUnderstood(code: reply.status, client.endpoint)
    }
  }

  func value(_ path: String) async throws(WalletError) -> JSONValue {
    let reply = try await call(.get, path)
    guard reply.status == 200, let value = reply.value else { throw .protocolViolation(code: reply.status) }
    return value
  }

  package func funds() async throws(WalletError) -> ChannelFunds {
    var (underway, spendable, waiting, digest) = (Amount.zero, Amount.zero, Amount.zero, "")
    for channel in try await value("/v1/channels").list("channels") {
      let isActive = try channel.bool("active")
      digest += "\(isActive) \(try channel.quotedCount("num_updates")) "
      for part in try channel.list("pending_htlcs") where try !part.bool("incoming") {
        underway = try underway.plus(Amount(atomicUnits: UInt128(try part.quotedCount("amount"))))
      }
      let local = Amount(atomicUnits: UInt128(try channel.quotedCount("local_balance")))
      let reserve = UInt128(try channel.member("local_constraints").quotedCount("chan_reserve_sat"))
      let own = local.subtracting(Amount(atomicUnits: reserve)) ?? .zero
      if isActive { spendable = try spendable.plus(own) } else { waiting = try waiting.plus(own) }
    }
    return ChannelFunds(spendable: spendable, waiting: waiting, underway: underway, digest: digest)
  }

  package func newInvoice(_ terms: ReceivingTerms) async throws(WalletError) -> ReceivingPlaces {
    // Private channels are named in the invoice, because nobody would find the way otherwise.
    let body: JSONValue = [
      "memo": .string(terms.words()), "value": .string(String(terms.units ?? 0)),
      "expiry": .string(String(terms.lifetime.components.seconds)), "private": true,
    ]
    let reply = try await call(.post, "/v1/invoices", body.encoded())
    guard reply.status == 200, let made = reply.value else { throw .protocolViolation(code: reply.status) }
    return try terms.places(
      try made.string("payment_request"), hash: try made.quotedHash("r_hash"), prefix: invoicePrefix)
  }

  package func received(since earliest: Timestamp?) async throws(WalletError) -> [LightningReceipt] {
    try await reader.receipts(since: earliest, of: try await identity()) { index throws(WalletError) in
      let page = "index_offset=\(index)&num_max_invoices=\(InvoiceReader.pageSize)"
      let listed = try await value("/v1/invoices?\(page)").list("invoices")
      let read = entries.read(listed, of: .received, name: { $0["r_hash"]?.stringValue ?? $0.text() }) {
        entry throws(WalletError) in try InvoiceReader.Entry(lnd: entry)
      }
      return InvoiceReader.Page(entries: read, count: listed.count)
    }
  }
}

extension InvoiceReader.Entry {
  /// Reads an invoice in the list of LND.
  fileprivate init(lnd entry: JSONValue) throws(WalletError) {
    let state = try entry.string("state")
    index = try entry.quotedCount("add_index")
    isOver = ["SETTLED", "CANCELED"].contains(state)
    guard state == "SETTLED" else {
      (paidAt, receipt) = (nil, nil)
      return
    }
    paidAt = Timestamp(seconds: Int64(clamping: try entry.quotedCount("settle_date")))
    receipt = LightningReceipt(
      paymentHash: try entry.quotedHash("r_hash"), amount: .whole(try entry.quotedCount("amt_paid_msat")))
  }
}

extension JSONValue {
  /// A hash that is written in base64, as protobuf's JSON writes bytes; the result is in hexadecimal.
  func quotedHash(_ name: String) throws(WalletError) -> String {
    let text = String(
      decoding: try string(name).utf8.compactMap { byte in
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        case UInt8(ascii: "="): nil
        default: byte
        }
      }, as: UTF8.self)
    guard let bytes = try? Base64URL.decode(text), bytes.count == 32 else { throw .protocolViolation(code: nil) }
    return bytes.hexadecimal
  }
}
