import Cryptography
import Files
import JSON
import KeyStorage
import Ledger
import OwnerAPI
import PaymentsModel
import Platform
import RPCRuntime

/// Tries a backup that is unpacked into a folder of its own, whole and before anything else is touched: its sizes, its
/// list of files, the key, the ledger with its audit log, and the configuration. What was tried here works afterwards.
struct BackupTrial: Sendable {
  /// What the trial found.
  struct Outcome: Sendable {
    let manifest: BackupManifest
    let key: KeyManager.State
    /// How many orders wait for the owner's word.
    let ordersHeld: Int
    /// Why payd could not start with the configuration; `nil` where it can, or there is none.
    let configurationFault: String?
  }

  /// The folder.
  let folder: String
  /// The path of the backup, for the owner.
  let path: String
  let kinds: [WalletKind]
  let clock: any WallClock

  private func damaged(_ why: String) -> BackupFailure { BackupFailure("\(path) is damaged, or no backup: \(why)") }

  /// Tries all of it, and makes the ledger ready to go on.
  ///
  /// - Throws: ``BackupFailure``, ``LedgerError`` and others. Nothing but the folder was changed.
  func run() async throws -> Outcome {
    try checkSizes()
    let manifest = try checkFiles()
    let key = try checkKey()
    let held = try await checkLedger(manifest)
    return Outcome(manifest: manifest, key: key, ordersHeld: held, configurationFault: try configurationFault())
  }

  // MARK: Files

  /// Refuses files that are larger than what they were unpacked from, before anything of them is read: they consist of
  /// holes, which take hours to read and no room in the backup. Without a size, as from a pipe, that is not known.
  private func checkSizes() throws {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    guard try size(of: "", within: Int(status.st_size)) != nil else { throw damaged("it has files with holes") }
  }

  /// The size of all files below a folder; `nil` if it is above a limit.
  private func size(of path: String, within limit: Int) throws -> Int? {
    var total = 0
    for name in try PrivateFolder.entries(of: folder + path) {
      var status = stat()
      guard lstat(folder + path + "/" + name, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        guard let inside = try size(of: path + "/" + name, within: limit - total) else { return nil }
        total += inside
      } else {
        guard status.st_size <= limit - total else { return nil }
        total += Int(status.st_size)
      }
    }
    return total
  }

  /// Checks every file by the manifest.
  private func checkFiles() throws -> BackupManifest {
    var found: [BackupManifest.File] = []
    try list("", &found)
    guard
      let bytes = try? PrivateFolder(opening: folder).read(BackupManifest.fileName, limit: BackupManifest.maximumSize),
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
    return manifest
  }

  /// Describes all regular files below a folder but the manifest. Anything else is refused.
  private func list(_ path: String, _ files: inout [BackupManifest.File]) throws {
    for name in try PrivateFolder.entries(of: folder + path) {
      let (place, inside) = (path + "/" + name, String((path + "/" + name).unicodeScalars.dropFirst()))
      var status = stat()
      guard lstat(folder + place, &status) == 0 else { throw BackupFailure("\(inside) cannot be read") }
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        chmod(folder + place, 0o700)
        try list(place, &files)
      case S_IFREG where status.st_nlink == 1:
        chmod(folder + place, 0o600)
        if inside != BackupManifest.fileName { files.append(try BackupManifest.file(folder + place, as: inside)) }
      default: throw BackupFailure("the backup has \(inside), which is neither a file nor a folder")
      }
    }
  }

  // MARK: What is in them

  private func checkKey() throws -> KeyManager.State {
    do {
      return try KeyManager(in: PrivateFolder(opening: folder)).state()
    } catch let error as KeyStoreError {
      throw damaged("the daemon's key in it cannot be read: \(error.sentence)")
    }
  }

  /// Opens the ledger, brings it to the present version, verifies its audit log and makes it ready to go on.
  private func checkLedger(_ manifest: BackupManifest) async throws -> Int {
    let place = folder + "/ledger"
    guard mkdir(place, 0o700) == 0, rename("\(folder)/\(BackupContent.ledger)", "\(place)/ledger.sqlite") == 0 else {
      throw BackupFailure("\(place) cannot be made: \(BackupManifest.systemWords())")
    }
    let ledger: Ledger
    do throws(LedgerError) {
      ledger = try Ledger(folder: place) { _ in }
    } catch {
      guard let fault = LedgerFault(error) else { throw error }
      throw BackupFailure("the ledger in the backup cannot be used: \(fault.words(in: "it"))")
    }
    do {
      let audit = try await AuditQueries(ledger: ledger).verify(
        .init(expect: manifest.auditEntries > 0 ? "\(manifest.auditHash):\(manifest.auditEntries)" : nil))
      if !audit.ok { throw damaged("its audit log: \(audit.message ?? "it is not whole")") }
      let held = try await RestoredLedger(ledger: ledger).prepare(at: clock.now())
      await ledger.close()
      return held
    } catch {
      await ledger.close()
      throw error
    }
  }

  /// A configuration that cannot be read takes nothing from the ledger: it is only not put where payd reads it.
  private func configurationFault() throws -> String? {
    let path = folder + "/" + BackupContent.configuration
    guard OutputFile.exists(path) else { return nil }
    do throws(ConfigurationFault) {
      _ = try ConfigurationSource(path: path, kinds: kinds).read()
      return nil
    } catch {
      let words = error.words
      return words.utf8.starts(with: path.utf8)
        ? BackupContent.configuration + String(words.dropFirst(path.count)) : words
    }
  }
}
