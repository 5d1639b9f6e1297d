import HTTPClient
package import JSON
package import Platform
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A `litecoind` in regtest mode, isolated on a loopback port, with the wallets `payer` (funded) and `shop` (empty).
/// Extension blocks (MWEB) are active, as on the main chain. A third wallet, ``customer()``, has coins in them only.
///
/// When the last reference is released, the daemon is killed and its folder removed. ``with(_:)`` keeps a reference
/// during a test.
package final class LitecoinRegtest: Sendable {
  /// The path of the real program, because `litecoind` in the path is a wrapper that writes to the home folder.
  package static let executable = ["/usr/lib/litecoin/litecoind", "/usr/local/bin/litecoind"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Whether the daemon is installed. If not, it prints that tests are skipped.
  package static var isInstalled: Bool {
    if executable == nil { print("SKIPPED: \(RegtestError.notInstalled); nothing is tested against a real daemon") }
    return executable != nil
  }

  /// The user name for RPC.
  package let user = "regtest"
  /// The password for RPC.
  package let password: String
  /// The data folder of the daemon.
  package let folder: String
  /// The port for RPC, which stays the same when the daemon is restarted.
  package let port: UInt16
  /// The URL for RPC.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// The id of the daemon's process; `nil` while it does not run.
  package var processID: pid_t? { process.withLock { $0?.pid } }

  private let isOwner: Bool
  private let http: HTTPClient
  private let process = Mutex<ChildProcess?>(nil)
  private let height = Mutex(0)

  /// The configuration of a provider with one of the wallets, which asks the daemon or a proxy before it.
  ///
  /// - Parameters:
  ///   - wallet: its name, which is the provider's too unless told.
  ///   - times: the section of that name.
  ///   - more: further lines of the wallet's section, such as `limits: {ask: never}`.
  package func configuration(
    wallet: String = "payer", name: String? = nil, times: String, url: String? = nil, confirmations: Int = 2,
    more: String = ""
  ) -> String {
    """
    name: \(name ?? wallet)
    times: {\(times)}
    wallets:
      - type: bitcoin
        currency: LTC
        url: \(url ?? self.url)
        wallet: \(wallet)
        user: \(user)
        password: \(password)
        chain: regtest
        confirmations: \(confirmations)
        \(more.split(separator: "\n").joined(separator: "\n    "))
    """
  }

  /// Starts a daemon on a copy of the funded chain.
  package static func started() async throws -> LitecoinRegtest {
    let folder = try RegtestFolder.make("litecoin")
    let daemon: LitecoinRegtest
    do {
      try await RegtestFolder.copy(RegtestTemplate.shared.folder(), to: folder)
      daemon = try LitecoinRegtest(folder: folder, isOwner: true)
    } catch {
      RegtestFolder.remove(folder)
      throw error
    }
    try await daemon.start()
    return daemon
  }

  /// Runs a test with its own daemon, and always ends the daemon afterwards.
  package static func with<Answer>(_ body: (LitecoinRegtest) async throws -> Answer) async throws -> Answer {
    let daemon = try await started()
    do {
      let answer = try await body(daemon)
      await daemon.kill()
      return answer
    } catch {
      await daemon.kill()
      throw error
    }
  }

  init(folder: String, isOwner: Bool) throws {
    guard let port = freePort() else { throw RegtestError.failed("no free port") }
    self.folder = folder
    self.isOwner = isOwner
    self.port = port
    password = (0..<24).map { _ in String(UInt8.random(in: 0...15), radix: 16) }.joined()
    http = try HTTPClient(url: "http://127.0.0.1:\(port)", responseLimit: 64 << 20)
    try FileManager.default.createDirectory(atPath: folder + "/home", withIntermediateDirectories: true)
    let lines = [
      "regtest=1", "server=1", "listen=0", "dnsseed=0", "dns=0", "upnp=0", "printtoconsole=0", "dbcache=16",
      "keypool=50",
      // Later versions have these settings by default. They allow raising the fee of a waiting transaction.
      "walletrbf=1", "mempoolreplacement=1",
      "txindex=1", "[regtest]", "connect=0", "rpcbind=127.0.0.1", "rpcallowip=127.0.0.1", "rpcport=\(port)",
      "rpcuser=\(user)", "rpcpassword=\(password)",
    ]
    let path = folder + "/litecoin.conf"
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  deinit {
    process.withLock { $0?.signal(SIGKILL) }
    if isOwner { RegtestFolder.remove(folder) }
  }

  /// Starts the daemon and waits until it answers and has its blocks.
  ///
  /// - Parameter reindex: whether the index is rebuilt. That is necessary after ``kill()``, because the daemon writes
  ///   its index only at a regular end.
  /// - Parameter more: further arguments.
  package func start(reindex: Bool = false, more: [String] = []) async throws {
    guard let executable = Self.executable else { throw RegtestError.notInstalled }
    let arguments = ["-datadir=\(folder)", "-daemon=0"] + (reindex ? ["-reindex"] : []) + more
    var child = try launch(executable, arguments)
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      let blocks: Int? = try? await rpc("getblockcount").integerValue()
      if let blocks, blocks >= height.withLock({ $0 }) { return }
      if !child.isRunning || ContinuousClock.now >= deadline {
        let remarks = child.lines(.error)
        // While the daemon was down, a connection of another program may have got its port, and will end soon.
        guard ContinuousClock.now < deadline, remarks.contains(where: { $0.contains("Unable to start HTTP server") })
        else { throw RegtestError.failed("litecoind did not start: \(remarks)") }
        child = try launch(executable, arguments)
      }
      // No event announces this, so the daemon is polled, with a pause to save CPU time.
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private func launch(_ executable: String, _ arguments: [String]) throws -> ChildProcess {
    let child = try ChildProcess(executable, arguments, environment: ["HOME": folder + "/home"])
    process.withLock { $0 = child }
    return child
  }

  /// Ends the daemon regularly.
  package func stop() async throws {
    guard let child = process.withLock({ $0 }) else { return }
    _ = try await rpc("stop")
    _ = try await child.exit(within: .seconds(30))
    process.withLock { $0 = nil }
  }

  /// Ends the daemon with SIGKILL and waits until it is gone.
  package func kill() async {
    guard let child = process.withLock({ $0 }) else { return }
    child.signal(SIGKILL)
    _ = try? await child.exit()
    process.withLock { $0 = nil }
  }

  /// Signals the daemon, if it runs.
  func signal(_ number: Int32) { process.withLock { $0?.signal(number) } }

  /// Suspends the daemon, so that calls to it hang, or resumes it.
  package func pause(_ isPaused: Bool) async throws {
    guard let child = process.withLock({ $0 }) else { return }
    child.signal(isPaused ? SIGSTOP : SIGCONT)
    // The signal takes effect when the main thread runs; until then the other threads still answer.
    if isPaused { _ = try await eventually("the daemon stops") { child.isStopped ? true : nil } }
  }

  /// Calls a method of the daemon, or of one of its wallets.
  @discardableResult
  package func rpc(_ method: String, _ parameters: [JSONValue] = [], wallet: String? = nil) async throws -> JSONValue {
    let body: JSONValue = ["id": "test", "method": .string(method), "params": .array(parameters)]
    let response = try await http.send(
      HTTPRequest(
        path: wallet.map { "/wallet/" + $0 } ?? "", body: body.encoded(),
        authentication: .basic(user: user, password: password), timeout: .seconds(30)))
    let value = try JSONValue(parsing: response.body, limits: JSONLimits(depth: 64, bytes: 64 << 20))
    if let error = value["error"], !error.isNull {
      throw RegtestError.answered(
        method: method, code: error["code"]?.integerValue() ?? 0, message: error["message"]?.stringValue ?? "")
    }
    return value["result"] ?? .null
  }

  /// Mines blocks to a new address of the payer, and stores the chain so that ``kill()`` does not undo it.
  package func mine(_ blocks: Int = 1) async throws {
    let address = try await newAddress("payer")
    try await rpc("generatetoaddress", [.number(JSONNumber(blocks)), .string(address)])
    try await flush()
  }

  /// Mines a signed transaction that spends coins of others, which wait for a block and pay a lower fee. Returns its ID.
  @discardableResult
  package func mine(insteadOfOthers transaction: JSONValue) async throws -> JSONValue {
    let id = try await rpc("sendrawtransaction", [transaction, 0])
    try await mine()
    return id
  }

  /// Returns a new address of a wallet.
  package func newAddress(_ wallet: String) async throws -> String {
    let value = try await rpc("getnewaddress", wallet: wallet)
    guard let address = value.stringValue else { throw RegtestError.failed("no address") }
    return address
  }

  /// Lets the daemon store the chain, and remembers its height for the next start.
  package func flush() async throws {
    try await rpc("gettxoutsetinfo")
    let blocks: Int = try await rpc("getblockcount").integerValue() ?? 0
    height.withLock { $0 = blocks }
  }

  /// Creates the wallets, gives the payer 140 coins of 50, and activates extension blocks: the first block that can have one
  /// must contain a payment into it, which is that of the customer's coins.
  func fund() async throws {
    try await createWallets(["payer", "shop"])
    for wallet in ["miner", "customer"] { try await rpc("createwallet", [.string(wallet)]) }
    try await mine(140)
    let miner = try await newAddress("miner")
    try await rpc("generatetoaddress", [291, .string(miner)])
    for _ in 0..<4 {
      let coin = try await rpc("getnewaddress", ["", "mweb"], wallet: "customer")
      try await rpc("sendtoaddress", [coin, "5"], wallet: "miner")
    }
    try await mine(3)
    for wallet in ["miner", "customer"] { try await rpc("unloadwallet", [.string(wallet)]) }
    try await flush()
  }

  /// Loads the wallet that has four coins of 5 LTC in extension blocks and no others, so that whatever it pays to an
  /// ordinary address leaves the extension blocks. Returns its name.
  package func customer() async throws -> String {
    try await rpc("loadwallet", ["customer"])
    return "customer"
  }

  /// Creates empty wallets, which are loaded again at each start.
  package func createWallets(_ names: [String]) async throws {
    for wallet in names {
      // The last argument makes the daemon load the wallet at each start.
      try await rpc("createwallet", [.string(wallet), false, false, "", false, false, true])
    }
  }
}
