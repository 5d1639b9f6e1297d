public import KeyStorage
public import RPCRuntime

/// The options of a client: how it finds its provider, and how long it waits.
public struct ClientOptions: Sendable {
  /// The directories that contain the discovery files and the app's own files.
  public var directories: PayportDirectories
  /// The place where the app's key must be kept. If it is `nil`, an existing key is used wherever it is, and a new one
  /// is stored in a file.
  public var keys: KeyKeeping?
  /// The source of the passphrase, which is used if the app's key is sealed.
  public var passphrase: any PassphraseSource
  /// The provider's name; `nil` if only one runs. Several daemons that share one identity are one provider, and any of
  /// their names stands for it.
  public var provider: String?
  /// The time during which a call looks for a provider that has disappeared or is busy; 30 seconds by default. Before the
  /// first session the client makes only one attempt if no daemon is there.
  public var patience: Duration
  /// The time that a call waits for its answer; 30 seconds by default.
  public var callTimeout: Duration
  /// A closure that is called, on any thread, when a provider has disappeared or is busy, and the client tries again. It
  /// can tell the person why nothing happens.
  public var onSearching: (@Sendable () -> Void)?
  /// A closure that is called, on any thread, when one of several daemons of the provider must not be used, for example
  /// because it has another key. The client uses the others, and tells of each reason once.
  public var onRefusal: (@Sendable (any ErrorInWords) -> Void)?

  /// Creates options. All of them have defaults.
  public init(
    directories: PayportDirectories = PayportDirectories(), keys: KeyKeeping? = nil,
    passphrase: any PassphraseSource = NoPassphrase(), provider: String? = nil,
    patience: Duration = .seconds(30), callTimeout: Duration = .seconds(30)
  ) {
    self.directories = directories
    self.keys = keys
    self.passphrase = passphrase
    self.provider = provider
    self.patience = patience
    self.callTimeout = callTimeout
  }
}
