import DisplayText
public import Files

/// The reason why a key cannot be read or stored.
public struct KeyStoreError: Error, Sendable, Hashable {
  /// The kind of problem.
  public enum Problem: Sendable, Hashable {
    /// There is no key yet.
    case none
    /// There is a key already.
    case exists
    /// Another user may have made, read or changed the file.
    case unsafeFile(PrivateFileError.Danger)
    /// Another user may have made or changed the folder.
    case unsafeFolder(PrivateFileError.Danger)
    /// The file is damaged; the text says how.
    case damaged(String)
    /// The file has a later version of this format.
    case unknownVersion
    /// The key is sealed, and there is no source for the passphrase.
    case passphraseNeeded
    /// The passphrase is wrong.
    case wrongPassphrase
    /// The passphrase cannot be read from its source; the text says why.
    case passphraseUnusable(String)
    /// The person at the terminal cancelled the question.
    case cancelled
    /// The key is stored in another place than the one that was asked for.
    case keptOtherwise(KeyKeeping)
    /// The keyring cannot be reached; the text says why.
    case keyringUnavailable(String)
    /// The keyring is locked and was not unlocked in time.
    case keyringLocked
    /// The file says that the key is in the keyring, but the keyring does not have it.
    case notInKeyring
    /// A system call failed, given by its name and errno.
    case system(call: String, code: Int32)
    /// libcrypto failed because there was no memory or no randomness.
    case cryptography
  }

  /// The kind of problem.
  public let problem: Problem
  /// The path of the key file, or of another file that cannot be used.
  public let path: String

  /// Makes an error for a file.
  public init(_ problem: Problem, _ path: String) {
    self.problem = problem
    self.path = path
  }
}

extension KeyStoreError {
  /// Translates an error of a private file into an error of the key in it.
  public init(file error: PrivateFileError, _ path: String) {
    let problem: Problem =
      switch error {
      case .missing: .system(call: "open", code: 2)
      case .exists: .exists
      case .unsafeFile(let danger): .unsafeFile(danger)
      case .unsafeFolder(let danger): .unsafeFolder(danger)
      case .tooLarge: .damaged(localized("it is too large"))
      case .system(let call, let code): .system(call: call, code: code)
      }
    self.init(problem, path)
  }
}
