import BitcoinWallet
import JSON
import Synchronization
package import WalletBackend

extension ElectrumWallet {
  /// Returns whether the daemon can be used now.
  package func status() async -> WalletStatus { await glance().status }

  /// Returns the status, and a digest of the newest block and the wallet's balance. Electrum tells of changes only by address,
  /// so it is asked: four short calls.
  package func glance() async -> WalletGlance {
    do throws(WalletProblem) {
      let info = try await rpc.info()
      try await rpc.checkProgram(info)
      guard let height: Int = info["blockchain_height"]?.integerValue(),
        let told: Int = info["server_height"]?.integerValue(), let isConnected = info["connected"]?.boolValue
      else { throw .notUnderstood(code: nil, rpc.endpoint) }
      let balance = try await openedBalance()
      guard isConnected else { throw .noDaemon(rpc.endpoint) }
      var isRead = try await answer("is_synchronized").boolValue == true
      // At first it may only have a new address, or be opened.
      if !isRead, sight.withLock({ $0.waiting == nil }) { isRead = (try? await settledTip()) != nil }
      let digest = WalletDigest(blocks: "\(height) \(told)", transactions: "\(balance.text()) \(isRead)")
      let behind = behind(height: height, told: told, isRead: isRead)
      let problem = if let behind { behind } else { try await signingProblem() }
      return WalletGlance(problem: problem, digest: digest, height: height, remarks: entries.remarks)
    } catch {
      return WalletGlance(problem: error)
    }
  }

  /// Returns the balance, after the wallet was opened if it was not. A daemon that was started again has opened none.
  private func openedBalance() async throws(WalletProblem) -> JSONValue {
    let parameters = rpc.forWallet([:])
    if case .result(let balance) = try await rpc.ask("getbalance", parameters) { return balance }
    var opening = JSONObject()
    if let path = configuration.wallet { opening["wallet_path"] = .string(path) }
    if let password = configuration.walletPassword { opening["password"] = .string(password) }
    _ = try await rpc.ask("load_wallet", opening)
    switch try await rpc.ask("getbalance", parameters) {
    case .result(let balance): return balance
    case .failure(ElectrumRPC.notLoaded):
      throw .walletNotFound(name: configuration.wallet ?? "", loaded: await openWallets(), stored: [], rpc.endpoint)
    case .failure: throw .notUnderstood(code: 1, rpc.endpoint)
    }
  }

  /// The paths of the wallets that the daemon has opened; none where it does not tell.
  package func openWallets() async -> [String] {
    guard case .result(let list)? = try? await rpc.ask("list_wallets") else { return [] }
    let paths = (list.arrayValue ?? []).compactMap { $0["path"]?.stringValue.map(WalletProblem.shown) }
    return Array(paths.sorted().prefix(16))
  }

  private func answer(_ method: String, _ parameters: JSONObject = [:]) async throws(WalletProblem) -> JSONValue {
    guard case .result(let value) = try await rpc.ask(method, rpc.forWallet(parameters)) else {
      throw .notUnderstood(code: 1, rpc.endpoint)
    }
    return value
  }

  /// How many intervals between blocks may pass without one. By chance that happens once in tens of millions of blocks.
  private static let longestWait = 18

  /// Returns how far the wallet is behind; `nil` if it is not, as far as it can know.
  private func behind(height: Int, told: Int, isRead: Bool) -> WalletProblem? {
    let highest = seen(height)
    // One or two blocks may be in transit at any time.
    let target = max(highest, told)
    if min(height, told) + 2 < target { return progress(min(height, told), target) }
    // A new address is asked for a moment, and three glances are some seconds.
    let waiting = sight.withLock { sight in
      sight.waiting = isRead ? 0 : sight.waiting.map { $0 + 1 }
      return sight.waiting
    }
    if waiting.map({ $0 > 3 }) ?? true { return progress(nil) }
    guard configuration.chain == .main, let since = sight.withLock({ $0.since }) else { return nil }
    // A server can withhold blocks from somebody who asks no other.
    let interval = Duration.seconds(configuration.family.code == "LTC" ? 150 : 600)
    return now - since > interval * Self.longestWait ? progress(height) : nil
  }

  private func progress(_ height: Int?, _ target: Int? = nil) -> WalletProblem {
    .syncing(SyncProgress(height: height, target: target, endpoint: rpc.endpoint))
  }

  /// Returns why the wallet cannot sign; `nil` if it can. A message is signed to find out, once for each state of the wallet,
  /// because Electrum tells neither that a wallet has no keys nor that a password is wrong.
  private func signingProblem() async throws(WalletProblem) -> WalletProblem? {
    let hasPassword = try await answer("get", ["key": "use_encryption"]).boolValue == true
    if let known = sight.withLock({ $0.signing }), known.hasPassword == hasPassword { return known.problem }
    let address: String
    do throws(WalletError) { address = try await firstAddress() } catch { throw .notUnderstood(code: 1, rpc.endpoint) }
    var parameters: JSONObject = ["address": .string(address), "message": "payport"]
    if let password = configuration.walletPassword { parameters["password"] = .string(password) }
    let problem: WalletProblem? =
      if case .result = try await rpc.ask("signmessage", rpc.forWallet(parameters)) { nil } else {
        hasPassword ? .passwordMissing(rpc.endpoint) : .viewOnly
      }
    // A wallet that was unlocked in Electrum tells of it in no other way, so one that is locked is tried again.
    sight.withLock { $0.signing = problem?.status == .locked && hasPassword ? nil : (hasPassword, problem) }
    return problem
  }
}
