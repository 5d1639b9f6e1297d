import JSON
import Synchronization
import WalletBackend

/// Makes calls to the wallet and to the daemon that it uses, and makes sure that both are on the expected network.
final class MoneroRPC: Sendable {
  let configuration: MoneroWalletConfiguration
  private let walletServer: RPCServer
  private let daemonServer: RPCServer
  /// Whether both programs have reported the expected network. It is reset when the connection to one of them is lost,
  /// because another program may then use the port.
  private let isNetworkKnown = Atomic(false)

  init(_ configuration: MoneroWalletConfiguration) throws(MoneroSetupError) {
    self.configuration = configuration
    walletServer = try RPCServer(configuration.walletURL, configuration, login: true)
    daemonServer = try RPCServer(configuration.daemonURL, configuration, login: false)
  }

  /// Returns the networks of the daemon and of the wallet's own address, by the names that the programs use.
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

  /// Returns the daemon's answer to `get_info`, whatever its network is.
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

  /// Makes a call to the wallet.
  func call(_ method: String, _ parameters: JSONValue = [:]) async throws(WalletError) -> RPCServer.Reply {
    let reply = try await guarded { () async throws(WalletError) in try await walletServer.call(method, parameters) }
    if case .failure(let failure) = reply, failure.walletError == .unavailable {
      isNetworkKnown.store(false, ordering: .releasing)
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
