import BitcoinWallet
import HTTPClient
import JSON
import LightningInvoices
package import LightningWallet
import PaymentsModel
import Synchronization
package import WalletBackend

/// `listpays` of CLN calls a payment failed while `xpay` looks for another way, and takes that back. So the parts are asked
/// for, and that all of them have failed counts only when no `xpay` can be going on any more that would send another one.
///
/// CLN itself sends no part while one of another attempt is under way, and none after one has arrived.
extension CLNNode {
  /// How long `xpay` may look for ways: `retry_for`.
  private static let longestSearch = 30

  /// After this no attempt sends parts any more: `xpay` looks at its time only before it looks for a way, and its owner's own
  /// attempts have twice the time.
  static let longestAttempt = Duration.seconds(2 * 30)

  package func pay(_ decision: PaymentDecision) async throws(WalletError) {
    let parameters: JSONObject = [
      "invstring": .string(decision.invoice.text), "maxfee": .integer(decision.feeLimit.atomicUnits * 1_000),
      "retry_for": .integer(Self.longestSearch),
    ]
    do throws(WalletError) {
      let body = JSONValue.object(parameters).encoded()
      guard let reply = try await client.attempt(.post, at: "/v1/xpay", body) else { return }
      // An error without a code is clnrest's own: it has lost lightningd, where `xpay` may go on.
      guard reply.status < 500 || reply.value?["code"]?.integerValue(as: Int.self) != nil else {
        throw .protocolViolation(code: nil)
      }
    } catch {
      let until = clock.now().advanced(by: Self.longestAttempt)
      unwatchedUntil.withLock { $0 = max($0, until) }
      throw error
    }
  }

  package func payment(of decision: PaymentDecision) async throws(WalletError) -> NodePayment {
    let parts = try await parts(decision)
    if let preimage = parts.compactMap(\.preimage).first {
      var left: UInt64 = 0
      // What has not come back yet of a payment that has arrived will arrive, too.
      for part in parts where part.status != .failed { left = try left.plus(part.sent) }
      return decision.settled(leaving: left, preimage: preimage)
    }
    guard parts.allSatisfy({ $0.status == .failed }), try await !isInChannel(decision) else { return .pending }
    guard let newest = parts.map(\.createdAt).max() else { return .none }
    let end = max(newest.advanced(by: Self.longestAttempt), unwatchedUntil.withLock { $0 })
    return clock.now() > end ? .over : .pending
  }

  private func parts(_ decision: PaymentDecision) async throws(WalletError) -> [CLNPart] {
    var parts: [CLNPart] = []
    // Every part counts here, so that one that cannot be read stops the answer.
    for entry in try await result("listsendpays", ["payment_hash": .string(decision.paymentHash)]).list("payments") {
      try entry.requireHash(decision.paymentHash, in: "payment_hash")
      parts.append(try CLNPart(entry))
    }
    return parts
  }

  /// Whether a channel still holds money for the hash, whatever its part is called.
  private func isInChannel(_ decision: PaymentDecision) async throws(WalletError) -> Bool {
    try await result("listpeerchannels").list("channels").contains { channel in
      channel["htlcs"]?.arrayValue?.contains { part in
        part["direction"]?.stringValue == "out" && part["payment_hash"]?.stringValue == decision.paymentHash
      } ?? false
    }
  }
}

/// A part of a payment, as `listsendpays` tells it.
private struct CLNPart: Sendable {
  enum Status: String, Sendable {
    case pending, failed, complete
  }

  let status: Status
  let createdAt: Timestamp
  /// In thousandths, with what the way costs.
  let sent: UInt64
  /// That of a part that has arrived.
  let preimage: String?

  init(_ entry: JSONValue) throws(WalletError) {
    guard let status = Status(rawValue: try entry.string("status")) else { throw .protocolViolation(code: nil) }
    self.status = status
    createdAt = Timestamp(seconds: Int64(clamping: try entry.count("created_at")))
    sent = try entry.count("amount_sent_msat")
    preimage = status == .complete ? try entry.string("payment_preimage") : nil
  }
}
