public import Files

/// Why a key cannot be read or kept, and what to do about it.
public struct KeyStoreError: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Problem: Sendable, Hashable {
    /// There is no key yet.
    case none
    /// There is a key already.
    case exists
    /// The file may have been made, read or changed by somebody else.
    case unsafeFile(PrivateFileError.Danger)
    /// The folder may have been made or changed by somebody else.
    case unsafeFolder(PrivateFileError.Danger)
    /// The file is not what was written; why.
    case damaged(String)
    /// The file is of a later version of this format.
    case unknownVersion
    /// The key is sealed, and there is nobody to ask for the passphrase.
    case passphraseNeeded
    /// The passphrase is not the one that the key was sealed with.
    case wrongPassphrase
    /// A passphrase cannot be taken from where it was to come from; why.
    case passphraseUnusable(String)
    /// The person at the terminal gave up.
    case cancelled
    /// The key is kept in another way than the one that was asked for.
    case keptOtherwise(KeyKeeping)
    /// The keyring cannot be spoken to; why.
    case keyringUnavailable(String)
    /// The keyring is locked, and nobody unlocked it.
    case keyringLocked
    /// The file says that the key is in the keyring, which has none of this name.
    case notInKeyring
    /// The system refused a call; its name and errno.
    case system(call: String, code: Int32)
    /// libcrypto refused: no memory or no randomness.
    case cryptography
  }

  /// What is wrong.
  public let problem: Problem
  /// The path of the key file, or of what else cannot be used.
  public let path: String

  /// A problem with a file.
  public init(_ problem: Problem, _ path: String) {
    self.problem = problem
    self.path = path
  }
}

extension KeyStoreError {
  /// What trouble with a private file means for a key in it.
  public init(file error: PrivateFileError, _ path: String) {
    let problem: Problem =
      switch error {
      case .missing: .system(call: "open", code: 2)
      case .exists: .exists
      case .unsafeFile(let danger): .unsafeFile(danger)
      case .unsafeFolder(let danger): .unsafeFolder(danger)
      case .tooLarge: .damaged("it is too large")
      case .system(let call, let code): .system(call: call, code: code)
      }
    self.init(problem, path)
  }
}
