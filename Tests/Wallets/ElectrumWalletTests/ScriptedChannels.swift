import Cryptography
import Dispatch
import JSON
import LightningInvoices
import PaymentsModel
import Synchronization
import TestSupport
import WalletContract

/// The channels of a simulated daemon of Electrum, in the words of Electrum 4.3.4 or 4.8.1: `export_invoice` and
/// `export_request` of its `wallet.py`, `get_lightning_history` of its `lnworker.py`, and `list_channels` and `add_request` of
/// its `commands.py`.
final class ScriptedChannels: Sendable {
  struct State: Sendable {
    /// What is told of the hash.
    var tale = LightningTale.nothing
    var course = LightningCourse.answers(.paid)
    var attempts = 0
    var speaksProse = false
    /// Whether a channel holds money of a payment that is not asked about.
    var holdsForOthers = false
    /// Whether another channel was closed with a payment under way, which the chain has decided since.
    var hasRedeemed = false
    /// Whether that was the one of the hash, so that the history never has it.
    var isInHistory = true
    var mistake: LightningInvoiceMistake?
    /// Whether the peer of the channel is there.
    var isConnected = true
    /// What the wallet is locked with.
    var password: String?
    /// What was received, as the history tells it.
    var receipts: [String] = []
    /// How many payments of the past the history has besides.
    var past = 0
  }

  static let start = Timestamp(milliseconds: 1_700_000_000_000)
  static let preimage = [UInt8](repeating: 9, count: 32)
  static let other = String(repeating: "ab", count: 32)

  let state = Mutex(State())
  let version: String
  private var isNew: Bool { version == "4.8.1" }
  let hash: String
  private let node: String
  let end = DispatchSemaphore(value: 0)

  init(version: String = "4.3.4") throws {
    self.version = version
    let sample = try LightningInvoice(Self.invoice(key: SignedInvoice.exampleKey).text())
    (hash, node) = (sample.paymentHash, sample.payee)
  }

  static func invoice(
    key: [UInt8], millisatoshis: UInt64? = nil, description: String = "", expiry: UInt64? = nil
  ) throws -> SignedInvoice {
    try SignedInvoice(
      prefix: "rltc", key: key, millisatoshis: millisatoshis, paymentHash: SHA256.hash(preimage),
      description: description, expiry: expiry, createdAt: UInt64(start.milliseconds / 1_000))
  }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  /// The answer to a call that is about channels; `nil` for another one.
  func answer(_ call: JSONValue, _ id: String) -> ScriptedServer.Step? {
    let method = call["method"]?.stringValue ?? ""
    let state = state.withLock { $0 }
    if state.speaksProse, !["getinfo", "validateaddress"].contains(method) {
      return ScriptedElectrum.step("!Zahlung nicht gefunden: bereits bezahlt", id: id)
    }
    let answer: String
    switch method {
    case "getinfo": answer = ScriptedElectrum.info(version: version)
    case "lnpay":
      // Only newer versions know the word, and want it.
      let password = call["params"]?["password"]?.stringValue
      guard password == (isNew ? state.password : nil) else {
        return ScriptedElectrum.step("!Falsches Passwort", id: id)
      }
      return pay(id)
    case "nodeid": answer = "\"\(node)@127.0.0.1:9735\""
    case "setconfig": answer = "true"
    case "get_invoice": answer = invoice(state) ?? "!Request not found"
    case "list_invoices": answer = "[\(invoice(state) ?? "")]"
    case "list_channels": answer = channels(state)
    case "lightning_history": answer = "[\(history(state).joined(separator: ","))]"
    case "add_request":
      let asked = call["params"] ?? .null
      let isUnderstood = isNew ? asked["lightning"] == true && asked["expiry"] != nil : asked["expiration"] != nil
      answer = isUnderstood ? request(asked, state) : "!add_request() got an unexpected keyword argument"
    default: return nil
    }
    return ScriptedElectrum.step(answer, id: id)
  }

