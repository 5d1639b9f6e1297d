import Cryptography
import JSON
import WalletContract

/// The words of LND's REST interface. Names are those of the protobuf files, nothing is left out, and numbers of 64 bits are
/// texts (`UseProtoNames` and `EmitUnpopulated` in lnrpc/lightning.pb.json.go:20, and the JSON mapping of proto3).
extension NodeDouble.Answers {
  func lnd(_ request: ScriptedServer.Request, _ state: NodeDouble.State) -> [ScriptedServer.Step] {
    let path = request.line.split(separator: " ")[1]
    if state.isLocked, !path.hasPrefix("/v1/state") {
      // rpcperms/interceptor.go:69 and :923.
      return [
        .answer(#"{"code":2,"message":"wallet locked","details":[]}"#, status: "500 Internal Server Error")
      ]
    }
    switch path {
    case "/v1/getinfo": return [.answer(lndInfo(state))]
    case "/v1/state": return [lndState(state)]
    case "/v1/channels": return [.answer(lndChannels(state))]
    case _ where path.hasPrefix("/v2/router/track/"): return lndTracked(state)
    case "/v1/invoices" where request.line.hasPrefix("POST"): return [.answer(lndInvoice(request, state))]
    case _ where path.hasPrefix("/v1/invoices?"):
      // lnrpc/lightning.proto:4199.
      let list = state.invoices.joined(separator: ",")
      return [.answer(#"{"invoices":[\#(list)],"last_index_offset":"9","first_index_offset":"1"}"#)]
    // What grpc-gateway answers to a path that it does not know.
    default: return [.answer(#"{"code":5,"message":"Not Found","details":[]}"#, status: "404 Not Found")]
    }
  }

  /// lnrpc/stateservice.proto:38 and lnrpc/stateservice.yaml.
  func lndState(_ state: NodeDouble.State) -> ScriptedServer.Step {
    .answer(#"{"state":"\#(state.isLocked ? "LOCKED" : "SERVER_ACTIVE")"}"#)
  }

  /// lnrpc/lightning.proto:1923 and `Chain` at :2030.
  private func lndInfo(_ state: NodeDouble.State) -> String {
    #"{"version":"\#(state.version)","commit_hash":"","identity_pubkey":"\#(identity)","alias":"a","color":"","#
      + #""num_pending_channels":0,"num_active_channels":1,"num_inactive_channels":0,"num_peers":1,"block_height":114,"#
      + #""block_hash":"\#(other)","best_header_timestamp":"1700000000","synced_to_chain":\#(!state.isBehind),"#
      + #""synced_to_graph":true,"testnet":true,"chains":[{"chain":"bitcoin","network":"\#(state.network)"}],"uris":[]}"#
  }

  /// lnrpc/lightning.proto:1410, `HTLC` at :1285 with the hash in base64, `ChannelConstraints` at :1386.
  private func lndChannels(_ state: NodeDouble.State) -> String {
    var parts = ""
    if case .failedWithMoneyUnderway = state.shown {
      parts = #"{"incoming":false,"amount":"2003","hash_lock":"\#(lndHash)","expiration_height":200,"htlc_index":"0"}"#
    }
    func channel(_ isActive: Bool, _ parts: String) -> String {
      #"{"active":\#(isActive),"remote_pubkey":"\#(identity)","channel_point":"\#(other):0","chan_id":"1","capacity":"100000","#
        + #""local_balance":"81000","remote_balance":"9000","unsettled_balance":"0","num_updates":"7","#
        + #""pending_htlcs":[\#(parts)],"local_constraints":{"csv_delay":144,"chan_reserve_sat":"1000","dust_limit_sat":"354"}}"#
    }
    return #"{"channels":[\#(channel(true, parts)),\#(channel(false, ""))]}"#
  }

  /// The hash in the base64 of RFC 4648, section 4.
  private var lndHash: String { Self.base64(hash) }

  static func base64(_ hexadecimal: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let bytes = [UInt8](hexadecimal: hexadecimal) ?? []
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let number = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 { text.append(place <= group.count ? alphabet[number >> (18 - 6 * place) & 63] : "=") }
    }
    return text
  }

  /// A stream of lines: what is so at once (routing/control_tower.go:322), and then what changes, so that the connection stays
  /// open for a payment that is not over. A hash that LND does not have is a wrapped error with the code 5
  /// (lnrpc/routerrpc/router_server.go:1553, runtime/handler.go:175 of grpc-gateway).
  private func lndTracked(_ state: NodeDouble.State) -> [ScriptedServer.Step] {
    switch state.shown {
    case .nothing:
      let error = #"{"error":{"code":5,"message":"payment isn't initiated","details":[]}}"# + "\n"
      return [.answer(error, status: "404 Not Found")]
    case .underway:
      let line = lndPayment(status: "IN_FLIGHT", parts: ["FAILED", "IN_FLIGHT"])
      return [
        .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + Self.chunk(line)), .hang,
      ]
    case .failed, .failedWithMoneyUnderway: return [.answer(lndPayment(status: "FAILED", parts: ["FAILED", "FAILED"]))]
    case .paid: return [.answer(lndPayment(status: "SUCCEEDED", preimage: preimage))]
    case .paidWithNumber(let number):
      let text = number.json(for: 3_000)
      let fee = text.utf8.first == UInt8(ascii: "\"") ? text : "\"\(text)\""
      return [.answer(lndPayment(status: "SUCCEEDED", preimage: preimage, fee: fee))]
    case .paidWithOtherPreimage: return [.answer(lndPayment(status: "SUCCEEDED", preimage: other))]
    case .paidForAnother: return [.answer(lndPayment(status: "SUCCEEDED", of: other, preimage: preimage))]
    }
  }

  private static func chunk(_ text: String) -> String {
    String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n"
  }

  /// lnrpc/lightning.proto:4286 and `HTLCAttempt` at :4361, in the member `result` (runtime/handler.go:78 of grpc-gateway).
  private func lndPayment(
    status: String, of hash: String? = nil, preimage: String? = nil, fee: String = "\"3000\"",
    parts: [String] = ["SUCCEEDED"]
  ) -> String {
    let zeros = String(repeating: "00", count: 32)
    let attempts = parts.map { #"{"attempt_id":"1","status":"\#($0)","attempt_time_ns":"1700000000000000000"}"# }
    return #"{"result":{"payment_hash":"\#(hash ?? self.hash)","value":"2000","creation_date":"1700000000","fee":"3","#
      + #""payment_preimage":"\#(preimage ?? zeros)","value_sat":"2000","value_msat":"2000500","payment_request":"","#
      + #""status":"\#(status)","fee_sat":"3","fee_msat":\#(fee),"creation_time_ns":"1700000000000000000","#
      + #""htlcs":[\#(attempts.joined(separator: ","))],"payment_index":"1","failure_reason":"FAILURE_REASON_NONE"}}"#
      + "\n"
  }

  /// lnrpc/routerrpc/router_server.go:349: the last update alone, or an error of a kind that gRPC knows (:372).
  func lndPaid(_ shown: LightningTale) -> ScriptedServer.Step {
    switch shown {
    case .paid: .answer(lndPayment(status: "SUCCEEDED", preimage: preimage))
    case .failed, .failedWithMoneyUnderway: .answer(lndPayment(status: "FAILED", parts: ["FAILED"]))
    default:
      .answer(#"{"error":{"code":6,"message":"payment is in transition","details":[]}}"#, status: "409 Conflict")
    }
  }

  /// lnrpc/lightning.proto:4127.
  private func lndInvoice(_ request: ScriptedServer.Request, _ state: NodeDouble.State) -> String {
    let asked = try? JSONValue(parsing: request.body)
    // Nothing is written as nought, which leaves the amount to the payer.
    let value = asked?["value"]?.stringValue.flatMap { UInt64($0) }.flatMap { $0 == 0 ? nil : $0 * 1_000 }
    let invoice = invoice(
      state, millisatoshis: value, description: asked?["memo"]?.stringValue,
      expiry: asked?["expiry"]?.stringValue.flatMap { UInt64($0) })
    return #"{"r_hash":"\#(lndHash)","payment_request":"\#(invoice)","add_index":"2","payment_addr":"\#(lndHash)"}"#
  }

  /// lnrpc/lightning.proto:3813.
  package static func lndListed(_ index: Int, hash: String, paidAt: Int64?, received: String = "400999") -> String {
    #"{"memo":"d","r_preimage":"","r_hash":"\#(base64(hash))","value":"400","value_msat":"400000","settled":false,"#
      + #""creation_date":"1700000000","settle_date":"\#(paidAt ?? 0)","expiry":"600","add_index":"\#(index)","#
      + #""settle_index":"0","amt_paid_sat":"400","amt_paid_msat":"\#(paidAt == nil ? "0" : received)","#
      + #""state":"\#(paidAt == nil ? "CANCELED" : "SETTLED")","htlcs":[]}"#
  }
}
