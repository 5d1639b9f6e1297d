import Synchronization
import Transport

/// Records the events of one end of a channel for a test. It runs on the channel's executor, like users of a channel.
actor Recorder: MessageChannelDelegate {
  enum Event: Sendable, Equatable {
    case received(Message)
    case drained
    case closed(CloseReason)
  }

  private struct Waiter {
    var number: Int
    var enough: @Sendable ([Event]) -> Bool
    var continuation: CheckedContinuation<[Event], Never>
  }

  let channel: any MessageChannel
  private let loop: any EventLoop
  private var events: [Event] = []
  private var waiters: [Waiter] = []
  private var lastWaiter = 0
  private var onMessage: ((isolated Recorder, Message) -> Void)?
  private(set) var wasElsewhere = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ channel: any MessageChannel) {
    self.channel = channel
    loop = channel.executor
  }

  // MARK: MessageChannelDelegate

  nonisolated func channel(_ channel: any MessageChannel, received message: Message) {
    assumeIsolated { recorder in
      recorder.add(.received(message))
      recorder.onMessage?(recorder, message)
    }
  }

  nonisolated func channelDrained(_ channel: any MessageChannel) {
    assumeIsolated { $0.add(.drained) }
  }

  nonisolated func channelClosed(_ channel: any MessageChannel, reason: CloseReason) {
    assumeIsolated { $0.add(.closed(reason)) }
  }

  private func add(_ event: Event) {
    if !loop.isCurrent { wasElsewhere = true }
    events.append(event)
    let ready = waiters.filter { $0.enough(events) }
    waiters.removeAll { $0.enough(events) }
    for waiter in ready { waiter.continuation.resume(returning: events) }
  }

  // MARK: What tests do

  func start() { channel.start(delegate: self) }

  /// Starts the channel and answers each message from inside its delivery.
  func start(answering: @escaping @Sendable (isolated Recorder, Message) -> Void) {
    onMessage = answering
    channel.start(delegate: self)
  }

  func send(_ message: Message) throws(ChannelError) { try channel.send(message) }
  func pause() { channel.pauseReading() }
  func resume() { channel.resumeReading() }
  func close(_ code: CloseCode) { channel.close(code) }
  func abort() { channel.abort() }
  func invite() { channel.markInvited() }
  func authenticate() { channel.markAuthenticated() }
  var queuedBytes: Int { channel.queuedBytes }

  /// Sends until the channel refuses a message. Returns the number of accepted messages and the reason of the refusal.
  func fill(with message: Message) -> (taken: Int, refusal: ChannelError) {
    var taken = 0
    while true {
      do throws(ChannelError) { try channel.send(message) } catch { return (taken, error) }
      taken += 1
    }
  }

  // MARK: What tests see

  var seen: [Event] { events }

  var messages: [Message] {
    events.compactMap { if case .received(let message) = $0 { message } else { nil } }
  }

  /// Waits until `enough` returns true for the events so far.
  @discardableResult
  func wait(until enough: @escaping @Sendable ([Event]) -> Bool) async -> [Event] {
    if enough(events) { return events }
    lastWaiter += 1
    let number = lastWaiter
    // An event that never happens must fail the test instead of hanging it.
    let timer = loop.schedule(after: .seconds(30)) { [self] in assumeIsolated { $0.giveUp(number) } }
    defer { timer.cancel() }
    return await withCheckedContinuation {
      waiters.append(Waiter(number: number, enough: enough, continuation: $0))
    }
  }

  private func giveUp(_ number: Int) {
    guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
    waiters.remove(at: index).continuation.resume(returning: events)
  }

  func waitForMessages(_ count: Int) async -> [Message] {
    await wait { events in events.count { if case .received = $0 { true } else { false } } >= count }
    return messages
  }

  func waitForClose() async -> CloseReason {
    let events = await wait { $0.contains { if case .closed = $0 { true } else { false } } }
    for case .closed(let reason) in events { return reason }
    return .lost
  }

  func waitForDrained() async { await wait { $0.contains(.drained) } }

  /// Waits until all jobs that are now queued on the executor have run.
  func settle() async {
    let loop = loop
    await withCheckedContinuation { continuation in loop.submit { continuation.resume() } }
  }
}
