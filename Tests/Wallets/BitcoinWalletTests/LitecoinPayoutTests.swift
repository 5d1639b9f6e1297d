import BitcoinWallet
import JSON
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// Tests transactions that make several payments with a real litecoind in regtest, beyond what the contract asks.
@Suite(.serialized, .enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
struct LitecoinPayoutTests {
  private let cap = Amount(atomicUnits: 1_000_000)

  private func payout(_ daemon: LitecoinRegtest, _ count: Int) async throws -> [PaymentIntent] {
    var payout: [PaymentIntent] = []
    for index in 0..<count {
      let amount = Amount(atomicUnits: 5_000_000 + UInt128(index))
      payout.append(PaymentIntent(address: try await daemon.newAddress("shop"), amount: amount))
    }
    return payout
  }

  private func payer(_ daemon: LitecoinRegtest) throws -> BitcoinWallet {
    try BitcoinWallet(LitecoinWorld.configuration(daemon, wallet: "payer"))
  }

  @Test func asManyRecipientsAsItPromises() async throws {
    try await LitecoinRegtest.with { daemon in
      let (wallet, shop) = (try payer(daemon), try LitecoinWorld(daemon).shop)
      let payout = try await payout(daemon, wallet.mostRecipients)
      let single = try await wallet.quote(payout[0]).fee
      let made = try await wallet.prepare(payout, feeCap: cap)
      #expect(made.allSatisfy { $0.fee < single }, "a share costs less than a transaction of its own")
      #expect(try await wallet.commit(made[0]) == .accepted)
      try await daemon.mine()
      let transfers = try await shop.transfers(since: nil, depth: 6).transfers
      for (signedTransaction, intent) in zip(made, payout) {
        let received = transfers.filter { $0.address == intent.address }
        #expect(received.map(\.amount) == [intent.amount])
        #expect(received.map(\.transactionID) == [signedTransaction.transactionID])
      }
    }
  }

  @Test func eachPaymentCanBeProven() async throws {
    try await LitecoinRegtest.with { daemon in
      let wallet = try payer(daemon)
      let payout = try await payout(daemon, 3)
      let made = try await wallet.prepare(payout, feeCap: cap)
      #expect(try await wallet.commit(made[2]) == .accepted)
      try await daemon.mine()
      for (signedTransaction, intent) in zip(made, payout) {
        let id = signedTransaction.transactionID
        let own = PaymentProofSubject(
          transactionID: id, address: intent.address, signedTransaction: signedTransaction)
        let proof = try await wallet.prove(.payment(own), message: "one of three")
        let seen = PaymentProofSubject(transactionID: id, address: intent.address)
        #expect(
          try await wallet.verify(proof.text, of: .payment(seen), message: "one of three")
            == .valid(ProvenFacts(signer: .payer, amount: intent.amount, confirmations: 1)))
      }
    }
  }

  @Test func endingOnePaymentEndsTheWholeTransaction() async throws {
    try await LitecoinRegtest.with { daemon in
      let wallet = try payer(daemon)
      let payout = try await payout(daemon, 3)
      let made = try await wallet.prepare(payout, feeCap: cap)
      let ending = try await wallet.prepareEnding(made[1])
      let hex = JSONValue.string(String(decoding: ending.blob, as: UTF8.self))
      let inputs = try await daemon.rpc("decoderawtransaction", [hex])["vin"]?.arrayValue ?? []
      let spent = inputs.map { input in
        CoinID(rawValue: "\(input["txid"]?.stringValue ?? ""):\(input["vout"]?.integerValue(as: Int.self) ?? -1)")
      }
      #expect(try Set(spent) == Set(wallet.coins(of: made[0])), "all coins go back")
      try await wallet.send(ending)
      try await daemon.mine()
      for signedTransaction in made {
        #expect(try await wallet.lookup(signedTransaction) == .conflicted(confirmations: 1), "the order can end")
        #expect(try await wallet.commit(signedTransaction) == .rejected(.conflicted))
      }
      #expect(try await LitecoinWorld(daemon).shop.transfers(since: nil, depth: 6).transfers.isEmpty)
    }
  }
}
