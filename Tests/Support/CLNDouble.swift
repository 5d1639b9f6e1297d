import JSON
import WalletContract

/// The words of CLN by clnrest. All commands are POSTs under `/v1/`, and succeed with status 201
/// (plugins/rest-plugin/src/handlers.rs:89 and :374); errors have the status 500, or 404 for an unknown command (:148), and
/// are objects with `code`, `message` and `data` (plugins/rest-plugin/src/structs.rs:36).
extension NodeDouble.Answers {
  func cln(_ request: ScriptedServer.Request, _ state: NodeDouble.State) -> ScriptedServer.Step {
    let command = request.line.split(separator: " ")[1].split(separator: "/").last ?? ""
    switch command {
    case "getinfo": return created(clnInfo(state))
    case "listpeerchannels": return created(clnChannels(state))
    case "listsendpays": return created(#"{"payments":[\#(clnParts(state))]}"#)
    case "invoice": return created(clnInvoice(request, state))
    case "listinvoices": return created(#"{"invoices":[\#(state.invoices.joined(separator: ","))]}"#)
    default: return .answer(#"{"code":-32601,"message":"Unknown command","data":null}"#, status: "404 Not Found")
    }
  }

  private func created(_ body: String) -> ScriptedServer.Step { .answer(body, status: "201 Created") }

  /// doc/schemas/getinfo.json:17 and the example at :401; the warning at :369.
  private func clnInfo(_ state: NodeDouble.State) -> String {
    let warning = state.isBehind ? #""warning_lightningd_sync":"Still loading latest blocks from bitcoind.","# : ""
    return #"{"id":"\#(identity)","alias":"SILENTARTIST","color":"033845","num_peers":1,"num_pending_channels":0,"#
      + #""num_active_channels":1,"num_inactive_channels":0,"version":"\#(state.version)","blockheight":114,\#(warning)"#
      + #""network":"\#(state.network)","fees_collected_msat":0}"#
  }

  /// doc/schemas/listpeerchannels.json:43, `spendable_msat` at :605 and `htlcs` at :825.
  private func clnChannels(_ state: NodeDouble.State) -> String {
    var parts = ""
    if case .failedWithMoneyUnderway = state.shown {
      parts =
        #"{"direction":"out","id":1,"amount_msat":2003500,"expiry":200,"payment_hash":"\#(hash)","#
        + #""state":"SENT_ADD_ACK_REVOCATION"}"#
    }
    return #"{"channels":[{"state":"CHANNELD_NORMAL","peer_connected":true,"to_us_msat":90000000,"#
      + #""spendable_msat":80000999,"in_payments_fulfilled":4,"htlcs":[\#(parts)]},"#
      + #"{"state":"CHANNELD_AWAITING_LOCKIN","peer_connected":true,"to_us_msat":0,"spendable_msat":0}]}"#
  }

  /// doc/schemas/listsendpays.json:73; two parts, as `listsendpays` tells each by itself.
  private func clnParts(_ state: NodeDouble.State) -> String {
    func part(_ number: Int, _ status: String, of hash: String, sent: String, preimage: String? = nil) -> String {
      let proof = preimage.map { #","payment_preimage":"\#($0)","completed_at":\#(state.createdAt + 1)"# } ?? ""
      return #"{"id":\#(number),"created_index":\#(number),"groupid":7,"partid":\#(number),"payment_hash":"\#(hash)","#
        + #""status":"\#(status)","amount_msat":1000250,"amount_sent_msat":\#(sent),"#
        + #""created_at":\#(state.createdAt)\#(proof)}"#
    }
    func both(_ status: String, of hash: String, sent: String, preimage: String? = nil) -> String {
      (1...2).map { part($0, status, of: hash, sent: sent, preimage: preimage) }.joined(separator: ",")
    }
    switch state.shown {
    case .nothing: return ""
    case .underway:
      return part(1, "failed", of: hash, sent: "1001750") + "," + part(2, "pending", of: hash, sent: "1001750")
    case .failed, .failedWithMoneyUnderway: return both("failed", of: hash, sent: "1001750")
    case .paid: return both("complete", of: hash, sent: "1001750", preimage: preimage)
    case .paidWithNumber(let number):
      return both("complete", of: hash, sent: number.json(for: 1_001_750), preimage: preimage)
    case .paidWithOtherPreimage: return both("complete", of: hash, sent: "1001750", preimage: other)
    case .paidForAnother: return both("complete", of: other, sent: "1001750", preimage: preimage)
    }
  }

  /// doc/schemas/xpay.json:98; errors of the plugin at :139, code 205 for no way.
  func clnPaid(_ shown: LightningTale) -> ScriptedServer.Step {
    switch shown {
    case .paid:
      return created(
        #"{"payment_preimage":"\#(preimage)","failed_parts":0,"successful_parts":2,"amount_msat":2000500,"#
          + #""amount_sent_msat":2003500}"#)
    default:
      return .answer(
        #"{"code":205,"message":"Could not find a path to the destination","data":null}"#,
        status: "500 Internal Server Error")
    }
  }

  /// doc/schemas/invoice.json:106.
  private func clnInvoice(_ request: ScriptedServer.Request, _ state: NodeDouble.State) -> String {
    let asked = try? JSONValue(parsing: request.body)
    let invoice = invoice(
      state, millisatoshis: asked?["amount_msat"]?.integerValue(as: UInt64.self),
      description: asked?["description"]?.stringValue, expiry: asked?["expiry"]?.integerValue(as: UInt64.self))
    return #"{"payment_hash":"\#(hash)","expires_at":1738604800,"bolt11":"\#(invoice)","#
      + #""payment_secret":"\#(other)","created_index":2}"#
  }

  /// doc/schemas/listinvoices.json:83 and the example at :315.
  package static func clnListed(_ index: Int, hash: String, paidAt: Int64?, received: String = "400999") -> String {
    let paid = paidAt.map { #""pay_index":4,"amount_received_msat":\#(received),"paid_at":\#($0),"# } ?? ""
    let status = paidAt == nil ? "expired" : "paid"
    return #"{"label":"l\#(index)","payment_hash":"\#(hash)","status":"\#(status)",\#(paid)"#
      + #""description":"d","expires_at":1738604800,"created_index":\#(index)}"#
  }
}
