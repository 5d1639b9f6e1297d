public import KeyStorage
import PrivateFiles
public import RPCRuntime

/// An app's key, for those who want to see or change how it is kept; a ``PaymentsClient`` makes and reads it by itself.
public enum AppIdentity {
  /// The cabinet of an app's key; its folder is made where it is missing.
  ///
  /// - Parameters:
  ///   - appID: the app's identifier, as in its manifest.
  ///   - directories: where it is kept.
  ///   - passphrase: asked where the key is sealed.
  /// - Throws: ``AppStateError``.
  public static func cabinet(
    appID: String, directories: PayportDirectories, passphrase: any PassphraseSource = NoPassphrase()
  ) throws(AppStateError) -> KeyCabinet {
    try cabinet(in: AppFolder(appID: appID, directories: directories).root, appID: appID, passphrase)
  }

  static func cabinet(in folder: PrivateFolder, appID: String, _ passphrase: any PassphraseSource) -> KeyCabinet {
    KeyCabinet(in: folder, label: "Payport key of the app \(appID)", passphrase: passphrase)
  }
}
