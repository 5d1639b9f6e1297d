import Files
public import KeyStorage
public import RPCRuntime

/// Access to an app's key, for programs that show or change how it is kept. A ``PaymentsClient`` creates and reads the
/// key by itself.
public enum AppIdentity {
  /// Returns the key of an app. The app's folder is created if it does not exist.
  ///
  /// - Parameters:
  ///   - appID: the app's identifier, as in its manifest.
  ///   - directories: the directories that contain the app's folder.
  ///   - passphrase: the source of the passphrase, which is used if the key is sealed.
  public static func keys(
    appID: String, directories: PayportDirectories, passphrase: any PassphraseSource = NoPassphrase()
  ) throws(AppStateError) -> KeyManager {
    try keys(in: AppFolder(appID: appID, directories: directories).root, appID: appID, passphrase)
  }

  static func keys(in folder: PrivateFolder, appID: String, _ passphrase: any PassphraseSource) -> KeyManager {
    KeyManager(in: folder, label: "Payport key of the app \(appID)", passphrase: passphrase)
  }
}
