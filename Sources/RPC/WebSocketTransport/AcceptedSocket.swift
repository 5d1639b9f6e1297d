import CLibWebSockets
import Platform
import Transport

/// The server's end of a TCP connection. It reads the request and the frames itself and strictly; the library only
/// waits for the socket. It is used on the service thread.
///
/// `@unchecked Sendable`: it is used on the service thread only, and the jobs that capture it run there too.
final class AcceptedSocket: SocketOwner, @unchecked Sendable {
  private enum Stage {
    /// The upgrade request is being read.
    case request([UInt8])
    case frames(FrameReader)
    /// No more frames are read. Bytes that still arrive are discarded until the other end has closed.
    case draining
  }

  // Return values for the library.
  private static let goOn: Int32 = 0
  private static let closeConnection: Int32 = -1

  private static let readsAtEnd = 64
  // After an answer this many bytes are still read and discarded, so that a client that sends a large message before it
  // reads still receives the answer. A client that sends more is disconnected.
  private static let mostDrained = 4 << 20

  private let channel: WebSocketChannel
  private let listener: ListenerCore
  private let descriptor: Int32
  private var stage = Stage.request([])
  private var output: OutputBuffer
  private var pace = ControlPace()
  // Nothing is sent or read after this side's close frame; the client only has to disconnect.
  private var endsWithClose = false
  private var drained = 0
  /// Whether a plain request was answered.
  private(set) var isAnswered = false
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

  /// The socket has bytes to read or has ended. Returns the value for the library.
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

  /// The socket can be written to again. Returns the value for the library.
  func writable() -> Int32 {
    // The library ignores a request to be called when writable if that request is made inside this callback.
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
      switch RequestHead.read(all, known: earlier.count, as: listener.requestForm) {
      case .incomplete:
        stage = .request(all)
        return Self.goOn
      case .malformed: return refuse(.malformedRequest)
      case .complete(let head):
        let request = UpgradeRequest(head)
        if let answer = listener.answer(to: head, request) { return send(answer, to: head) }
        if let refusal = listener.judge(request, head, of: channel) { return refuse(refusal) }
        stage = .frames(FrameReader())
        output.append(UpgradeAnswer.switching(key: request.key, subprotocol: listener.subprotocol))
        flushSoon()
        channel.open()
        return Self.goOn
      }
    case .frames(var reader):
      // The stored reader must not share its storage with the local copy while that is changed.
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

  /// Handles an event of the frame reader; returns false if nothing more is to be read.
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

  /// Closes the channel after a violation by the client. The client is sent a close frame and need not answer.
  private func violated(_ code: CloseCode) {
    endsWithClose = true
    channel.close(code)
  }

  private func refuse(_ refusal: Refusal) -> Int32 {
    listener.refused(refusal)
    guard let answer = UpgradeAnswer.refusing(refusal) else { return Self.closeConnection }
    return end(with: answer)
  }

  /// Sends an answer to a plain request, after which the client may send another one.
  private func send(_ answer: [UInt8], to head: RequestHead) -> Int32 {
    // A client that asks again before it has read would have all its answers kept here.
    guard output.isEmpty else { return refuse(.malformedRequest) }
    let wantsEnd = head["connection"].map { $0.utf8.map { $0 | 0x20 }.elementsEqual("close".utf8) }
    if wantsEnd ?? false { return end(with: answer) }
    isAnswered = true
    listener.startDeadline(of: channel)
    stage = .request([])
    output.append(answer)
    flushSoon()
    return Self.goOn
  }

  /// Sends an answer after which nothing more is read.
  private func end(with answer: [UInt8]) -> Int32 {
    stage = .draining
    output.append(answer)
    output.isLast = true
    flushSoon()
    return Self.goOn
  }

  // MARK: Writing

  /// Sends a pong that nobody asked for (RFC 6455 section 5.5.3), unless the client has other bytes left to read.
  func beat() {
    guard case .open = channel.phase, case .frames = stage, output.isEmpty else { return }
    if output.pong == nil { output.pong = [] }
    flushSoon()
  }

  /// Writes the waiting bytes in a later job of the same turn, so that several messages are written with one system
  /// call.
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

  /// Closes the connection after everything has been written; the other end need not answer.
  private func finish() {
    stage = .draining
    channel.carrierClosed(reason: nil)
    shutdown(descriptor, Int32(SHUT_WR))
    // If unread bytes were left in the socket, closing it would reset the connection and the other end could lose what
    // was written.
    let buffer = thread.library.readBuffer
    var reads = 0
    while reads < Self.readsAtEnd, recv(descriptor, buffer.baseAddress, buffer.count, 0) > 0 { reads += 1 }
    kill()
  }

  private func kill() {
    if let socket = channel.socket { WebSocketContext.kill(socket) }
  }
}

/// Limits the pings and pongs of a client, because they cost work and no client of this protocol needs many. It is a
/// pure value.
struct ControlPace {
  /// The maximum number within one second.
  static let most = 100

  private var count = 0
  private var since: ContinuousClock.Instant?

  /// Counts one ping or pong; returns false if it exceeds the limit.
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
