import CLibWebSockets
import Transport

/// One attempt to connect, on the service thread.
///
/// `@unchecked Sendable`: created anywhere, then used on the service thread only.
final class ConnectAttempt: ChannelSide, @unchecked Sendable {
  typealias Outcome = Result<WebSocketChannel, ConnectError>

  /// What was offered, as it is sent.
  let offer: String
  let subprotocols: [String]
  private let user: UInt32?
  private let target: ConnectTarget
  private let thread: ServiceThread
  private let limits: Limits
  private let deadline: Duration
  private var continuation: CheckedContinuation<Outcome, Never>?
  private var early: ConnectError?
  // Held by the thread's library as well, until its socket is destroyed.
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

  /// Starts; the continuation is resumed exactly once.
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

  /// Whether the program that has answered belongs to whom it has to.
  func isServed(by socket: OpaquePointer) -> Bool {
    guard let user else { return true }
    guard let local = ListeningSockets.localAddress(of: lws_get_socket_fd(socket)) else { return false }
    return switch PeerUsers().user(ofSocketAt: target.socketAddress, connectedTo: local) {
    case .found(let owner): owner == user
    case .gone, .unknown: false
    case .notChecked: true
    }
  }

  /// Gives up, unless it has ended already.
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
