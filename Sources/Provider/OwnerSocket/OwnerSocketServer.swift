package import JSON
import JSONRPC
package import OwnerAPI
import Platform
import Synchronization

/// The server of the owner's socket: a Unix socket of mode 0600. Only processes of the same user can reach it, and the
/// kernel's credentials are checked for each connection. Apps connect over WebSocket and cannot send requests here, so
/// an app cannot approve itself.
///
/// Each connection has a thread of its own, so a blocked request does not hold up others; there are at most
/// ``maximumConnections``. A client must send its first request soon after connecting. When all connections are in use,
/// the one that has been idle for longest is closed, so a program cannot lock the owner out by holding connections
/// open.
package final class OwnerSocketServer: Sendable {
  /// Answers one request. It is called on the concurrency pool.
  package typealias Handler = @Sendable (_ method: String, _ params: JSONValue) async -> Result<JSONValue, OwnerFailure>

  /// Serves one streaming request: it keeps the stream and sends messages on it. It must not block.
  package typealias Streaming = @Sendable (_ params: JSONValue, _ stream: OwnerStream) -> Void

  /// The maximum number of connections. For a further connection, the one that has been idle for longest is closed.
  package static let maximumConnections = 32
  /// The maximum number of streaming connections, so that connections for other requests always remain.
  package static let maximumStreams = 8

  /// How long a client may take to send its first line, and each later one.
  static let firstLine: Duration = .seconds(5)
  static let laterLine: Duration = .seconds(60)

  private let path: String
  private let passed: Int32?
  private let handler: Handler
  private let streaming: [String: Streaming]
  private let state = Mutex(State())

  private struct State {
    var listener: ListeningUnixSocket?
    var connections = OwnerConnections<UnixSocket>(most: maximumConnections)
    var streams: [ObjectIdentifier: OwnerStream] = [:]
    var stopped = false
  }

  /// Makes a server for the socket at a path; `start()` opens it.
  ///
  /// - Parameters:
  ///   - passed: the descriptor of the listening socket at the path, where the supervisor of this process made it.
  ///   - streaming: the streaming methods by name; all other methods are passed to `handler`.
  package init(
    path: String, passed: Int32? = nil, streaming: [String: Streaming] = [:], handler: @escaping Handler
  ) {
    self.path = path
    self.passed = passed
    self.streaming = streaming
    self.handler = handler
  }

  /// Opens the socket and begins to accept. A socket file that was left by a process that has ended is replaced.
  ///
  /// - Throws: ``OwnerFailure`` if the path is too long, another process serves it, or the socket that was passed is not
  ///   the one at the path.
  package func start() throws(OwnerFailure) {
    let listener: ListeningUnixSocket
    if let passed {
      listener = try ListeningUnixSocket.adopt(passed, path: path)
    } else {
      listener = try ListeningUnixSocket.bound(to: path)
    }
    state.withLock { $0.listener = listener }
    guard spawn({ [self] in accept(on: listener) }) else {
      stop()
      throw OwnerFailure(.unavailable, "the system has no thread left")
    }
  }

  /// Closes the socket, removes its file unless the socket was passed, and ends all streams.
  package func stop() {
    let (listener, streams) = state.withLock { state in
      state.stopped = true
      defer { state.listener = nil }
      return (state.listener, Array(state.streams.values))
    }
    for stream in streams { stream.finish() }
    listener?.stop()
  }

  private func accept(on listener: ListeningUnixSocket) {
    while !state.withLock({ $0.stopped }) {
      switch listener.next() {
      case .none: continue
      // The system does not report when a descriptor becomes free again. A short sleep keeps this loop from spinning.
      case .exhausted: usleep(50_000)
      case .stopped: return
      case .connection(let connection): arrived(connection)
      }
    }
  }

  private func arrived(_ connection: UnixSocket) {
    guard connection.peerUser == geteuid() else { return }
    switch state.withLock({ state in state.stopped ? .none : state.connections.arrive(connection) }) {
    case .none: return
    case .insteadOf(let silent): silent.hangUp()
    case .free: break
    }
    let isServed = spawn { [self] in
      serve(connection)
      state.withLock { $0.connections.leave(connection) }
    }
    if !isServed { state.withLock { $0.connections.leave(connection) } }
  }

  private func serve(_ connection: UnixSocket) {
    connection.setTimeout(seconds: 60)
    var buffer: [UInt8] = []
    var peer = OwnerLine.peer()
    var patience = Self.firstLine
    while let line = connection.readLine(&buffer, limit: OwnerLine.maximumLength, by: .now + patience) {
      patience = Self.laterLine
      state.withLock { $0.connections.isBusy(connection) }
      var actions = peer.receive(line)
      if case .request(let request)? = actions.first {
        if let body = streaming[request.method] { return stream(request, from: body, to: &peer, on: connection) }
        actions = reply(answer(request.method, request.params ?? [:]), to: request, &peer)
      }
      // The connection counts as idle from here on, because it now only waits for the client, which might never read.
      state.withLock { $0.connections.isSilent(connection) }
      guard send(actions, on: connection) else { return }
    }
  }

  private func reply(
    _ outcome: Result<JSONValue, OwnerFailure>, to request: IncomingRequest, _ peer: inout Peer
  ) -> [Action] {
    peer.reply(to: request.token, with: outcome.map { .value($0) }.mapError(\.rpcError))
  }

  /// Sends what the peer wants to be sent. Returns `false` if the connection has ended.
  private func send(_ actions: [Action], on connection: UnixSocket) -> Bool {
    actions.allSatisfy { action in
      guard case .send(let message) = action else { return true }
      return connection.write(OwnerLine.line(message))
    }
  }

  /// Serves a streaming request until either side ends the stream.
  private func stream(
    _ request: IncomingRequest, from body: Streaming, to peer: inout Peer, on connection: UnixSocket
  ) {
    guard let stream = OwnerStream(), begin(stream) else {
      let failure = OwnerFailure(.unavailable, "too many consoles watch already; end one of them")
      _ = send(reply(.failure(failure), to: request, &peer), on: connection)
      return
    }
    defer { end(stream) }
    guard send(reply(.success([:]), to: request, &peer), on: connection) else { return }
    body(request.params ?? [:], stream)
    while case .messages(let messages) = stream.wait(beside: connection) {
      for message in messages {
        let line = OwnerLine.line(peer.notify(method: request.method, params: .value(message)))
        guard connection.write(line) else { return }
      }
    }
  }

  private func begin(_ stream: OwnerStream) -> Bool {
    state.withLock { state in
      guard !state.stopped, state.streams.count < Self.maximumStreams else { return false }
      state.streams[ObjectIdentifier(stream)] = stream
      return true
    }
  }

  private func end(_ stream: OwnerStream) {
    state.withLock { _ = $0.streams.removeValue(forKey: ObjectIdentifier(stream)) }
    stream.finish()
  }

  /// Blocks the connection's own thread until the asynchronous handler has answered.
  private func answer(_ method: String, _ params: JSONValue) -> Result<JSONValue, OwnerFailure> {
    let slot = AnswerSlot()
    Task { slot.fill(await handler(method, params)) }
    return slot.wait()
  }

  private func spawn(_ body: @escaping @Sendable () -> Void) -> Bool {
    DetachedThread.start(stackSize: 256 * 1024, body)
  }
}
