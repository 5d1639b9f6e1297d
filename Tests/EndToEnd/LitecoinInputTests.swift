import JSON
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Coins of a real `litecoind` are locked only for payments under way, not for an order that has ended and not by a
/// program that was killed. Coins that the owner locked stay locked. `PAYPORT_LOCK_ROUNDS` sets the number of rounds.
@Suite(.serialized, .enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed")) struct LitecoinInputTests {
  private static let rounds = ProcessInfo.processInfo.environment["PAYPORT_LOCK_ROUNDS"].flatMap { Int($0) } ?? 1
  /// The calls to the daemon during a payment, after its coins were chosen.
  private static let steps = ["walletprocesspsbt", "finalizepsbt", "decoderawtransaction"]

  private struct Scene {
    let litecoin: LitecoinRegtest
    let proxy: LitecoinProxy
    let daemon: Daemon
    let app: Client
    let recipient: String
    /// The coin that the owner has locked.
    let own: JSONValue

    func pay(_ amount: String = "0.1") async throws -> String {
      try await app.ask("pay", "LTC", recipient, amount)["payment_order"]?.text("order_id") ?? ""
    }

    var locked: [JSONValue] {
      get async throws { try await litecoin.rpc("listlockunspent", wallet: "payer").arrayValue ?? [] }
    }

    /// Requires that after a short time nothing is locked except the owner's coin.
    func requireNothingLocked(_ when: String) async throws {
      var last: [JSONValue] = []
      do {
        _ = try await eventually("nothing is locked") {
          last = try await locked
          return last == [own] ? true : nil
        }
      } catch {
        Issue.record("\(when): \(last.count) locked")
      }
    }
  }

  private static func with(_ body: (Scene) async throws -> Void) async throws {
    try await LitecoinRegtest.with { litecoin in
      let proxy = try LitecoinProxy(litecoin)
      let yaml = litecoin.configuration(
        name: "test", times: "poll: 200ms, follow: 500ms, retry: 200ms", url: proxy.url,
        more: "limits: {per_period: 100000, ask: never}")
      let coin = try await litecoin.rpc("listunspent", wallet: "payer")[0] ?? .null
      let own: JSONValue = ["txid": coin["txid"] ?? .null, "vout": coin["vout"] ?? .null]
      try await litecoin.rpc("lockunspent", [false, [own]], wallet: "payer")
      let recipient = try await litecoin.newAddress("shop")
      try await withPairedApp(yaml, scopes: "pay") { daemon, app in
        try await body(
          Scene(litecoin: litecoin, proxy: proxy, daemon: daemon, app: app, recipient: recipient, own: own))
      }
    }
  }

  @Test func whatIsCancelledWhileItIsBuiltHoldsNothing() async throws {
    try await Self.with { scene in
      for _ in 0..<Self.rounds {
        for step in Self.steps {
          // This is the last call while the payment is built.
          let before = scene.proxy.count("decoderawtransaction")
          scene.proxy.hold(step)
          let order = try await scene.pay()
          try await scene.proxy.untilHeld()
          try await scene.app.ask("cancel-order", order)
          scene.proxy.letGo()
          try await scene.app.order(order, is: "cancelled")
          _ = try await eventually("it is built, for nobody") {
            scene.proxy.count("decoderawtransaction") > before ? true : nil
          }
        }
      }
      try await scene.requireNothingLocked("cancelled")
      // All coins of the wallet are available for the next payment, except the owner's.
      let order = try await scene.pay("400")
      _ = try await eventually("it is sent") {
        try await scene.app.ask("order-status", order)["payment_order"]?["transaction_id"] == nil ? nil : true
      }
      try await scene.litecoin.mine(2)
      try await scene.app.order(order, is: "succeeded")
      #expect(try await scene.locked == [scene.own])
    }
  }

  @Test func whatIsRevokedWhileItIsBuiltHoldsNothing() async throws {
    try await Self.with { scene in
      try await scene.app.order(scene.pay(), is: "in_flight")
      scene.proxy.hold("walletprocesspsbt")
      _ = try await scene.pay()
      try await scene.proxy.untilHeld()
      let key = try await scene.daemon.owner("apps")["apps"]?[0]?["app"]?.text("key") ?? ""
      try await scene.daemon.owner("revoke", key)
      scene.proxy.letGo()
      try await scene.requireNothingLocked("revoked")
      await scene.daemon.kill()
      try await scene.daemon.start()
      try await scene.requireNothingLocked("after a restart")
    }
  }

  @Test func whoIsKilledInTheMiddleLeavesNothingLocked() async throws {
    try await Self.with { scene in
      for round in 0..<Self.rounds {
        for step in Self.steps + ["sendrawtransaction"] {
          scene.proxy.hold(step)
          let order = try await scene.pay()
          try await scene.proxy.untilHeld()
          await scene.daemon.kill()
          scene.proxy.letGo()
          // Locks from before the start were made by a program that is gone.
          #expect(try await scene.locked == [scene.own], "\(step), round \(round)")
          try await scene.daemon.start()
          try await scene.app.order(order, is: "in_flight")
          try await scene.requireNothingLocked(step)
        }
      }
      try await scene.litecoin.mine(2)
      try await scene.requireNothingLocked("in a block")
    }
  }

  /// No payment is accepted, its coins are locked, and the program that locked them is killed in the middle of it.
  @Test func locksOfWhatIsInDoubtEndWithTheDoubt() async throws {
    try await Self.with { scene in
      for _ in 0..<Self.rounds {
        scene.proxy.refuseTransactions(true)
        scene.proxy.hold("lockunspent")
        let order = try await scene.pay("60")
        try await scene.proxy.untilHeld()
        await scene.daemon.kill()
        scene.proxy.letGo()
        try await scene.daemon.start()
        // These are more than one coin of 50, and the owner's coin.
        _ = try await eventually("locked") { try await scene.locked.count >= 3 ? true : nil }
        scene.proxy.forgive()
        _ = try await eventually("the network has it", within: .seconds(60)) {
          try await scene.litecoin.rpc("getrawmempool").arrayValue?.isEmpty == false ? true : nil
        }
        try await scene.requireNothingLocked("sent")
        try await scene.litecoin.mine(2)
        try await scene.app.order(order, is: "succeeded")
      }
    }
  }

  /// The first payment is not accepted, and then the daemon forgets the locks of its coins.
  @Test func coinsOfAnOpenOrderAreNotChosenAgainWhateverTheDaemonForgot() async throws {
    try await Self.with { scene in
      for round in 0..<Self.rounds {
        scene.proxy.refuseTransactions(true)
        // The payment needs seven of ten coins, so the next payments would get some of them.
        let first = try await scene.pay("310")
        _ = try await eventually("refused") { scene.proxy.hasRefused ? true : nil }
        scene.proxy.refuseTransactions(false)
        await scene.litecoin.kill()
        try await scene.litecoin.start()
        try await scene.litecoin.rpc("lockunspent", [false, [scene.own]], wallet: "payer")
        var orders: [String] = []
        for amount in ["60", "30"] {
          let order = try await eventually("a quote") { () -> String? in
            let run = try await scene.app.run("pay", "LTC", scene.recipient, amount)
            return run.json["payment_order"]?.text("order_id")
          }
          orders.append(order)
        }
        for order in orders { try await scene.app.order(order, is: "in_flight", within: .seconds(60)) }
        #expect(try await scene.litecoin.rpc("getrawmempool").arrayValue?.count == 2)
        scene.proxy.forgive()
        _ = try await eventually("all are sent", within: .seconds(90)) {
          try await scene.litecoin.rpc("getrawmempool").arrayValue?.count == 3 ? true : nil
        }
        try await scene.litecoin.mine(2)
        for order in orders + [first] { try await scene.app.order(order, is: "succeeded") }
        try await scene.requireNothingLocked("round \(round)")
        // This mines coins for the next round.
        try await scene.litecoin.mine(8)
      }
    }
  }
}
