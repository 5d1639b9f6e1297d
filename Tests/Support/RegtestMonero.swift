import HTTPClient
package import JSON
package import Platform
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A `monerod` in regtest mode and two `monero-wallet-rpc`, isolated on loopback ports: a `payer` with coins, and a
/// `shop`.
///
/// It needs 600 MB and ten seconds to start, so all tests of a process share one, one after another; see ``with(_:)``.
package final class MoneroRegtest: Sendable {
  /// One of the two wallets. Each has its own process.
  package enum Wallet: String, Sendable, CaseIterable {
    /// The wallet that has coins.
    case payer
    /// The wallet that has no coins at first.
    case shop
  }

  private static let executables = ["monerod", "monero-wallet-rpc"].map { name in
    ["/usr/bin/", "/usr/local/bin/"].map { $0 + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether the daemons are installed. If not, it prints that tests are skipped.
  package static var isInstalled: Bool {
    let isInstalled = executables.allSatisfy { $0 != nil }
    if !isInstalled { print("SKIPPED: no monerod and monero-wallet-rpc found (apt-get install monero)") }
    return isInstalled
  }

  /// The user name for RPC.
  package let user = "regtest"
  /// The password for RPC.
  package let password: String
  /// A file with the password that only its owner can read.
  package var passwordFile: String { folder + "/password" }
  /// The URL of `monerod`.
  package let daemonURL: String
  /// The endpoint at which `monerod` publishes blocks and transactions.
  package let publisher: String
  /// The folder of the chain and the wallets.
  package let folder: String
  private let daemonPort: UInt16
  private let zmqPort: UInt16
  private let daemonClient: HTTPClient
  private let ports: [Wallet: UInt16]
  private let clients: [Wallet: HTTPClient]
  private let processes = Mutex<[String: ChildProcess]>([:])

  /// Returns the URL of a wallet's `monero-wallet-rpc`.
  package func url(_ wallet: Wallet) -> String { "http://127.0.0.1:\(ports[wallet] ?? 0)" }

  /// The configuration of a provider with one of the wallets.
  ///
  /// - Parameters:
  ///   - name: the provider's name, which is the wallet's unless told.
  ///   - times: the section of that name.
  ///   - login: the line of the wallet's section that holds the password, or says where it is.
  ///   - more: further lines of the wallet's section, such as `limits: {ask: never}`.
  package func configuration(
    _ wallet: Wallet, name: String? = nil, times: String, login: String? = nil, more: String = ""
  ) -> String {
    """
    name: \(name ?? wallet.rawValue)
    times: {\(times)}
    wallets:
      - type: monero
        url: \(url(wallet))
        daemon: \(daemonURL)
        user: \(user)
        \(login ?? "password: \(password)")
        network: regtest
        confirmations: 2
        \(more)
    """
  }

  /// The id of a wallet's process; `nil` while it does not run.
  package func processID(_ wallet: Wallet) -> pid_t? { processes.withLock { $0[wallet.rawValue]?.pid } }

  init(folder: String) throws {
    var ports: [Wallet: UInt16] = [:]
    var clients: [Wallet: HTTPClient] = [:]
    for wallet in Wallet.allCases {
      guard let port = freePort() else { throw RegtestError.failed("no free port") }
      ports[wallet] = port
      clients[wallet] = try HTTPClient(url: "http://127.0.0.1:\(port)", responseLimit: 64 << 20)
    }
    guard let port = freePort(), let zmqPort = freePort(), let published = freePort() else {
      throw RegtestError.failed("no free port")
    }
    self.folder = folder
    self.ports = ports
    self.zmqPort = zmqPort
    publisher = "tcp://127.0.0.1:\(published)"
    self.clients = clients
    daemonPort = port
    daemonURL = "http://127.0.0.1:\(port)"
    daemonClient = try HTTPClient(url: daemonURL, responseLimit: 64 << 20)
    password = (0..<24).map { _ in String(UInt8.random(in: 0...15), radix: 16) }.joined()
    for name in ["home", "chain", "wallets"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    try write([password, ""], to: passwordFile)
  }

  // MARK: Processes

  /// Starts the processes that do not run, and waits until they answer.
  package func start() async throws {
    try await startDaemon()
    for wallet in Wallet.allCases where !isRunning(wallet.rawValue) { try launch(wallet) }
    async let payer: Void = open(.payer)
    try await open(.shop)
    try await payer
  }

  /// Starts `monerod` if it does not run, and waits until it answers.
  package func startDaemon() async throws {
    guard !isRunning("monerod") else { return }
    try launch(
      "monerod", Self.executables[0],
      [
        // Without --keep-fakechain it would delete its chain at each start.
        "--regtest", "--keep-fakechain", "--offline", "--fixed-difficulty", "1", "--data-dir", folder + "/chain",
        "--log-file", folder + "/monerod.log", "--rpc-bind-ip", "127.0.0.1", "--rpc-bind-port", "\(daemonPort)",
        "--zmq-rpc-bind-port", "\(zmqPort)", "--zmq-pub", publisher, "--no-igd", "--hide-my-port", "--check-updates",
        "disabled", "--disable-dns-checkpoints",
        "--rpc-ssl", "disabled", "--disable-rpc-ban", "--max-concurrency", "2", "--non-interactive",
      ])
    _ = try await answered("monerod") { try await daemon("get_info") }
  }

  /// Starts a wallet's process and lets it open the wallet.
  package func start(_ wallet: Wallet) async throws {
    if !isRunning(wallet.rawValue) { try launch(wallet) }
    try await open(wallet)
  }

  private func launch(_ wallet: Wallet) throws {
    let lines = [
      "wallet-dir=\(folder)/wallets", "daemon-address=127.0.0.1:\(daemonPort)", "trusted-daemon=1",
      "daemon-ssl=disabled", "rpc-ssl=disabled", "rpc-bind-ip=127.0.0.1", "rpc-bind-port=\(ports[wallet] ?? 0)",
      "rpc-login=\(user):\(password)", "shared-ringdb-dir=\(folder)/ringdb-\(wallet)", "no-dns=1",
      "disable-rpc-ban=1", "max-concurrency=2", "log-file=\(folder)/\(wallet).log", "non-interactive=1",
    ]
    let path = "\(folder)/\(wallet).conf"
    try write(lines, to: path)
    try launch(wallet.rawValue, Self.executables[1], ["--config-file", path])
  }

  private func write(_ lines: [String], to path: String) throws {
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  private func launch(_ name: String, _ executable: String?, _ arguments: [String]) throws {
    guard let executable else { throw RegtestError.failed("\(name) is not installed") }
    let child = try ChildProcess(executable, arguments, environment: ["HOME": folder + "/home"], directory: folder)
    processes.withLock { $0[name] = child }
    try write(["\(child.pid)", ""], to: pidFile(name))
  }

  /// Returns the path of the file with a daemon's process id, which the watch reads; see ``startWatch()``.
  private func pidFile(_ name: String) -> String { "\(folder)/\(name).pid" }

  /// Starts a watch, which ends the daemons and removes the folder when this process ends in any way, because its pipe
  /// is closed then.
  func startWatch() throws -> ChildProcess {
    let script = #"read x; for f in "$1"/*.pid; do [ -s "$f" ] && kill -9 "$(cat "$f")"; done; rm -rf "$1""#
    return try ChildProcess("/bin/sh", ["-c", script, "watch", folder], input: .pipe)
  }

  private func open(_ wallet: Wallet) async throws {
    _ = try await answered(wallet.rawValue) { try await rpc("get_version", wallet: wallet) }
    // Opening a wallet that is open already would close it first, so this is only done if no wallet is open.
    if (try? await rpc("get_height", wallet: wallet)) != nil { return }
    let isNew = !FileManager.default.fileExists(atPath: "\(folder)/wallets/\(wallet).keys")
    var parameters: JSONObject = ["filename": .string(wallet.rawValue), "password": ""]
    if isNew { parameters["language"] = "English" }
    try await rpc(isNew ? "create_wallet" : "open_wallet", .object(parameters), wallet: wallet)
  }

  private func answered(_ name: String, _ ask: () async throws -> JSONValue) async throws -> JSONValue {
    try await eventually("\(name) answers", within: .seconds(60)) {
      if let answer = try? await ask() { return answer }
      guard isRunning(name) else {
        let lines = processes.withLock { $0[name]?.lines(.output) ?? [] }
        throw RegtestError.failed("\(name) ended: \(lines.suffix(5))")
      }
      return nil
    }
  }

  private func isRunning(_ name: String) -> Bool { processes.withLock { $0[name]?.isRunning ?? false } }

  /// Ends all three processes with SIGKILL and waits until they are gone.
  package func kill() async {
    for wallet in Wallet.allCases { await kill(wallet) }
    await killDaemon()
  }

  /// Ends a wallet's process with SIGKILL and waits until it is gone.
  package func kill(_ wallet: Wallet) async { await kill(wallet.rawValue) }

  /// Ends `monerod` with SIGKILL and waits until it is gone.
  package func killDaemon() async { await kill("monerod") }

  private func kill(_ name: String) async {
    guard let child = processes.withLock({ $0.removeValue(forKey: name) }) else { return }
    child.signal(SIGKILL)
    _ = try? await child.exit()
    // The file may not exist, if the daemon did not start completely.
    try? FileManager.default.removeItem(atPath: pidFile(name))
  }

  /// Ends the running processes without waiting, at the end of the test process.
  func killAll() {
    processes.withLock { $0.values.forEach { $0.signal(SIGKILL) } }
  }

  /// Suspends a wallet's process, so that calls to it hang, or resumes it.
  package func pause(_ wallet: Wallet, _ isPaused: Bool) async throws {
    guard let child = processes.withLock({ $0[wallet.rawValue] }) else { return }
    child.signal(isPaused ? SIGSTOP : SIGCONT)
    if isPaused { _ = try await eventually("the wallet stops") { child.isStopped ? true : nil } }
  }

  // MARK: Calls

  /// The time-out of a call, which is long enough while a dozen other tests run.
  private static let callTimeout = Duration.seconds(120)

  /// Calls a method of a wallet.
  @discardableResult
  package func rpc(_ method: String, _ parameters: JSONValue = [:], wallet: Wallet) async throws -> JSONValue {
    guard let client = clients[wallet] else { throw RegtestError.failed("no client") }
    return try await call(client, method, parameters, .digest(user: user, password: password))
  }

  /// Calls a JSON-RPC method of `monerod`.
  @discardableResult
  package func daemon(_ method: String, _ parameters: JSONValue = [:]) async throws -> JSONValue {
    try await call(daemonClient, method, parameters, .none)
  }

  /// Posts to another path of `monerod`.
  @discardableResult
  package func daemon(path: String, _ body: JSONValue) async throws -> JSONValue {
    let request = HTTPRequest(path: path, body: body.encoded(), timeout: Self.callTimeout)
    let response = try await daemonClient.send(request)
    return try JSONValue(parsing: response.body, limits: JSONLimits(depth: 64, bytes: 64 << 20))
  }

  private func call(
    _ client: HTTPClient, _ method: String, _ parameters: JSONValue, _ authentication: HTTPAuthentication,
    isFirst: Bool = true
  ) async throws -> JSONValue {
    let body: JSONValue = ["jsonrpc": "2.0", "id": "test", "method": .string(method), "params": parameters]
    let response = try await client.send(
      HTTPRequest(
        path: "/json_rpc", body: body.encoded(), authentication: authentication, timeout: Self.callTimeout))
    let value = try JSONValue(parsing: response.body, limits: JSONLimits(depth: 64, bytes: 64 << 20))
    guard let error = value["error"] else { return value["result"] ?? .null }
    let code = error["code"]?.integerValue() ?? 0
    // The first call of a wallet after a restart of monerod fails in this way.
    if isFirst, [0, -38].contains(code) {
      return try await call(client, method, parameters, authentication, isFirst: false)
    }
    throw RegtestError.answered(method: method, code: code, message: error["message"]?.stringValue ?? "")
  }
}
