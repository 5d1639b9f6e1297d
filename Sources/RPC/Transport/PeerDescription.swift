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

    /// Both, for a person who is to recognise the program: advice, and no proof of anything.
    public var words: String { executablePath.map { "pid \(identifier) \($0)" } ?? "pid \(identifier)" }
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

  private let search: ProcessSearch

  /// A description; `lookUpProcess` is called once, when ``process()`` is called first, on a thread of its own.
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
    search = ProcessSearch(lookUpProcess)
  }

  /// Finds the program at the other end by scanning the process table, and remembers what was found. That takes
  /// milliseconds and more, on a thread that nothing else waits for: call it for what a person is about to see. Nil
  /// when it cannot be found.
  public func process() async -> Process? { await search.result() }

  /// The program at the other end, where ``process()`` has found it before.
  public var knownProcess: Process? { search.known }

  /// The same peer, after its upgrade request was read.
  package func upgraded(offering offered: String, selecting selected: String, authority: String) -> PeerDescription {
    var copy = self
    copy.offeredSubprotocols = offered
    copy.selectedSubprotocol = selected
    copy.authority = authority
    return copy
  }
}
