import BitcoinWallet
import JSON
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// Tests which coins a payment can use, and when, with a real litecoind.
@Suite(.serialized, .enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
struct LitecoinCoinTests {
  private let cap = Amount(atomicUnits: 1_000_000)

  private func lite(_ count: UInt128) -> Amount { Amount(atomicUnits: count * 100_000_000) }

  private func shop(_ daemon: LitecoinRegtest) throws -> BitcoinWallet {
    try BitcoinWallet(LitecoinWorld.configuration(daemon, wallet: "shop"))
  }

  /// Gives the shop's wallet one coin at an address of the given kind.
  private func fund(_ daemon: LitecoinRegtest, _ kind: String, _ amount: String) async throws {
    let address = try await daemon.rpc("getnewaddress", ["", .string(kind)], wallet: "shop")
    try await daemon.rpc("sendtoaddress", [address, .string(amount)], wallet: "payer")
    try await daemon.mine()
  }

  @Test(arguments: ["legacy", "p2sh-segwit", "bech32"]) func whatIsCountedIsPaid(_ kind: String) async throws {
    try await LitecoinRegtest.with { daemon in
      let wallet = try shop(daemon)
      try await fund(daemon, kind, "20")
      #expect(try await wallet.balance().available == lite(20))
      let most = try await wallet.largestPayment()
      let intent = PaymentIntent(address: try await daemon.newAddress("payer"), amount: most)
      #expect(try await wallet.quote(intent).fee > .zero)
      let signedTransaction = try await wallet.prepare(intent, feeCap: cap)
      try keep(signedTransaction, wallet)
      #expect(try await wallet.commit(signedTransaction) == .accepted)
      try await daemon.mine()
      #expect(try await wallet.lookup(signedTransaction) == .confirmed(1))
    }
  }

  /// The network accepts at most 25 unconfirmed transactions that depend on each other.
  @Test func aChainThatIsTooLongWaitsForABlock() async throws {
    try await LitecoinRegtest.with { daemon in
      let wallet = try shop(daemon)
      try await fund(daemon, "bech32", "20")
      let intent = PaymentIntent(address: try await daemon.newAddress("payer"), amount: Amount(atomicUnits: 100_000))
      var accepted = 0
      while accepted < 40 {
        do throws(WalletError) {
          let signedTransaction = try await wallet.prepare(intent, feeCap: cap)
          try keep(signedTransaction, wallet)
          let outcome = try await wallet.commit(signedTransaction)
          #expect(outcome == .accepted)
          accepted += 1
        } catch {
          #expect(error == .coinsBusy, "payment \(accepted + 1)")
          break
        }
      }
      #expect(accepted == 25)
      #expect(try await wallet.balance().locked == .zero, "nothing stays locked")
      // The payment can be ordered anyway, and is made after the next block.
      #expect(try await wallet.quote(intent).fee > .zero)
      try await daemon.mine()
      let signedTransaction = try await wallet.prepare(intent, feeCap: cap)
      try keep(signedTransaction, wallet)
      #expect(try await wallet.commit(signedTransaction) == .accepted)
    }
  }

  @Test func coinsThatAreSetAsideAreNoLackOfFunds() async throws {
    try await LitecoinRegtest.with { daemon in
      let wallet = try shop(daemon)
      try await fund(daemon, "bech32", "20")
      let small = PaymentIntent(address: try await daemon.newAddress("payer"), amount: lite(1))
      let held = try await wallet.prepare(small, feeCap: cap)
      try keep(held, wallet)
      try await wallet.lock(held)
      await #expect(throws: WalletError.coinsBusy) { try await wallet.prepare(small, feeCap: cap) }
      #expect(try await wallet.quote(small).fee == held.fee)
      let large = PaymentIntent(address: small.address, amount: lite(21))
      await #expect(throws: WalletError.insufficientFunds) { try await wallet.quote(large) }
      await #expect(throws: WalletError.insufficientFunds) { try await wallet.prepare(large, feeCap: cap) }
    }
  }

  /// Tells the wallet that the ledger has stored the payment, so that the next one can be built.
  private func keep(_ signedTransaction: SignedTransaction, _ wallet: BitcoinWallet) throws(WalletError) {
    wallet.reservations.keep(try wallet.coins(of: signedTransaction))
  }
}
