package import KeyStorage

extension KeyStoreError {
  /// The exit status of a program that cannot use its key.
  package var exitStatus: ExitStatus {
    switch problem {
    case .unsafeFile, .unsafeFolder, .wrongPassphrase, .passphraseNeeded: .notPermitted
    case .damaged, .unknownVersion, .keptOtherwise, .notInKeyring: .config
    case .none, .exists, .passphraseUnusable: .dataError
    case .cancelled: .interrupted
    case .keyringUnavailable: .unavailable
    case .keyringLocked: .tryAgain
    case .system: .ioError
    case .cryptography: .software
    }
  }
}
