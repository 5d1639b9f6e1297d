import JSON
import Synchronization
import WalletBackend

/// Calls of the wallet and of the daemon that it uses, on the expected network only.
final class MoneroRPC: Sendable {
  let configuration: MoneroWalletConfiguration
  private let walletServer: RPCServer
  private let daemonServer: RPCServer
  /// Set once both have shown the expected network, until the connection to one of them is lost: another may have taken
  /// the port since.
  private let isNetworkKnown = Atomic(false)

  init(_ configuration: MoneroWalletConfiguration) throws(MoneroSetupError) {
    self.configuration = configuration
    walletServer = try RPCServer(configuration.walletURL, configuration, login: true)
    daemonServer = try RPCServer(configuration.daemonURL, configuration, login: false)
  }

  /// The networks of the daemon and of the wallet's own address, by the names that they have there.
  func networks() async throws(WalletError) -> (daemon: String, addresses: String) {
    let daemon = try await info().string("nettype")
    let address = try await own(["account_index": .integer(configuration.account), "address_index": [0]])
      .string("address")
    let check = try Self.result(
      try await walletServer.call("validate_address", ["address": .string(address), "any_net_type": true]))
    return (daemon, try check.string("nettype"))
  }

  private func own(_ parameters: JSONValue) async throws(WalletError) -> JSONValue {
    try Self.result(try await walletServer.call("get_address", parameters))
  }

  /// `get_info` of the daemon, whatever its network.
  func info() async throws(WalletError) -> JSONValue {
    try Self.ok(Self.result(try await daemonServer.call("get_info", [:])))
  }

  private func checkNetwork() async throws(WalletError) {
    guard !isNetworkKnown.load(ordering: .acquiring) else { return }
    let found = try await networks()
    let expected = configuration.network
    guard found.daemon == expected.daemonName, found.addresses == expected.addressName else {
      throw .protocolViolation(code: nil)
    }
    isNetworkKnown.store(true, ordering: .releasing)
  }

  private func guarded<Answer: Sendable>(
    _ call: () async throws(WalletError) -> Answer
  ) async throws(WalletError) -> Answer {
    do throws(WalletError) {
      try await checkNetwork()
      return try await call()
    } catch {
      if error == .unavailable { isNetworkKnown.store(false, ordering: .releasing) }
      throw error
    }
  }

  /// A call of the wallet.
  func call(_ method: String, _ parameters: JSONValue = [:]) async throws(WalletError) -> RPCServer.Reply {
    let reply = try await guarded { () async throws(WalletError) in try await walletServer.call(method, parameters) }
    if case .failure(let failure) = reply, failure.walletError == .unavailable {
      isNetworkKnown.store(false, ordering: .releasing)
    }
    return reply
  }

  /// The result of a call of the wallet, or the wallet error that its failure means.
  func wallet(_ method: String, _ parameters: JSONValue = [:]) async throws(WalletError) -> JSONValue {
    try Self.result(try await call(method, parameters))
  }

  /// The result of a JSON-RPC call of the daemon.
  func daemon(_ method: String, _ parameters: JSONValue = [:]) async throws(WalletError) -> JSONValue {
    try await guarded { () async throws(WalletError) in
      try Self.ok(Self.result(try await daemonServer.call(method, parameters)))
    }
  }

  /// The answer of one of the daemon's paths.
  ///
  /// - Parameter mayFail: whether a status other than OK is an answer too.
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

  /// The daemon tells in a member of its own whether it did what was asked.
  static func ok(_ answer: JSONValue) throws(WalletError) -> JSONValue {
    switch try answer.string("status") {
    case "OK": return answer
    case "BUSY": throw .syncing
    default: throw .protocolViolation(code: nil)
    }
  }
}
