import Files
import JSON
package import KeyStorage
import Ledger
package import OwnerAPI
package import PaymentsModel
import Platform
package import RPCRuntime

/// Puts a backup in place of the files of a provider that does not run.
///
/// Everything is unpacked and checked beside the present files first; until then nothing changes. The exchange itself is
/// a few renames. If the machine stops between them, the provider refuses to start until a backup was restored.
package struct BackupRestoration: Sendable {
  /// What was restored.
  package struct Report: Sendable {
    /// When the backup was made.
    package var madeAt: String
    /// The number of the newest entry of its audit log.
    package var auditEntries: Int64
    /// The folder with the files that were there before; `nil` if there were none.
    package var replaced: String?
    /// Where the configuration of the backup is now; `nil` if it has none.
    package var configuration: String?
    /// Whether the provider's key is in the keyring of the machine on which the backup was made.
    package var keyIsElsewhere: Bool
  }

  private static let prefix = "restore-"
  /// The files and folders of the provider in its state folder; others belong to apps, or to a made-up network.
  private static let entries = ["ledger", KeyManager.fileName, BackupContent.documents]

  private let directories: PayportDirectories
  private let isUsualState: Bool
  private let passphrase: any PassphraseSource
  private let clock: any WallClock

  /// A restoration into these folders.
  ///
  /// - Parameter isUsualState: whether the state folder is the one that a provider of this user has unless it is told
  ///   otherwise. The configuration is only then put where such a provider reads it.
  /// - Parameter passphrase: asked for the passphrase of a sealed backup.
  package init(
    _ directories: PayportDirectories, isUsualState: Bool, passphrase: any PassphraseSource = NoPassphrase(),
    clock: any WallClock = SystemWallClock()
  ) {
    self.directories = directories
    self.isUsualState = isUsualState
    self.passphrase = passphrase
    self.clock = clock
  }

  private var state: String { directories.state }

  /// Restores a backup.
  ///
  /// - Parameters:
  ///   - path: the path of the backup.
  ///   - replacing: whether files of a provider that are there already are moved aside; they are refused otherwise.
  /// - Throws: ``OwnerFailure``.
  package func restore(_ path: String, replacing: Bool) async throws(OwnerFailure) -> Report {
    do {
      return try await exchange(path, replacing: replacing)
    } catch {
      throw error as? OwnerFailure ?? BackupStaging.failure(error)
    }
  }

  private func exchange(_ path: String, replacing: Bool) async throws -> Report {
    let folder = try PrivateFolder(creating: state)
    for name in try folder.names() where name.utf8.starts(with: Self.prefix.utf8) {
      BackupStaging.remove(state + "/" + name)
    }
    let hold = try hold()
    defer { hold?.release() }
    let present = Self.entries.filter { OutputFile.exists(state + "/" + $0) }
    guard present.isEmpty || replacing else {
      throw OwnerFailure(
        .conflict, "\(state) is not empty: it has \(present.joined(separator: ", ")); nothing was changed")
    }
    let staging = "\(state)/\(Self.prefix)\(getpid())-\(UInt64.random(in: .min ... .max))"
    defer { BackupStaging.remove(staging) }
    guard mkdir(staging, 0o700) == 0 else {
      throw BackupFailure("\(staging) cannot be made: \(BackupManifest.systemWords())")
    }
    try BackupArchive(path).unpack(into: staging, passphrase: passphrase)
    let manifest = try await check(staging, path)
    return try install(manifest, staging, present)
  }

  /// Keeps providers away from the present ledger, if there is one.
  private func hold() throws -> LedgerLock? {
    guard OutputFile.exists(directories.ledger) else { return nil }
    do throws(LedgerError) {
      return try LedgerLock(folder: directories.ledger)
    } catch {
      guard case .alreadyInUse(let pid) = error else { throw error }
      throw OwnerFailure(
        .unavailable, "the provider\(pid.map { " (pid \($0))" } ?? "") runs; stop it first. Nothing was changed")
    }
  }

  // MARK: Checks

  /// Checks every file by the manifest, opens the ledger, brings it to the present version, and verifies its audit log.
  private func check(_ staging: String, _ path: String) async throws -> BackupManifest {
    let damaged = { (why: String) in BackupFailure("\(path) is damaged, or no backup: \(why)") }
    var found: [BackupManifest.File] = []
    try list(staging, "", &found)
    guard
      let bytes = try? PrivateFolder(opening: staging).read(BackupManifest.fileName, limit: BackupManifest.maximumSize),
      let object = try? JSONValue(parsing: bytes)
    else { throw damaged("it has no list of its files") }
    guard object["v"]?.integerValue(as: Int.self) == BackupManifest.version else {
      throw BackupFailure("\(path) was made by a later version, which has to restore it")
    }
    guard let manifest = try? JSONValueDecoder().decode(BackupManifest.self, from: object) else {
      throw damaged("its list of files cannot be read")
    }
    let listed = manifest.files.sorted { $0.path < $1.path }
    guard found.sorted(by: { $0.path < $1.path }) == listed else {
      let differing = Set(found.map(\.path)).symmetricDifference(listed.map(\.path)).min()
      throw damaged(differing.map { "\($0) is missing, or does not belong to it" } ?? "a file differs from its digest")
    }
    guard listed.contains(where: { $0.path == BackupContent.ledger }) else { throw damaged("it has no ledger") }
    try await checkLedger(staging, manifest, damaged)
    return manifest
  }

  /// Describes all regular files below a folder but the manifest. Anything else is refused.
  private func list(_ root: String, _ path: String, _ files: inout [BackupManifest.File]) throws {
    for name in try PrivateFolder.entries(of: root + path) {
      let (place, inside) = (path + "/" + name, String((path + "/" + name).unicodeScalars.dropFirst()))
      var status = stat()
      guard lstat(root + place, &status) == 0 else { throw BackupFailure("\(inside) cannot be read") }
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        chmod(root + place, 0o700)
        try list(root, place, &files)
      case S_IFREG where status.st_nlink == 1:
        chmod(root + place, 0o600)
        if inside != BackupManifest.fileName { files.append(try BackupManifest.file(root + place, as: inside)) }
      default: throw BackupFailure("the backup has \(inside), which is neither a file nor a folder")
      }
    }
  }

  private func checkLedger(
    _ staging: String, _ manifest: BackupManifest, _ damaged: (String) -> BackupFailure
  ) async throws {
    let folder = staging + "/ledger"
    guard mkdir(folder, 0o700) == 0, rename("\(staging)/\(BackupContent.ledger)", "\(folder)/ledger.sqlite") == 0 else {
      throw BackupFailure("\(folder) cannot be made: \(BackupManifest.systemWords())")
    }
    let ledger: Ledger
    do throws(LedgerError) {
      ledger = try Ledger(folder: folder) { _ in }
    } catch {
      guard let fault = LedgerFault(error) else { throw error }
      throw BackupFailure("the ledger in the backup cannot be used: \(fault.words(in: "it"))")
    }
    do {
      let audit = try await AuditQueries(ledger: ledger).verify(
        .init(expect: manifest.auditEntries > 0 ? "\(manifest.auditHash):\(manifest.auditEntries)" : nil))
      if case .broken(let log) = audit { throw damaged("its audit log: \(log.message)") }
      // What the owner has taken back since the backup was made is allowed again in it.
      let lock = WalletLock(ledger: ledger)
      try await lock.load()
      _ = try await lock.lock(at: clock.now())
    } catch {
      await ledger.close()
      throw error
    }
    await ledger.close()
  }

  // MARK: The exchange

  private func install(_ manifest: BackupManifest, _ staging: String, _ present: [String]) throws -> Report {
    // All that was unpacked is on the disk before it takes the place of anything.
    sync()
    let folder = try PrivateFolder(opening: state)
    try folder.write([], to: UnfinishedRestore.fileName, replacing: true)
    var replaced: String?
    if !present.isEmpty {
      let stamp = String(clock.now().text.unicodeScalars.filter { !":-".unicodeScalars.contains($0) })
      let aside = "\(state)/replaced-\(stamp)"
      guard mkdir(aside, 0o700) == 0 else {
        throw BackupFailure("\(aside) cannot be made: \(BackupManifest.systemWords())")
      }
      for name in present { try move(state, name, to: aside) }
      replaced = aside
    }
    for name in Self.entries where OutputFile.exists(staging + "/" + name) { try move(staging, name, to: state) }
    try folder.synchronize()
    let configuration = try putConfiguration(staging, folder)
    let key = try ProviderIdentity.keys(in: directories).state()
    try folder.remove(UnfinishedRestore.fileName)
    try folder.synchronize()
    var report = Report(
      madeAt: manifest.madeAt, auditEntries: manifest.auditEntries, replaced: replaced, configuration: configuration,
      keyIsElsewhere: false)
    if case .keyring = key { report.keyIsElsewhere = true }
    return report
  }

  private func move(_ folder: String, _ name: String, to other: String) throws(BackupFailure) {
    guard rename("\(folder)/\(name)", "\(other)/\(name)") == 0 else {
      throw BackupFailure("\(folder)/\(name) cannot be moved to \(other): \(BackupManifest.systemWords())")
    }
  }

  /// Puts the configuration where the provider reads it, or into the state folder if there is one already, or if the
  /// state folder is not the usual one.
  private func putConfiguration(_ staging: String, _ folder: PrivateFolder) throws -> String? {
    guard
      let bytes = try? PrivateFolder(opening: staging).read(
        BackupContent.configuration, limit: ProviderConfiguration.maximumFileSize)
    else { return nil }
    let usual = "\(directories.configuration)/\(BackupContent.configuration)"
    if isUsualState, !OutputFile.exists(usual), (try? PrivateFolder(creating: directories.configuration)) != nil,
      (try? OutputFile.write(bytes, to: usual, replacing: false)) != nil
    {
      return usual
    }
    let name = "restored-\(BackupContent.configuration)"
    try folder.write(bytes, to: name, replacing: true)
    return "\(state)/\(name)"
  }
}

/// The sign that a restoration was interrupted between its first and its last rename.
enum UnfinishedRestore {
  static let fileName = "restore.unfinished"

  /// Refuses a state folder with the sign.
  ///
  /// - Throws: ``ProviderStartError/unusableLedger(_:folder:)``.
  static func check(_ directories: PayportDirectories) throws(ProviderStartError) {
    guard OutputFile.exists("\(directories.state)/\(fileName)") else { return }
    throw .unusableLedger(.restoreUnfinished, folder: directories.state)
  }
}
