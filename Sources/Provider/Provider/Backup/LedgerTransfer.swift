import Cryptography
import Files
import KeyStorage
import Ledger
package import OwnerAPI
package import PaymentsModel
import PostgreSQL
package import RPCRuntime

/// Moves the ledger of a provider that does not run between the file in its state folder and a database of PostgreSQL.
package struct LedgerTransfer: Sendable {
  /// Which way.
  package enum Direction: Sendable {
    /// From the file into the database at this address.
    case to(String)
    /// From the database at this address into the file.
    case from(String)
  }

  /// What was moved.
  package struct Report: Sendable {
    /// The number of rows of all tables.
    package var rows: Int
    /// The number of the newest entry of the audit log.
    package var auditEntries: Int64
    /// The newest entry, as an owner notes it.
    package var note: String
    /// Where the ledger is now.
    package var place: String
    /// The path of the file that the ledger was in, if it was in one.
    package var kept: String?
  }

  private let directories: PayportDirectories
  private let clock: any WallClock

  /// A transfer of the ledger of the provider in these folders.
  package init(_ directories: PayportDirectories, clock: any WallClock = SystemWallClock()) {
    self.directories = directories
    self.clock = clock
  }

  /// Moves the ledger.
  ///
  /// - Throws: ``OwnerFailure``. The ledger is where it was, and the other side has nothing; or the message says that this
  ///   is not known, and the same move finds out.
  package func run(_ direction: Direction) async throws(OwnerFailure) -> Report {
    let (text, isTarget) =
      switch direction {
      case .to(let text): (text, true)
      case .from(let text): (text, false)
      }
    let address: PostgresAddress
    do throws(PostgresError) {
      address = try PostgresAddress(text)
    } catch {
      let why = if case .invalidAddress(let why) = error { ": \(why)" } else { "" }
      throw OwnerFailure(
        .usage, "this is no address of a database, such as postgresql:///payport?service=payport" + why)
    }
    do throws(PrivateFileError) {
      _ = try PrivateFolder(creating: directories.state)
    } catch {
      throw OwnerFailure(.unavailable, "the state folder \(directories.state) cannot be used: \(error)")
    }
    try checkRestoration()
    let move = LedgerMove(folder: directories.ledger, address, provider: isTarget ? nil : try provider())
    do throws(LedgerCopyFailure) {
      let moved = isTarget ? try await move.toDatabase(stamp: stamp) : try move.toFile()
      return Report(
        rows: moved.rows, auditEntries: moved.head.number, note: moved.head.note,
        place: isTarget ? address.description : directories.ledger, kept: moved.kept)
    } catch {
      throw failure(error, address: address, isTarget: isTarget)
    }
  }

  /// The key of the provider, without which apps would take what goes on here for another one.
  private func provider() throws(OwnerFailure) -> String {
    let key: Ed25519.VerifyingKey?
    do {
      key = try ProviderIdentity.keys(in: directories).state().publicKey
    } catch {
      throw OwnerFailure(.unavailable, "the key in \(directories.state) cannot be read: \(error)")
    }
    guard let key else {
      throw OwnerFailure(
        .notFound,
        "there is no key in \(directories.state); first put the provider's identity.json there, from its state folder or a "
          + "backup. Nothing was changed")
    }
    return key.base64URL
  }

  private func checkRestoration() throws(OwnerFailure) {
    do throws(ProviderStartError) {
      try UnfinishedRestore.check(directories)
    } catch {
      throw OwnerFailure(.unavailable, error.description)
    }
  }

  /// The moment, as a part of a file's name.
  private var stamp: String { String(clock.now().text.unicodeScalars.filter { !":-".unicodeScalars.contains($0) }) }

  private func failure(_ error: LedgerCopyFailure, address: PostgresAddress, isTarget: Bool) -> OwnerFailure {
    let (file, database) = (directories.ledger, address.description)
    let (source, target) = isTarget ? (file, database) : (database, file)
    return switch error {
    case .targetNotEmpty:
      OwnerFailure(.conflict, "there is a ledger in \(target) already; nothing was changed")
    case .noSource: OwnerFailure(.notFound, "there is no ledger in \(source)")
    case .sourceInUse(let pid):
      OwnerFailure(
        .unavailable,
        "a provider\(pid.map { " (pid \($0))" } ?? "") uses \(source); stop it first, and all that wait to take over. "
          + "Nothing was changed", .init(pid: pid.map { Int($0) }))
    case .targetInUse:
      OwnerFailure(.unavailable, "a provider uses \(target); stop it first. Nothing was changed")
    case .unstorableText(let table):
      OwnerFailure(
        .unavailable,
        "a text in the table \(table) has the character U+0000, which PostgreSQL does not store; "
          + "the ledger stays in \(source)")
    case .differs(let table):
      OwnerFailure(
        .internalError, "the table \(table) was not the same after it was copied; the ledger stays in \(source)")
    case .brokenAudit(let fault):
      OwnerFailure(.unavailable, "the audit log in \(source) is not sound: \(fault.message). Nothing was changed")
    case .inconsistent:
      OwnerFailure(.unavailable, "the ledger in \(source) is damaged: its counts do not fit. Nothing was changed")
    case .unfinished(.movedAway):
      OwnerFailure(
        .conflict,
        "the ledger was moved into \(database), and from there to another place, where it goes on; ledger.sqlite.moving in "
          + "\(file) is an old copy of it")
    case .unfinished(let error):
      OwnerFailure(
        .unavailable,
        words(error, database)
          + ". Which of the two has the ledger is not known yet, and nobody can use the file. Type the "
          + "same command again, which finds out and finishes")
    case .otherUnfinished:
      OwnerFailure(
        .conflict,
        "ledger.sqlite.moving in \(file) is of a move into a database that was interrupted; type the command for that one "
          + "again, which finishes it, before another one. Nothing was changed")
    case .otherTarget:
      OwnerFailure(
        .conflict,
        "the ledger was being moved into another database when that was interrupted, and this one has nothing of it. Name "
          + "the same database as before. Only if that one does not exist any more, rename ledger.sqlite.moving in "
          + "\(source) to ledger.sqlite")
    case .source(.ofOtherProvider(let other)):
      OwnerFailure(
        .conflict,
        "the ledger in \(source) belongs to a provider with another key (\(other)) than that in \(directories.state). "
          + "Nothing was changed")
    case .source(let error): OwnerFailure(.unavailable, words(error, source) + ". Nothing was changed")
    case .target(let error):
      OwnerFailure(.unavailable, words(error, target) + ". The ledger stays in \(source)")
    }
  }

  private func words(_ error: LedgerError, _ place: String) -> String {
    LedgerFault(error)?.words(in: place) ?? "\(place) cannot be used: \(error)"
  }
}
