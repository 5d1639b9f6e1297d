import Dispatch
import Synchronization
import Transport

/// The channel of an app that has connected to another process, at the process that writes. It has the same order, limits
/// and closing as a WebSocket of this process.
///
/// `@unchecked Sendable`: all mutable state is used on the executor only. Every method checks this.
final class ForwardedChannel: MessageChannel, ForwardedEnd, @unchecked Sendable {
  let executor: any EventLoop
  let peer: PeerDescription

  private let line: ForwardedLine
  private let process: ProcessOfApp
  private var delegate: (any MessageChannelDelegate)?
  private var isStarted = false
  private var isReading = true
  private var ending: CloseReason?
  /// What the app has sent and the user of this channel has not read yet.
  private var waiting: [Message] = []
  /// What was sent and the app has not taken yet.
  private var sent = SendBudget(limits: Limits())

  init(_ line: ForwardedLine, _ opening: ForwardedOpening, executor: any EventLoop) {
    self.line = line
    self.executor = executor
    let process = ProcessOfApp(line)
    self.process = process
    peer = opening.peer { process.find() }
  }

  var queuedBytes: Int {
    checkExecutor()
    return sent.bytes
  }

  func start(delegate: any MessageChannelDelegate) {
    checkExecutor()
    guard !isStarted else { return }
    isStarted = true
    self.delegate = delegate
    later()
  }

  func send(_ message: Message) throws(ChannelError) {
    checkExecutor()
    guard ending == nil else { throw .closed }
    try sent.take(message)
    line.send(.message(message))
  }

  func pauseReading() {
    checkExecutor()
    isReading = false
  }

  func resumeReading() {
    checkExecutor()
    isReading = true
    later()
  }

  func close(_ code: CloseCode) {
    checkExecutor()
    guard ending == nil else { return drop() }
    let code = code.mayBeSent ? code : .internalError
    line.send(.close(code))
    end(.local(code))
  }

  func abort() {
    checkExecutor()
    guard ending == nil else { return drop() }
    line.send(.cut)
    end(.aborted)
  }

  /// Nobody wants to read any more what the app has sent before its end.
  private func drop() {
    waiting = []
    later()
  }

  func markInvited() {
    checkExecutor()
    line.send(.invited)
  }

  func markAuthenticated() {
    checkExecutor()
    line.send(.authenticated)
  }

  func received(_ frame: ForwardedFrame) {
    // It is waited for on another thread, while the executor may be busy.
    if case .process(let found) = frame { return process.found(found) }
    executor.submit { [self] in handle(frame) }
  }

  func wasCut() { executor.submit { [self] in end(.lost) } }

  private func handle(_ frame: ForwardedFrame) {
    guard ending == nil else { return }
    switch frame {
    case .message(let message):
      waiting.append(message)
      deliver()
    case .taken(let count):
      sent.giveBack(count)
      if sent.hasDrained() { delegate?.channelDrained(self) }
    case .close(let code): end(.peer(code))
    case .cut: end(.lost)
    case .open, .ask, .answer, .invited, .authenticated, .findProcess, .process, .ping, .pong: break
    }
  }

  private func checkExecutor() { precondition(executor.isCurrent, "a channel must be used on its executor") }

  // Delivery is always a later job of the executor, so that no call leads to one from inside.
  private func later() { executor.submit { [self] in deliver() } }

  private func deliver() {
    guard isStarted else { return }
    var taken = 0
    while isReading, !waiting.isEmpty {
      let message = waiting.removeFirst()
      taken += SendBudget.cost(of: message)
      delegate?.channel(self, received: message)
    }
    if taken > 0, ending == nil { line.send(.taken(taken)) }
    // A close by the app is noticed after the messages before it; one of this side drops them.
    guard let ending, waiting.isEmpty, let delegate else { return }
    self.delegate = nil
    delegate.channelClosed(self, reason: ending)
  }

  private func end(_ reason: CloseReason) {
    guard ending == nil else { return }
    ending = reason
    process.found(nil)
    switch reason {
    case .peer, .lost:
      // What was sent is not taken by anybody any more. Whoever waits for that, and reads no further, would wait for ever.
      if sent.isDrainAwaited { executor.submit { [self] in delegate?.channelDrained(self) } }
      sent.reset()
    case .local, .aborted: waiting = []
    }
    later()
  }
}

/// The program of an app that has connected to another process, which is asked for it when somebody wants to know.
private final class ProcessOfApp: Sendable {
  private let line: ForwardedLine
  private let answer = Mutex<PeerDescription.Process??>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  init(_ line: ForwardedLine) { self.line = line }

  /// Asks, and blocks the thread for a moment at most.
  func find() -> PeerDescription.Process? {
    line.send(.findProcess)
    _ = isThere.wait(timeout: .now() + .milliseconds(500))
    return answer.withLock { $0 ?? nil }
  }

  func found(_ process: PeerDescription.Process?) {
    answer.withLock { if $0 == nil { $0 = .some(process) } }
    isThere.signal()
  }
}
