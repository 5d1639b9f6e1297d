public import Files
public import Transport
public import WebSocketTransport

/// Why a relay does not run.
public enum RelayServerError: Error, Sendable, Hashable {
  /// The name cannot be one: 1 to 64 of `A-Z a-z 0-9 . _ -`, the first a letter or digit.
  case invalidName
  /// A relay of this name answers already.
  case alreadyRuns
  /// A file or folder could not be read or written, or must not be; its name.
  case file(name: String, PrivateFileError)
  /// A file does not hold what it should; its name.
  case damaged(name: String)
  /// It cannot listen.
  case listen(ListenError)
  /// The system has no thread to give.
  case thread(ServiceThreadError)
  /// The system has no randomness to give.
  case random
}
