public import KeyStorage
public import RPCRuntime

/// How a client finds its provider and how patient it is.
public struct ClientOptions: Sendable {
  /// Where the discovery files are, and where the app's own files go.
  public var directories: PayportDirectories
  /// How the app's key must be kept; nil takes it as it is, and puts a new one into a file.
  public var keys: KeyKeeping?
  /// Asked where the app's key is sealed by a passphrase.
  public var passphrase: any PassphraseSource
  /// The provider's name; nil where only one runs.
  public var provider: String?
  /// How long a call goes on looking for a provider that was there and is gone. 30 s. Before there was a session, one
  /// try decides.
  public var patience: Duration
  /// How long a call waits for its answer. 30 s.
  public var callTimeout: Duration
  /// Called, on any thread, when a provider that was there is gone and is looked for from now on, so that a person can
  /// be told why nothing happens. Nothing unless set.
  public var onSearching: (@Sendable () -> Void)?
  /// Makes what opens channels, one for each client, which stops it when it is closed.
  public var makeDialer: @Sendable () -> any ChannelDialer

  /// The defaults, all of them changeable.
  public init(
    directories: PayportDirectories = PayportDirectories(), keys: KeyKeeping? = nil,
    passphrase: any PassphraseSource = NoPassphrase(), provider: String? = nil,
    patience: Duration = .seconds(30), callTimeout: Duration = .seconds(30),
    makeDialer: @escaping @Sendable () -> any ChannelDialer = { WebSocketDialer() }
  ) {
    self.directories = directories
    self.keys = keys
    self.passphrase = passphrase
    self.provider = provider
    self.patience = patience
    self.callTimeout = callTimeout
    self.makeDialer = makeDialer
  }
}
