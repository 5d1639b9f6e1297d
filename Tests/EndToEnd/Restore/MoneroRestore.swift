import Foundation
import JSON
import PaymentsModel
import Synchronization
import TestSupport

/// The wallet `payer` of a `monero-wallet-rpc`. All tests of a process share it, so that the one that was there is put
/// back in the end.
final class MoneroRestore: RestoreNetwork {
  private struct Kept {
    var seed = ""
    var transactions: Set<String> = []
  }

  private let network: MoneroRegtest
  private let kept = Mutex(Kept())

  /// Runs a story, and puts the wallet back that knows where its payments went.
  static func with(_ network: MoneroRegtest, _ body: (MoneroRestore) async throws -> Void) async throws {
    let story = MoneroRestore(network)
    try await network.rpc("store", wallet: .payer)
    try story.copyFiles(to: "last")
    do {
      try await body(story)
    } catch {
      // The failure of the story says more than one of the end.
      try? await story.replace(by: "last")
      throw error
    }
    try await story.replace(by: "last")
  }

  private init(_ network: MoneroRegtest) { self.network = network }

  let patience: Duration = .seconds(90)

  var configuration: String {
    network.configuration(
      .payer, name: "test", times: "poll: 500ms, follow: 500ms, retry: 500ms",
      more: "limits: {ask: never, per_period: 1000}")
  }

  func strangersAddress() async throws -> String { try await network.newAddress(.shop) }

  func mine(_ blocks: Int) async throws { try await network.mine(blocks) }

  func keepWallet() async throws {
    try await network.rpc("store", wallet: .payer)
    try copyFiles(to: "backup")
    let seed = try await network.rpc("query_key", ["key_type": "mnemonic"], wallet: .payer).text("key")
    let transactions = try await sent()
    kept.withLock { $0 = Kept(seed: seed, transactions: transactions) }
  }

  func lose(_ wallet: RestoreCell.Wallet) async throws {
    try await network.rpc("store", wallet: .payer)
    try copyFiles(to: "last")
    switch wallet {
    case .untouched: break
    case .softRescan: try await network.rpc("rescan_blockchain", wallet: .payer)
    case .ownBackup:
      try await replace(by: "backup")
      try await network.rpc("refresh", wallet: .payer)
    case .seedBefore: try await makeFromSeed(height: 0)
    case .seedAfter:
      // A wallet that is told of too late a height knows nothing of what came before.
      let height: Int = try await network.daemon("get_info")["height"]?.integerValue() ?? 0
      try await makeFromSeed(height: height)
    case .wrongFirst:
      await network.kill(.payer)
      try removeFiles()
      // Without files it makes a wallet of its own.
      try await network.start(.payer)
      try await network.rpc("refresh", wallet: .payer)
    }
  }

  func bringBack(_ wallet: RestoreCell.Wallet) async throws {
    switch wallet {
    case .seedAfter: try await makeFromSeed(height: 0)
    case .wrongFirst: try await replace(by: "last")
    case .untouched, .softRescan, .ownBackup, .seedBefore: break
    }
  }

  func raiseFee(of transaction: String) async throws { throw RegtestError.failed("Monero has no such thing") }

  func paid(to addresses: [String]) async throws -> [String] {
    try await network.received(.shop).compactMap { transfer in
      guard addresses.contains(transfer.text("address")), let amount = transfer["amount"]?.integerValue(as: UInt64.self)
      else { return nil }
      return "\(transfer.text("address")) \(Amount(atomicUnits: UInt128(amount)).text(decimals: 12))"
    }.sorted()
  }

  func transactionCount() async throws -> Int {
    try await network.rpc("refresh", wallet: .payer)
    return try await sent().subtracting(kept.withLock(\.transactions)).count
  }

  func fee(of transaction: String) async throws -> String {
    let answer = try await network.rpc("get_transfer_by_txid", ["txid": .string(transaction)], wallet: .payer)
    let fee = answer["transfer"]?["fee"]?.integerValue(as: UInt64.self) ?? 0
    return Amount(atomicUnits: UInt128(fee)).text(decimals: 12)
  }

  private func sent() async throws -> Set<String> {
    let lists = try await network.rpc(
      "get_transfers", ["out": true, "pending": true, "account_index": 0], wallet: .payer)
    let all = (lists["out"]?.arrayValue ?? []) + (lists["pending"]?.arrayValue ?? [])
    return Set(all.map { $0.text("txid") })
  }

  // MARK: The wallet's files

  private func path(_ end: String) -> String { "\(network.folder)/wallets/payer\(end)" }
  private func copyPath(_ name: String, _ end: String) -> String { "\(network.folder)/\(name)-payer\(end)" }
  private static let ends = ["", ".keys"]

  private func copyFiles(to name: String) throws {
    for end in Self.ends {
      try? FileManager.default.removeItem(atPath: copyPath(name, end))
      try FileManager.default.copyItem(atPath: path(end), toPath: copyPath(name, end))
    }
  }

  private func removeFiles() throws {
    for end in Self.ends + [".address.txt"] { try? FileManager.default.removeItem(atPath: path(end)) }
  }

  private func replace(by name: String) async throws {
    await network.kill(.payer)
    try removeFiles()
    for end in Self.ends { try FileManager.default.copyItem(atPath: copyPath(name, end), toPath: path(end)) }
    try await network.start(.payer)
    try await network.rpc("refresh", wallet: .payer)
  }

  private func makeFromSeed(height: Int) async throws {
    await network.kill(.payer)
    try removeFiles()
    // Without files it makes a wallet of its own, which is in the way.
    try await network.start(.payer)
    try await network.rpc("close_wallet", wallet: .payer)
    try removeFiles()
    try await network.rpc(
      "restore_deterministic_wallet",
      [
        "filename": "payer", "password": "", "seed": .string(kept.withLock(\.seed)),
        "restore_height": .integer(height),
      ], wallet: .payer)
    try await network.rpc("refresh", wallet: .payer)
  }
}
