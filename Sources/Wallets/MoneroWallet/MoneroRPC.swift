import JSON
import Synchronization
import WalletBackend

/// Makes calls to the wallet and to the daemon that it uses, and makes sure that both are on the expected network.
final class MoneroRPC: Sendable {
  let configuration: MoneroWalletConfiguration
  let walletServer: RPCServer
  private let daemonServer: RPCServer
  /// Whether both programs have reported the expected network. It is reset when the connection to one of them is lost,
  /// because another program may then use the port.
  private let isNetworkKnown = Atomic(false)
  /// Whether the wallet was found to have the key to pay with. It is reset like ``isNetworkKnown``.
  private let canPay = Atomic(false)

  /// The daemon, as its owner is told of it.
  var daemon: WalletEndpoint { daemonServer.endpoint }

  init(_ configuration: MoneroWalletConfiguration) throws(MoneroSetupError) {
    self.configuration = configuration
    walletServer = try RPCServer(
      "monero-wallet-rpc", at: configuration.walletURL, configuration: configuration, login: true)
    daemonServer = try RPCServer("monerod", at: configuration.daemonURL, configuration: configuration, login: false)
  }

  /// Returns the daemon's answer to `get_info`, and throws why it cannot be used.
  func checkedInfo() async throws(WalletProblem) -> JSONValue {
    let endpoint = daemonServer.endpoint
    let node = try result(try await daemonServer.ask("get_info"), of: daemonServer)
    switch node["status"]?.stringValue {
    case "OK": break
    case "BUSY": throw .starting(endpoint)
    default: throw .notUnderstood(code: nil, endpoint)
    }
    guard let network = node["nettype"]?.stringValue else { throw .notUnderstood(code: nil, endpoint) }
    let expected = configuration.network.daemonName
    guard network == expected else {
      throw .wrongNetwork(expected: expected, found: WalletProblem.shown(network), endpoint)
    }
    // A daemon with restricted RPC does not tell its version.
    if let version = node["version"]?.stringValue, Self.isTooOld(version) {
      throw .tooOld(found: WalletProblem.shown(version), needed: Self.oldestVersion, endpoint)
    }
    return node
  }

  private static let oldestVersion = "0.18"

  /// Whether a version such as `0.17.3.2-release` is older than the one that the wallet was written for.
  private static func isTooOld(_ version: String) -> Bool {
    let parts = version.unicodeScalars.split(separator: ".").prefix(2).map { Int(String($0)) }
    guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return false }
    return (major, minor) < (0, 18)
  }

  /// Makes sure that both programs are on the expected network, and that the wallet is open.
  func checkNetwork() async throws(WalletProblem) {
    guard !isNetworkKnown.load(ordering: .acquiring) else { return }
    _ = try await checkedInfo()
    let parameters: JSONValue = ["account_index": .integer(configuration.account), "address_index": [0]]
    let own = try result(try await walletServer.ask("get_address", parameters), of: walletServer)
    let address = own["address"] ?? .null
    let check = try result(
      try await walletServer.ask("validate_address", ["address": address, "any_net_type": true]), of: walletServer)
    guard address.stringValue != nil, let network = check["nettype"]?.stringValue else {
      throw .notUnderstood(code: nil, walletServer.endpoint)
    }
    let expected = configuration.network.addressName
    guard network == expected else {
      throw .wrongNetwork(expected: expected, found: WalletProblem.shown(network), walletServer.endpoint)
    }
    isNetworkKnown.store(true, ordering: .releasing)
  }

  /// Returns whether the wallet has no key to pay with. It is found by having the wallet sign what is no transaction; a
  /// wallet that has its key is asked once.
  func isViewOnly() async throws(WalletProblem) -> Bool {
    guard !canPay.load(ordering: .acquiring) else { return false }
    if case .failure(let failure) = try await walletServer.ask("sign_transfer", ["unsigned_txset": "-"]) {
      switch failure.code {
      case RPCFailure.watchOnly: return true
      case RPCFailure.denied: throw .restricted(walletServer.endpoint)
      default: break
      }
    }
    canPay.store(true, ordering: .releasing)
    return false
  }

  /// Forgets what the programs have reported, because others may use their ports by now.
  private func forget() {
    isNetworkKnown.store(false, ordering: .releasing)
    canPay.store(false, ordering: .releasing)
  }

  /// Makes a call to the wallet, and throws why there is no result.
  func ask(_ method: String, _ parameters: JSONValue = [:]) async throws(WalletProblem) -> JSONValue {
    do throws(WalletProblem) {
      return try result(try await walletServer.ask(method, parameters), of: walletServer)
    } catch {
      if error.error == .unavailable { forget() }
      throw error
    }
  }

  private func result(_ reply: RPCServer.Reply, of server: RPCServer) throws(WalletProblem) -> JSONValue {
    switch reply {
    case .result(let value): return value
    case .failure(let failure): throw failure.problem(at: server.endpoint, account: configuration.account)
    }
  }

  private func guarded<Answer: Sendable>(
    _ call: () async throws(WalletError) -> Answer
  ) async throws(WalletError) -> Answer {
    do throws(WalletError) {
      do throws(WalletProblem) { try await checkNetwork() } catch { throw error.error }
      return try await call()
    } catch {
      if error == .unavailable { forget() }
      throw error
    }
  }

  /// Makes a call to the wallet.
  func call(_ method: String, _ parameters: JSONValue = [:]) async throws(WalletError) -> RPCServer.Reply {
    let reply = try await guarded { () async throws(WalletError) in try await walletServer.call(method, parameters) }
    if case .failure(let failure) = reply, failure.walletError == .unavailable {
      forget()
    }
    return reply
  }

  /// Makes a call to the wallet and returns its result. An error is thrown as a wallet error.
  func wallet(_ method: String, _ parameters: JSONValue = [:]) async throws(WalletError) -> JSONValue {
    try Self.result(try await call(method, parameters))
  }

  /// Makes a JSON-RPC call to the daemon and returns its result.
  func daemon(_ method: String, _ parameters: JSONValue = [:]) async throws(WalletError) -> JSONValue {
    try await guarded { () async throws(WalletError) in
      try Self.ok(Self.result(try await daemonServer.call(method, parameters)))
    }
  }

  /// Posts to one of the daemon's paths and returns the answer.
  ///
  /// - Parameter mayFail: whether an answer with a status other than OK is returned as well.
  func daemon(
    path: String, _ body: JSONValue, mayFail: Bool = false
  ) async throws(WalletError) -> JSONValue {
    try await guarded { () async throws(WalletError) in
      let answer = try await daemonServer.post(path, body)
      return mayFail ? answer : try Self.ok(answer)
    }
  }

  private static func result(_ reply: RPCServer.Reply) throws(WalletError) -> JSONValue {
    switch reply {
    case .result(let value): return value
    case .failure(let failure): throw failure.walletError
    }
  }

  /// Checks the status of an answer. The daemon reports in a member of its own whether a call succeeded.
  static func ok(_ answer: JSONValue) throws(WalletError) -> JSONValue {
    switch try answer.string("status") {
    case "OK": return answer
    case "BUSY": throw .syncing
    default: throw .protocolViolation(code: nil)
    }
  }
}
