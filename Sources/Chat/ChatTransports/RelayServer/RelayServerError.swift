public import Files
public import Transport
public import WebSocketTransport

/// Why a relay cannot run.
public enum RelayServerError: Error, Sendable, Hashable {
  /// The name is invalid. It must be 1 to 64 of `A-Z a-z 0-9 . _ -`, the first a letter or digit.
  case invalidName
  /// A relay with this name already runs.
  case alreadyRuns
  /// A file or folder could not be read or written, or its owner or permissions are wrong.
  case file(name: String, PrivateFileError)
  /// The content of a file is not what it should be.
  case damaged(name: String)
  /// The relay cannot listen for connections.
  case listen(ListenError)
  /// The system could not provide a thread.
  case thread(ServiceThreadError)
  /// The system could not provide random bytes.
  case random
}
