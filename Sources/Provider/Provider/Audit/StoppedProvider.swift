import Ledger
package import OwnerAPI
import PaymentsModel
import PostgreSQL
public import RPCRuntime

/// A provider that is not running. The owner can query its audit log, which is read from its file, or from the database
/// that the configuration names. Other providers may use that database meanwhile.
public struct StoppedProvider: Sendable {
  private let directories: PayportDirectories
  private let address: PostgresAddress?

  /// Creates the value for the provider in these folders, with this configuration.
  public init(directories: PayportDirectories, configuration: ProviderConfiguration) {
    self.directories = directories
    address = configuration.ledger
  }

  private var source: any LedgerReading & LedgerCopying {
    get throws(LedgerError) {
      guard let address else { return try LedgerArchive(folder: directories.ledger) }
      return try PostgresArchive(address, folder: directories.ledger)
    }
  }

  /// Puts a copy of all that a backup contains into a new folder, as the owner's socket does. A provider with the ledger in
  /// a file cannot start meanwhile.
  ///
  /// - Parameters:
  ///   - configuration: The path of the configuration file, if there is one.
  ///   - software: The name and version of the program.
  /// - Throws: ``OwnerFailure``.
  package func stageBackup(configuration: String?, software: String) async throws(OwnerFailure) -> StagedBackup {
    do {
      let staging = BackupStaging(
        directories: directories, configuration: configuration, software: software, clock: SystemWallClock())
      return try await staging.make(of: try source)
    } catch let error as LedgerError {
      throw failure(error)
    } catch {
      throw OwnerFailure(reporting: error)
    }
  }

  /// Answers a query of the audit log, as the owner's socket does. A provider with the ledger in a file cannot start
  /// meanwhile.
  ///
  /// - Throws: ``OwnerFailure``.
  package func audit<Answer>(
    _ ask: (AuditQueries) async throws -> Answer
  ) async throws(OwnerFailure) -> Answer {
    do {
      return try await ask(AuditQueries(ledger: try source))
    } catch let error as LedgerError {
      throw failure(error)
    } catch {
      throw OwnerFailure(reporting: error)
    }
  }

  private func failure(_ error: LedgerError) -> OwnerFailure {
    if let address { return Self.failure(error, address) }
    let folder = directories.ledger
    return switch error {
    case .alreadyInUse(let pid):
      OwnerFailure(
        .startingOrStopping,
        "the provider\(pid.map { " (pid \($0))" } ?? "") is starting or stopping; ask again in a moment",
        .init(pid: pid.map { Int($0) }))
    case .versionConflict:
      OwnerFailure(.olderFiles, "an earlier version wrote the ledger in \(folder)")
    case .moveUnfinished: OwnerFailure(.unavailable, LedgerFault.moveUnfinished.words(in: folder))
    case .unsafeLocation(.notAccessible): OwnerFailure(.notFound, "there is no ledger in \(folder)")
    case .unsafeLocation(let fault):
      OwnerFailure(.unavailable, "others could have touched the ledger in \(folder): \(fault.rawValue)")
    default: OwnerFailure(.internalError, "the ledger in \(folder) cannot be read: \(error)")
    }
  }

  private static func failure(_ error: LedgerError, _ address: PostgresAddress) -> OwnerFailure {
    let place = address.description
    if error == .notALedger { return OwnerFailure(.notFound, "there is no ledger in \(place)") }
    let words = LedgerFault(error)?.words(in: place)
    return OwnerFailure(.unavailable, words ?? "the ledger in \(place) cannot be read: \(error)")
  }
}

extension PayportDirectories {
  /// The path of the ledger's folder.
  package var ledger: String { state + "/ledger" }
}
