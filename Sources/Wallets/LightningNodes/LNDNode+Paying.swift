import BitcoinWallet
import Cryptography
import HTTPClient
import JSON
import LightningInvoices
package import LightningWallet
import PaymentsModel
package import WalletBackend

extension LNDNode {
  /// How long LND may look for ways before it gives up. What it has sent it waits for in any case.
  private static let longestSearch = 60

  package func pay(_ decision: PaymentDecision) async throws(WalletError) {
    let limit = String(decision.feeLimit.atomicUnits)
    let body: JSONValue = [
      "payment_request": .string(decision.invoice.text), "fee_limit_sat": .string(limit),
      "timeout_seconds": .integer(Self.longestSearch), "no_inflight_updates": true,
    ]
    guard let reply = try await client.attempt(.post, at: "/v2/router/send", body.encoded()) else { return }
    // What stands between may give up before LND does.
    guard ![429, 502, 503, 504].contains(reply.status) else { throw .protocolViolation(code: reply.status) }
  }

  package func payment(of decision: PaymentDecision) async throws(WalletError) -> NodePayment {
    guard let hash = [UInt8](hexadecimal: decision.paymentHash) else { throw .protocolViolation(code: nil) }
    // LND tells at once what is so, and goes on telling what changes while the payment is under way.
    let reply = try await call(
      .get, "/v2/router/track/\(Base64URL.encode(hash))=?no_inflight_updates=false", endsWithLine: true)
    if reply.status == 404, reply.value?["error"]?["code"]?.integerValue() == Self.notFound { return .none }
    guard reply.status == 200, let payment = reply.value?["result"] else {
      throw .protocolViolation(code: reply.status)
    }
    try payment.requireHash(decision.paymentHash, in: "payment_hash")
    switch try payment.string("status") {
    case "SUCCEEDED":
      let left = try payment.quotedCount("value_msat").plus(try payment.quotedCount("fee_msat"))
      return decision.settled(leaving: left, preimage: try payment.string("payment_preimage"))
    case "FAILED":
      let isUnderway = try payment.list("htlcs").contains { $0["status"]?.stringValue != "FAILED" }
      guard !isUnderway, try await !isInChannel(decision) else { return .pending }
      return .over
    // Under way, begun, or something that is not known yet.
    default: return .pending
    }
  }

  /// gRPC's code for what is not there.
  private static let notFound = 5

  /// Whether a channel still holds money for the hash, whatever the payment is called.
  private func isInChannel(_ decision: PaymentDecision) async throws(WalletError) -> Bool {
    for channel in try await value("/v1/channels").list("channels") {
      for part in try channel.list("pending_htlcs") where try !part.bool("incoming") {
        if try part.quotedHash("hash_lock") == decision.paymentHash { return true }
      }
    }
    return false
  }
}
