public import Cryptography
public import Files

/// The key of one identity, wherever its owner stores it: in the key file of its folder, sealed there with a
/// passphrase, or in the keyring, in which case the file says so. Moving the key does not change it.
public struct KeyManager: Sendable {
  /// The name of the key file in its folder.
  public static let fileName = "identity.json"

  /// The place and form in which a key is stored.
  public enum State: Sendable, Hashable {
    /// There is no key yet.
    case none
    /// The key is in the file, not sealed.
    case plain(Ed25519.VerifyingKey)
    /// The key is in the file, sealed with a passphrase.
    case sealed(Ed25519.VerifyingKey)
    /// The key is in the keyring.
    case keyring(Ed25519.VerifyingKey)

    /// The public key; nil if there is no key.
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

  /// Makes a manager for the key of a folder.
  ///
  /// - Parameters:
  ///   - label: the name of the key in the desktop's password manager.
  ///   - passphrase: the source of the passphrase if the key is sealed.
  ///   - tool: the path of `secret-tool`; nil to search for it.
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

  /// Whether the program is installed by which the keyring is reached.
  package static var hasKeyringTool: Bool { SecretTool.isInstalled }

  /// The path of the key file.
  public var path: String { file.path }

  /// The place and form in which the key is stored. Neither a passphrase nor the keyring is needed to find out.
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

  /// Loads the key, and makes one if there is none.
  ///
  /// - Parameters:
  ///   - keeping: the place where the key must be stored; nil accepts any place, and stores a new key in the file.
  ///   - random: the source of randomness for a new key.
  /// - Throws: ``KeyStoreError``; no key has been made then.
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
      // If two processes make a key at the same time, the first one wins.
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

  /// Loads the key from where it is stored; nil if there is none.
  ///
  /// - Throws: ``KeyStoreError``.
  public func load() throws(KeyStoreError) -> Ed25519.SigningKey? { try load(keeping: nil) }

  /// Seals the key in the file with a passphrase. If it is sealed already, this passphrase replaces the earlier one.
  ///
  /// The earlier content of the file is deleted but not overwritten, so the disk may keep it for a while.
  ///
  /// - Throws: ``KeyStoreError``, ``KeyStoreError/Problem/none`` if there is no key.
  public func seal(
    with passphrase: SecretBytes, cost: Scrypt = .keyFile, random: any RandomSource = SystemRandom()
  ) throws(KeyStoreError) {
    let key = try present(load(keeping: .file))
    try SealedKeyStore(in: folder, passphrase: KnownPassphrase(passphrase), cost: cost, random: random)
      .replace(with: key)
  }

  /// Stores the key in the file without sealing it.
  ///
  /// - Throws: the same errors as ``seal(with:cost:random:)``.
  public func unseal() throws(KeyStoreError) {
    try FileKeyStore(in: folder).replace(with: present(load(keeping: .file)))
  }

  /// Moves the key to another place. It stays the same key, so no pairing has to be repeated. In a file it is stored
  /// unsealed.
  ///
  /// - Throws: the same errors as ``seal(with:cost:random:)``. The key is then still in its former place, or in both
  ///   places.
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

  /// The store for a new key. In a file it is stored unsealed, because no passphrase has been given for it.
  private func newStore(_ keeping: KeyKeeping) -> any KeyStore {
    switch keeping {
    case .file: FileKeyStore(in: folder)
    case .libsecret: keyring
    }
  }
}
