import CLibWebSockets
import Transport

/// One attempt to connect. It is used on the service thread.
///
/// `@unchecked Sendable`: it may be created on any thread and is then used on the service thread only.
final class ConnectAttempt: ChannelSide, @unchecked Sendable {
  typealias Outcome = Result<WebSocketChannel, ConnectError>

  /// The offered subprotocols, in the form in which they are sent.
  let offer: String
  let subprotocols: [String]
  private let user: UInt32?
  private let target: ConnectTarget
  private let thread: ServiceThread
  private let limits: Limits
  private let deadline: Duration
  private var continuation: CheckedContinuation<Outcome, Never>?
  private var early: ConnectError?
  // The library of the thread also holds the channel until its socket is destroyed.
  private var channel: WebSocketChannel?
  private var timer: ScheduledJob?

  init(
    to target: ConnectTarget, offering subprotocols: [String], servedBy user: UInt32?, on thread: ServiceThread,
    limits: Limits, deadline: Duration
  ) {
    self.user = user
    self.target = target
    self.subprotocols = subprotocols
    self.thread = thread
    self.limits = limits
    self.deadline = deadline
    offer = subprotocols.joined(separator: ", ")
  }

  /// Starts the attempt. The continuation is resumed exactly once.
  func begin(_ continuation: CheckedContinuation<Outcome, Never>) {
    self.continuation = continuation
    if let early { return fail(early) }
    guard !thread.isStopping else { return fail(.stopped) }
    let channel = WebSocketChannel(
      thread: thread, limits: limits, side: self,
      peer: PeerDescription(
        address: target.address, port: target.port, userIdentifier: nil, offeredSubprotocols: offer,
        selectedSubprotocol: "", authority: target.authority))
    self.channel = channel
    timer = thread.schedule(after: deadline) { [weak self] in self?.fail(.timedOut) }
    let library = thread.library
    channel.socket = library.connect(target, offering: offer, owner: library.adopt(channel))
    if channel.socket == nil { channel.socketDestroyed() }
  }

  /// Whether the program that answered belongs to the required user.
  func isServed(by socket: OpaquePointer) -> Bool {
    guard let user else { return true }
    guard let local = ListeningSockets.localAddress(of: lws_get_socket_fd(socket)) else { return false }
    return switch PeerUsers().user(ofSocketAt: target.socketAddress, connectedTo: local) {
    case .found(let owner): owner == user
    case .gone, .unknown: false
    case .notChecked: true
    }
  }

  /// Ends the attempt with an error, unless it has already ended.
  func fail(_ error: ConnectError) {
    guard let continuation else {
      early = error
      return
    }
    self.continuation = nil
    timer?.cancel()
    continuation.resume(returning: .failure(error))
    let channel = channel
    self.channel = nil
    channel?.kill(.lost)
  }

  // MARK: ChannelSide

  func opened(_ channel: WebSocketChannel) {
    timer?.cancel()
    self.channel = nil
    guard let continuation else { return channel.kill(.lost) }
    self.continuation = nil
    continuation.resume(returning: .success(channel))
  }

  func invited(_ channel: WebSocketChannel) {}

  func authenticated(_ channel: WebSocketChannel) {}

  func closing(_ channel: WebSocketChannel) {}

  func ended(_ channel: WebSocketChannel) {
    if thread.isStopping { return fail(.stopped) }
    fail(channel.isReached ? .upgradeRefused(status: nil) : .unreachable)
  }

  func socketDestroyed(_ channel: WebSocketChannel) {}
}
