import Files
public import KeyStorage
public import RPCRuntime

/// An app's key, for those who want to see or change how it is kept; a ``PaymentsClient`` makes and reads it by itself.
public enum AppIdentity {
  /// The key of an app; its folder is made where it is missing.
  ///
  /// - Parameters:
  ///   - appID: the app's identifier, as in its manifest.
  ///   - directories: where it is kept.
  ///   - passphrase: asked where the key is sealed.
  /// - Throws: ``AppStateError``.
  public static func keys(
    appID: String, directories: PayportDirectories, passphrase: any PassphraseSource = NoPassphrase()
  ) throws(AppStateError) -> KeyManager {
    try keys(in: AppFolder(appID: appID, directories: directories).root, appID: appID, passphrase)
  }

  static func keys(in folder: PrivateFolder, appID: String, _ passphrase: any PassphraseSource) -> KeyManager {
    KeyManager(in: folder, label: "Payport key of the app \(appID)", passphrase: passphrase)
  }
}
