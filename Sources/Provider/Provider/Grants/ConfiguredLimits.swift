import JSON
import Ledger
import Logging
import Orders
import PaymentsCore
import PaymentsModel

/// The limits that the configuration has for apps of which the owner set none. Who can write that file need not be the owner
/// at the console, so that each change is told and recorded, also one that came with a restart.
struct ConfiguredLimits {
  let payments: Payments

  /// Compares the limits that apply now with those that were noted last, and notes them.
  func note(at now: Timestamp) async throws(LedgerError) {
    var present: [(currency: String, limits: JSONValue)] = []
    for wallet in payments.wallets.wallets {
      let view = GrantView.limits(wallet.limits, decimals: wallet.currency.decimals)
      // Limits are plain values, which are always encoded.
      guard let limits = try? JSONBytesEncoder().encodeValue(view) else { continue }
      present.append((wallet.currency.code, limits))
    }
    let noted = present
    let changes = try await payments.core.ledger.write { transaction -> [String] in
      var changes: [String] = []
      for (currency, limits) in noted {
        let (key, text) = ("limits." + currency, limits.text())
        let before = try transaction.setting(key)
        guard before != text else { continue }
        try transaction.setSetting(key, text)
        // A ledger that is new was given its limits with its first configuration.
        guard let before else { continue }
        var detail: JSONObject = ["currency": .string(currency), "limits": limits]
        detail["before"] = try? JSONValue(parsing: Array(before.utf8))
        try transaction.appendAudit(AuditEntry(at: now, kind: "limits.configured", detail))
        changes.append(currency)
      }
      return changes
    }
    for currency in changes {
      payments.core.log.log(
        level: .ownersTurn,
        "the configuration has other limits than before for apps of which you set none; `payd audit` tells them",
        metadata: ["currency": "\(currency)"])
    }
  }
}