  private func pay(_ id: String) -> ScriptedServer.Step {
    let course = state.withLock { state in
      if case .refuses = state.course { return state.course }
      state.attempts += 1
      switch state.course {
      case .answers(let tale), .breaks(let tale): state.tale = tale
      case .waits, .refuses: break
      }
      return state.course
    }
    switch course {
    case .breaks: return .close
    case .refuses: return .answer("Unauthorized", status: "401 Unauthorized")
    case .waits: end.wait()
    case .answers: break
    }
    // Electrum says this of what is under way elsewhere, too.
    return ScriptedElectrum.step(#"{"payment_hash":"\#(hash)","success":true,"preimage":null,"log":[]}"#, id: id)
  }

  private func invoice(_ state: State) -> String? {
    let (status, id): (Int, String)
    switch state.tale {
    case .nothing: return nil
    case .underway: (status, id) = (4, hash)
    case .failed, .failedWithMoneyUnderway: (status, id) = (5, hash)
    case .paid, .paidWithNumber, .paidWithOtherPreimage: (status, id) = (3, hash)
    case .paidForAnother: (status, id) = (3, Self.other)
    }
    let preimage = isNew && status == 3 ? #""preimage":"\#(Self.preimage.hexadecimal)","# : ""
    return #"{"is_lightning":true,"invoice_id":"\#(id)","rhash":"\#(id)",\#(preimage)"status":\#(status),"#
      + #""amount_msat":2000000}"#
  }

  private func channels(_ state: State) -> String {
    let holds = state.holdsForOthers || [.underway, .failedWithMoneyUnderway].contains(state.tale)
    let open = channel("OPEN", state.isConnected ? "GOOD" : "DISCONNECTED", sending: holds ? 2_003 : 0)
    let list = [open] + (state.hasRedeemed ? [channel("REDEEMED", "DISCONNECTED", sending: 2_003)] : [])
    return "[\((isNew ? list : list + [#"{"type":"BACKUP"}"#]).joined(separator: ","))]"
  }

  private func channel(_ state: String, _ peer: String, sending: Int) -> String {
    let type = isNew ? "" : #""type":"CHANNEL","#
    return #"{\#(type)"state":"\#(state)","peer_state":"\#(peer)","local_balance":80000,"remote_balance":9000,"#
      + #""local_ctn":5,"remote_ctn":5,"local_reserve":1000,"remote_reserve":1000,"local_unsettled_sent":\#(sending),"#
      + #""remote_unsettled_sent":0}"#
  }

  private func history(_ state: State) -> [String] {
    let fill = String(repeating: "0", count: 56)
    var entries = (0..<state.past).map { number in
      let hash = fill + String(0x1000_0000 + number, radix: 16)
      return Self.payment(hash, amount: "-1000", preimage: hash)
    }
    entries += state.receipts
    let right = Self.preimage.hexadecimal
    switch state.tale {
    case .nothing, .underway, .failed, .failedWithMoneyUnderway: break
    case .paid where !state.isInHistory: break
    case .paid: entries.append(Self.payment(hash, amount: "-2003500", preimage: right))
    case .paidWithNumber(let number):
      entries.append(Self.payment(hash, amount: number.json(for: -2_003_500), preimage: right))
    case .paidWithOtherPreimage: entries.append(Self.payment(hash, amount: "-2003500", preimage: Self.other))
    case .paidForAnother: entries.append(Self.payment(Self.other, amount: "-2003500", preimage: right))
    }
    return entries
  }

  static func payment(_ hash: String, amount: String?, preimage: String) -> String {
    let part = amount.map { #""amount_msat":\#($0),"# } ?? ""
    return #"{"type":"payment","label":"","timestamp":1700000000,"date":"2023-11-14 22:13:20","direction":"sent","#
      + #"\#(part)"fee_msat":null,"payment_hash":"\#(hash)","preimage":"\#(preimage)"}"#
  }

  private func request(_ asked: JSONValue, _ state: State) -> String {
    let amount = asked["amount"]?.stringValue.flatMap { try? Amount(DecimalAmount($0), decimals: 8) } ?? .zero
    let lifetime = asked["expiration"] ?? asked["expiry"]
    let invoice = try? Self.invoice(
      key: SignedInvoice.exampleKey, millisatoshis: amount == .zero ? nil : UInt64(amount.atomicUnits) * 1_000,
      description: asked["memo"]?.stringValue ?? "", expiry: lifetime?.integerValue(as: UInt64.self))
    let text = (try? invoice?.text(with: state.mistake)) ?? ""
    let address = isNew ? "" : #","address":"\#(ScriptedElectrum.own)""#
    return #"{"is_lightning":true,"rhash":"\#(hash)","lightning_invoice":"\#(text)"\#(address)}"#
  }
}
