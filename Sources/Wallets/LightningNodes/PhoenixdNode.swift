package import BitcoinWallet
import HTTPClient
import JSON
import LightningInvoices
package import LightningWallet
import PaymentURI
package import PaymentsModel
package import WalletBackend

/// A phoenixd, by its HTTP interface: one channel to one peer, which finds the ways of all payments.
///
/// phoenixd refuses a hash that it has paid or is paying, and tells nothing of a payment until it is over, which may take
/// hours. So whatever has no end is under way. Written from the published source (`Api.kt` and `JsonSerializers.kt` of
/// ACINQ/phoenixd 0.8, and lightning-kmp 1.12), and not tried on a node with money.
package final class PhoenixdNode: RESTNode {
  package let configuration: NodeConfiguration
  package let client: NodeClient
  package let entries = EntryReader()
  /// The first version that can be asked for a hash that it pays.
  package let oldestVersion = [0, 5, 0]

  /// Describes a node, without calling it.
  package init(_ configuration: NodeConfiguration) throws(BitcoinSetupError) {
    self.configuration = configuration
    client = try NodeClient("phoenixd", configuration) { credential, _ in
      guard case .secret(let password) = credential else { return .none }
      // phoenixd takes any name.
      return .basic(user: "", password: password)
    }
  }

  package var networkNames: [String] {
    switch configuration.chain {
    case .main: ["mainnet"]
    case .test: ["testnet3", "testnet"]
    case .regtest: ["regtest"]
    }
  }

  /// phoenixd cannot be told a limit. What its peer takes is set in `Lsp.kt`: 4 units and 0.4 % of the amount, and it is not
  /// tried with more.
  package func feeRule(for amount: Amount) -> FeeRule {
    .fixed(Amount(atomicUnits: 4 + (amount.atomicUnits * 4 + 999) / 1_000))
  }

  package func info() async throws(WalletProblem) -> NodeInfo {
    let reply = try await client.ask(.get, "/getinfo")
    guard reply.status == 200, let value = reply.value, let identity = value["nodeId"]?.stringValue,
      let network = value["chain"]?.stringValue, let version = value["version"]?.stringValue
    else { throw .notUnderstood(code: nil, client.endpoint) }
    return NodeInfo(
      identity: identity, network: network, version: version, height: value["blockHeight"]?.integerValue(),
      isBehind: false)
  }

  private func value(_ path: String) async throws(WalletError) -> JSONValue {
    let reply = try await call(.get, path)
    guard reply.status == 200, let value = reply.value else { throw .protocolViolation(code: reply.status) }
    return value
  }

  /// Only a channel in the state `Normal` can pay, and one that is `Offline` or `Syncing` perhaps in a moment. What
  /// is under way in it is not told, and is missing from its balance.
  package func funds() async throws(WalletError) -> ChannelFunds {
    var (spendable, waiting) = (Amount.zero, Amount.zero)
    for channel in try await value("/getinfo").list("channels") {
      switch channel["state"]?.stringValue {
      case "Normal": spendable = try spendable.plus(Amount(atomicUnits: UInt128(try channel.count("balanceSat"))))
      case "Offline", "Syncing":
        // While it is not there its balance may be told as none.
        let own = channel["balanceSat"]?.integerValue(as: UInt64.self) ?? 0
        waiting = try waiting.plus(Amount(atomicUnits: UInt128(own)))
      default: break
      }
    }
    // What is too small for a channel becomes a credit for fees. The newest receipt is in the digest as well, because two
    // changes can leave the balance as it was.
    let balance = try await value("/getbalance")
    let newest = try await value("/payments/incoming?limit=1").elements().first?["paymentHash"]?.stringValue
    let digest = "\(try balance.count("balanceSat")) \(try balance.count("feeCreditSat")) \(newest ?? "-")"
    return ChannelFunds(spendable: spendable, waiting: waiting, underway: .zero, digest: digest)
  }

  package func pay(_ decision: PaymentDecision) async throws(WalletError) {
    let form = Array("invoice=\(decision.invoice.text)".utf8)
    guard let reply = try await client.attempt(.postForm, at: "/payinvoice", form) else { return }
    // phoenixd answers so where it has paid or given up, and where it has not understood the invoice. All else is of what
    // stands between.
    guard [200, 400].contains(reply.status) else { throw .protocolViolation(code: reply.status) }
  }

  package func payment(of decision: PaymentDecision) async throws(WalletError) -> NodePayment {
    let reply = try await call(.get, "/payments/outgoingbyhash/\(decision.paymentHash)")
    // So phoenixd answers where it has no such payment. Others that stand between say 404, too.
    if reply.status == 404, reply.word == "Not found" { return .none }
    guard reply.status == 200, let payment = reply.value else { throw .protocolViolation(code: reply.status) }
    try payment.requireHash(decision.paymentHash, in: "paymentHash")
    guard try payment.bool("isPaid") else {
      guard let end = payment["completedAt"], !end.isNull, try await !isInChannel(decision) else { return .pending }
      return .over
    }
    let left = try (decision.invoice.millisatoshis ?? 0).plus(try payment.count("fees"))
    return decision.settled(leaving: left, preimage: try payment.string("preimage"))
  }

  /// Whether a channel still holds money for the hash, whatever the payment is called.
  private func isInChannel(_ decision: PaymentDecision) async throws(WalletError) -> Bool {
    Self.holds(try await value("/listchannels"), decision.paymentHash)
  }

  /// Looks for the lists `htlcsOut` at any depth: which state of a channel has them where is lightning-kmp's affair.
  private static func holds(_ value: JSONValue, _ hash: String) -> Bool {
    if let elements = value.arrayValue { return elements.contains { holds($0, hash) } }
    guard let object = value.objectValue else { return false }
    return object.contains { member in
      if member.name == "htlcsOut" {
        return member.value.arrayValue?.contains { $0["paymentHash"]?.stringValue == hash } ?? true
      }
      return holds(member.value, hash)
    }
  }

  package func newInvoice(_ terms: ReceivingTerms) async throws(WalletError) -> ReceivingPlaces {
    var form = "description=\(PercentCoding.encode(terms.words(units: Self.longestDescription)))"
    form += "&expirySeconds=\(terms.lifetime.components.seconds)"
    if let units = terms.units { form += "&amountSat=\(units)" }
    let reply = try await call(.postForm, "/createinvoice", Array(form.utf8))
    guard reply.status == 200, let made = reply.value else { throw .protocolViolation(code: reply.status) }
    return try terms.places(
      try made.string("serialized"), hash: try made.member("paymentHash").hash(), prefix: invoicePrefix)
  }

  /// `createinvoice` takes so many units of UTF-16.
  private static let longestDescription = 128

  /// An invoice that is paid was paid in full; what phoenixd took of it to make room for it is no debt of the payer.
  package func received(since earliest: Timestamp?) async throws(WalletError) -> [LightningReceipt] {
    let from = max(earliest?.milliseconds ?? 0, 0)
    var receipts: [LightningReceipt] = []
    var offset = 0
    while true {
      let page = "from=\(from)&limit=\(InvoiceReader.pageSize)&offset=\(offset)"
      let listed = try await value("/payments/incoming?\(page)").elements()
      receipts += entries.read(listed, of: .received, name: { $0["paymentHash"]?.stringValue ?? $0.text() }) {
        entry throws(WalletError) -> LightningReceipt? in
        guard try entry.bool("isPaid") else { return nil }
        let asked = entry["requestedSat"].map(\.isNull) == false ? try entry.count("requestedSat") : 0
        let amount = max(try entry.count("receivedSat"), asked)
        return LightningReceipt(
          paymentHash: try entry.member("paymentHash").hash(), amount: Amount(atomicUnits: UInt128(amount)))
      }
      guard listed.count >= InvoiceReader.pageSize else { return receipts }
      offset += listed.count
    }
  }
}
