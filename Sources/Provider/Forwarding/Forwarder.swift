package import Cryptography
package import PostgreSQL
import Synchronization
package import Transport

/// Why a question of the owner was not answered by the process that writes.
package enum ForwardingError: Error, Sendable {
  /// No process writes at present. The question was not sent.
  case noWriter
  /// The connection to that process was lost. It may have done what was asked.
  case lost
  /// The owner has not admitted this daemon to the ledger, or has sent it away. The question was not sent.
  case notAdmitted
}

/// How often a forwarder asks the database whether something has arrived.
package struct ForwardingPace: Sendable {
  /// While something is said.
  package var busy: Duration = .milliseconds(5)
  /// While sessions are open.
  package var open: Duration = .milliseconds(25)
  /// For a session that may be opened.
  package var waiting: Duration = .milliseconds(50)

  package init() {}
}

/// One end of a forwarded session, for the object that keeps the other side of it. Its functions are called on the queue of
/// the forwarder, and must not block.
protocol ForwardedEnd: AnyObject, Sendable {
  /// The other process has sent something.
  func received(_ frame: ForwardedFrame)
  /// The other process cannot be reached any more. Nothing follows.
  func wasCut()
}

/// Passes on the sessions of apps between the processes of one ledger, through its database: those that stand by accept
/// apps, and the one that writes answers them. The two ends of a session, the app and the process that writes, encrypt what
/// they say from end to end; who stands by only sees its length.
///
/// The database is asked again and again, often while something is said and seldom otherwise. Nobody has to be told by the
/// server, because behind a pool nobody could be.
///
/// The actor runs on a queue of its own, which waits for the database.
package actor Forwarder {
  private enum Pace {
    /// How long something counts as said just now.
    static let talk: Duration = .milliseconds(500)
    /// How often a process shows that it is there, and looks who else is.
    static let look: Duration = .milliseconds(500)
    /// After this time the others may take this process for gone.
    static let missed: Duration = .seconds(MailboxDatabase.seconds - 2)
    static let cleaning: Duration = .seconds(20)
    /// How long the owner waits for an answer.
    static let question: Duration = .seconds(120)
  }

  /// After this time a process that has died is noticed.
  package static let patience: Duration = .seconds(MailboxDatabase.seconds) + Pace.look

  package nonisolated let unownedExecutor: UnownedSerialExecutor
  private nonisolated let queue = QueueLoop(label: "payport.forwarding")
  /// The executor of the channels at the process that writes.
  private nonisolated let channels = QueueLoop(label: "payport.forwarded")
  private nonisolated let announced = Mutex<[UInt8]?>(nil)
  private nonisolated let writer = Mutex<Result<Mailbox, ForwardingError>>(.failure(.noWriter))
  private nonisolated let lastNumber = Atomic<UInt64>(0)

  private let address: PostgresAddress
  private let role: ForwardingRole
  private let key: DaemonKey
  private let random: any RandomSource
  private let accept: @Sendable (any MessageChannel, _ discovery: [UInt8]) -> Void
  private let answer: @Sendable (_ question: [UInt8], _ daemon: String) async -> [UInt8]
  private let saw: @Sendable (_ daemons: Set<String>) -> Void
  private let failed: @Sendable (any Error) -> Void
  private let asking: ForwardingPace

  private var database: MailboxDatabase?
  private var sessions: ForwardedSessions?
  private var ends: [SessionKey: any ForwardedEnd] = [:]
  private var timer: ScheduledJob?
  private var isAwake = false
  private var isStopped = false
  private var hasFailed = false
  /// Whether it was told that this daemon is not admitted.
  private var isTurnedAway = false
  private var present: Set<String> = []
  private var lookedAt = ContinuousClock.now
  private var saidAt: ContinuousClock.Instant?
  private var cleanedAt = ContinuousClock.now

  /// Makes a forwarder, which ``start()`` connects.
  ///
  /// - Parameters:
  ///   - key: the key of this daemon.
  ///   - accept: at the process that writes, receives each channel of an app, on the executor of the channel, with the
  ///     discovery file that the app has read.
  ///   - answer: at the process that writes, answers what the owner asks at another daemon, with that one's name.
  ///   - saw: told the public keys of the admitted daemons that are there, whenever that has changed.
  ///   - failed: told when the database cannot be reached, once until it can be reached again. All sessions are over then.
  ///     It is told ``ForwardingError/notAdmitted`` when the owner has not admitted this daemon.
  ///   - asking: how often the database is asked.
  package init(
    _ address: PostgresAddress, as role: ForwardingRole, key: DaemonKey, random: any RandomSource,
    asking: ForwardingPace = ForwardingPace(),
    accepting accept: @escaping @Sendable (any MessageChannel, _ discovery: [UInt8]) -> Void = { channel, _ in
      channel.close(.tryAgainLater)
    },
    answering answer: @escaping @Sendable (_ question: [UInt8], _ daemon: String) async -> [UInt8] = { _, _ in [] },
    seeing saw: @escaping @Sendable (_ daemons: Set<String>) -> Void = { _ in },
    failed: @escaping @Sendable (any Error) -> Void
  ) {
    self.address = address
    self.role = role
    self.key = key
    self.random = random
    self.asking = asking
    self.accept = accept
    self.answer = answer
    self.saw = saw
    self.failed = failed
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  /// Begins to look for packets.
  package func start() { wake() }

  /// Stops, and waits for that no longer than this. A server that is away may not let it end sooner.
  package nonisolated func stop(within patience: Duration) async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    Task {
      await stop()
      end.finish()
    }
    Task {
      try? await Task.sleep(for: patience)
      end.finish()
    }
    for await _ in ended {}
  }

  /// Sends what is left, and ends all sessions that were not closed.
  package func stop() {
    isStopped = true
    timer?.cancel()
    if let database, let packets = try? sessions?.takePackets(), !packets.isEmpty {
      _ = try? database.exchange(packets, looks: false)
    }
    forget()
  }

  /// Begins to forward the sessions of apps.
  ///
  /// - Parameter discovery: the bytes of the discovery file of this process, which these apps have read.
  package nonisolated func open(announcedBy discovery: [UInt8]) { announced.withLock { $0 = discovery } }

  /// Forwards no further session. Those that are open go on.
  package nonisolated func close() { announced.withLock { $0 = nil } }

  /// Forwards the session of an app that has connected to this process, which stands by. Called on the executor of the
  /// channel.
  package nonisolated func forward(_ channel: any MessageChannel) {
    guard let discovery = announced.withLock({ $0 }), let writer = try? writer.withLock({ $0 }).get() else {
      return channel.close(.tryAgainLater)
    }
    let key = newKey(writer)
    let end = ForwardedConnection(channel, ForwardedLine(self, key))
    begin(end, key, with: .open(ForwardedOpening(channel.peer, discovery: discovery))) { end.wasCut() }
    channel.start(delegate: end)
  }

  /// Asks the process that writes what the owner asks this one, which stands by.
  ///
  /// - Throws: ``ForwardingError``.
  package nonisolated func ask(_ question: [UInt8]) async throws(ForwardingError) -> [UInt8] {
    let writer = try writer.withLock { $0 }.get()
    let answer: Result<[UInt8], ForwardingError> = await withCheckedContinuation { continuation in
      let waiting = ForwardedQuestion(continuation)
      let key = newKey(writer)
      // What is not awaited any more should not keep both processes looking for it.
      queue.schedule(after: Pace.question) { if waiting.end(.failure(.lost)) { self.send(.cut, in: key) } }
      begin(waiting, key, with: .ask(question)) { waiting.end(.failure(.noWriter)) }
    }
    return try answer.get()
  }

  private nonisolated func newKey(_ writer: Mailbox) -> SessionKey {
    SessionKey(peer: writer, number: lastNumber.add(1, ordering: .relaxed).newValue)
  }

  /// - Parameter refuse: called if that process is not there any more. Nothing was sent then.
  private nonisolated func begin(
    _ end: any ForwardedEnd, _ key: SessionKey, with frame: ForwardedFrame,
    orElse refuse: @escaping @Sendable () -> Void
  ) {
    inTurn { forwarder in
      guard forwarder.sessions?.begin(key, with: frame) == true else { return refuse() }
      forwarder.ends[key] = end
      forwarder.speak()
    }
  }

  /// Whether sessions can be forwarded: a process writes and is there.
  var knowsWriter: Bool { (try? writer.withLock { $0 }.get()) != nil }

  /// Sends something in a session, after all that was sent before.
  nonisolated func send(_ frame: ForwardedFrame, in key: SessionKey) {
    inTurn { forwarder in
      forwarder.sessions?.send(frame, in: key)
      if frame.isLast { forwarder.ends[key] = nil }
      forwarder.speak()
    }
  }

  private nonisolated func inTurn(_ work: @escaping @Sendable (isolated Forwarder) -> Void) {
    queue.submit { self.assumeIsolated { work($0) } }
  }

  private func speak() {
    saidAt = .now
    wake()
  }

  private func wake() {
    guard !isAwake, !isStopped else { return }
    isAwake = true
    timer?.cancel()
    inTurn { $0.turn() }
  }

  private func turn() {
    isAwake = false
    guard !isStopped else { return }
    do {
      try exchange()
      hasFailed = false
      sleep(for: pace)
    } catch {
      forget()
      if !hasFailed { failed(error) }
      hasFailed = true
      sleep(for: Pace.look)
    }
  }

  private func sleep(for duration: Duration) {
    // What was sent during this turn has woken it already.
    guard !isAwake else { return }
    timer = queue.schedule(after: duration) { [weak self] in self?.assumeIsolated { $0.wake() } }
  }

  private var pace: Duration {
    if let saidAt, saidAt + Pace.talk > .now { return asking.busy }
    if !ends.isEmpty { return asking.open }
    // Only a process that stands by can open a session, and only with one that writes.
    guard case .writer = role, let known = sessions?.known, known.alive.count > 1 else { return Pace.look }
    return asking.waiting
  }

  private func exchange() throws {
    var looks = false
    if database == nil {
      let keys = try MailboxKeys(key, from: random)
      database = try MailboxDatabase(address, as: role, keys: keys)
      sessions = ForwardedSessions(keys)
      looks = true
      lookedAt = .now
    }
    guard let database else { return }
    let now = ContinuousClock.now
    looks = looks || lookedAt + Pace.look <= now
    let (arrived, known) = try database.exchange(try sessions?.takePackets() ?? [], looks: looks)
    // This process was stopped, or the server was. The others count it as gone, so that it begins anew.
    guard lookedAt + Pace.missed > .now else { throw PostgresError.lost }
    for event in sessions?.received(arrived, at: now) ?? [] { handle(event) }
    if let known {
      lookedAt = now
      for event in sessions?.looked(known, at: now) ?? [] { handle(event) }
      guard sessions?.isCutOff != true else { throw PostgresError.lost }
      note(known)
    }
    if sessions?.hasOutgoing == true { wake() }
    if cleanedAt + Pace.cleaning < .now {
      cleanedAt = .now
      try? database.removeLeftovers()
    }
  }

  /// Notes who writes, and who is there.
  private func note(_ known: KnownMailboxes) {
    let isAdmitted = sessions?.isAdmitted ?? false
    writer.withLock {
      $0 = isAdmitted ? known.writer.map { .success($0) } ?? .failure(.noWriter) : .failure(.notAdmitted)
    }
    if !isAdmitted, !isTurnedAway { failed(ForwardingError.notAdmitted) }
    isTurnedAway = !isAdmitted
    let present = Set(known.alive.values.map { Base64URL.encode($0.key.bytes) })
    if present != self.present { saw(present) }
    self.present = present
  }

  private func handle(_ event: SessionEvent) {
    switch event {
    case .cut(let key): ends.removeValue(forKey: key)?.wasCut()
    case .received(let key, .open(let opening)):
      let channel = ForwardedChannel(ForwardedLine(self, key), opening, executor: channels)
      ends[key] = channel
      channels.submit { [accept] in accept(channel, opening.discovery) }
    case .received(let key, .ask(let question)):
      guard let daemon = sessions?.name(of: key.peer) else { return }
      Task { [answer] in send(.answer(await answer(question, daemon)), in: key) }
    case .received(let key, let frame):
      let end = ends[key]
      if frame.isLast { ends[key] = nil }
      end?.received(frame)
    }
  }

  /// Ends all sessions and the connection. The next one has a new mailbox.
  private func forget() {
    writer.withLock { $0 = .failure(isTurnedAway ? .notAdmitted : .noWriter) }
    database?.leave()
    database = nil
    sessions = nil
    for end in ends.values { end.wasCut() }
    ends = [:]
  }
}

/// A question of the owner that waits for its answer.
private final class ForwardedQuestion: ForwardedEnd {
  private let waiting: Mutex<CheckedContinuation<Result<[UInt8], ForwardingError>, Never>?>

  init(_ continuation: CheckedContinuation<Result<[UInt8], ForwardingError>, Never>) {
    waiting = Mutex(continuation)
  }

  func received(_ frame: ForwardedFrame) {
    if case .answer(let answer) = frame { end(.success(answer)) } else { end(.failure(.lost)) }
  }

  func wasCut() { end(.failure(.lost)) }

  /// Returns whether it was still awaited.
  @discardableResult
  func end(_ result: Result<[UInt8], ForwardingError>) -> Bool {
    let continuation = waiting.withLock { exchange(&$0, with: nil) }
    continuation?.resume(returning: result)
    return continuation != nil
  }
}

/// A session as its ends see it: where they send what they have to say.
struct ForwardedLine: Sendable {
  private let forwarder: Forwarder
  private let key: SessionKey

  init(_ forwarder: Forwarder, _ key: SessionKey) {
    self.forwarder = forwarder
    self.key = key
  }

  func send(_ frame: ForwardedFrame) { forwarder.send(frame, in: key) }
}
