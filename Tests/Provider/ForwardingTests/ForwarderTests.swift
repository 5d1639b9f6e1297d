import Cryptography
import PostgreSQL
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Forwarding

/// A process that stands by and one that writes, with a real server between.
private final class Processes: Sendable {
  let address: PostgresAddress
  let standby: Forwarder
  let writer: Forwarder
  let accepted = Accepted()
  private let atStandby = Mutex<MemoryChannel?>(nil)
  /// The name of its connections.
  let name = "t\(UInt64.random(in: .min ... .max))"

  init(_ folder: String) throws {
    guard let address = try PostgresForTests.address(of: folder) else { throw PostgresError.lost }
    let connection = try PostgresConnection(address)
    // Its connections can be told from those of other tests by their name.
    self.address = try PostgresAddress("\(address.uri)&application_name=\(name)")
    try connection.enqueue("CREATE TABLE IF NOT EXISTS ledger (holder BYTEA, epoch BIGINT)")
    try connection.enqueue("DELETE FROM ledger")
    _ = try connection.run("INSERT INTO ledger VALUES ($1, 7)", [.bytes([1])])
    let keys = try ListedDaemons.make(connection, ["standby", "writer"])
    standby = Forwarder(self.address, as: .standby, key: keys[0], random: SystemRandom()) { [accepted] error in
      accepted.refusals.withLock { $0.append("\(error)") }
    }
    writer = Forwarder(
      self.address, as: .writer(holder: [1], epoch: 7), key: keys[1], random: SystemRandom(),
      accepting: { [accepted] channel, discovery in
        let app = App(channel, discovery: discovery)
        channel.start(delegate: app)
        accepted.apps.withLock { $0.append(app) }
      }, answering: { $0 + Array($1.utf8) },
      seeing: { [accepted] keys in accepted.seen.withLock { $0 = keys } }, failed: { _ in })
  }

  func start() async throws {
    standby.open(announcedBy: Array("the file".utf8))
    await writer.start()
    await standby.start()
    while await !standby.knowsWriter { try await Task.sleep(for: .milliseconds(10)) }
  }

  /// Connects an app to the process that stands by: the end of the app, and that at the process that writes. It connects
  /// again when it is sent away, as apps do.
  func connect() async throws -> (app: App, atWriter: App) {
    while true {
      let (near, far) = MemoryChannel.pair()
      let app = App(near, discovery: [])
      atStandby.withLock { $0 = far }
      near.executor.submit {
        near.start(delegate: app)
        self.standby.forward(far)
      }
      while app.noted.withLock({ $0.ended == nil }) {
        if let atWriter = accepted.apps.withLock({ $0.popLast() }) { return (app, atWriter) }
        try await Task.sleep(for: .milliseconds(2))
      }
    }
  }

  /// What the last app that has connected has not read. Used on its executor.
  var queuedAtStandby: Int { atStandby.withLock { $0?.queuedBytes ?? 0 } }

  func stop() async {
    await standby.stop()
    await writer.stop()
  }
}

/// What has come to the process that writes.
private final class Accepted: Sendable {
  let apps = Mutex<[App]>([])
  /// The keys of the daemons that were there last.
  let seen = Mutex<Set<String>>([])
  /// What the standby was told of its trouble.
  let refusals = Mutex<[String]>([])
}

/// The session ended before what a test waits for, as when the machine did not let a forwarder run for seconds.
private struct EndedEarly: Error {
  let reason: CloseReason
  let messages: Int
}

/// The user of a channel, who notes everything.
private final class App: MessageChannelDelegate, Sendable {
  struct Noted: Sendable {
    var messages: [Message] = []
    var drained = 0
    var ended: CloseReason?
  }

  let channel: any MessageChannel
  let discovery: [UInt8]
  let noted = Mutex(Noted())

  init(_ channel: any MessageChannel, discovery: [UInt8]) {
    self.channel = channel
    self.discovery = discovery
  }

