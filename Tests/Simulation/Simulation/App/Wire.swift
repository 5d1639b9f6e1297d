import Transport

/// A connection between an app and a daemon, which the story can delay, cut, or let a message through twice.
///
/// Both have an executor of their own, so that what runs there belongs to the process that it is about.
///
/// `@unchecked Sendable`: the simulation has one thread.
final class Wire: @unchecked Sendable {
  /// One of the two processes, with its end of the connection and the other end of that, which is held here.
  final class Side: MessageChannelDelegate, @unchecked Sendable {
    let process: ProcessNumber
    let loop = QueueLoop()
    let end: MemoryChannel
    fileprivate let far: MemoryChannel
    fileprivate weak var wire: Wire?
    /// What has left and has not arrived.
    fileprivate var onTheWay: [Message] = []

    fileprivate init(_ process: ProcessNumber) {
      self.process = process
      (end, far) = MemoryChannel.pair(on: loop)
    }

    func channel(_ channel: any MessageChannel, received message: Message) { wire?.carry(message, from: self) }

    func channelClosed(_ channel: any MessageChannel, reason: CloseReason) { wire?.ended(reason, at: self) }
  }

  /// What can become of a message.
  enum Fate {
    case arrives(after: Duration)
    case arrivesTwice
    /// It does not arrive, and the connection is lost.
    case cut
    /// It arrives, and then the connection is lost.
    case lastBeforeCut
  }

  let app: Side
  let daemon: Side
  /// Decides what becomes of a message.
  private let fate: () -> Fate
  private(set) var isOver = false

  init(from app: ProcessNumber, to daemon: ProcessNumber, _ fate: @escaping () -> Fate) {
    (self.app, self.daemon) = (Side(app), Side(daemon))
    self.fate = fate
    for side in [self.app, self.daemon] {
      side.wire = self
      run(at: side) { side.far.start(delegate: side) }
    }
  }

  private func run(at side: Side, _ work: @escaping @Sendable () -> Void) {
    Scheduler.within(side.process) { side.loop.submit(work) }
  }

  private func other(than side: Side) -> Side { side === app ? daemon : app }

  private func carry(_ message: Message, from side: Side) {
    guard !isOver else { return }
    let other = other(than: side)
    switch fate() {
    case .arrives(let delay): put([message], on: other, after: delay)
    case .arrivesTwice: put([message, message], on: other, after: .zero)
    case .cut: cut()
    case .lastBeforeCut:
      put([message], on: other, after: .zero)
      run(at: other) { [self] in cut() }
    }
  }

  /// Lets messages arrive in the order in which they left.
  private func put(_ messages: [Message], on side: Side, after delay: Duration) {
    side.onTheWay += messages
    let deliver: @Sendable () -> Void = {
      guard !side.onTheWay.isEmpty else { return }
      let message = side.onTheWay.removeFirst()
      // An end that is closing takes nothing more.
      try? side.far.send(message)
    }
    for _ in messages {
      Scheduler.within(side.process) { _ = side.loop.schedule(after: delay, deliver) }
    }
  }

  /// One end has closed in order, or is lost.
  private func ended(_ reason: CloseReason, at side: Side) {
    guard !isOver else { return }
    guard case .peer(let code) = reason else { return cut() }
    isOver = true
    let other = other(than: side)
    run(at: other) {
      for message in other.onTheWay { try? other.far.send(message) }
      other.onTheWay = []
      other.far.close(code)
    }
  }

  /// The connection is lost, at both ends.
  func cut() {
    guard !isOver else { return }
    isOver = true
    for side in [app, daemon] { run(at: side) { side.far.abort() } }
  }
}
