import ExampleWallet
import JSON
import TestSupport
import Testing

/// A provider that somebody else has built with the library, with their own wallet.
@Suite(.serialized) struct OwnWalletTests {
  private static let yaml = """
    wallets:
      - type: toy
        block_milliseconds: 50
        limits: {per_period: 10, ask: never}
      - type: mock
        currencies: [LTC]
    """

  @Test func anAppPaysFromAWalletOfItsAuthorsOwn() async throws {
    try await Daemon.with(Self.yaml, program: "exampled") { daemon in
      let app = try Client(daemon.runtime)
      try await app.pair(with: daemon)
      let currencies = try await app.ask("currencies")["currencies"]?.arrayValue ?? []
      #expect(Set(currencies.map { $0.text("code") }) == ["LTC", "TOY"])
      let invoice = try await app.ask("invoice", "TOY", "2")["invoice"] ?? .null
      #expect(invoice.text("address").hasPrefix("toy1"))

      let address = ExampleAddress.make(1, prefix: "toy1")
      let order = try await app.ask("pay", "TOY", address, "1.5", "--wait")["payment_order"] ?? .null
      #expect(order.text("state") == "succeeded")
      #expect(order.text("fee") == "0.001" && order.text("total") == "1.501")
      #expect(try await daemon.owner("status")["currencies"]?.arrayValue?.count == 2)
    }
  }

  @Test func aWrongSettingIsNamed() async throws {
    for (yaml, problem) in [
      ("block_milliseconds: soon", "toy: block_milliseconds must be a whole number from 1 to 86400000"),
      ("blocks: 5", "blocks is not a known key; known here: type, limits, block_milliseconds"),
    ] {
      let daemon = try Daemon("wallets: [{type: toy, \(yaml)}]", program: "exampled")
      let process = try daemon.launch()
      _ = try await process.line(containing: problem, on: .error)
      #expect(try await process.exit() != .code(0))
    }
  }
}