  func channel(_ channel: any MessageChannel, received message: Message) {
    noted.withLock { $0.messages.append(message) }
  }
  func channelDrained(_ channel: any MessageChannel) { noted.withLock { $0.drained += 1 } }
  func channelClosed(_ channel: any MessageChannel, reason: CloseReason) { noted.withLock { $0.ended = reason } }

  /// Uses the channel on its executor.
  func use<T: Sendable>(_ work: @escaping @Sendable (any MessageChannel) -> T) async -> T {
    await withCheckedContinuation { continuation in
      channel.executor.submit { [channel] in continuation.resume(returning: work(channel)) }
    }
  }

  func send(_ message: Message) async throws {
    try await use { channel in Result { () throws(ChannelError) in try channel.send(message) } }.get()
  }

  func messages(_ count: Int) async throws -> [Message] {
    try await when { $0.messages.count >= count }.messages
  }

  func ended() async throws -> CloseReason? { try await when { $0.ended != nil }.ended }

  /// Looks again until something has happened. After the end of the session nothing does any more. Whoever waits in
  /// vain otherwise is ended by the test's time limit.
  func when(_ holds: @Sendable (Noted) -> Bool) async throws -> Noted {
    while true {
      let noted = noted.withLock { $0 }
      if holds(noted) { return noted }
      if let reason = noted.ended { throw EndedEarly(reason: reason, messages: noted.messages.count) }
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}

@Suite(
  .enabled(if: PostgresForTests.isUsed, "no server of PostgreSQL: run with scripts/postgres.sh"),
  .timeLimit(.minutes(15)))
struct ForwarderTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func withSession(
    _ body: (Processes, _ app: App, _ atWriter: App) async throws -> Void
  ) async throws {
    let processes = try Processes(folder.path)
    try await processes.start()
    let (app, atWriter) = try await processes.connect()
    try await body(processes, app, atWriter)
    await processes.stop()
  }

  private func text(_ text: String) -> Message { .text(Array(text.utf8)) }

  @Test func whatIsSaidArrivesInItsOrderBothWays() async throws {
    try await withSession { (_, app, atWriter) async throws in
      #expect(atWriter.discovery == Array("the file".utf8))
      #expect(atWriter.channel.peer.selectedSubprotocol == "payport.v1")
      let said = (0..<50).map { text("\($0)") } + [.binary([1, 2, 3])]
      for message in said { try await app.send(message) }
      #expect(try await atWriter.messages(said.count) == said)
      for message in said { try await atWriter.send(message) }
      #expect(try await app.messages(said.count) == said)
    }
  }

  @Test func eitherSideClosesWithItsCode() async throws {
    try await withSession { (processes, app, atWriter) async throws in
      try await app.send(text("last"))
      await app.use { $0.close(.normal) }
      #expect(try await atWriter.ended() == .peer(.normal))
      #expect(try await atWriter.messages(1) == [text("last")])
      let (second, secondAtWriter) = try await processes.connect()
      try await secondAtWriter.send(text("last"))
      await secondAtWriter.use { $0.close(.policyViolation) }
      #expect(try await second.ended() == .peer(.policyViolation))
      #expect(try await second.messages(1) == [text("last")])
      #expect(try await secondAtWriter.ended() == .local(.policyViolation))
      await #expect(throws: ChannelError.closed) { try await secondAtWriter.send(text("late")) }
    }
  }

  @Test func aLostConnectionIsLostAtTheOtherSideToo() async throws {
    try await withSession { (processes, app, atWriter) async throws in
      await app.use { $0.abort() }
      #expect(try await atWriter.ended() == .lost)
      let (second, secondAtWriter) = try await processes.connect()
      await secondAtWriter.use { $0.abort() }
      #expect(try await second.ended() == .lost)
    }
  }

  /// Who does not read holds up the one that sends, and not the memory of the processes between.
  @Test(arguments: [true, false]) func whoDoesNotReadIsNotSentWithoutLimit(_ isToApp: Bool) async throws {
    try await withSession { (_, app, atWriter) async throws in
      let (source, sink) = isToApp ? (atWriter, app) : (app, atWriter)
      await sink.use { $0.pauseReading() }
      let block = Message.binary([UInt8](repeating: 7, count: 200_000))
      var sent = 0
      do throws(ChannelError) {
        while sent < 200 {
          try await source.use { channel in Result { () throws(ChannelError) in try channel.send(block) } }.get()
          sent += 1
        }
      } catch {
        #expect(error == .queueFull)
      }
      #expect((20..<100).contains(sent))
      await sink.use { $0.resumeReading() }
      #expect(try await sink.messages(sent).count == sent)
      #expect(try await source.when { $0.drained > 0 }.drained == 1)
      try await source.send(text("and on"))
      #expect(try await sink.messages(sent + 1).last == text("and on"))
    }
  }

  /// What the process that stands by has not got rid of still counts, also where it is little.
  @Test func aSlowAppIsNotSentMoreThanStandsBy() async throws {
    try await withSession { (processes, app, atWriter) async throws in
      await app.use { $0.pauseReading() }
      let block = Message.binary([UInt8](repeating: 7, count: 200_000))
      try await atWriter.send(block)
      while await app.use({ _ in processes.queuedAtStandby }) == 0, app.noted.withLock({ $0.ended == nil }) {
        try await Task.sleep(for: .milliseconds(2))
      }
      // Whatever the standby has said of the block comes before this.
      try await app.send(text("ready"))
      #expect(try await atWriter.messages(1) == [text("ready")])
      var sent = 1
      while await atWriter.use({ (try? $0.send(block)) != nil }) { sent += 1 }
      let all = sent * 200_032
      while await app.use({ _ in processes.queuedAtStandby }) < all, app.noted.withLock({ $0.ended == nil }) {
        try await Task.sleep(for: .milliseconds(2))
      }
      let ended = app.noted.withLock { $0.ended }
      try #require(ended == nil)
      await app.use { $0.resumeReading() }
      #expect(try await app.messages(sent).count == sent)
    }
  }

  /// The one that writes waits for the app to take what was sent, and the app is gone.
  @Test func anAppThatIsGoneHoldsUpNobody() async throws {
    try await withSession { (_, app, atWriter) async throws in
      await app.use { $0.pauseReading() }
      await atWriter.use { $0.pauseReading() }
      for _ in 0..<10 { try await atWriter.send(.binary([UInt8](repeating: 7, count: 100_000))) }
      try await app.send(text("unread"))
      while await atWriter.use({ $0.queuedBytes }) > 1_000_320 { try await Task.sleep(for: .milliseconds(2)) }
      await app.use { $0.abort() }
      #expect(try await atWriter.when { $0.drained > 0 }.drained == 1)
      await atWriter.use { $0.resumeReading() }
      #expect(try await atWriter.ended() == .lost)
    }
  }

  @Test func aChannelThatIsClosedWhilePausedEnds() async throws {
    try await withSession { (_, app, atWriter) async throws in
      await atWriter.use { $0.pauseReading() }
      try await app.send(text("unread"))
      await app.use { $0.abort() }
      // Nobody is told of the end before what was said before it is read, or not wanted any more.
      while await atWriter.use({ (try? $0.send(.binary([]))) != nil }) { try await Task.sleep(for: .milliseconds(2)) }
      await atWriter.use { $0.close(.normal) }
      #expect(try await atWriter.ended() == .lost)
      #expect(atWriter.noted.withLock { $0.messages }.isEmpty)
    }
  }

  @Test func whenTheProcessThatWritesStopsTheAppsAreSentAway() async throws {
    try await withSession { (processes, app, atWriter) async throws in
      await processes.writer.stop()
      #expect(try await atWriter.ended() == .lost)
      #expect(try await app.ended() == .peer(.goingAway))
      let (near, far) = MemoryChannel.pair()
      let late = App(near, discovery: [])
      while await processes.standby.knowsWriter { try await Task.sleep(for: .milliseconds(10)) }
      near.executor.submit {
        near.start(delegate: late)
        processes.standby.forward(far)
      }
      #expect(try await late.ended() == .peer(.tryAgainLater))
    }
  }

  @Test func whenTheProcessThatStandsByStopsItsSessionsEnd() async throws {
    try await withSession { (processes, app, atWriter) async throws in
      await processes.standby.stop()
      #expect(try await app.ended() == .peer(.goingAway))
      #expect(try await atWriter.ended() == .lost)
    }
  }

  @Test func whatTheOwnerAsksIsAnsweredByTheProcessThatWrites() async throws {
    try await withSession { (processes, _, _) async throws in
      #expect(try await processes.standby.ask([1, 2]) == [1, 2] + Array("standby".utf8))
      await processes.writer.stop()
      await #expect(throws: ForwardingError.self) { try await processes.standby.ask([1, 2]) }
    }
  }

  /// What the owner sends away is cut off within a look, is told why, and comes back when it is admitted again.
  @Test func whoIsSentAwayPassesNothingOnAnyMore() async throws {
    try await withSession { (processes, app, atWriter) async throws in
      let connection = try PostgresConnection(processes.address)
      #expect(processes.accepted.seen.withLock { $0.count } == 2)
      _ = try connection.run("UPDATE daemons SET revoked_at = 1 WHERE name = 'standby'")
      #expect(try await app.ended() == .peer(.goingAway))
      #expect(try await atWriter.ended() == .lost)
      // It connects anew first.
      while !processes.accepted.refusals.withLock({ $0.contains("notAdmitted") }) {
        try await Task.sleep(for: .milliseconds(10))
      }
      await #expect(throws: ForwardingError.notAdmitted) { try await processes.standby.ask([1]) }
      while processes.accepted.seen.withLock({ $0.count }) != 1 { try await Task.sleep(for: .milliseconds(10)) }
      _ = try connection.run("UPDATE daemons SET revoked_at = NULL")
      while await !processes.standby.knowsWriter { try await Task.sleep(for: .milliseconds(10)) }
      let (second, secondAtWriter) = try await processes.connect()
      try await second.send(text("again"))
      #expect(try await secondAtWriter.messages(1) == [text("again")])
    }
  }

  /// One that was paused comes back with the epoch that it had.
  @Test func whoLostTheLeaseServesNobody() async throws {
    try await withSession { (processes, app, atWriter) async throws in
      _ = try PostgresConnection(processes.address).run("UPDATE ledger SET holder = $1, epoch = 8", [.bytes([2])])
      #expect(try await app.ended() == .peer(.goingAway))
      #expect(try await atWriter.ended() == .lost)
      let knows = await processes.standby.knowsWriter
      #expect(!knows)
    }
  }

  @Test func afterTheServerHasDroppedTheConnectionsItGoesOn() async throws {
    try await withSession { (processes, app, atWriter) async throws in
      let connection = try PostgresConnection(processes.address)
      _ = try connection.run(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()",
        [.text(processes.name)])
      #expect(try await app.ended() == .peer(.goingAway))
      #expect(try await atWriter.ended() == .lost)
      while await !processes.standby.knowsWriter { try await Task.sleep(for: .milliseconds(10)) }
      let (second, secondAtWriter) = try await processes.connect()
      try await second.send(text("again"))
      #expect(try await secondAtWriter.messages(1) == [text("again")])
    }
  }

  /// The tables hold nothing that anybody could use later.
  @Test func nothingIsLeftBehind() async throws {
    try await withSession { (processes, app, atWriter) async throws in
      try await app.send(text("a secret"))
      #expect(try await atWriter.messages(1) == [text("a secret")])
      await processes.stop()
      let connection = try PostgresConnection(processes.address)
      let left = try connection.run(
        "SELECT (SELECT count(*) FROM forwarding_mailboxes), (SELECT count(*) FROM forwarded_packets WHERE recipient IN "
          + "(SELECT mailbox FROM forwarding_mailboxes))")
      let counts = try [left.value(0, 0), left.value(0, 1)]
      #expect(counts == [.integer(0), .integer(0)])
    }
  }
}
