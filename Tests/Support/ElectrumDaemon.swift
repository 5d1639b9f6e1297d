import HTTPClient
package import JSON
package import Platform
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A daemon of Electrum with a wallet.
package final class ElectrumDaemon: Sendable {
  /// The user name for RPC.
  package let user = "regtest"
  /// The password for RPC.
  package let password: String
  /// The port for RPC, which stays the same when the daemon is started again.
  package let port: UInt16
  /// The folder of Electrum.
  package let folder: String
  /// The URL for RPC.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// The process of the daemon, if it was started.
  package var processID: pid_t? { process.withLock { $0?.pid } }

  private let server: UInt16
  private let http: HTTPClient
  private let process = Mutex<ChildProcess?>(nil)

  /// - Parameter hasChannels: whether it listens for other nodes of the Lightning network.
  init(folder: String, server: UInt16, hasChannels: Bool = false) throws {
    guard let port = freePort() else { throw RegtestError.failed("no free port") }
    self.folder = folder
    self.server = server
    self.port = port
    password = (0..<24).map { _ in String(UInt8.random(in: 0...15), radix: 16) }.joined()
    http = try HTTPClient(url: "http://127.0.0.1:\(port)", responseLimit: 64 << 20)
    let below = folder + "/regtest"
    try FileManager.default.createDirectory(
      atPath: below, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var settings: JSONObject = [
      "rpcport": .integer(port), "rpcuser": .string(user), "rpcpassword": .string(password), "rpcsock": "tcp",
      "server": .string("127.0.0.1:\(server):t"), "oneserver": true, "auto_connect": false, "log_to_file": false,
      "check_updates": false, "dynamic_fees": false, "fee_per_kb": 10_000, "config_version": 3,
    ]
    if hasChannels {
      guard let port = freePort() else { throw RegtestError.failed("no free port") }
      // Debian's Electrum wants others to wait longer than regtest has blocks, and asks public nodes for routes otherwise.
      let channels: JSONObject = [
        "lightning_listen": .string("127.0.0.1:\(port)"), "use_gossip": true, "lightning_to_self_delay": 144,
      ]
      for member in channels { settings[member.name] = member.value }
    }
    try Data(JSONValue.object(settings).encoded()).write(to: URL(fileURLWithPath: below + "/config"))
  }

  deinit { process.withLock { $0?.signal(SIGKILL) } }

  private var arguments: [String] {
    ["-W", "ignore", ElectrumRegtest.script("electrum_regtest.py"), "--regtest", "-D", folder]
  }

  /// Makes the wallet's file.
  func create() async throws {
    let made = try await ChildProcess.run("/usr/bin/python3", arguments + ["--offline", "create"])
    guard made.exit == .code(0) else { throw RegtestError.failed(made.error.joined(separator: "\n")) }
  }

  /// Starts the daemon and opens the wallet, and waits until it has read what the server tells.
  package func start() async throws {
    let child = try ChildProcess("/usr/bin/python3", arguments + ["daemon"], environment: ["HOME": folder])
    process.withLock { $0 = child }
    try await open(child)
  }

  private func open(_ child: ChildProcess? = nil) async throws {
    _ = try await eventually("Electrum answers") { () async throws -> Bool? in
      guard child?.isRunning != false else {
        throw RegtestError.failed("Electrum ended: \(child?.lines(.error) ?? [])")
      }
      return (try? await rpc("load_wallet")) == true ? true : nil
    }
    _ = try await eventually("Electrum has read its wallet") { () async throws -> Bool? in
      let info = try await rpc("getinfo")
      guard info["connected"] == true, let height: Int = info["blockchain_height"]?.integerValue(), height > 0,
        info["server_height"]?.integerValue() == height
      else { return nil }
      return try await rpc("is_synchronized") == true ? true : nil
    }
  }

  /// Opens a new wallet in place of the one that is open, which is faster than another daemon.
  package func openNewWallet() async throws {
    if process.withLock({ $0?.isRunning }) != true { try await start() }
    let path = "\(folder)/\(UInt64.random(in: 0 ... .max))"
    try await rpc("create", ["wallet_path": .string(path)])
    try await rpc("close_wallet")
    try await rpc("setconfig", ["key": "wallet_path", "value": .string(path)])
    try await open()
  }

  /// Ends the daemon with SIGKILL and waits until it is gone.
  package func kill() async {
    guard let child = process.withLock({ $0 }) else { return }
    child.signal(SIGKILL)
    _ = try? await child.exit()
    process.withLock { $0 = nil }
  }

  /// Suspends the daemon, so that calls to it hang, or resumes it.
  package func pause(_ isPaused: Bool) async throws {
    guard let child = process.withLock({ $0 }) else { return }
    child.signal(isPaused ? SIGSTOP : SIGCONT)
    if isPaused { _ = try await eventually("Electrum stops") { child.isStopped ? true : nil } }
  }

  /// Calls a method.
  @discardableResult
  package func rpc(_ method: String, _ parameters: JSONObject = [:]) async throws -> JSONValue {
    let body: JSONValue = ["id": "test", "jsonrpc": "2.0", "method": .string(method), "params": .object(parameters)]
    let response = try await http.send(
      HTTPRequest(
        body: body.encoded(), authentication: .basic(user: user, password: password), timeout: .seconds(60)))
    let value = try JSONValue(parsing: response.body, limits: JSONLimits(depth: 64, bytes: 64 << 20))
    if let error = value["error"], !error.isNull {
      throw RegtestError.answered(
        method: method, code: error["code"]?.integerValue() ?? 0, message: error["message"]?.stringValue ?? "")
    }
    return value["result"] ?? .null
  }

  /// Calls a method that answers a text.
  package func text(_ method: String, _ parameters: JSONObject = [:]) async throws -> String {
    guard let text = try await rpc(method, parameters).stringValue else {
      throw RegtestError.failed("\(method): no text")
    }
    return text
  }
}

extension ElectrumDaemon {
  /// The configuration of a provider with the wallet.
  ///
  /// - Parameter more: further lines of the wallet's section, such as `limits: {ask: never}`.
  package func configuration(name: String, confirmations: Int = 2, more: String = "") -> String {
    """
    name: \(name)
    times: {poll: 1s, retry: 200ms, follow: 1s}
    wallets:
      - type: electrum
        currency: LTC
        url: \(url)
        user: \(user)
        password: \(password)
        chain: regtest
        confirmations: \(confirmations)
        \(more.split(separator: "\n").joined(separator: "\n    "))
    """
  }
}
