import JSON
import PaymentsModel
import Synchronization
package import WalletBackend

extension BitcoinWallet {
  /// The oldest version of the daemon that the wallet was written for, as `getnetworkinfo` numbers them.
  private static let oldestVersion = 210_000

  /// Returns whether the daemon can be used now.
  package func status() async -> WalletStatus { await glance().status }

  /// Returns the status, and a digest of the newest block, the number of the wallet's transactions and its balances.
  package func glance() async -> WalletGlance {
    do throws(WalletProblem) {
      let node = try await answer("getblockchaininfo", on: .node)
      try checkChain(node)
      try await rpc.checkProgram { info throws(WalletProblem) in try checkProgram(info) }
      // This also notes the highest block, so it comes before the call that may fail.
      let missing = try missing(node)
      let height: Int? = node["blocks"]?.integerValue()
      let wallet = try await answer("getwalletinfo", on: .wallet)
      let parts = ["txcount", "balance", "unconfirmed_balance", "immature_balance"].map { wallet[$0]?.text() ?? "" }
      let digest = node["bestblockhash"]?.stringValue.map { block in
        WalletDigest(blocks: block, transactions: parts.joined(separator: " "))
      }
      let time = node["mediantime"]?.integerValue(as: Int.self)
      let problem = try problem(node, wallet, missing: missing)
      await lookAtExtensionCoins(digest?.transactions ?? "")
      return WalletGlance(
        problem: problem, digest: digest, height: height, chainTime: time.map { Timestamp(seconds: Int64($0)) },
        remarks: remarks)
    } catch {
      return WalletGlance(problem: error)
    }
  }

  /// Learns what the wallet has in extension blocks, so that the owner can be told. If the daemon does not answer, the
  /// next glance asks again.
  private func lookAtExtensionCoins(_ transactions: String) async {
    guard configuration.family.hasExtensionBlocks,
      extensionCoins.withLock({ $0.mustBeListed(at: transactions) }),
      (try? await freeCoins()) != nil
    else { return }
    extensionCoins.withLock { $0.transactions = transactions }
  }

  private var remarks: [WalletRemark] {
    let elsewhere = extensionCoins.withLock { $0.amount ?? .zero }
    return (elsewhere == .zero ? [] : [.inExtensionBlocks(elsewhere)]) + entries.remarks
  }

  // MARK: What may be wrong

  private func checkChain(_ node: JSONValue) throws(WalletProblem) {
    let expected = configuration.chain.rawValue
    guard let found = node["chain"]?.stringValue else { throw .notUnderstood(code: nil, rpc.endpoint) }
    guard found == expected else {
      throw .wrongNetwork(expected: expected, found: WalletProblem.shown(found), rpc.endpoint)
    }
  }

  /// Refuses a daemon of another currency, whose chains have the same names, and one that is too old.
  private func checkProgram(_ info: JSONValue) throws(WalletProblem) {
    let agents = [BitcoinFamily.bitcoin, .litecoin].filter { family in
      info["subversion"]?.stringValue?.utf8.starts(with: "/\(family.agent):".utf8) == true
    }
    if let other = agents.first, other.agent != configuration.family.agent {
      throw .wrongNetwork(expected: configuration.family.name, found: other.name, rpc.endpoint)
    }
    if let version: Int = info["version"]?.integerValue(), version < Self.oldestVersion {
      throw .tooOld(found: Self.words(version), needed: Self.words(Self.oldestVersion), rpc.endpoint)
    }
  }

  /// A version as people write it: 0.21.2 up to number 219999, and 22.1 from 220000.
  private static func words(_ version: Int) -> String {
    let (major, minor, patch) = (version / 10_000, version / 100 % 100, version % 100)
    guard major < 22 else { return "\(major).\(minor)" }
    return version < 1_000_000 ? "0.\(major).\(minor)" : "\(major / 100).\(minor).\(patch)"
  }

  private func problem(
    _ node: JSONValue, _ wallet: JSONValue, missing: Int
  ) throws(WalletProblem) -> WalletProblem? {
    let height: Int? = node["blocks"]?.integerValue()
    // The progress is the daemon's estimate and no money, so a Double is good enough.
    let progress = node["verificationprogress"]?.numberValue?.double ?? 0
    guard let isDownloading = node["initialblockdownload"]?.boolValue else {
      throw .notUnderstood(code: nil, rpc.endpoint)
    }
    // One or two blocks may be in transit at any time.
    if isDownloading || missing > 2 || (configuration.chain != .regtest && progress < 0.999) {
      return .syncing(
        SyncProgress(
          height: height, target: height.map { $0 + missing }, percent: progress > 0 ? Self.percent(progress) : nil))
    }
    if wallet["scanning"]?.objectValue != nil {
      let scanned = wallet["scanning"]?["progress"]?.numberValue?.double ?? 0
      return .syncing(SyncProgress(percent: Self.percent(scanned)))
    }
    if wallet["private_keys_enabled"]?.boolValue == false { return .viewOnly }
    // The member is absent for a wallet without a passphrase, and 0 while the wallet is locked.
    if let until: Int = wallet["unlocked_until"]?.integerValue(), until == 0 { return .locked }
    return nil
  }

  /// What is not finished is never shown as finished.
  private static func percent(_ progress: Double) -> Int { Int(max(0, min(progress, 0.99)) * 100) }

  // MARK: Asking

  private func missing(_ node: JSONValue) throws(WalletProblem) -> Int {
    do throws(WalletError) { return try blocksMissing(node) } catch { throw .notUnderstood(code: nil, rpc.endpoint) }
  }

  private func answer(_ method: String, on target: DaemonRPC.Target) async throws(WalletProblem) -> JSONValue {
    switch try await rpc.ask(method, on: target) {
    case .result(let value): return value
    case .failure(let failure):
      switch failure.code {
      case DaemonFailure.walletNotFound:
        let (loaded, stored) = (await loadedWallets(), await storedWallets())
        throw .walletNotFound(name: configuration.wallet ?? "", loaded: loaded, stored: stored, rpc.endpoint)
      case DaemonFailure.walletNotSpecified: throw .walletNotChosen(loaded: await loadedWallets(), rpc.endpoint)
      case DaemonFailure.methodNotFound where target == .wallet: throw .walletsDisabled(rpc.endpoint)
      case DaemonFailure.warmingUp, DaemonFailure.initialDownload: throw .starting(rpc.endpoint)
      default: throw .notUnderstood(code: failure.code, rpc.endpoint)
      }
    }
  }

  /// The names of the wallets that the daemon has loaded; none where it does not tell.
  package func loadedWallets() async -> [String] {
    guard case .result(let list)? = try? await rpc.ask("listwallets", on: .node) else { return [] }
    return Self.names(list.arrayValue ?? [])
  }

  /// The names of the wallets in the daemon's folder; none where it does not tell.
  private func storedWallets() async -> [String] {
    guard case .result(let list)? = try? await rpc.ask("listwalletdir", on: .node) else { return [] }
    return Self.names(list["wallets"]?.arrayValue?.compactMap { $0["name"] } ?? [])
  }

  /// In an order of its own, because the daemon lists its folder in any: what is found again is then no news.
  private static func names(_ values: [JSONValue]) -> [String] {
    values.compactMap { $0.stringValue.map(WalletProblem.shown) }.sorted().prefix(16).map(\.self)
  }
}
