import Foundation
import WalletContract

/// The words of phoenixd. Calls that change something are forms; what is null is left out (`explicitNulls` in
/// src/commonMain/kotlin/fr/acinq/phoenixd/Api.kt:83); numbers are whole (json/JsonSerializers.kt:489 of lightning-kmp).
extension NodeDouble.Answers {
  func phoenixd(_ request: ScriptedServer.Request, _ state: NodeDouble.State) -> ScriptedServer.Step {
    let path = request.line.split(separator: " ")[1]
    switch path {
    case "/getinfo": return .answer(phoenixdInfo(state))
    // Api.kt:156, json/JsonSerializers.kt:80.
    case "/getbalance": return .answer(#"{"balanceSat":80000,"feeCreditSat":12}"#)
    case "/listchannels": return .answer(phoenixdChannels(state))
    case "/createinvoice":
      // Api.kt:179, json/JsonSerializers.kt:88.
      return .answer(
        #"{"amountSat":2000,"paymentHash":"\#(hash)","serialized":"\#(phoenixdInvoice(request, state))"}"#)
    case _ where path.hasPrefix("/payments/incoming?"):
      return .answer("[\(state.invoices.joined(separator: ","))]")
    case _ where path.hasPrefix("/payments/outgoingbyhash/"): return phoenixdPayment(state)
    // Api.kt:108.
    default: return .answer("Unknown endpoint (check api doc)", status: "404 Not Found")
    }
  }

  /// Api.kt:146, json/JsonSerializers.kt:46 and :71.
  private func phoenixdInfo(_ state: NodeDouble.State) -> String {
    #"{"nodeId":"\#(identity)","channels":[{"state":"Normal","channelId":"\#(other)","balanceSat":80000,"#
      + #""inboundLiquiditySat":100000,"capacitySat":200000,"fundingTxId":"\#(other)"},{"state":"Offline","balanceSat":5}],"#
      + #""chain":"\#(state.network)","blockHeight":114,"version":"\#(state.version)"}"#
  }

  /// Api.kt:176: the states of channels as lightning-kmp writes them, of which `htlcsOut` is read
  /// (modules/core/src/commonMain/kotlin/fr/acinq/lightning/json/JsonSerializers.kt:453, wire/LightningMessages.kt:1133).
  private func phoenixdChannels(_ state: NodeDouble.State) -> String {
    var parts = ""
    if case .failedWithMoneyUnderway = state.shown {
      parts = #"{"channelId":"\#(other)","id":3,"amountMsat":2012500,"paymentHash":"\#(hash)","cltvExpiry":200}"#
    }
    return #"[{"type":"fr.acinq.lightning.channel.states.Normal","commitments":{"active":[{"localCommit":{"index":5,"#
      + #""spec":{"htlcsIn":[],"htlcsOut":[\#(parts)],"feerate":2500,"toLocal":80000000,"toRemote":100000000}}}]}}]"#
  }

  /// Api.kt:273, json/JsonSerializers.kt:171; 404 where there is none (Api.kt:111).
  private func phoenixdPayment(_ state: NodeDouble.State) -> ScriptedServer.Step {
    func payment(of hash: String, isPaid: Bool, _ rest: String) -> ScriptedServer.Step {
      .answer(
        #"{"type":"outgoing_payment","subType":"lightning","paymentId":"2f4a1d8f-0001-4a53-9b61-0f6d6c1e3c0b","#
          + #""paymentHash":"\#(hash)","isPaid":\#(isPaid),"sent":2012,"createdAt":1700000000000\#(rest)}"#)
    }
    func paid(of hash: String, preimage: String, fees: String = "3000") -> ScriptedServer.Step {
      payment(of: hash, isPaid: true, #","fees":\#(fees),"preimage":"\#(preimage)","completedAt":1700000001000"#)
    }
    switch state.shown {
    case .nothing: return .answer("Not found", status: "404 Not Found")
    case .underway: return payment(of: hash, isPaid: false, #","fees":0"#)
    case .failed, .failedWithMoneyUnderway:
      return payment(of: hash, isPaid: false, #","fees":0,"completedAt":1700000001000"#)
    case .paid: return paid(of: hash, preimage: preimage)
    case .paidWithNumber(let number): return paid(of: hash, preimage: preimage, fees: number.json(for: 3_000))
    case .paidWithOtherPreimage: return paid(of: hash, preimage: other)
    case .paidForAnother: return paid(of: other, preimage: preimage)
    }
  }

  private func phoenixdInvoice(_ request: ScriptedServer.Request, _ state: NodeDouble.State) -> String {
    var form: [String: String] = [:]
    for field in String(decoding: request.body, as: UTF8.self).split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if parts.count == 2 { form[parts[0]] = parts[1].removingPercentEncoding }
    }
    return invoice(
      state, millisatoshis: form["amountSat"].flatMap { UInt64($0) }.map { $0 * 1_000 },
      description: form["description"], expiry: form["expirySeconds"].flatMap { UInt64($0) })
  }

  /// Api.kt:289, json/JsonSerializers.kt:110 and :122: a failure has the status 200, too.
  func phoenixdPaid(_ shown: LightningTale) -> ScriptedServer.Step {
    switch shown {
    case .paid:
      .answer(
        #"{"type":"payment_sent","recipientAmountSat":2000,"routingFeeSat":3,"paymentId":"2f4a1d8f-0001-4a53-9b61-0f6d6c1e3c0b","#
          + #""paymentHash":"\#(hash)","paymentPreimage":"\#(preimage)"}"#)
    default: .answer(#"{"type":"payment_failed","paymentHash":"\#(hash)","reason":"payment failed"}"#)
    }
  }

  /// Api.kt:222, json/JsonSerializers.kt:129.
  package static func phoenixdListed(
    hash: String, paidAt: Int64?, received: String = "400", asked: Int? = 400
  ) -> String {
    let requested = asked.map { #""requestedSat":\#($0),"# } ?? ""
    let completed = paidAt.map { #""completedAt":\#($0 * 1_000),"# } ?? ""
    return #"{"type":"incoming_payment","subType":"lightning","paymentHash":"\#(hash)","preimage":"\#(hash)","#
      + #""description":"d","isPaid":\#(paidAt != nil),"isExpired":false,\#(requested)\#(completed)"receivedSat":\#(received),"#
      + #""fees":0,"createdAt":1700000000000}"#
  }
}
