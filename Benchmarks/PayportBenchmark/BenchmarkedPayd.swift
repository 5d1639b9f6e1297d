import Cryptography
import JSON
import Platform
import RPCRuntime
import SecureSession

/// A real daemon with its own state, and the commands of its owner.
struct BenchmarkedPayd {
  /// Limits so high that they do not affect the results.
  private static let limits = """
    name: benchmark
    limits:
      handshake_seconds: 30
      unauthenticated_sockets: 256
      sockets: 4096
      sockets_per_app: 4096
      requests_per_second: 10000000
      burst: 10000000
      open_invoices: 100000000
      unpaid_addresses: 100000000
      ledger_megabytes: 1000000

    """

  /// A mock wallet without latency.
  private static let mockWallet = """
    wallets:
      - type: mock
        currencies: [XMR, LTC, BTC]
        block_seconds: 0
        balance: 1000000
        limits:
          LTC: {ask: above 1000, per_period: 1000000000}

    """

  let process: BenchmarkProcess
  private let folder: RunFolder
  private let executable: String

  /// Starts the daemon in a folder of the run. A folder that was used before keeps its pairings.
  ///
  /// - Parameter wallets: The section of the wallets, if it is not the mock wallet.
  init(options: Options, folder: RunFolder, wallets: String? = nil) throws {
    executable = options.payd
    self.folder = folder
    try folder.write(Self.limits + (wallets ?? Self.mockWallet), to: "provider.yml")
    process = try BenchmarkProcess(
      executable, ["run", "--config", folder.path + "/provider.yml"] + Self.directories(folder),
      stream: .standardError, isReady: { $0.hasPrefix("payd: ready") })
  }

  private static func directories(_ folder: RunFolder) -> [String] {
    ["--state", folder.path + "/state", "--runtime", folder.runtime]
  }

  /// Returns a target for an app with this key, from the daemon's discovery file.
  func target(identity: Ed25519.SigningKey, frameSize: Int) throws -> PaydTarget {
    let discovery = try DiscoveryFile(parsing: RunFolder.read(folder.runtime + "/providers/benchmark.json"))
    return try PaydTarget(
      processID: process.processID, discovery: discovery, identity: identity, frameSize: frameSize)
  }

  /// Pairs the app as its owner would: lists the waiting questions and types the code that the app shows.
  func pair(_ target: PaydTarget) throws {
    let (exchange, session) = try target.open()
    guard session.status == .pending, let code = session.pairingCode else {
      throw BenchmarkError("payd wants no pairing: \(session.status.rawValue)")
    }
    let waiting = try JSONValue(parsing: owner(["questions", "--json"]))
    guard let questions = waiting["questions"]?.arrayValue ?? waiting.arrayValue,
      let identifier = questions.first?["id"]?.stringValue
    else { throw BenchmarkError("nothing waits for approval") }
    _ = try owner(["approve", identifier, "--code", code.digits])
    withExtendedLifetime(exchange) {}
  }

  /// Widens the limits of the app as its owner would: several of its payments may leave in one transaction.
  func letPaymentsLeaveTogether(_ currency: String) throws {
    _ = try owner(["limit", PaydTarget.app, currency, "--batch"])
  }

  private func owner(_ arguments: [String]) throws -> [UInt8] {
    try BenchmarkProcess.output(of: executable, arguments + Self.directories(folder))
  }
}
