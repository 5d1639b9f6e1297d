/// What the carrier knows of the other end. All of it is advice for people and logs, except where a carrier has
/// checked it before accepting; none of it identifies an app: only its key does.
public struct PeerDescription: Sendable {
  /// The program at the other end.
  public struct Process: Sendable, Hashable {
    /// Process id at the time of looking; ids are reused.
    public var identifier: Int32
    /// Path of the executable, which its user can fake. Nil when it cannot be read.
    public var executablePath: String?

    /// A process by its id.
    public init(identifier: Int32, executablePath: String?) {
      self.identifier = identifier
      self.executablePath = executablePath
    }
  }

  /// Numeric address, such as `127.0.0.1` or `::1`; `memory` for the in-memory pair.
  public var address: String
  /// TCP port of the other end; 0 where there is none.
  public var port: UInt16
  /// User id of the process at the other end, from the kernel. Nil where it is not known (client side).
  public var userIdentifier: UInt32?
  /// The list in the client's `Sec-WebSocket-Protocol`, as it was sent: part of the handshake's prologue.
  public var offeredSubprotocols: String
  /// The one that was selected.
  public var selectedSubprotocol: String
  /// Value of the request's `Host` header: `127.0.0.1:PORT` for a client that used the published URL.
  public var authority: String

  private let lookUpProcess: @Sendable () -> Process?

  /// A description; `lookUpProcess` is called each time ``process()`` is.
  public init(
    address: String, port: UInt16, userIdentifier: UInt32?, offeredSubprotocols: String, selectedSubprotocol: String,
    authority: String, lookUpProcess: @escaping @Sendable () -> Process? = { nil }
  ) {
    self.address = address
    self.port = port
    self.userIdentifier = userIdentifier
    self.offeredSubprotocols = offeredSubprotocols
    self.selectedSubprotocol = selectedSubprotocol
    self.authority = authority
    self.lookUpProcess = lookUpProcess
  }

  /// Finds the program at the other end by scanning the process table, which takes milliseconds: call it for a
  /// prompt or the first line of a log, not for each message. Nil when it cannot be found.
  public func process() -> Process? { lookUpProcess() }
}
