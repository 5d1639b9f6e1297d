import Ledger
package import OwnerAPI
import PaymentsModel
public import RPCRuntime

/// A provider that is not running. The owner can query its audit log, which is read from the files.
public struct StoppedProvider: Sendable {
  private let directories: PayportDirectories
  private var folder: String { directories.ledger }

  /// Creates the value for the provider in these folders.
  public init(directories: PayportDirectories) {
    self.directories = directories
  }

  /// Puts a copy of all that a backup contains into a new folder, as the owner's door does. The provider cannot start
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - configuration: The path of the configuration file, if there is one.
  ///   - software: The name and version of the program.
  /// - Throws: ``OwnerFailure``.
  package func stageBackup(configuration: String?, software: String) async throws(OwnerFailure) -> StagedBackup {
    do {
      let ledger = try LedgerArchive(folder: folder)
      return try await BackupStaging(
        directories: directories, configuration: configuration, software: software, clock: SystemWallClock()
      ).make(of: ledger)
    } catch let error as LedgerError {
      throw Self.failure(error, folder)
    } catch {
      throw OwnerFailure(reporting: error)
    }
  }

  /// Lists entries of the audit log, as the owner's door does. The provider cannot start meanwhile.
  ///
  /// - Throws: ``OwnerFailure``.
  package func auditEntries(_ params: ListAuditEntries.Params) async throws(OwnerFailure) -> ListAuditEntries.Result {
    try await answer { queries in try await queries.list(params) }
  }

  /// Tells the newest entry of the audit log, as the owner's door does. The provider cannot start meanwhile.
  ///
  /// - Throws: ``OwnerFailure``.
  package func auditHead() async throws(OwnerFailure) -> GetAuditHead.Result {
    try await answer { queries in try await queries.head(OwnerNothing()) }
  }

  /// Checks the whole audit log, as the owner's door does. The provider cannot start meanwhile.
  ///
  /// - Throws: ``OwnerFailure``.
  package func verifyAudit(_ params: VerifyAuditLog.Params) async throws(OwnerFailure) -> AuditVerification {
    try await answer { queries in try await queries.verify(params) }
  }

  private func answer<Answer>(
    _ ask: (AuditQueries<LedgerArchive>) async throws -> Answer
  ) async throws(OwnerFailure) -> Answer {
    do {
      return try await ask(AuditQueries(ledger: try LedgerArchive(folder: folder)))
    } catch let error as LedgerError {
      throw Self.failure(error, folder)
    } catch {
      throw OwnerFailure(reporting: error)
    }
  }

  private static func failure(_ error: LedgerError, _ folder: String) -> OwnerFailure {
    switch error {
    case .alreadyInUse(let pid):
      OwnerFailure(
        .startingOrStopping,
        "the provider\(pid.map { " (pid \($0))" } ?? "") is starting or stopping; ask again in a moment",
        .init(pid: pid.map { Int($0) }))
    case .versionConflict:
      OwnerFailure(.olderFiles, "an earlier version wrote the ledger in \(folder)")
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
