public import ArgumentParser
public import KeyStorage

extension KeyStoreError {
  /// Returns the failure to report if the app's key cannot be used, with advice.
  package func commandFailure(of app: TerminalApp) -> CommandFailure {
    let advice = advice(for: app.name)
    return CommandFailure(
      exitStatus, reason: reason, sentence.prefix(1).uppercased() + sentence.dropFirst() + ".",
      advice: advice.isEmpty ? nil : advice)
  }

  private var reason: String {
    switch problem {
    case .none: "no_key"
    case .exists: "key_exists"
    case .unsafeFile, .unsafeFolder: "key_unsafe"
    case .damaged, .unknownVersion: "key_damaged"
    case .passphraseNeeded, .cancelled: "passphrase_needed"
    case .wrongPassphrase: "wrong_passphrase"
    case .passphraseUnusable: "passphrase_unusable"
    case .keptOtherwise: "key_elsewhere"
    case .keyringUnavailable: "keyring_unavailable"
    case .keyringLocked: "keyring_locked"
    case .notInKeyring: "key_missing"
    case .system, .cryptography: "key_failed"
    }
  }
}

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

extension KeyKeeping: ExpressibleByArgument {}
