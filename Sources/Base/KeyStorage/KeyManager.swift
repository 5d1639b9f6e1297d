public import Cryptography
public import Files

/// The key of one identity, wherever its owner has put it: in the key file of its folder, sealed there by a passphrase,
/// or in the keyring, of which the file then tells. What is kept stays the same key through all moves.
public struct KeyManager: Sendable {
  /// The name of the key file in its folder.
  public static let fileName = "identity.json"

  /// How a key is kept.
  public enum State: Sendable, Hashable {
    /// There is none yet.
    case none
    /// In the file, as it is.
    case plain(Ed25519.VerifyingKey)
    /// In the file, sealed.
    case sealed(Ed25519.VerifyingKey)
    /// In the keyring.
    case keyring(Ed25519.VerifyingKey)

    /// The public half.
    public var publicKey: Ed25519.VerifyingKey? {
      switch self {
      case .none: nil
      case .plain(let key), .sealed(let key), .keyring(let key): key
      }
    }
  }

  private let folder: PrivateFolder
  private let file: KeyFile
  private let passphrase: any PassphraseSource
  private let label: String
  private let tool: String?

  /// The key of a folder.
  ///
  /// - Parameters:
  ///   - label: the name of the key in the desktop's password manager.
  ///   - passphrase: asked where the key is sealed.
  ///   - tool: the path of `secret-tool`; nil looks for it.
  public init(
    in folder: PrivateFolder, label: String = "Payport key", passphrase: any PassphraseSource = NoPassphrase(),
    tool: String? = nil
  ) {
    self.folder = folder
    self.label = label
    self.tool = tool
    self.passphrase = passphrase
    file = KeyFile(folder: folder, name: Self.fileName)
  }

  /// The path of the key file.
  public var path: String { file.path }

  /// How the key is kept, asking for no passphrase and no keyring.
  ///
  /// - Throws: ``KeyStoreError``.
  public func state() throws(KeyStoreError) -> State {
    switch try file.read() {
    case nil: .none
    case .plain(let key): .plain(key.verifyingKey)
    case .sealed(let key): .sealed(key.publicKey)
    case .keyring(let key): .keyring(key)
    }
  }

  /// The key, made where there is none.
  ///
  /// - Parameters:
  ///   - keeping: how it must be kept; nil takes it as it is, and puts a new one into the file.
  ///   - random: what a new key is made of.
  /// - Throws: ``KeyStoreError``; no key is made then.
  public func open(
    keeping: KeyKeeping? = nil, random: any RandomSource = SystemRandom()
  ) throws(KeyStoreError) -> Ed25519.SigningKey {
    if let key = try load(keeping: keeping) { return key }
    let key: Ed25519.SigningKey
    do { key = try Ed25519.SigningKey(from: random) } catch {
      throw file.error(.cryptography)
    }
    do {
      try newStore(keeping ?? .file).create(key)
      return key
    } catch {
      // Of two processes that make one at once the first wins.
      guard case .exists = error.problem, let key = try load(keeping: keeping) else { throw error }
      return key
    }
  }

  private func load(keeping: KeyKeeping?) throws(KeyStoreError) -> Ed25519.SigningKey? {
    switch try state() {
    case .none: return nil
    case .plain, .sealed:
      if keeping == .libsecret { throw file.error(.keptOtherwise(.file)) }
      return try store(.file).load()
    case .keyring:
      if keeping == .file { throw file.error(.keptOtherwise(.libsecret)) }
      return try store(.libsecret).load()
    }
  }

  /// The key as it is kept; nil where there is none.
  ///
  /// - Throws: ``KeyStoreError``.
  public func load() throws(KeyStoreError) -> Ed25519.SigningKey? { try load(keeping: nil) }

  /// Seals the key in the file by a passphrase; one that is sealed already gets this one in place of the former.
  ///
  /// What was in the file before is only let go, not overwritten: a disk may keep it for a while.
  ///
  /// - Throws: ``KeyStoreError``, ``KeyStoreError/Problem/none`` where there is no key.
  public func seal(
    with passphrase: SecretBytes, cost: Scrypt = .keyFile, random: any RandomSource = SystemRandom()
  ) throws(KeyStoreError) {
    let key = try present(load(keeping: .file))
    try SealedKeyStore(in: folder, passphrase: KnownPassphrase(passphrase), cost: cost, random: random)
      .replace(with: key)
  }

  /// Puts the key into the file as it is.
  ///
  /// - Throws: as ``seal(with:cost:random:)``.
  public func unseal() throws(KeyStoreError) {
    try FileKeyStore(in: folder).replace(with: present(load(keeping: .file)))
  }

  /// Keeps the key in another way from now on; the same key, so that nobody need be paired anew. Into the file it goes
  /// unsealed.
  ///
  /// - Throws: as ``seal(with:cost:random:)``. The key stays where it was then, or is in both places.
  public func move(to keeping: KeyKeeping) throws(KeyStoreError) {
    let key = try present(load())
    switch (keeping, try state()) {
    case (.libsecret, _): try keyring.replace(with: key)
    case (.file, .keyring):
      try FileKeyStore(in: folder).replace(with: key)
      try keyring.forget(key.verifyingKey)
    case (.file, _): return
    }
  }

  private func present(_ key: Ed25519.SigningKey?) throws(KeyStoreError) -> Ed25519.SigningKey {
    guard let key else { throw file.error(.none) }
    return key
  }

  private var keyring: SecretServiceKeyStore { SecretServiceKeyStore(in: folder, label: label, tool: tool) }

  private func store(_ keeping: KeyKeeping) -> any KeyStore {
    switch keeping {
    case .file: SealedKeyStore(in: folder, passphrase: passphrase)
    case .libsecret: keyring
    }
  }

  /// Where a new key goes: into a file unsealed, since nobody has given a passphrase for it.
  private func newStore(_ keeping: KeyKeeping) -> any KeyStore {
    switch keeping {
    case .file: FileKeyStore(in: folder)
    case .libsecret: keyring
    }
  }
}
