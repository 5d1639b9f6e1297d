package import JSON
import Ledger
package import OwnerSocket
public import RPCRuntime

/// What the owner can ask of a provider that is not running: its audit log, read from the files.
public struct StoppedProvider: Sendable {
  private let folder: String

  /// The provider whose folders these are.
  public init(directories: PayportDirectories) {
    folder = directories.ledger
  }

  /// Answers a question of the owner's console to the audit log, as the owner's door would.
  ///
  /// The provider cannot start meanwhile.
  /// - Throws: ``OwnerFailure``.
  package func audit(_ method: String, _ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    let archive: LedgerArchive
    do throws(LedgerError) {
      archive = try LedgerArchive(folder: folder)
    } catch {
      throw Self.failure(error, folder)
    }
    return try await AuditQueries(ledger: archive).answer(method, params)
  }

  private static func failure(_ error: LedgerError, _ folder: String) -> OwnerFailure {
    switch error {
    case .alreadyInUse(let pid):
      OwnerFailure(
        .unavailable, "payd\(pid.map { " (pid \($0))" } ?? "") is starting or stopping; ask again in a moment")
    case .versionConflict:
      OwnerFailure(.unavailable, "an earlier version wrote the ledger in \(folder); start payd once, then ask again")
    case .unsafeLocation(.notAccessible): OwnerFailure(.notFound, "there is no ledger in \(folder)")
    case .unsafeLocation(let fault):
      OwnerFailure(.unavailable, "others could have touched the ledger in \(folder): \(fault.rawValue)")
    default: OwnerFailure(.internalError, "the ledger in \(folder) cannot be read: \(error)")
    }
  }
}

extension PayportDirectories {
  /// The folder of the ledger.
  var ledger: String { state + "/ledger" }
}
