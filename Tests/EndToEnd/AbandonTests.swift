import JSON
import MockWallet
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Orders that cannot be completed, which the owner ends.
@Suite(.serialized) struct AbandonTests {
  private let stranger = MockAddress.example(currency: "LTC")

  @Test func anApprovedOrderThatWaitsEndsAtOnce() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.mock("status", "LTC", "locked")
      let id = try await app.ask("pay", "LTC", stranger, "0.05")["payment_order"]?.text("order_id") ?? ""
      _ = try await eventually("it waits for the wallet") {
        let order = try await daemon.owner("abandon")["orders"]?[0]?["order"] ?? .null
        return order.text("state") == "approved" && order.text("waiting_for") == "wallet" ? true : nil
      }
      #expect(try await daemon.owner("abandon", id)["orders"]?[0]?["order"]?.text("state") == "rejected")
      #expect(try await app.ask("order-status", id)["payment_order"]?.text("reason") == "user_rejected")
      #expect(try await daemon.owner("abandon")["orders"]?.arrayValue == [])
      #expect(try await daemon.console(["abandon", id]).status == 65)
    }
  }

  /// The daemon has forgotten the transaction, and now requires a higher fee than it pays. Without the owner it would
  /// stay in flight for ever.
  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
  func whatTheNetworkDoesNotTakeEndsOnceItIsCertain() async throws {
    try await LitecoinRegtest.with { litecoin in
      let yaml = litecoin.configuration(times: "poll: 1s, follow: 200ms, retry: 200ms")
      try await Daemon.with(yaml) { payd in
        let app = try Client(payd.runtime)
        try await app.pair(with: payd, scopes: "receive,pay,balance")
        let address = try await litecoin.newAddress("shop")
        let id = try await app.ask("pay", "LTC", address, "0.25")["payment_order"]?.text("order_id") ?? ""
        try await payd.owner("approve", id)
        try await app.order(id, is: "in_flight")
        let refused = try await payd.console(["abandon", id])
        #expect(refused.status == 65, "the network has it")

        try await litecoin.stop()
        try FileManager.default.removeItem(atPath: litecoin.folder + "/regtest/mempool.dat")
        let path = litecoin.folder + "/litecoin.conf"
        let lines = try String(contentsOfFile: path, encoding: .utf8) + "\nminrelaytxfee=0.05\nwalletbroadcast=0\n"
        try Data(lines.utf8).write(to: URL(fileURLWithPath: path))
        try await litecoin.start()
        _ = try await eventually("nobody knows whether it is paid") {
          let order = try await payd.owner("abandon")["orders"]?[0]?["order"] ?? .null
          return order["in_doubt"] == true ? true : nil
        }
        let offer = try await eventually("what it costs is told") {
          let run = try await payd.console(["abandon", id, "--json"])
          return run.status == 0 ? run.json["orders"]?[0] : nil
        }
        #expect(offer["order"]?.text("state") == "in_flight" && offer["return_id"] == nil)
        let tooLittle = try await payd.console(["abandon", id, "--fee", "0.000001"])
        #expect(tooLittle.status == 65)
        let ended = try await payd.owner("abandon", id, "--fee", offer.text("return_fee_cap"))["orders"]?[0] ?? .null
        try await litecoin.mine(5)
        #expect(try await app.ask("order-status", id)["payment_order"]?.text("state") == "in_flight", "not certain yet")
        #expect(try await payd.console(["abandon", id]).status == 65, "it is being ended")
        try await litecoin.mine(1)
        let order = try await app.order(id, is: "failed")
        #expect(order.text("reason") == "payment_conflicted")
        let back = try await litecoin.rpc("gettransaction", [.string(ended.text("return_id"))], wallet: "payer")
        #expect(back["confirmations"] == 6)
        #expect(try await app.ask("balance", "LTC").text("locked") == "0")
        #expect(try await payd.owner("audit").text().contains("order.abandoned"))
      }
    }
  }
}
