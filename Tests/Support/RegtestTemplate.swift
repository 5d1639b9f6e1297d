import Platform
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder with a funded chain. It is created once in a test process and copied for each test, which is faster than
/// mining.
actor RegtestTemplate {
  static let shared = RegtestTemplate()

  private var making: Task<String, any Error>?

  /// Returns the folder. The daemon in it does not run.
  func folder() async throws -> String {
    let making = making ?? Task { try await Self.make() }
    self.making = making
    do {
      return try await making.value
    } catch {
      // A failure is that of one test; the next one tries again.
      if self.making == making { self.making = nil }
      throw error
    }
  }

  private static func make() async throws -> String {
    let folder = try RegtestFolder.make("litecoin-template")
    leftovers.withLock { $0.append(folder) }
    atexit { leftovers.withLock { $0.forEach(RegtestFolder.remove) } }
    let daemon = try LitecoinRegtest(folder: folder, isOwner: false)
    try await daemon.start()
    try await daemon.fund()
    try await daemon.stop()
    return folder
  }
}

/// The folders that are removed when the test process ends.
private let leftovers = Mutex<[String]>([])

/// Folders for daemons of tests.
enum RegtestFolder {
  /// Creates a folder, in memory if the system offers that, because the daemon synchronises its files often. A benchmark
  /// names a folder on a disk in `PAYPORT_REGTEST_FOLDER`, because that is what a user's daemon pays for.
  static func make(_ purpose: String) throws -> String {
    let memory =
      FileManager.default.isWritableFile(atPath: "/dev/shm")
      ? "/dev/shm" : FileManager.default.temporaryDirectory.path
    let base = ProcessInfo.processInfo.environment["PAYPORT_REGTEST_FOLDER"] ?? memory
    let folder = "\(base)/payport-\(purpose)-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    return folder
  }

  static func copy(_ source: String, to target: String) async throws {
    let result = try await ChildProcess.run("/bin/cp", ["-a", source + "/.", target])
    guard result.exit == .code(0) else { throw RegtestError.failed(result.error.joined(separator: "\n")) }
  }

  static func remove(_ folder: String) {
    do {
      try FileManager.default.removeItem(atPath: folder)
    } catch {
      print("not removed: \(folder): \(error)")
    }
  }
}

/// Why a daemon of a test does not work.
package enum RegtestError: Error, Sendable, CustomStringConvertible {
  /// No litecoind is installed on this machine.
  case notInstalled
  /// The daemon did not start, or did not answer in time.
  case failed(String)
  /// The daemon answered with an error.
  case answered(method: String, code: Int, message: String)

  /// The description of the error in the test's report.
  package var description: String {
    switch self {
    case .notInstalled: "no litecoind found (apt-get install litecoind)"
    case .failed(let text): text
    case .answered(let method, let code, let message): "\(method): \(code) \(message)"
    }
  }
}
