import JSON
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Coins of a real `monero-wallet-rpc` are frozen only for payments under way, and a freeze that the wallet has
/// forgotten prevents no payment. Coins that the owner froze stay frozen. `PAYPORT_LOCK_ROUNDS` sets the number of
/// rounds.
@Suite(.serialized, .enabled(if: MoneroRegtest.isInstalled, "Monero is not installed")) struct MoneroInputTests {
  private static let rounds = ProcessInfo.processInfo.environment["PAYPORT_LOCK_ROUNDS"].flatMap { Int($0) } ?? 1

  private static func yaml(_ network: MoneroRegtest) -> String {
    network.configuration(
      .payer, name: "test", times: "poll: 500ms, follow: 500ms, retry: 200ms",
      more: "limits: {per_period: 100000, ask: never}")
  }

  /// Returns the key images of the payer's unspent frozen coins.
  private static func frozen(_ network: MoneroRegtest) async throws -> [String] {
    let coins = try await network.rpc(
      "incoming_transfers", ["transfer_type": "available", "account_index": 0], wallet: .payer)
    return (coins["transfers"]?.arrayValue ?? []).filter { $0["frozen"] == true }.map { $0.text("key_image") }
  }

  @Test func whatEndsWhileItIsBuiltFreezesNothing() async throws {
    try await MoneroRegtest.with { network in
      let coins = try await network.rpc(
        "incoming_transfers", ["transfer_type": "available", "account_index": 0], wallet: .payer)
      let own = coins["transfers"]?[0]?.text("key_image") ?? ""
      try await network.rpc("freeze", ["key_image": .string(own)], wallet: .payer)
      let recipient = try await network.newAddress(.shop)
      try await withPairedApp(Self.yaml(network), scopes: "pay") { daemon, app in
        var ends: [String: Int] = [:]
        for round in 0..<(3 * Self.rounds) {
          for isKilled in [false, true] {
            let pay = try await app.ask("pay", "XMR", recipient, "0.53")["payment_order"] ?? .null
            // This waits for nothing in particular; it makes the end come at a different place each time.
            try await Task.sleep(for: .milliseconds(round * 150 % 700))
            if isKilled {
              await daemon.kill()
              try await daemon.start()
            } else {
              let run = try await app.run("cancel-order", pay.text("order_id"))
              ends[run.json["payment_order"]?.text("state") ?? "too late", default: 0] += 1
            }
          }
        }
        print("monero: \(3 * Self.rounds) kills, cancelled: \(ends)")
        _ = try await eventually("all that was not cancelled is sent", within: .seconds(120)) {
          let orders = try await app.ask("orders")["payment_orders"]?.arrayValue ?? []
          return orders.allSatisfy { ["cancelled", "in_flight"].contains($0.text("state")) } ? true : nil
        }
        _ = try await eventually("only the owner's coin is frozen") {
          try await Self.frozen(network) == [own] ? true : nil
        }
        try await network.mine(2)
        _ = try await eventually("all are confirmed", within: .seconds(60)) {
          let orders = try await app.ask("orders")["payment_orders"]?.arrayValue ?? []
          return orders.allSatisfy { ["cancelled", "succeeded"].contains($0.text("state")) } ? true : nil
        }
        #expect(try await Self.frozen(network) == [own])
        await daemon.kill()
        try await daemon.start()
        #expect(try await Self.frozen(network) == [own])
      }
      try await network.rpc("thaw", ["key_image": .string(own)], wallet: .payer)
    }
  }
}
