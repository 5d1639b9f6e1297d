import CLibWebSockets
import Transport

/// The part of a listener that runs on the service thread. It counts sockets, applies the rules for requests and stops
/// the listener.
///
/// `@unchecked Sendable`: it may be created on any thread and is then used on the service thread only, which its entry
/// points check.
final class ListenerCore: ChannelSide, @unchecked Sendable {
  private enum State {
    case idle
    case listening(@Sendable (any MessageChannel) -> Void)
    case stopping
    case stopped
  }

  let thread: ServiceThread
  private let configuration: WebSocketListener.Configuration
  private let onRefused: @Sendable (Refusal) -> Void
  private var state = State.idle
  private var rules: UpgradeRequest.Rules
  private var doors: [ListeningSocket] = []
  private var openDoors = 0
  private var channels: [ObjectIdentifier: WebSocketChannel] = [:]
  private var places: SocketPlaces<ObjectIdentifier>
  /// The channels that only wait for the end of their close, the oldest first.
  private var closing: [WebSocketChannel] = []
  private var users: PeerUsers?
  private var stopWaiters: [CheckedContinuation<Void, Never>] = []
  private var isBeating = false

  init(
    thread: ServiceThread, configuration: WebSocketListener.Configuration,
    onRefused: @escaping @Sendable (Refusal) -> Void
  ) {
    self.thread = thread
    self.configuration = configuration
    self.onRefused = onRefused
    places = SocketPlaces(
      total: configuration.limits.sockets, unauthenticated: configuration.limits.unauthenticatedSockets)
    rules = UpgradeRequest.Rules(
      path: configuration.path, subprotocol: configuration.page == nil ? thread.subprotocol : "", hosts: [],
      origins: configuration.allowedOrigins)
  }

  // MARK: Start and stop

  func start(accepting handler: @escaping @Sendable (any MessageChannel) -> Void) -> Result<
    [ListeningAddress], ListenError
  > {
    guard case .idle = state else { return .failure(.alreadyStarted) }
    guard !thread.isStopping else { return .failure(.stopped) }
    let bound: [ListeningSockets.Bound]
    do throws(ListenError) {
      do { try configuration.limits.validate() } catch { throw .invalidLimit(error) }
      bound =
        configuration.passed.isEmpty
        ? try ListeningSockets.bind(hosts: configuration.hosts, port: configuration.port)
        : try ListeningSockets.adopt(configuration.passed)
    } catch {
      return .failure(error)
    }
    let addresses = bound.map { ListeningAddress(host: $0.address.host, port: $0.address.port) }
    rules.hosts = Set(addresses.map(\.authority))
    if configuration.page == nil {
      rules.hosts.formUnion(addresses.map { "localhost:\($0.port)" })
    } else {
      // What `localhost` is, another program at the other loopback address may say.
      rules.origins = Set(addresses.map { "http://\($0.authority)" })
    }
    users = PeerUsers()
    state = .listening(handler)
    for socket in bound {
      let door = ListeningSocket(socket, listener: self)
      guard door.open() else { continue }
      doors.append(door)
      openDoors += 1
    }
    guard openDoors == bound.count else {
      state = .stopping
      for door in doors { door.close() }
      return .failure(.system(call: "listen", code: 0))
    }
    return .success(addresses)
  }

  func stop(deadline: Duration, _ waiter: CheckedContinuation<Void, Never>) {
    stopWaiters.append(waiter)
    switch state {
    case .idle, .stopped: state = .stopped
    case .listening:
      state = .stopping
      for door in doors { door.close() }
      for channel in channels.values {
        if case .connecting = channel.phase { channel.kill(.lost) } else { channel.close(.goingAway) }
      }
      thread.schedule(after: deadline) { [self] in
        for channel in channels.values { channel.kill(.lost) }
      }
    case .stopping: break
    }
    finishStopping()
  }

  private func finishStopping() {
    switch state {
    case .stopped: break
    case .stopping where channels.isEmpty && openDoors == 0: state = .stopped
    default: return
    }
    users = nil
    let waiters = stopWaiters
    stopWaiters = []
    for waiter in waiters { waiter.resume() }
  }

  func doorDestroyed() {
    openDoors -= 1
    if openDoors == 0 { doors = [] }
    // The service thread may have been stopped while the listener was still running.
    if case .listening = state, openDoors == 0 { state = .stopping }
    finishStopping()
  }

  // MARK: Sockets

  func accepted(_ descriptor: Int32, from peer: SocketAddress, at local: SocketAddress) {
    if let refusal = refusalOfSocket(from: peer, at: local) {
      ListeningSockets.closeDescriptor(descriptor)
      onRefused(refusal)
      return
    }
    let inode = users?.lastInode
    let channel = WebSocketChannel(
      thread: thread, limits: configuration.limits, side: self,
      peer: PeerDescription(
        address: peer.host, port: peer.port, userIdentifier: inode == nil ? nil : configuration.user,
        offeredSubprotocols: "",
        selectedSubprotocol: "", authority: "",
        lookUpProcess: { inode.flatMap { ProcessTable.owner(ofSocket: $0) } }))
    channels[ObjectIdentifier(channel)] = channel
    makeRoom(for: channel)
    startDeadline(of: channel)
    let library = thread.library
    let accepted = AcceptedSocket(descriptor, channel: channel, listener: self)
    channel.accepted = accepted
    channel.receiveLimit = min(
      configuration.limits.unauthenticatedMessageBytes, configuration.limits.messageBytes)
    channel.socket = library.watch(descriptor, as: .accepted, owner: library.adopt(accepted))
    if channel.socket == nil {
      ListeningSockets.closeDescriptor(descriptor)
      accepted.socketDestroyed()
      onRefused(.system)
    }
  }

