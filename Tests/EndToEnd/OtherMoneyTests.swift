import JSON
import MockWallet
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Made-up money never shares a ledger with real money, nor one chain with another.
@Suite(.serialized) struct OtherMoneyTests {
  /// The first steps of a newcomer: made-up money first, with a payment on its way, and then a real wallet in the same
  /// folders. And back.
  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
  func aRealWalletIsNotPutOverMadeUpMoney()
    async throws
  {
    try await LitecoinRegtest.with { litecoin in
      try await withPairedApp { daemon, app in
        let order = try await app.ask("pay", "LTC", MockAddress.example(currency: "LTC"), "1")["payment_order"]
        try await daemon.owner("approve", order?.text("order_id") ?? "")
        try await app.order(order?.text("order_id") ?? "", is: "in_flight")
        try await daemon.terminate()

        let real = litecoin.configuration(name: "test", times: "poll: 1s")
        let madeUp = try String(contentsOfFile: daemon.configuration, encoding: .utf8)
        try daemon.configure(real)
        let refused = try daemon.launch()
        #expect(try await refused.exit() == .code(78))
        let words = refused.lines(.error).joined(separator: " ")
        #expect(words.contains("is one of LTC that is made up, and cannot be used for LTC on regtest"), "\(words)")
        #expect(words.contains("mv ") && words.contains("--state"), "\(words)")

        try daemon.configure(madeUp)
        try await daemon.start()
        #expect(
          try await daemon.owner("status")["payments_in_flight"]?.integerValue(as: Int.self) == 1, "nothing is lost")
      }
    }
  }
}
