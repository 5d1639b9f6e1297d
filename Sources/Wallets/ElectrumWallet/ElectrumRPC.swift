import BitcoinWallet
import HTTPClient
import JSON
import Synchronization
import WalletBackend
import WalletHTTP

/// Makes calls to one Electrum daemon, over a few connections.
final class ElectrumRPC: Sendable {
  /// The daemon's answer.
  enum Reply: Sendable {
    case result(JSONValue)
    /// The message is prose, in the language of the daemon's owner, and can contain addresses and amounts: it must not
    /// leave this module, and nothing but the few fixed texts of ``ElectrumRPC`` is understood of it.
    case failure(String)
  }

  /// What all calls for a wallet fail with while the daemon has not opened its file.
  static let notLoaded = "wallet not loaded"

  let configuration: ElectrumWalletConfiguration
  /// The daemon, as its owner is told of it.
  let endpoint: WalletEndpoint
  private let http: HTTPClient
  private let names = CallNames()
  /// The version of the daemon, once it has reported the expected chain, currency and a version that fits. It is forgotten
  /// when the connection is lost, because another daemon may then use the port.
  private let program = Mutex<DaemonVersion?>(nil)

  /// - Parameter keepsConnections: `false` where no call may be made twice: a call over a connection that turns out to be
  ///   closed is repeated by libcurl, whether the daemon has read it or not.
  init(
    _ configuration: ElectrumWalletConfiguration, connections: Int = 4, keepsConnections: Bool = true
  ) throws(BitcoinSetupError) {
    self.configuration = configuration
    endpoint = WalletEndpoint(program: "electrum", url: configuration.url)
    do throws(HTTPError) {
      http = try HTTPClient(
        url: configuration.url, responseLimit: Self.responseLimit, allowRemote: configuration.allowRemote,
        connections: connections, keepsConnection: keepsConnections)
    } catch {
      switch error {
      case .remoteHost: throw .remoteHost
      case .invalidURL: throw .invalidURL
      default: throw .unusable
      }
    }
  }

  private static let responseLimit = 64 << 20

  /// Makes a call and returns its result. An error of the daemon is thrown as a wallet error.
  func result(_ method: String, _ parameters: JSONObject = [:]) async throws(WalletError) -> JSONValue {
    switch try await call(method, parameters) {
    case .result(let value): return value
    case .failure(let message): throw Self.error(message)
    }
  }

  /// Makes a call for the wallet and returns its result.
  func wallet(_ method: String, _ parameters: JSONObject = [:]) async throws(WalletError) -> JSONValue {
    try await result(method, forWallet(parameters))
  }

  /// Adds the wallet's path to parameters, if one is configured.
  func forWallet(_ parameters: JSONObject) -> JSONObject {
    guard let wallet = configuration.wallet else { return parameters }
    var parameters = parameters
    parameters["wallet"] = .string(wallet)
    return parameters
  }

  /// The error that a message means if the call does not handle it itself.
  static func error(_ message: String) -> WalletError {
    message == notLoaded ? .unavailable : .protocolViolation(code: 1)
  }

  /// Makes a call after it is certain that the daemon is of the expected kind.
  func call(_ method: String, _ parameters: JSONObject = [:]) async throws(WalletError) -> Reply {
    do throws(WalletProblem) {
      try await checkProgram()
      return try await ask(method, parameters)
    } catch {
      throw error.error
    }
  }

  /// Makes a call whatever the daemon is, and tells why there is no answer.
  func ask(_ method: String, _ parameters: JSONObject = [:]) async throws(WalletProblem) -> Reply {
    let name = names.next(method)
    let body: JSONValue = [
      "jsonrpc": "2.0", "id": .string(name), "method": .string(method), "params": .object(parameters),
    ]
    let request = HTTPRequest(
      body: body.encoded(), authentication: .basic(user: configuration.user, password: configuration.password),
      timeout: configuration.timeout)
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await http.send(request)
    } catch {
      if error.mayMeanAnotherProgram { forget() }
      throw WalletProblem(error, endpoint)
    }
    // Electrum answers 401 to a call without a password and 403 to one with another.
    if response.status == 403 { throw .unauthorized(endpoint) }
    let limits = JSONLimits(depth: 64, bytes: Self.responseLimit)
    guard response.status == 200, let value = try? JSONValue(parsing: response.body, limits: limits),
      value["id"]?.stringValue == name
    else { throw .notUnderstood(code: nil, endpoint) }
    if let error = value["error"], !error.isNull { return .failure(error["message"]?.stringValue ?? "") }
    return .result(value["result"] ?? .null)
  }

  private func forget() { program.withLock { $0 = nil } }

  /// Checks, the first time that it is asked, whether the program is one that the wallet was written for.
  ///
  /// - Parameter info: the answer to `getinfo` if it is known.
  /// - Returns: its version.
  @discardableResult
  func checkProgram(_ info: JSONValue? = nil) async throws(WalletProblem) -> DaemonVersion {
    if info == nil, let known = program.withLock({ $0 }) { return known }
    let answer: JSONValue
    if let info { answer = info } else { answer = try await self.info() }
    try checkNetwork(answer)
    if let known = program.withLock({ $0 }) { return known }
    let version = try checkVersion(answer)
    try await checkCurrency()
    program.withLock { $0 = version }
    return version
  }

  /// The version of the daemon, which is asked for it once.
  func version() async throws(WalletError) -> DaemonVersion {
    do throws(WalletProblem) { return try await checkProgram() } catch { throw error.error }
  }

  /// What the daemon tells of itself and its server.
  func info() async throws(WalletProblem) -> JSONValue {
    switch try await ask("getinfo") {
    case .result(let value): return value
    // A daemon that was started to work offline fails here.
    case .failure: throw .noDaemon(endpoint)
    }
  }

  private func checkNetwork(_ info: JSONValue) throws(WalletProblem) {
    guard let found = info["network"]?.stringValue else { throw .notUnderstood(code: nil, endpoint) }
    guard found == configuration.networkName else {
      throw .wrongNetwork(
        expected: configuration.chain.rawValue, found: WalletProblem.shown(found), endpoint)
    }
  }

  /// The oldest version that was tried.
  private static let oldest = [4, 3, 4]

  private func checkVersion(_ info: JSONValue) throws(WalletProblem) -> DaemonVersion {
    guard let found = info["version"]?.stringValue else { throw .notUnderstood(code: nil, endpoint) }
    try WalletProblem.requireVersion(found, from: Self.oldest, endpoint)
    return DaemonVersion(found)
  }

  /// Forks of Electrum for other currencies name their chains alike, so they are told apart by the addresses that they
  /// take.
  private func checkCurrency() async throws(WalletProblem) {
    let (family, chain) = (configuration.family, configuration.chain)
    if try await takes(AddressKinds(family: family, chain: chain).example) { return }
    for other in [BitcoinFamily.bitcoin, .litecoin] where other != family {
      guard try await takes(AddressKinds(family: other, chain: chain).example) else { continue }
      throw .wrongNetwork(expected: family.name, found: other.name, endpoint)
    }
    throw .wrongNetwork(expected: family.name, found: "another currency", endpoint)
  }

  private func takes(_ address: String) async throws(WalletProblem) -> Bool {
    guard case .result(let answer) = try await ask("validateaddress", ["address": .string(address)]) else {
      throw .notUnderstood(code: nil, endpoint)
    }
    return answer.boolValue == true
  }
}