  private func refusalOfSocket(from peer: SocketAddress, at local: SocketAddress) -> Refusal? {
    guard case .listening = state, let users else { return .stopping }
    guard places.hasRoom else { return .tooManySockets }
    return switch users.user(ofSocketAt: peer, connectedTo: local) {
    case .found(let user): user == configuration.user ? nil : .otherUser
    case .gone: .otherUser
    case .unknown: .unknownUser
    case .notChecked: nil
    }
  }

  private func makeRoom(for channel: WebSocketChannel) {
    guard case .insteadOf(let gone) = places.arrive(ObjectIdentifier(channel)) else { return }
    channels[gone]?.kill(.lost)
    onRefused(.displaced)
  }

  /// Gives a client its time: to send a request, and to read what is answered before it sends the next one.
  func startDeadline(of channel: WebSocketChannel) {
    channel.deadline?.cancel()
    // The timer is cancelled when the channel ends, which also releases the channel. A weak reference would slow down
    // all other references.
    channel.deadline = thread.schedule(after: configuration.limits.handshakeDeadline) {
      self.expired(channel)
    }
  }

  private func expired(_ channel: WebSocketChannel) {
    // A browser keeps its connections for what it may ask next.
    if channel.accepted?.isAnswered == true, case .connecting = channel.phase { return channel.kill(.lost) }
    switch channel.phase {
    case .connecting: channel.kill(.lost)
    case .open: channel.close(.policyViolation)
    default: return
    }
    onRefused(.handshakeDeadline)
  }

  // MARK: Requests

  /// The requests that are read.
  var requestForm: RequestHead.Form { configuration.page == nil ? .upgrade : .page }

  /// The subprotocol that is selected; empty where none is.
  var subprotocol: String { rules.subprotocol }

  /// The answer to a plain request; nil if it asks for an upgrade, is refused, or there is no page.
  func answer(to head: RequestHead, _ request: UpgradeRequest) -> [UInt8]? {
    guard case .listening = state, let page = configuration.page, head["upgrade"] == nil,
      request.sourceRefusal(by: rules) == nil
    else { return nil }
    return page.answer(to: head)
  }

  /// Checks an upgrade request; returns nil if it is accepted, otherwise the reason for the refusal.
  func judge(_ request: UpgradeRequest, _ head: RequestHead, of channel: WebSocketChannel) -> Refusal? {
    guard case .listening = state else { return .stopping }
    if let refusal = request.refusal(by: rules) { return refusal }
    if let page = configuration.page, !page.admits(head) { return .notAdmitted }
    let peer = channel.peer
    channel.peer = peer.upgraded(
      offering: request.subprotocols, selecting: rules.subprotocol, authority: request.host)
    places.advance(ObjectIdentifier(channel), to: .upgraded)
    return nil
  }

  /// Reports that a connection was refused before it was passed to the handler.
  func refused(_ refusal: Refusal) { onRefused(refusal) }

  // MARK: ChannelSide

  func opened(_ channel: WebSocketChannel) {
    guard case .listening(let handler) = state else { return channel.close(.goingAway) }
    handler(channel)
    if !isBeating { beatLater() }
  }

  /// Tells all clients from time to time that this thread is not stuck. It does not matter whether they are read from.
  private func beatLater() {
    isBeating = true
    thread.schedule(after: configuration.limits.heartbeat) { [self] in
      for channel in channels.values { channel.accepted?.beat() }
      // An idle process without clients sleeps.
      if channels.isEmpty { isBeating = false } else { beatLater() }
    }
  }

  func invited(_ channel: WebSocketChannel) { places.advance(ObjectIdentifier(channel), to: .invited) }

  func authenticated(_ channel: WebSocketChannel) {
    places.authenticate(ObjectIdentifier(channel))
    // The client expects further ones from the first on, and may not have to wait for it.
    channel.accepted?.beat()
  }

  func closing(_ channel: WebSocketChannel) {
    places.leave(ObjectIdentifier(channel))
    closing.append(channel)
    // The channel is killed in a later job, which also removes it from the list.
    if closing.count > configuration.limits.closingSockets { closing.removeFirst().kill(.lost) }
  }

  func ended(_ channel: WebSocketChannel) {}

  func socketDestroyed(_ channel: WebSocketChannel) {
    guard channels.removeValue(forKey: ObjectIdentifier(channel)) != nil else { return }
    places.leave(ObjectIdentifier(channel))
    closing.removeAll { $0 === channel }
    finishStopping()
  }
}
