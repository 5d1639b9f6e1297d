/// How a key is kept, as it is named in configurations and on command lines.
public enum KeyKeeping: String, Sendable, Hashable, CaseIterable {
  /// In a file of its owner alone, perhaps sealed by a passphrase.
  case file
  /// In the keyring of the desktop session, through libsecret.
  case libsecret
}
