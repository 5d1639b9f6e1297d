import CLibWebSockets
import Dispatch
import Synchronization
import TestSupport
import Testing
import Transport

@testable import WebSocketTransport

/// Tests the thread as an executor, and the end of the thread and its listeners.
@Suite(.timeLimit(.minutes(5)))
struct ServiceThreadTests {
  @Test func anActorLivesOnTheThread() async throws {
    let thread = try ServiceThread()
    let probe = Recorder.Probe(thread)
    #expect(await probe.isAtHome)
    #expect(!thread.isCurrent)
    let total = await withTaskGroup(of: Void.self, returning: Int.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<500 { await probe.increment() } } }
      await group.waitForAll()
      return await probe.count
    }
    #expect(total == 4000)
    await thread.stop()
  }

  @Test func jobsRunInTheOrderOfTheirSubmission() async throws {
    let thread = try ServiceThread()
    let log = Log()
    await withCheckedContinuation { continuation in
      for number in 0..<1000 { thread.submit { log.add(number) } }
      thread.submit { continuation.resume() }
    }
    #expect(log.all == Array(0..<1000))
    await thread.stop()
  }

  @Test func jobsThatMakeJobsLeaveRoomForSockets() async throws {
    try await withServer { server in
      let isOver = Mutex(false)
      let keep = Box(isOver)
      @Sendable func again() { if !keep.value.withLock({ $0 }) { server.thread.submit { again() } } }
      server.thread.submit { again() }
      let channel = try await WebSocketConnector.connect(to: server.url, on: server.thread)
      #expect(try await server.nextChannel().peer.address == "127.0.0.1")
      keep.value.withLock { $0 = true }
      await Recorder(channel).abort()
    }
  }

  @Test func lateJobsRun() async throws {
    let thread = try ServiceThread()
    let probe = Recorder.Probe(thread)
    await probe.increment()
    await thread.stop()
    #expect(await probe.isAtHome)
    #expect(await probe.count == 1)
    await withCheckedContinuation { continuation in thread.submit { continuation.resume() } }
    let dropped = thread.schedule(after: .zero) { Issue.record("a timer after the end") }
    dropped.cancel()
    await thread.stop()
  }

  @Test func jobsThatCrossTheEndRunOnce() async throws {
    for _ in 0..<20 {
      let thread = try ServiceThread()
      let probe = Recorder.Probe(thread)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { for _ in 0..<50 { await probe.increment() } } }
        group.addTask { await thread.stop() }
      }
      #expect(await probe.count == 200)
    }
  }

  @Test func theThreadMayStopItselfFromAnActorOnIt() async throws {
    let thread = try ServiceThread()
    await Recorder.Probe(thread).stop(thread)
  }

  @Test func timersCloseInOnTheEarliest() {
    var timers = TimerQueue()
    let start = ContinuousClock.now
    let log = Log()
    for delay in [50, 10, 40, 10, 30, 20] {
      _ = timers.insert(ScheduledJob { log.add(delay) }, at: start + .milliseconds(delay))
    }
    let cancelled = ScheduledJob { log.add(-1) }
    let isEarliest = timers.insert(cancelled, at: start + .milliseconds(5))
    #expect(isEarliest)
    cancelled.cancel()
    for job in timers.popDue(at: start + .milliseconds(30)) { job.fire() }
    #expect(log.all == [10, 10, 20, 30])
    #expect(timers.next == start + .milliseconds(40))
    for _ in 0..<1000 {
      let job = ScheduledJob {}
      _ = timers.insert(job, at: start + .seconds(1000))
      job.cancel()
    }
    for job in timers.popDue(at: start + .seconds(10)) { job.fire() }
    #expect(log.all == [10, 10, 20, 30, 40, 50])
  }

  @Test func stoppingClosesEverybody() async throws {
    let server = try Server { _ in }
    try await server.start()
    let clientThread = try ServiceThread()
    var clients: [Recorder] = []
    var accepted: [Recorder] = []
    for _ in 0..<5 {
      clients.append(Recorder(try await WebSocketConnector.connect(to: server.url, on: clientThread)))
      accepted.append(Recorder(try await server.nextChannel()))
    }
    for recorder in clients + accepted { await recorder.start() }
    try await accepted[0].send(.text(Array("last words".utf8)))
    let port = server.address.port
    await server.listener.stop(deadline: .seconds(5))
    for client in clients { #expect(await client.waitForClose() == .peer(.goingAway)) }
    for channel in accepted { #expect(await channel.waitForClose() == .local(.goingAway)) }
    #expect(await clients[0].messages == [.text(Array("last words".utf8))])
    #expect(server.listener.localAddresses.isEmpty)
    // The port can be used again at once.
    let again = try ListeningSockets.bind(hosts: ["127.0.0.1"], port: port)
    ListeningSockets.close(again)
    await #expect(throws: ListenError.alreadyStarted) { try await server.start() }
    await server.stop()
    await clientThread.stop()
  }

  @Test func stoppingDoesNotWaitForThoseWhoDoNotRead() async throws {
    let server = try Server { _ in }
    try await server.start()
    let clientThread = try ServiceThread()
    let client = Recorder(try await WebSocketConnector.connect(to: server.url, on: clientThread))
    let accepted = Recorder(try await server.nextChannel())
    await accepted.start()
    _ = await accepted.fill(with: .binary([UInt8](repeating: 0, count: 1 << 20)))
    let port = server.address.port
    let silent = try await blocking { try SendableClient(RawClient(port: port)) }
    await server.listener.stop(deadline: .milliseconds(50))
    #expect(await accepted.waitForClose() == .lost)
    await client.abort()
    _ = silent
    await server.stop()
    await clientThread.stop()
  }

  @Test func theEndOfTheThreadIsTheEndOfItsChannels() async throws {
    let server = try Server { _ in }
    try await server.start()
    let clientThread = try ServiceThread()
    let client = Recorder(try await WebSocketConnector.connect(to: server.url, on: clientThread))
    let accepted = Recorder(try await server.nextChannel())
    await client.start()
    await accepted.start()
    await clientThread.stop()
    #expect(await client.waitForClose() == .lost)
    #expect(await accepted.waitForClose() == .lost)
    await #expect(throws: ChannelError.closed) { try await client.send(.text([65])) }
    await server.thread.stop()
    // A listener whose thread has ended can be stopped too.
    await server.listener.stop(deadline: .seconds(5))
    await #expect(throws: ListenError.self) { try await server.start() }
  }

  @Test func aTakenPortIsAClearError() async throws {
    try await withServer { server in
      let port = server.address.port
      let second = try Server { $0.port = port }
      await #expect(throws: ListenError.addressInUse(port: port)) { try await second.start() }
      await second.stop()
    }
  }

  @Test(arguments: ["0.0.0.0", "::", "10.0.0.1", "localhost", "", "128.0.0.1", "::ffff:127.0.0.1"])
  func onlyLoopbackIsBound(_ host: String) async throws {
    let server = try Server { $0.hosts = [host] }
    await #expect(throws: ListenError.notLoopback) { try await server.start() }
    await server.stop()
  }

  @Test func theLibraryIsHeardWhereItsWordsAreWanted() async throws {
    let isHeard = Mutex(false)
    let hears: @Sendable (String) -> Void = { line in
      if line.contains("70 61 79 70 6F 72 74") { isHeard.withLock { $0 = true } }
    }
    let thread = try ServiceThread(log: hears)
    _ = try await eventually("the library's word") { () -> Bool? in
      // There is one log closure per process, and another test may have replaced it.
      LibraryLog.route(to: hears)
      let word = Array("payport".utf8)
      lwsl_hexdump_level(Int32(LLL_WARN), word, word.count)
      return isHeard.withLock { $0 } ? true : nil
    }
    await thread.stop()
  }
}

/// A client that is passed from one thread to another and is used by only one at a time.
private final class SendableClient: @unchecked Sendable {
  let client: RawClient

  init(_ client: RawClient) { self.client = client }
}

/// Shares a value that cannot be copied with closures.
private final class Box<Value>: Sendable where Value: Sendable {
  let value: Mutex<Value>

  init(_ value: consuming sending Mutex<Value>) { self.value = value }
}

extension Recorder {
  /// A plain actor on an executor.
  actor Probe {
    private let loop: any EventLoop
    private(set) var count = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(_ loop: any EventLoop) { self.loop = loop }

    var isAtHome: Bool { loop.isCurrent }
    func increment() { count += 1 }
    func settle() {}
    func stop(_ thread: ServiceThread) async { await thread.stop() }
  }
}
