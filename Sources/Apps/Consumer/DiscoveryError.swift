public import Files
public import RPCRuntime

/// Why the client found no provider that it can use.
public enum DiscoveryError: Error, Sendable, Hashable {
  /// No provider has published itself, or none with the given name.
  case notRunning(name: String?)
  /// A provider has published itself, but does not answer. It ended without removing its file.
  case stale(name: String)
  /// Other users could have written the file or its folder, so it is not used.
  case unsafeFile(name: String?, PrivateFileError.Danger)
  /// The content of the file is not that of a discovery file.
  case malformed(name: String, DiscoveryFileError)
  /// The system could not read the file.
  case unreadable(name: String?, PrivateFileError)
  /// Several providers run and none was chosen; the value contains their names.
  case several([String])
  /// The provider with this name had another key when the app first met it. It may be a different program. Only the
  /// owner can tell, and ``KnownProviders/forget(_:)`` then allows the app to meet it again.
  case wrongKey(name: String)
  /// The provider offers only older versions of the specification than before.
  case downgraded(name: String, highestSeen: Int)

  /// The provider with this name supports no version of the specification that the app supports.
  case otherVersions(name: String, speaks: String, wanted: String)
  /// The provider with this name does not offer the service that is wanted; the value contains the services that it
  /// offers.
  case otherService(name: String, offers: [String])

  /// Whether the same call may succeed a little later.
  public var isTransient: Bool {
    switch self {
    case .notRunning, .stale: true
    default: false
    }
  }
}
