public import Files
public import RPCRuntime

/// Why no provider was found that could be spoken to.
public enum DiscoveryError: Error, Sendable, Hashable {
  /// No provider has published itself; with a name, none of that name.
  case notRunning(name: String?)
  /// A provider has published itself, and nothing answers where it should: it ended without tidying up.
  case stale(name: String)
  /// The file or its folder may have been made by somebody else: it is not used.
  case unsafeFile(name: String?, PrivateFileError.Danger)
  /// The file is not what it must be.
  case malformed(name: String, DiscoveryFileError)
  /// The file could not be read, for a reason of the system's.
  case unreadable(name: String?, PrivateFileError)
  /// Several run and none was chosen; their names.
  case several([String])
  /// The provider of this name had another key when it was first met. It may be another program in its place: only the
  /// owner can say, and ``KnownProviders/forget(_:)`` then lets it be met anew.
  case wrongKey(name: String)
  /// The provider offers only older versions of the specification than it did before.
  case downgraded(name: String, highestSeen: Int)

  /// The provider of this name speaks these versions of the specification, and none that the app speaks.
  case otherVersions(name: String, speaks: String, wanted: String)
  /// The provider of this name offers other services than the one that is wanted: these.
  case otherService(name: String, offers: [String])

  /// Whether the same may well succeed a little later.
  public var isTransient: Bool {
    switch self {
    case .notRunning, .stale: true
    default: false
    }
  }
}
