import Consumer
import Platform
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder that contains all trials, and the folders with which trials begin.
struct Workplace: Sendable {
  /// The path of the folder, which is in memory if the system offers that.
  let folder: String

  init() throws {
    let base = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
    folder = "\(base)/payport-crash-\(getpid())"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  func remove() {
    // If this fails, the folder stays in memory or in a temporary folder.
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Creates a folder in which a daemon and an app are paired, and the daemon has ended.
  ///
  /// - Parameter isBatching: whether payments of the app need no question and may leave in one transaction.
  func paired(_ name: String, _ yaml: String, isBatching: Bool = false) async throws -> String {
    let folder = folder + "/" + name
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let database = try TrialDatabase(of: folder)
    try database?.create()
    try Data((yaml + (database?.line ?? "")).utf8).write(to: URL(fileURLWithPath: folder + "/provider.yml"))
    // It may hold the password of a wallet.
    chmod(folder + "/provider.yml", 0o600)
    let trial = Trial(at: folder)
    let daemon = try await trial.start()
    let client = trial.client()
    guard case .pending(let code?, let id?) = try await client.connect() else {
      throw Violation("a new app is not asked to pair")
    }
    try await trial.owner(
      "approve", ["id": .string(id), "code": .string(code.digits), "scopes": ["receive", "pay", "balance"]])
    try await client.waitUntilApproved()
    if isBatching {
      try await trial.owner(
        "limit",
        [
          "app": "payport.payctl", "currency": "LTC", "period": "month", "per_period": "20", "ask": "never",
          "batch": true,
        ])
    }
    await client.close()
    try await Trial.stop(daemon)
    return folder
  }

  /// The configuration of a daemon with the mock wallet.
  static let mock = """
    name: test
    times: {poll: 100ms, follow: 100ms, retry: 100ms}
    wallets:
      - type: mock
        currencies: [LTC]
        balance: 100
        limits: {LTC: {per_period: 20, period: month}}
    """
}
