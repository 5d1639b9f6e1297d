package import BitcoinWallet
import HTTPClient
import JSON
package import LightningWallet
package import PaymentsModel
import Synchronization
package import WalletBackend

/// A Core Lightning node (CLN), by its plugin clnrest, with a rune.
///
/// Written from the published source (ElementsProject/lightning 26.06), and not tried on a node with money.
package final class CLNNode: RESTNode {
  package let configuration: NodeConfiguration
  package let client: NodeClient
  let clock: any WallClock
  package let entries = EntryReader()
  let reader = InvoiceReader()
  /// The first version that has `xpay`.
  package let oldestVersion = [24, 11]
  /// Until when an attempt may go on of which nobody waits for the end: of the time before this program started, or one whose
  /// connection was lost.
  let unwatchedUntil: Mutex<Timestamp>

  /// Describes a node, without calling it.
  package init(_ configuration: NodeConfiguration, clock: any WallClock) throws(BitcoinSetupError) {
    self.configuration = configuration
    self.clock = clock
    unwatchedUntil = Mutex(clock.now().advanced(by: Self.longestAttempt))
    client = try NodeClient("lightningd", configuration) { credential, _ in
      guard case .secret(let rune) = credential else { return .none }
      return .header(name: "Rune", value: rune)
    }
  }

  package var networkNames: [String] {
    switch configuration.chain {
    case .main: ["bitcoin"]
    case .test: ["testnet", "testnet4"]
    case .regtest: ["regtest"]
    }
  }

  /// CLN can be told any limit. This is its own.
  package func feeRule(for amount: Amount) -> FeeRule { .limit(.usualFeeLimit(for: amount)) }

  package func info() async throws(WalletProblem) -> NodeInfo {
    let reply = try await client.ask(.post, "/v1/getinfo", Array("{}".utf8))
    // Without a rune clnrest answers 403, and 401 with a wrong one.
    if reply.status == 403 { throw .unauthorized(client.endpoint) }
    guard Self.isSuccess(reply), let value = reply.value, let identity = value["id"]?.stringValue,
      let version = value["version"]?.stringValue, let network = value["network"]?.stringValue,
      let height: Int = value["blockheight"]?.integerValue()
    else { throw .notUnderstood(code: reply.value?["code"]?.integerValue(), client.endpoint) }
    let isBehind = value["warning_bitcoind_sync"] != nil || value["warning_lightningd_sync"] != nil
    return NodeInfo(identity: identity, network: network, version: version, height: height, isBehind: isBehind)
  }

  private static func isSuccess(_ reply: NodeReply) -> Bool { [200, 201].contains(reply.status) }

  /// Makes a call of the node's RPC.
  func result(_ command: String, _ parameters: JSONObject = [:]) async throws(WalletError) -> JSONValue {
    let reply = try await call(.post, "/v1/\(command)", JSONValue.object(parameters).encoded())
    guard Self.isSuccess(reply), let value = reply.value else {
      throw reply.status == 403 ? .unauthorized : .protocolViolation(code: reply.value?["code"]?.integerValue())
    }
    return value
  }

  package func funds() async throws(WalletError) -> ChannelFunds {
    var (underway, spendable, waiting, digest) = (UInt64(0), UInt64(0), UInt64(0), "")
    for channel in try await result("listpeerchannels").list("channels") {
      let state = try channel.string("state")
      let isConnected = channel["peer_connected"]?.boolValue == true
      digest +=
        "\(state) \(isConnected) \(channel["to_us_msat"]?.text() ?? "-") "
        + "\(channel["in_payments_fulfilled"]?.text() ?? "-") "
      for part in channel["htlcs"]?.arrayValue ?? [] where part["direction"]?.stringValue == "out" {
        underway = try underway.plus(try part.count("amount_msat"))
      }
      guard state == "CHANNELD_NORMAL", isConnected || channel["spendable_msat"] != nil else { continue }
      let own = try channel.count("spendable_msat")
      if isConnected { spendable = try spendable.plus(own) } else { waiting = try waiting.plus(own) }
    }
    return ChannelFunds(
      spendable: .whole(spendable), waiting: .whole(waiting), underway: .whole(underway), digest: digest)
  }

  package func newInvoice(_ terms: ReceivingTerms) async throws(WalletError) -> ReceivingPlaces {
    // A label is the node's own, must be new, and is told to nobody.
    let label = "payport-" + String(UInt128.random(in: .min ... .max), radix: 16)
    let made = try await result(
      "invoice",
      [
        "amount_msat": terms.units.map { .integer(UInt128($0) * 1_000) } ?? "any", "label": .string(label),
        "description": .string(terms.words()), "expiry": .integer(terms.lifetime.components.seconds),
      ])
    return try terms.places(
      try made.string("bolt11"), hash: try made.member("payment_hash").hash(), prefix: invoicePrefix)
  }

  package func received(since earliest: Timestamp?) async throws(WalletError) -> [LightningReceipt] {
    try await reader.receipts(since: earliest, of: try await identity()) { index throws(WalletError) in
      let parameters: JSONObject = [
        "index": "created", "start": .integer(index + 1), "limit": .integer(InvoiceReader.pageSize),
      ]
      let listed = try await result("listinvoices", parameters).list("invoices")
      let read = entries.read(listed, of: .received, name: { $0["payment_hash"]?.stringValue ?? $0.text() }) {
        entry throws(WalletError) in try InvoiceReader.Entry(cln: entry)
      }
      return InvoiceReader.Page(entries: read, count: listed.count)
    }
  }
}

extension InvoiceReader.Entry {
  /// Reads an invoice in the list of CLN.
  fileprivate init(cln entry: JSONValue) throws(WalletError) {
    let status = try entry.string("status")
    index = try entry.count("created_index")
    isOver = ["paid", "expired"].contains(status)
    guard status == "paid" else {
      (paidAt, receipt) = (nil, nil)
      return
    }
    paidAt = Timestamp(seconds: Int64(clamping: try entry.count("paid_at")))
    receipt = LightningReceipt(
      paymentHash: try entry.member("payment_hash").hash(), amount: .whole(try entry.count("amount_received_msat")))
  }
}
