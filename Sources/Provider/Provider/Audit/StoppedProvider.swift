package import JSON
import Ledger
package import OwnerSocket
public import RPCRuntime

/// A provider that is not running. The owner can query its audit log, which is read from the files.
public struct StoppedProvider: Sendable {
  private let folder: String

  /// Creates the value for the provider in these folders.
  public init(directories: PayportDirectories) {
    folder = directories.ledger
  }

  /// Answers a query of the audit log in the same form as on the owner's socket.
  ///
  /// The provider cannot be started during the call.
  ///
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
  /// The path of the ledger's folder.
  var ledger: String { state + "/ledger" }
}
