import BitcoinWallet
import JSON
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// Tests a real litecoind whose customers and owner use extension blocks (MWEB).
@Suite(.serialized, .enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
struct LitecoinExtensionBlockTests {
  private func amount(_ text: String) throws -> Amount { try Amount(DecimalAmount(text), decimals: 8) }

  private func number(_ value: JSONValue?) -> JSONValue { value ?? .null }

  /// Pays an ordinary address from extension blocks, and returns the transaction id.
  private func pay(_ address: String, _ amount: String, _ daemon: LitecoinRegtest) async throws -> String {
    let customer = "customer"
    let id = try await daemon.rpc("sendtoaddress", [.string(address), .string(amount)], wallet: customer)
    return id.stringValue ?? ""
  }

  /// One transfer from the pool to the last confirmation, also over a reorganisation, and nothing else is hidden by it.
  @Test func aPaymentOutOfExtensionBlocksIsOneTransfer() async throws {
    try await LitecoinRegtest.with { daemon in
      _ = try await daemon.customer()
      let shop = try LitecoinWorld(daemon).shop
      let (first, second) = (try await shop.newAddress(label: ""), try await shop.newAddress(label: ""))
      let id = try await pay(first, "1.5", daemon)

      func seen(_ address: String, since cursor: TransferCursor?) async throws -> ([IncomingTransfer], TransferCursor) {
        let page = try await shop.transfers(since: cursor, depth: 12)
        return (page.transfers.filter { $0.address == address }, page.cursor)
      }
      let (inPool, cursor) = try await seen(first, since: nil)
      #expect(inPool.map(\.amount) == [try amount("1.5")])
      #expect(inPool.map(\.transactionID) == [id] && inPool.map(\.confirmations) == [0])
      try await daemon.mine(1)
      let (inBlock, later) = try await seen(first, since: cursor)
      #expect(inBlock.map(\.id) == inPool.map(\.id) && inBlock.map(\.confirmations) == [1])
      #expect(inBlock.allSatisfy { !$0.removed })

      // Whoever pays in the ordinary way is seen as before.
      try await daemon.rpc("sendtoaddress", [.string(second), "0.25"], wallet: "payer")
      try await daemon.mine(6)
      #expect(try await seen(second, since: later).0.map(\.confirmations) == [6])
      let (deep, last) = try await seen(first, since: later)
      #expect(deep.map(\.id) == inPool.map(\.id) && deep.map(\.confirmations) == [7])
      #expect(try await shop.balance().available == amount("1.75"))

      try await LitecoinWorld(daemon).takeBack(7)
      let (back, end) = try await seen(first, since: last)
      #expect(back.map(\.id) == inPool.map(\.id) && back.map(\.confirmations) == [0])
      try await daemon.mine(7)
      let (again, _) = try await seen(first, since: end)
      #expect(
        again.map(\.id) == inPool.map(\.id) && again.map(\.confirmations) == [7] && again[0].amount == inPool[0].amount)
      #expect(await shop.glance().remarks.isEmpty)
    }
  }

  /// A wallet that was away, or was restored, has only the entry of the block's own transaction.
  @Test func aPaymentThatWasSeenOnlyInItsBlockCountsOnce() async throws {
    try await LitecoinRegtest.with { daemon in
      _ = try await daemon.customer()
      let shop = try LitecoinWorld(daemon).shop
      let address = try await shop.newAddress(label: "")
      try await daemon.rpc("unloadwallet", ["shop"])
      _ = try await pay(address, "0.3", daemon)
      try await daemon.mine(1)
      try await daemon.rpc("loadwallet", ["shop"])
      let page = try await shop.transfers(since: nil, depth: 12)
      #expect(page.transfers.map(\.amount) == [try amount("0.3")])
      #expect(page.transfers.map(\.confirmations) == [1])
      try await daemon.mine(7)
      let later = try await shop.transfers(since: page.cursor, depth: 12)
      #expect(later.transfers.map(\.id) == page.transfers.map(\.id) && later.transfers.map(\.confirmations) == [8])
    }
  }

  /// What the owner has in extension blocks hides nothing, is not counted, and is not planned with.
  @Test func theOwnersCoinsInExtensionBlocksAreToldAndNotCounted() async throws {
    try await LitecoinRegtest.with { daemon in
      let shop = try LitecoinWorld(daemon).shop
      let address = try await shop.newAddress(label: "")
      for _ in 0..<2 { try await daemon.rpc("sendtoaddress", [.string(address), "1"], wallet: "payer") }
      let hidden = try await daemon.rpc("getnewaddress", ["", "mweb"], wallet: "shop")
      try await daemon.rpc("sendtoaddress", [hidden, "4"], wallet: "payer")
      try await daemon.mine(2)

      #expect(try await shop.transfers(since: nil, depth: 12).transfers.map(\.confirmations) == [2, 2])
      #expect(try await shop.balance() == WalletBalance(available: amount("2"), pending: .zero, locked: .zero))
      #expect(await shop.glance().remarks == [.inExtensionBlocks(try amount("4"))])
      let most = try await shop.largestPayment()
      #expect(try amount("1.99") < most && most < amount("2"))

      let recipient = try await daemon.newAddress("payer")
      func intent(_ text: String) throws -> PaymentIntent {
        PaymentIntent(address: recipient, amount: try amount(text))
      }
      let cap = try amount("0.01")
      for much in ["2", "3", "5.5"] {
        await #expect(throws: WalletError.insufficientFunds, "\(much)") { try await shop.quote(intent(much)) }
        await #expect(throws: WalletError.insufficientFunds, "\(much)") {
          try await shop.prepare(intent(much), feeCap: cap)
        }
      }
      // Two coins are needed, which the daemon would rather take from the extension blocks.
      let signed = try await shop.prepare(intent("1.5"), feeCap: cap)
      #expect(try shop.coins(of: signed).count == 2)
      #expect(try await shop.commit(signed) == .accepted)
      try await daemon.mine(1)
      #expect(try await shop.lookup(signed) == .confirmed(1))
    }
  }
}
