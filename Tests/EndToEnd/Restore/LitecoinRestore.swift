import Foundation
import JSON
import PaymentsModel
import Synchronization
import TestSupport

/// The wallet `payer` of a `litecoind`.
final class LitecoinRestore: RestoreNetwork {
  private struct Kept {
    var seed = ""
    var height = 0
    var transactions: Set<String> = []
  }

  private static let wallet = "payer"

  private let daemon: LitecoinRegtest
  private let kept = Mutex(Kept())

  init(_ daemon: LitecoinRegtest) { self.daemon = daemon }

  let patience: Duration = .seconds(30)

  var configuration: String {
    daemon.configuration(
      name: "test", times: "poll: 200ms, follow: 200ms, retry: 200ms",
      more: "timeout_seconds: 10\nlimits: {ask: never, per_period: 1000}")
  }

  func strangersAddress() async throws -> String { try await daemon.newAddress("shop") }

  func mine(_ blocks: Int) async throws {
    let address = try await daemon.newAddress("shop")
    try await daemon.rpc("generatetoaddress", [.number(JSONNumber(blocks)), .string(address)])
    try await daemon.flush()
  }

  func keepWallet() async throws {
    try await daemon.rpc("backupwallet", [.string(copy("backup"))], wallet: Self.wallet)
    let dump = daemon.folder + "/dump"
    try? FileManager.default.removeItem(atPath: dump)
    try await daemon.rpc("dumpwallet", [.string(dump)], wallet: Self.wallet)
    let lines = try String(contentsOfFile: dump, encoding: .utf8).split(separator: "\n")
    let seed = lines.first { $0.contains(" hdseed=1 ") }?.split(separator: " ").first.map(String.init) ?? ""
    let height: Int = try await daemon.rpc("getblockcount").integerValue() ?? 0
    let transactions = try await sent()
    kept.withLock { $0 = Kept(seed: seed, height: height, transactions: transactions) }
  }

  func lose(_ wallet: RestoreCell.Wallet) async throws {
    // The wallet as it is at the end, for those that get it back whole.
    try? FileManager.default.removeItem(atPath: copy("last"))
    try await daemon.rpc("backupwallet", [.string(copy("last"))], wallet: Self.wallet)
    switch wallet {
    case .untouched: break
    case .softRescan: try await rescan()
    case .ownBackup:
      // The wallet reads by itself what came since its backup, up to where it is on the chain.
      try await replace(by: "backup")
    case .seedBefore:
      try await makeFromSeed()
      try await rescan()
    case .seedAfter: try await makeFromSeed()
    case .wrongFirst:
      try await remove()
      try await create(blank: false)
    }
  }

  func bringBack(_ wallet: RestoreCell.Wallet) async throws {
    switch wallet {
    case .seedAfter: try await rescan()
    case .wrongFirst: try await replace(by: "last")
    case .untouched, .softRescan, .ownBackup, .seedBefore: break
    }
  }

  func raiseFee(of transaction: String) async throws {
    try await daemon.rpc("bumpfee", [.string(transaction)], wallet: Self.wallet)
  }

  func paid(to addresses: [String]) async throws -> [String] {
    var found: [String] = []
    for transaction in try await transactions() {
      for output in transaction["vout"]?.arrayValue ?? [] {
        let script = output["scriptPubKey"] ?? .null
        let to = script["addresses"]?[0]?.stringValue ?? script["address"]?.stringValue ?? ""
        guard addresses.contains(to), let value = output["value"]?.numberValue else { continue }
        found.append("\(to) \(try Amount(DecimalAmount(value.text), decimals: 8).text(decimals: 8))")
      }
    }
    return found.sorted()
  }

  func transactionCount() async throws -> Int {
    let before = kept.withLock(\.transactions)
    var count = 0
    for id in try await sent() where !before.contains(id) {
      let confirmations: Int? = try await daemon.rpc("gettransaction", [.string(id)], wallet: Self.wallet)[
        "confirmations"]?.integerValue()
      // One whose fee was raised is never in a block.
      if confirmations ?? -1 >= 0 { count += 1 }
    }
    return count
  }

  func fee(of transaction: String) async throws -> String {
    let answer = try await daemon.rpc("gettransaction", [.string(transaction)], wallet: Self.wallet)
    let text = answer["fee"]?.numberValue?.text ?? "0"
    return try Amount(DecimalAmount(text.hasPrefix("-") ? String(text.dropFirst()) : text), decimals: 8)
      .text(decimals: 8)
  }

  /// All transactions in blocks since the wallet was kept, and those that wait.
  private func transactions() async throws -> [JSONValue] {
    let first = kept.withLock(\.height) + 1
    let last: Int = try await daemon.rpc("getblockcount").integerValue() ?? 0
    var all: [JSONValue] = []
    for height in first...max(first, last) where height <= last {
      let hash = try await daemon.rpc("getblockhash", [.number(JSONNumber(height))])
      all += try await daemon.rpc("getblock", [hash, 2])["tx"]?.arrayValue ?? []
    }
    for id in try await daemon.rpc("getrawmempool").arrayValue ?? [] {
      all.append(try await daemon.rpc("getrawtransaction", [id, true]))
    }
    return all
  }

  private func sent() async throws -> Set<String> {
    let list = try await daemon.rpc("listtransactions", ["*", 10_000], wallet: Self.wallet).arrayValue ?? []
    return Set(list.filter { $0.text("category") == "send" }.map { $0.text("txid") })
  }

  // MARK: The wallet's files

  private func copy(_ name: String) -> String { "\(daemon.folder)/\(name).wallet" }

  /// The folder of the wallet, which is in another place where the data folder has one for wallets.
  private var place: String {
    let inFolder = "\(daemon.folder)/regtest/wallets"
    return (FileManager.default.fileExists(atPath: inFolder) ? inFolder : daemon.folder + "/regtest") + "/"
      + Self.wallet
  }

  private func remove() async throws {
    try await daemon.rpc("unloadwallet", [.string(Self.wallet)])
    try FileManager.default.removeItem(atPath: place)
  }

  private func replace(by name: String) async throws {
    try await remove()
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: copy(name), toPath: place + "/wallet.dat")
    try await daemon.rpc("loadwallet", [.string(Self.wallet)])
  }

  private func create(blank: Bool) async throws {
    try await daemon.rpc("createwallet", [.string(Self.wallet), false, .bool(blank), "", false, false, true])
  }

  private func makeFromSeed() async throws {
    try await remove()
    try await create(blank: true)
    try await daemon.rpc("sethdseed", [true, .string(kept.withLock(\.seed))], wallet: Self.wallet)
  }

  private func rescan() async throws { try await daemon.rpc("rescanblockchain", [], wallet: Self.wallet) }
}
