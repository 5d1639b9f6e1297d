import CLibWebSockets
import Platform
import Transport

/// The server's end of a TCP connection: it reads the request and the frames itself, strictly, and has the library do
/// no more than wait for the socket. On the service thread.
///
/// `@unchecked Sendable`: used on the service thread only, where the jobs that capture it run too.
final class AcceptedSocket: SocketOwner, @unchecked Sendable {
  private enum Stage {
    /// The request is being read.
    case request([UInt8])
    case frames(FrameReader)
    /// Nothing is read any more: what still comes is thrown away until the other end has gone.
    case draining
  }

  // Answers to the library.
  private static let goOn: Int32 = 0
  private static let closeConnection: Int32 = -1

  private static let readsAtEnd = 64
  // Who has sent a message that is too large before it reads still gets the answer; who never stops does not.
  private static let mostDrained = 4 << 20

  private let channel: WebSocketChannel
  private let listener: ListenerCore
  private let descriptor: Int32
  private var stage = Stage.request([])
  private var output: OutputBuffer
  private var pace = ControlPace()
  // Behind our close frame nothing more is sent or read: the client only has to go.
  private var endsWithClose = false
  private var drained = 0
  private var isFlushing = false
  private var isGone = false

  init(_ descriptor: Int32, channel: WebSocketChannel, listener: ListenerCore) {
    self.descriptor = descriptor
    self.channel = channel
    self.listener = listener
    output = OutputBuffer(descriptor: descriptor)
  }

  private var thread: ServiceThread { channel.thread }

  // MARK: From the library

  /// The socket has bytes, or has ended. The answer is for the library.
  func readable() -> Int32 {
    let buffer = thread.library.readBuffer
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    guard count > 0 else {
      guard count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR else {
        channel.carrierClosed(reason: nil)
        return Self.closeConnection
      }
      return Self.goOn
    }
    return take(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
  }

  /// The socket takes bytes again.
  func writable() -> Int32 {
    // The library forgets a wish to write that is made from inside of this call.
    flushSoon()
    return Self.goOn
  }

  func socketDestroyed() {
    isGone = true
    channel.carrierClosed(reason: nil)
    channel.socketDestroyed()
    channel.accepted = nil
    thread.library.release(self)
  }

  // MARK: Reading

  private func take(_ bytes: UnsafeMutableRawBufferPointer) -> Int32 {
    switch stage {
    case .draining:
      drained += bytes.count
      guard drained > Self.mostDrained else { return Self.goOn }
      channel.carrierClosed(reason: nil)
      return Self.closeConnection
    case .request(let earlier):
      let all = earlier + bytes
      switch RequestHead.read(all, known: earlier.count) {
      case .incomplete:
        stage = .request(all)
        return Self.goOn
      case .malformed: return refuse(.malformedRequest)
      case .complete(let head):
        let request = UpgradeRequest(head)
        if let refusal = listener.judge(request, of: channel) { return refuse(refusal) }
        stage = .frames(FrameReader())
        output.append(UpgradeAnswer.switching(key: request.key, subprotocol: thread.subprotocol))
        flushSoon()
        channel.open()
        return Self.goOn
      }
    case .frames(var reader):
      // What is kept must not be shared while it is changed.
      stage = .draining
      var isOver = false
      let broken = reader.read(bytes) { event in
        isOver = !take(event)
        return !isOver
      }
      if let broken { violated(broken) }
      if broken == nil, !isOver { stage = .frames(reader) }
      return Self.goOn
    }
  }

  /// Takes what was read; false where nothing more is to be read.
  private func take(_ event: FrameReader.Event) -> Bool {
    switch event {
    case .part(let part):
      let isFine = channel.received(part)
      if !isFine { endsWithClose = true }
      return isFine
    case .ping, .pong:
      guard pace.allows(at: .now) else {
        violated(.policyViolation)
        return false
      }
      if case .ping(let payload) = event, case .open = channel.phase {
        output.pong = payload
        flushSoon()
      }
      return true
    case .close(let code):
      let isAnswer = channel.isCloseSent
      channel.peerClosed(code)
      if !isAnswer { output.append(FrameWriter.close(code == .noStatus ? nil : code)) }
      output.isLast = true
      channel.limitEnd()
      flushSoon()
      return false
    }
  }

  /// The client broke a rule: it is told, and nothing more is expected of it.
  private func violated(_ code: CloseCode) {
    endsWithClose = true
    channel.close(code)
  }

  private func refuse(_ refusal: Refusal) -> Int32 {
    stage = .draining
    listener.refused(refusal)
    guard let answer = UpgradeAnswer.refusing(refusal) else { return Self.closeConnection }
    output.append(answer)
    output.isLast = true
    flushSoon()
    return Self.goOn
  }

  // MARK: Writing

  /// Writes what waits, in a later job of this turn: several messages go in one call of the system then.
  func flushSoon() {
    guard !isFlushing, !isGone else { return }
    isFlushing = true
    thread.submit { [self] in
      isFlushing = false
      if !isGone { flush() }
    }
  }

  private func flush() {
    while true {
      switch output.flush() {
      case .failed:
        channel.carrierClosed(reason: nil)
        return kill()
      case .full:
        if let socket = channel.socket { lws_callback_on_writable(socket) }
        return
      case .done: break
      }
      if output.isLast { return finish() }
      if endsWithClose, channel.isCloseSent { shutdown(descriptor, Int32(SHUT_WR)) }
      guard channel.moveOutgoing(to: &output) else { return }
      channel.tellDrained()
    }
  }

  /// All is written, and the other end need not answer.
  private func finish() {
    stage = .draining
    channel.carrierClosed(reason: nil)
    shutdown(descriptor, Int32(SHUT_WR))
    // Bytes that nobody has read would make the system take back what was written.
    let buffer = thread.library.readBuffer
    var reads = 0
    while reads < Self.readsAtEnd, recv(descriptor, buffer.baseAddress, buffer.count, 0) > 0 { reads += 1 }
    kill()
  }

  private func kill() {
    if let socket = channel.socket { WebSocketContext.kill(socket) }
  }
}

/// How many pings and pongs a client may send: they cost work and are needed by nobody. Pure.
struct ControlPace {
  /// Within one second.
  static let most = 100

  private var count = 0
  private var since: ContinuousClock.Instant?

  /// Counts one; false when it is one too many.
  mutating func allows(at now: ContinuousClock.Instant) -> Bool {
    if let since, now < since + .seconds(1) {
      count += 1
    } else {
      since = now
      count = 1
    }
    return count <= Self.most
  }
}
