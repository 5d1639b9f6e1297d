package import BitcoinWallet
import JSON
import LightningInvoices
package import LightningWallet
package import PaymentsModel
import Synchronization
package import WalletBackend
import WalletHTTP

/// The Lightning channels of a wallet in a daemon of Electrum.
///
/// Electrum pays one invoice twice if it is asked twice at once, forgets what its owner deletes, and tells errors as prose. So
/// nothing of what `lnpay` answers is believed. What became of a hash is told by three things together: the list of invoices
/// says whether an attempt goes on, the channels whether anything is under way in them, and the history what has arrived.
package final class ElectrumLightning: LightningNode {
  /// As the currency's addresses begin.
  package let invoicePrefix: String
  let rpc: ElectrumRPC
  /// Reads the history entry by entry, and tells with the wallet's other lists what could not be read.
  private let entries: EntryReader
  /// Attempts hang for minutes, and must not keep questions waiting.
  private let payingRPC: ElectrumRPC
  /// How long all channels have to be connected and unchanged before a payment counts as over: a part that is signed and
  /// not acknowledged is in no list of Electrum, and is sent again once its channel is connected again.
  private let settling: Duration
  private let calm = Mutex<(channels: String, since: ContinuousClock.Instant)?>(nil)

  /// How long an attempt may take. Electrum gives up after two minutes, but a payment that was sent can be held by its
  /// recipient for a day.
  private static let longestAttempt = Duration.seconds(3_600)

  /// Adds the channels to a wallet, without calling the daemon.
  package init(_ wallet: ElectrumWallet, settling: Duration = .seconds(3)) throws(BitcoinSetupError) {
    self.settling = settling
    var configuration = wallet.configuration
    invoicePrefix = configuration.family.bech32Prefixes[configuration.chain] ?? ""
    rpc = wallet.rpc
    entries = wallet.entries
    configuration.timeout = Self.longestAttempt
    payingRPC = try ElectrumRPC(configuration, connections: LightningWallet.mostAttempts, keepsConnections: false)
  }

  /// The public key of the wallet's channels.
  package func identity() async throws(WalletError) -> String {
    let text = try await rpc.wallet("nodeid").stringValue ?? ""
    // The address at which the node listens may follow.
    let key = text.utf8.prefix { $0 != UInt8(ascii: "@") }
    guard key.count == 66, let key = String(key) else { throw .protocolViolation(code: nil) }
    return key
  }

  /// Electrum cannot be told a limit for one payment.
  ///
  /// Since 4.5 it has two settings for that (`PaymentFeeBudget` in its `lnutil.py`). Before, it takes no route that costs
  /// more than five units and more than a hundredth of the amount (`is_fee_sane` in its `lnrouter.py`), but does not count
  /// what the first trampoline takes, to which it offers up to 100 units and three thousandths (`TRAMPOLINE_FEES` in its
  /// `trampoline.py`) of the amount and of what the way takes behind it. An amount may be divided between the channels.
  package func feeRule(for amount: Amount) async throws(WalletError) -> FeeRule {
    let units = amount.atomicUnits
    let (cutoff, millionths) = (
      try await setting("lightning_payment_fee_cutoff_msat")?.integerValue(as: Int64.self),
      try await setting("lightning_payment_fee_max_millionths")?.integerValue(as: Int64.self)
    )
    if let cutoff, let millionths {
      let (most, part) = (UInt128(max(0, cutoff)), UInt128(max(0, millionths)))
      return .fixed(Amount(atomicUnits: max((most + 999) / 1_000, (units * part + 999_999) / 1_000_000)))
    }
    let route = max(5, units / 100)
    guard try await setting("use_gossip")?.boolValue != true else { return .fixed(Amount(atomicUnits: route)) }
    let ways = UInt128(max(1, try await channels().count { $0.canBeUsed }))
    return .fixed(Amount(atomicUnits: route + 100 * ways + ((units + route) * 3 + 999) / 1_000))
  }

  /// A setting of the daemon; `nil` if it is not set or there is none of the name.
  private func setting(_ key: String) async throws(WalletError) -> JSONValue? {
    guard case .result(let value) = try await rpc.call("getconfig", ["key": .string(key)]) else { return nil }
    return value
  }

  /// Returns the sums of the channels that are open.
  package func funds() async throws(WalletError) -> ChannelFunds {
    var (underway, spendable, waiting, digest) = (Amount.zero, Amount.zero, Amount.zero, "")
    for channel in try await channels() {
      digest += "\(channel.state) \(channel.isConnected) \(channel.updates) "
      underway = try underway.plus(channel.sending)
      guard channel.isOpen else { continue }
      let own = channel.local.subtracting(channel.localReserve) ?? .zero
      if channel.canBeUsed { spendable = try spendable.plus(own) } else { waiting = try waiting.plus(own) }
    }
    return ChannelFunds(spendable: spendable, waiting: waiting, underway: underway, digest: digest)
  }

  /// Has Electrum pay. Its answer is not looked at: ``payment(of:)`` tells what became of it.
  package func pay(_ decision: PaymentDecision) async throws(WalletError) {
    var asked: JSONObject = ["invoice": .string(decision.invoice.text)]
    // Since 4.6 it wants the password of a wallet that has one, and before it does not know the word.
    if let password = rpc.configuration.walletPassword, try await rpc.version().isAtLeast([4, 6]) {
      asked["password"] = .string(password)
    }
    _ = try await payingRPC.call("lnpay", rpc.forWallet(asked))
  }

  package func payment(of decision: PaymentDecision) async throws(WalletError) -> NodePayment {
    // A request that an earlier connection left with the daemon is begun before it answers this one: only then is what
    // follows about it, too.
    _ = try await rpc.result("getinfo")
    let (status, preimage) = try await status(of: decision.paymentHash)
    // An attempt goes on, or is said to.
    if status == Status.underway { return .pending }
    if let sent = try await sent(decision) { return sent }
    let channels = try await channels()
    let isUnderway = !channels.allSatisfy { $0.sending == .zero }
    if status == Status.paid {
      // The history does not have it yet; or never, where its recipient took it from a closed channel on the chain. What
      // that cost is told nowhere.
      guard let preimage, !isUnderway, isCalm(channels) else { return .pending }
      return .settled(fee: decision.feeLimit, preimage: preimage)
    }
    // Electrum stores an invoice before it attempts it. Its owner may delete it meanwhile.
    if status == nil { return isUnderway ? .unclear : .none }
    // What was sent in several parts is called failed when the first part is, while others may still arrive.
    return !isUnderway && isCalm(channels) ? .over : .pending
  }

  /// Whether nothing that was signed can still be sent.
  private func isCalm(_ channels: [ElectrumChannel]) -> Bool {
    guard channels.allSatisfy({ $0.isOver || $0.isConnected }) else {
      calm.withLock { $0 = nil }
      return false
    }
    let (now, told) = (ContinuousClock.now, channels.map { "\($0.state) \($0.updates)" }.joined(separator: ","))
    return calm.withLock { [settling] calm in
      if calm?.channels != told { calm = (told, now) }
      return calm.map { now - $0.since >= settling } ?? false
    }
  }

  /// The numbers of Electrum's `invoices.py`.
  private enum Status {
    static let paid = 3
    static let underway = 4
  }

  /// Returns what the list of invoices says, with the preimage where it is told, as since 4.8; `nil` if it does not have the
  /// hash.
  private func status(of hash: String) async throws(WalletError) -> (status: Int?, preimage: String?) {
    let entry: JSONValue
    switch try await rpc.call("get_invoice", rpc.forWallet(["invoice_id": .string(hash)])) {
    case .result(let value):
      guard try value.string("invoice_id") == hash else { throw .protocolViolation(code: nil) }
      entry = value
    case .failure(let message):
      guard message != ElectrumRPC.notLoaded else { throw .unavailable }
      // Any error may be behind that, and only a list that does not have it says that it is not there.
      let all = try await rpc.wallet("list_invoices").elements()
      guard let listed = all.first(where: { $0["invoice_id"]?.stringValue == hash }) else {
        return (nil, nil)
      }
      entry = listed
    }
    return (try entry.integer("status"), entry["preimage"]?.stringValue)
  }

  /// Returns what has arrived of the hash, by the history of all channels, also of those that are closed.
  private func sent(_ decision: PaymentDecision) async throws(WalletError) -> NodePayment? {
    for entry in try await history() where entry["payment_hash"]?.stringValue == decision.paymentHash {
      let amount = try entry.member("amount_msat").integerValue(as: Int64.self) ?? 0
      guard amount < 0, let preimage = entry["preimage"]?.stringValue else { throw .protocolViolation(code: nil) }
      // The recipient takes no less than all, so that parts are missing whose fees are not known yet.
      guard amount.magnitude >= decision.invoice.millisatoshis ?? 0 else { return .pending }
      return decision.settled(leaving: amount.magnitude, preimage: preimage)
    }
    return nil
  }

  private func history() async throws(WalletError) -> [JSONValue] {
    let list = try await rpc.wallet("lightning_history")
    // Electrum 4.3 answers with an object, whose names are the hashes.
    let entries = if let object = list.objectValue { object.map(\.value) } else { try list.elements() }
    // Channels that were opened or closed are told among the payments.
    return entries.filter { $0["type"]?.stringValue == "payment" }
  }

  package func newInvoice(_ terms: ReceivingTerms) async throws(WalletError) -> ReceivingPlaces {
    if let places = try await request(terms) { return places }
    _ = try await rpc.result("setconfig", ["key": "bolt11_fallback", "value": "false"])
    guard let places = try await request(terms) else { throw .protocolViolation(code: nil) }
    return places
  }

  /// Has Electrum make a request for payment. Its address is not used: Electrum takes one that was given away before, once an
  /// earlier request for it has expired or was paid by Lightning.
  ///
  /// - Returns: `nil` if the Lightning invoice names that address, so that a payer might pay it.
  private func request(_ terms: ReceivingTerms) async throws(WalletError) -> ReceivingPlaces? {
    var asked: JSONObject = [
      "amount": .string((terms.amount ?? .zero).decimal(decimals: 8).text), "memo": .string(terms.text), "force": true,
    ]
    let version = try await rpc.version()
    asked[version.isAtLeast([4, 4]) ? "expiry" : "expiration"] = .integer(terms.lifetime.components.seconds)
    // Since 4.6 a request is for Lightning or for an address, and before for both.
    if version.isAtLeast([4, 6]) { asked["lightning"] = true }
    let made = try await rpc.wallet("add_request", asked)
    let invoice = try terms.invoice(try made.string("lightning_invoice"), prefix: invoicePrefix)
    if let hash = made["rhash"], hash != .string(invoice.paymentHash) { throw .protocolViolation(code: nil) }
    guard invoice.fallbacks.isEmpty else { return nil }
    return ReceivingPlaces(lightning: invoice.text, paymentHash: invoice.paymentHash)
  }

  package func received(since earliest: Timestamp?) async throws(WalletError) -> [LightningReceipt] {
    let earliest = (earliest?.milliseconds ?? 0) / 1_000
    return entries.read(try await history(), of: .received, name: { $0["payment_hash"]?.stringValue ?? $0.text() }) {
      entry throws(WalletError) -> LightningReceipt? in
      guard let amount = try entry.member("amount_msat").integerValue(as: Int64.self) else {
        throw .protocolViolation(code: nil)
      }
      guard amount > 0, entry["timestamp"]?.integerValue(as: Int64.self) ?? .max >= earliest else { return nil }
      return LightningReceipt(paymentHash: try entry.string("payment_hash"), amount: .whole(amount.magnitude))
    }
  }

  private func channels() async throws(WalletError) -> [ElectrumChannel] {
    var channels: [ElectrumChannel] = []
    // Since 4.8 the list has channels alone, without a type, and backups of channels are in another one.
    for entry in try await rpc.wallet("list_channels").elements() where entry["type"]?.stringValue != "BACKUP" {
      channels.append(try ElectrumChannel(entry))
    }
    return channels
  }
}

/// A channel as `list_channels` tells it, in atomic units.
struct ElectrumChannel: Sendable {
  let state: String
  /// How often either side has changed the channel. It grows with each payment.
  let updates: String
  let local: Amount
  let localReserve: Amount
  /// What is under way to others.
  let sending: Amount
  /// Whether its peer is there and both agree on what was said.
  let isConnected: Bool
  /// Whether it was closed and the chain has decided what becomes of its money.
  let isOver: Bool
  /// Whether payments can go through it while its peer is there.
  let isOpen: Bool
  /// Whether they can now.
  var canBeUsed: Bool { isOpen && isConnected }

  init(_ value: JSONValue) throws(WalletError) {
    state = try value.string("state")
    isConnected = value["peer_state"]?.stringValue == "GOOD"
    isOver = state == "CLOSED" || state == "REDEEMED"
    isOpen = state == "OPEN"
    local = try value.member("local_balance").units()
    localReserve = try value.member("local_reserve").units()
    let unsettled = try value.member("local_unsettled_sent").units()
    // What was under way when it was closed is told for ever, also once the chain has decided it.
    sending = state == "REDEEMED" ? .zero : unsettled
    updates = "\(try value.integer("local_ctn")) \(try value.integer("remote_ctn"))"
  }
}
