/// The information that the carrier has about the other end. It is only a hint for people and logs, unless the carrier
/// has checked it before accepting. None of it identifies an app; only the key of an app does.
public struct PeerDescription: Sendable {
  /// The program at the other end.
  public struct Process: Sendable, Hashable {
    /// The process id when it was looked up. Ids are reused.
    public var identifier: Int32
    /// The path of the executable, which its user can fake; nil if it cannot be read.
    public var executablePath: String?

    /// Makes the description of a process.
    public init(identifier: Int32, executablePath: String?) {
      self.identifier = identifier
      self.executablePath = executablePath
    }

    /// The id and the path, for a person who has to recognise the program. They are a hint and prove nothing.
    public var words: String { executablePath.map { "pid \(identifier) \($0)" } ?? "pid \(identifier)" }
  }

  /// The numeric address, such as `127.0.0.1` or `::1`; `memory` for a pair in memory.
  public var address: String
  /// The TCP port of the other end; 0 if there is none.
  public var port: UInt16
  /// The user id of the process at the other end, from the kernel; nil if it is not known, as on the client side.
  public var userIdentifier: UInt32?
  /// The value of the client's `Sec-WebSocket-Protocol` exactly as it was sent. It is part of the handshake's prologue.
  public var offeredSubprotocols: String
  /// The subprotocol that was selected.
  public var selectedSubprotocol: String
  /// The value of the request's `Host` header: `127.0.0.1:PORT` if the client used the published URL.
  public var authority: String

  private let search: ProcessSearch

  /// Makes a description. `lookUpProcess` is called once, at the first call of ``process()``, on a thread of its own.
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

  /// Finds the program at the other end by scanning the process table, and remembers the result; nil if it cannot be
  /// found. The scan takes several milliseconds or more on a separate thread, so call this only if a person will see
  /// the result.
  public func process() async -> Process? { await search.result() }

  /// The program at the other end, if ``process()`` has already found it.
  public var knownProcess: Process? { search.known }

  /// A copy of this description that includes the values of the upgrade request.
  package func upgraded(offering offered: String, selecting selected: String, authority: String) -> PeerDescription {
    var copy = self
    copy.offeredSubprotocols = offered
    copy.selectedSubprotocol = selected
    copy.authority = authority
    return copy
  }
}
