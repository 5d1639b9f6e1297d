import Cryptography
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
/// Everything is unpacked and tried beside the present files first (``BackupTrial``); until then nothing changes. The
/// exchange itself is a few renames (``StateExchange``).
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
    /// Why payd could not start with that configuration; `nil` if it can.
    package var configurationFault: String?
    /// The fingerprint of the provider's key; `nil` if the backup has none.
    package var provider: String?
    /// How many orders wait for the owner's word, since nobody knows what became of them after the backup.
    package var ordersHeld: Int
    /// Whether the provider's key is in the keyring of the machine on which the backup was made.
    package var keyIsElsewhere: Bool
  }

  private static let prefix = "restore-"
  /// The files and folders of the provider in its state folder; others belong to apps, or to a made-up network.
  private static let entries = ["ledger", KeyManager.fileName, BackupContent.documents]

  private let directories: PayportDirectories
  private let isUsualState: Bool
  private let kinds: [WalletKind]
  private let passphrase: any PassphraseSource
  private let clock: any WallClock

  /// A restoration into these folders.
  ///
  /// - Parameter isUsualState: whether the state folder is the one that a provider of this user has unless it is told
  ///   otherwise. The configuration is only then put where such a provider reads it.
  /// - Parameter kinds: the kinds of wallets that a configuration can name.
  /// - Parameter passphrase: asked for the passphrase of a sealed backup.
  package init(
    _ directories: PayportDirectories, isUsualState: Bool, kinds: [WalletKind],
    passphrase: any PassphraseSource = NoPassphrase(),
    clock: any WallClock = SystemWallClock()
  ) {
    self.directories = directories
    self.isUsualState = isUsualState
    self.kinds = kinds
    self.passphrase = passphrase
    self.clock = clock
  }

  private var state: String { directories.state }

  /// Restores a backup.
  ///
  /// - Parameters:
  ///   - path: the path of the backup.
  ///   - replacing: whether files of a provider that are there already are moved aside; they are refused otherwise.
  ///   - replacingOther: whether they may be those of a provider with another key.
  /// - Throws: ``OwnerFailure``.
  package func restore(
    _ path: String, replacing: Bool, replacingOther: Bool = false
  ) async throws(OwnerFailure) -> Report {
    do {
      return try await exchange(path, replacing: replacing, replacingOther: replacingOther)
    } catch {
      throw error as? OwnerFailure ?? BackupStaging.failure(error)
    }
  }

  private func exchange(_ path: String, replacing: Bool, replacingOther: Bool) async throws -> Report {
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
    let tried = try await BackupTrial(folder: staging, path: path, kinds: kinds, clock: clock).run()
    if !replacingOther { try checkProvider(tried.key, path) }
    return try install(tried, from: staging, present: present)
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

  // MARK: Whose it is

  /// Refuses to replace a provider by another one, which its apps would not know, unless the owner says so. A key here
  /// that cannot be read is none that anything could be compared with.
  private func checkProvider(_ key: KeyManager.State, _ path: String) throws(OwnerFailure) {
    guard let present = try? ProviderIdentity.keys(in: directories).state().publicKey, key.publicKey != present else {
      return
    }
    let other = key.publicKey.map { "of another provider, with the key \(Self.fingerprint($0))," } ?? "without a key"
    throw OwnerFailure(
      .otherProvider,
      "\(path) is a backup \(other) and \(state) has that with the key \(Self.fingerprint(present)): its apps would "
        + "not know the other one, and what it allows is not what you decided here. Nothing was changed")
  }

  private static func fingerprint(_ key: Ed25519.VerifyingKey) -> String {
    AppKey(rawValue: key.base64URL).fingerprint
  }

  // MARK: The exchange

  private func install(_ tried: BackupTrial.Outcome, from staging: String, present: [String]) throws -> Report {
    let stamp = String(clock.now().text.unicodeScalars.filter { !":-".unicodeScalars.contains($0) })
    let aside = present.isEmpty ? nil : "\(state)/replaced-\(stamp)"
    var configuration: String?
    try StateExchange(state: state, names: Self.entries).run(from: staging, aside: aside) { folder in
      configuration = try putConfiguration(staging, folder, isSound: tried.configurationFault == nil)
    }
    var report = Report(
      madeAt: tried.manifest.madeAt, auditEntries: tried.manifest.auditEntries, replaced: aside,
      configuration: configuration, configurationFault: tried.configurationFault,
      provider: tried.key.publicKey.map(Self.fingerprint), ordersHeld: tried.ordersHeld, keyIsElsewhere: false)
    if case .keyring = tried.key { report.keyIsElsewhere = true }
    return report
  }

  /// Puts the configuration where the provider reads it, or into the state folder if there is one already, if the state
  /// folder is not the usual one, or if no provider could start with it.
  private func putConfiguration(_ staging: String, _ folder: PrivateFolder, isSound: Bool) throws -> String? {
    guard OutputFile.exists(staging + "/" + BackupContent.configuration) else { return nil }
    let bytes = try PrivateFolder(opening: staging).read(
      BackupContent.configuration, limit: ProviderConfiguration.maximumFileSize)
    let usual = "\(directories.configuration)/\(BackupContent.configuration)"
    if isUsualState, isSound, !OutputFile.exists(usual),
      (try? PrivateFolder(creating: directories.configuration)) != nil,
      (try? OutputFile.write(bytes, to: usual, replacing: false)) != nil
    {
      return usual
    }
    let name = "restored-\(BackupContent.configuration)"
    try folder.write(bytes, to: name, replacing: true)
    return "\(state)/\(name)"
  }
}
