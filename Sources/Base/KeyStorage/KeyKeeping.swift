/// The place where a key is stored. The raw values are used in configurations and on command lines.
public enum KeyKeeping: String, Sendable, Hashable, CaseIterable {
  /// In a file that only its owner can access, optionally sealed with a passphrase.
  case file
  /// In the keyring of the desktop session, through libsecret.
  case libsecret
}
