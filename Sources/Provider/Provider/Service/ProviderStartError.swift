public import KeyStorage

/// Why the provider did not start; the texts are for the owner, and name no program.
public enum ProviderStartError: Error, Sendable, CustomStringConvertible {
  /// The configuration is wrong.
  case configuration(ConfigurationError)
  /// A folder cannot be used.
  case folder(path: String, why: String)
  /// The provider's own key cannot be used.
  case identity(KeyStoreError)
  /// Another provider holds the ledger.
  case alreadyRunning(pid: Int32?)
  /// The ledger cannot be used.
  case ledger(String)
  /// The ledger in this folder cannot be used before the owner has done something about it.
  case unusableLedger(LedgerFault, folder: String)
  /// The ledger in this place has records of the currency on another network, or of made-up money.
  case otherMoney(LedgerMoney.Mismatch, ledger: String)
  /// The owner has sent this daemon away, which the ledger calls by this name.
  case revoked(name: String)
  /// The server for apps cannot be opened.
  case listen(String)
  /// The owner's socket cannot be opened.
  case ownerSocket(String)
  /// A wallet cannot be created.
  case wallet(String)
  /// The program itself has a defect.
  case internalError(String)

  /// What happened.
  public var description: String {
    switch self {
    case .configuration(let error): "the configuration is wrong: \(error)"
    case .folder(let path, let why): "cannot use the folder \(path): \(why)"
    case .identity(let error): error.description
    case .alreadyRunning(let pid):
      "another provider\(pid.map { " (pid \($0))" } ?? "") uses this state folder"
    case .ledger(let why): "cannot use the ledger: \(why)"
    case .unusableLedger(let fault, let folder): "cannot use the ledger: \(fault.words(in: folder))"
    case .otherMoney(let mismatch, let ledger): mismatch.words(ledger: ledger)
    case .revoked(let name):
      "the owner has sent this daemon away from the ledger, which calls it \(name)"
    case .listen(let why): "cannot open the app door: \(why)"
    case .ownerSocket(let why): "cannot open the owner's socket: \(why)"
    case .wallet(let why): "cannot set up a wallet: \(why)"
    case .internalError(let why): "internal error: \(why)"
    }
  }
}
