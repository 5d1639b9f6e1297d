import Files
import JSON
import KeyStorage
import Ledger
import OwnerAPI
import PaymentsModel
import Platform
import RPCRuntime

/// Puts a copy of all that a backup contains into a folder of its own inside the state folder: the ledger, with the PIN
/// and all that the owner decided, the key as it is stored, the documents of apps, and the configuration.
struct BackupStaging: Sendable {
  /// Names of folders in the state folder that begin so are copies for backups; only whoever makes one needs it.
  private static let prefix = "backup-"

  let directories: PayportDirectories
  /// The path of the configuration file, if there is one.
  let configuration: String?
  let software: String
  let clock: any WallClock

  /// Makes the copy. Payments go on meanwhile.
  ///
  /// The documents come first: a request that was taken from a document after this is in the ledger, too, and one that
  /// is in the document alone is as good as new.
  ///
  /// - Throws: ``OwnerFailure``. There is no folder then.
  func make(of ledger: any LedgerCopying) async throws -> StagedBackup {
    try Self.removeLeftovers(directories)
    let folder = "\(directories.state)/\(Self.prefix)\(getpid())-\(UInt64.random(in: .min ... .max))"
    do {
      return try await fill(folder, ledger)
    } catch {
      Self.remove(folder)
      throw error is OwnerFailure ? error : Self.failure(error)
    }
  }

  private func fill(_ folder: String, _ ledger: any LedgerCopying) async throws -> StagedBackup {
    guard mkdir(folder, 0o700) == 0 else {
      throw BackupFailure("\(folder) cannot be made: \(BackupManifest.systemWords())")
    }
    var files: [BackupManifest.File] = []
    try copyTree(BackupContent.documents, to: folder, &files)
    let key = try copyKey(to: folder, &files)
    if let configuration {
      files.append(
        try BackupManifest.file(
          configuration, copiedTo: folder + "/" + BackupContent.configuration, as: BackupContent.configuration))
    }
    let head = try await ledger.copy(to: folder + "/" + BackupContent.ledger)
    files.append(try BackupManifest.file(folder + "/" + BackupContent.ledger, as: BackupContent.ledger))
    let manifest = BackupManifest(
      software: software, madeAt: clock.now().text, auditEntries: head.number, auditHash: head.hexadecimalHash,
      files: files.sorted { $0.path < $1.path })
    try PrivateFolder(opening: folder).write(
      JSONBytesEncoder().encode(manifest), to: BackupManifest.fileName, replacing: false)
    return StagedBackup(
      folder: folder, auditEntries: Int(head.number), key: key, bytes: files.map(\.bytes).reduce(0, +),
      hasConfiguration: configuration != nil)
  }

  private func copyKey(to folder: String, _ files: inout [BackupManifest.File]) throws -> String {
    let state = try ProviderIdentity.keys(in: directories).state()
    if case .none = state { return "none" }
    let name = KeyManager.fileName
    files.append(try BackupManifest.file(directories.state + "/" + name, copiedTo: folder + "/" + name, as: name))
    return switch state {
    case .none: "none"
    case .plain: "plain"
    case .sealed: "sealed"
    case .keyring: "keyring"
    }
  }

  /// Copies the regular files of a folder and those below it. Links and other things are left out.
  private func copyTree(_ path: String, to folder: String, _ files: inout [BackupManifest.File]) throws {
    let source = directories.state + "/" + path
    var status = stat()
    guard lstat(source, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      guard mkdir(folder + "/" + path, 0o700) == 0 else {
        throw BackupFailure("\(folder)/\(path) cannot be made: \(BackupManifest.systemWords())")
      }
      for name in try PrivateFolder.entries(of: source) { try copyTree(path + "/" + name, to: folder, &files) }
    case S_IFREG:
      do throws(BackupFailure) {
        files.append(try BackupManifest.file(source, copiedTo: folder + "/" + path, as: path))
      } catch {
        // Apps and the provider move documents while they are copied. One that is gone is in the ledger.
        guard lstat(source, &status) != 0, errno == ENOENT else { throw error }
        unlink(folder + "/" + path)
      }
    default: return
    }
  }

  /// Removes the copies of backups that were not finished.
  static func removeLeftovers(_ directories: PayportDirectories) throws {
    for name in try PrivateFolder.entries(of: directories.state) where name.utf8.starts(with: prefix.utf8) {
      remove(directories.state + "/" + name)
    }
  }

  /// Removes a copy that was made here.
  static func removeStaged(_ folder: String) {
    let name = folder.unicodeScalars.split(separator: "/").last.map { String($0) } ?? ""
    if name.utf8.starts(with: prefix.utf8) { remove(folder) }
  }

  /// Removes a folder and all that is in it.
  static func remove(_ folder: String) {
    var status = stat()
    guard lstat(folder, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else { return _ = unlink(folder) }
    // What cannot be read stays, and rmdir fails then.
    for name in (try? PrivateFolder.entries(of: folder)) ?? [] { remove(folder + "/" + name) }
    rmdir(folder)
  }

  static func failure(_ error: any Error) -> OwnerFailure {
    switch error {
    case let error as BackupFailure: OwnerFailure(.unavailable, error.description)
    case LedgerError.diskFull: OwnerFailure(.unavailable, "the disk is full; there is no backup")
    case let error as PrivateFileError: OwnerFailure(.unavailable, "the state folder cannot be used: \(error)")
    case let error as LedgerError: OwnerFailure(reporting: error)
    default: OwnerFailure(.internalError, "the backup failed: \(type(of: error))")
    }
  }
}

/// The names of what is in a backup. Those of the state folder are the same there.
enum BackupContent {
  static let ledger = "ledger.sqlite"
  static let documents = ".services"
  static let configuration = "provider.yml"
}
