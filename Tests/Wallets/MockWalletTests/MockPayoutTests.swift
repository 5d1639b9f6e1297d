import MockWallet
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tests the mock network with transactions that make several payments.
@Suite struct MockPayoutTests {
  private let cap = Amount(atomicUnits: 30_000)
  private let shares = [6_671, 6_670, 6_670].map { Amount(atomicUnits: $0) }

  private func payout(_ shop: MockWallet) async throws -> [PaymentIntent] {
    var payout = [PaymentIntent(address: MockAddress.example(currency: "LTC"), amount: Amount(atomicUnits: 100_000))]
    for units: UInt128 in [200_000, 300_000] {
      payout.append(PaymentIntent(address: try await shop.newAddress(label: ""), amount: Amount(atomicUnits: units)))
    }
    return payout
  }

  private func wallets(_ network: MockNetwork) throws -> (payer: MockWallet, shop: MockWallet) {
    try network.control.setFee(Amount(atomicUnits: 20_011), currency: "LTC")
    return (
      try #require(network.wallet("LTC", name: "payer")), try #require(network.wallet("LTC", name: "shop"))
    )
  }

  @Test func eachRecipientIsPaidOnce() async throws {
    let network = try MockNetwork()
    let (payer, shop) = try wallets(network)
    let payout = try await payout(shop)
    let made = try await payer.prepare(payout, feeCap: cap)
    let before = try await shop.balance()
    #expect(try await payer.commit(made[1]) == .accepted)
    let broadcasts = try network.control.broadcasts("LTC")
    #expect(broadcasts.map(\.transactionID) == made.map(\.transactionID))
    #expect(broadcasts.map(\.address) == payout.map(\.address))
    #expect(broadcasts.map(\.amount) == payout.map(\.amount))
    #expect(broadcasts.map(\.fee) == shares && broadcasts.map(\.commits) == [1, 1, 1])
    #expect(try await shop.balance().pending == Amount(atomicUnits: 500_000))
    try network.control.mine(2)
    let transfers = try await shop.transfers(since: nil, depth: 6).transfers
    #expect(transfers.map(\.address) == payout.dropFirst().map(\.address))
    #expect(transfers.map(\.amount) == payout.dropFirst().map(\.amount))
    #expect(transfers.map(\.confirmations) == [2, 2] && Set(transfers.map(\.id)).count == 2)
    #expect(try await shop.balance().available == before.available.adding(Amount(atomicUnits: 500_000)))
    try network.control.reorganise(2)
    #expect(try await shop.balance().available == before.available)
    #expect(try await shop.transfers(since: nil, depth: 6).transfers.map(\.confirmations) == [0, 0])
    try network.control.doubleSpend(made[0].transactionID, currency: "LTC")
    #expect(try await shop.transfers(since: nil, depth: 6).transfers.map(\.removed) == [true, true])
    for signedTransaction in made {
      #expect(try await payer.lookup(signedTransaction) == .conflicted(confirmations: 1))
    }
  }

  @Test func outlivesTheProcess() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mock-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("network").path
    let network = try MockNetwork(.init(stateFile: path))
    let (payer, shop) = try wallets(network)
    let made = try await payer.prepare(payout(shop), feeCap: cap)
    #expect(try await payer.commit(made[0]) == .accepted)
    let raised = try network.control.raiseFee(of: made[0].transactionID, currency: "LTC")
    let broadcasts = try network.control.broadcasts("LTC")
    #expect(broadcasts.count == 6 && broadcasts.suffix(3).allSatisfy { $0.transactionID == raised })

    let (again, shopAgain) = try wallets(MockNetwork(.init(stateFile: path)))
    for (signedTransaction, fee) in zip(made, [13_341, 13_341, 13_340]) {
      let other = PaymentReplacement(transactionID: raised, fee: Amount(atomicUnits: UInt128(fee)))
      #expect(try await again.lookup(signedTransaction) == .replaced(by: other, confirmations: 0))
    }
    #expect(try await shopAgain.transfers(since: nil, depth: 6).transfers.filter { !$0.removed }.count == 2)
    let snapshot = try MockNetwork.snapshot(ofStateFile: path)
    #expect(try snapshot.control.broadcasts("LTC").map(\.fee) == broadcasts.map(\.fee))
  }

  @Test func aBlobOfOnePaymentDoesNotNameAnOutput() async throws {
    let (payer, shop) = try wallets(MockNetwork())
    let payout = try await payout(shop)
    let one = try await payer.prepare(payout[0], feeCap: cap)
    #expect(!String(decoding: one.blob, as: UTF8.self).contains("output"))
    let several = try await payer.prepare(payout, feeCap: cap)
    let text = String(decoding: several[2].blob, as: UTF8.self)
    let broken = SignedTransaction(
      transactionID: several[2].transactionID, fee: several[2].fee,
      blob: Array(text.replacing(#""output":2"#, with: #""output":3"#).utf8))
    #expect(throws: WalletError.protocolViolation(code: nil)) { try payer.coins(of: broken) }
  }
}
