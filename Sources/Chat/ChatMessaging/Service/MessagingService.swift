package import ChatPayments
import Cryptography
import JSON
package import MessagingAPI
import PaymentsAPI
package import PaymentsModel
package import RPCRuntime
import ServiceHost
import Synchronization
import Transport

/// The messaging service of a chat: lets wallet apps in, asks the person about each message, and hands messages to the
/// chat at most once.
///
///     let service = try await MessagingService(
///       name: "alice-chat", folder: folder, directories: directories, transport: transport, contacts: contacts)
///     try await service.open()
///     let running = Task { await service.run() }
///
/// The program shows ``pairings`` and ``questions``, follows ``changes()``, and answers with ``approve(_:code:)``,
/// ``allow(_:_:always:)`` and ``refuse(_:)``. Nothing is done or told before it is on the disk.
package actor MessagingService {
  let transport: any ChatTransport
  let contacts: any PaymentContacts
  let clock: any WallClock
  let store: MessageStore
  let schemas: MessagingSchemas
  let catalogue: MessagingCatalogue
  let pairing: PairingService
  let places = Mutex(SessionPlaces(SessionPlaces.Limits(total: 32, perApp: 8)))
  static let requestsPerSecond = 100
  static let burst = 200
  let allowances = AppAllowances(perSecond: requestsPerSecond, burst: burst)
  let key: Ed25519.SigningKey
  let name: String
  private let directories: PayportDirectories
  private let gate = SerialGate()
  private(set) var book: MessageBook
  private(set) var apps: [AppKey: MessagingApp] = [:]
  private var sessions: [ObjectIdentifier: MessagingSession] = [:]
  private var door: LoopbackServer?
  private let listeners = Multicast<MessagingChange>()
  var canSend = true
  var delivering: Task<Void, Never>?
  var wantsDelivery = false

  /// A service with what its folder holds; nobody can find it before ``open()``.
  ///
  /// - Parameters:
  ///   - name: under which apps find it; see `DiscoveryFile.isName`.
  ///   - folder: the path of a folder that belongs to it alone.
  ///   - directories: where discovery files are.
  ///   - transport: the chat.
  ///   - contacts: who is behind a payment.
  /// - Throws: ``MessageStoreError``.
  package init(
    name: String, folder: String, directories: PayportDirectories, transport: any ChatTransport,
    contacts: any PaymentContacts, clock: any WallClock = SystemWallClock()
  ) async throws {
    self.name = name
    self.directories = directories
    self.transport = transport
    self.contacts = contacts
    self.clock = clock
    store = MessageStore(folder)
    schemas = try MessagingSchemas()
    catalogue = try MessagingCatalogue(schemas)
    pairing = PairingService(clock: clock)
    do {
      key = try await store.identity()
      let kept = try await store.messages()
      try await store.removeOrphans(keeping: kept)
      book = MessageBook(kept, now: clock.now())
      // What a crash has left in doubt is written down as that.
      for message in kept where book[message.id] != message {
        if let changed = book[message.id] { try await store.save(changed) }
      }
      for app in try await store.apps() { apps[app.key] = app }
      try await store.write(catalogue)
    } catch {
      await store.close()
      throw error
    }
  }

  // MARK: The door

  /// Lets apps in, and publishes where.
  ///
  /// - Throws: `LoopbackServerError`, `PrivateFileError`.
  package func open() async throws {
    guard door == nil else { return }
    let identity = LoopbackServer.Identity(
      key: key, name: name, services: [MessagingMethods.service],
      versions: "\(MessagingMethods.specificationVersion)")
    let door = try await LoopbackServer.open(
      identity, directories: directories, refused: { _ in }, admitting: { await self.admit($0, $1) })
    do { try door.publish() } catch {
      await door.close()
      throw error
    }
    self.door = door
  }

  /// Lets nobody in any more, says goodbye to all, gives up what is still under way (see ``run()``), and lets another
  /// process have the folder.
  package func close() async {
    if let door {
      self.door = nil
      // A file that stays behind is replaced at the next start.
      try? door.withdraw()
      for session in sessions.values { await session.requests.connection?.close(.goingAway) }
      await door.close()
    }
    // Who has not waited for it is as one who was killed: what is under way is doubtful at the next start.
    delivering?.cancel()
    listeners.finish()
    await gate.enter()
    await store.close()
    gate.leave()
  }

  /// Keeps a session from its admission on, so that what the person decides meanwhile reaches it.
  func add(_ session: MessagingSession) { sessions[ObjectIdentifier(session)] = session }

  /// A session has ended, or its connection never stood.
  func remove(_ session: MessagingSession, withdrew: Bool) {
    sessions[ObjectIdentifier(session)] = nil
    if withdrew { tell(.pairings) }
  }

  var allSessions: [MessagingSession] { Array(sessions.values) }

  func sessions(of app: AppKey) -> [MessagingSession] { sessions.values.filter { $0.app == app } }

  // MARK: What there is

  /// All messages but those that were removed, the oldest first.
  package var messages: [OutgoingMessage] {
    book.messages.values.filter { $0.phase != .removed }
      .sorted { ($0.createdAt, $0.id.rawValue) < ($1.createdAt, $1.id.rawValue) }
  }

  /// A message, as it is now; also one that was removed.
  package func message(_ id: PaymentMessageID) -> OutgoingMessage? { book[id] }

  /// The message that is called by a number in this chat; also one that was removed.
  package func message(numbered number: Int) -> OutgoingMessage? { book.message(numbered: number) }

  /// What the person is asked about, the oldest first.
  package var questions: [ConsentQuestion] {
    messages.filter { clock.now() < $0.expiresAt }.compactMap { ConsentQuestion($0) }
  }

  /// The apps that want to be let in, the oldest first.
  package var pairings: [PairingQuestion] {
    let prompts = pairing.prompts
    return prompts.map { prompt in
      // An identifier is a claim; a key is not.
      let name = prompt.manifest.appID.lowercased()
      let isNamesake =
        apps.values.contains { $0.source.appID.lowercased() == name && $0.key != prompt.app }
        || prompts.contains { $0.manifest.appID.lowercased() == name && $0.app != prompt.app }
      return PairingQuestion(prompt, isNamesake: isNamesake)
    }
  }

  /// The apps that were let in, by name.
  package var knownApps: [MessagingApp] {
    apps.values.sorted { ($0.source.name, $0.key.rawValue) < ($1.source.name, $1.key.rawValue) }
  }

  /// What changes from now on. Each call begins a sequence of its own.
  package func changes() -> AsyncStream<MessagingChange> { listeners.listen() }

  func tell(_ change: MessagingChange) { listeners.tell(change) }

  // MARK: Changing

  /// Changes a message: first on the disk, then here, then it is told. One change at a time, so that what is told comes
  /// in order and nothing is told that a crash could take back.
  ///
  /// - Returns: the message, where it changed.
  @discardableResult
  func change(
    _ id: PaymentMessageID, _ body: (inout OutgoingMessage) throws(MessageStepError) -> Void
  ) async throws -> OutgoingMessage? {
    await gate.enter()
    defer { gate.leave() }
    var changed = book
    guard try changed.change(id, body), let message = changed[id] else { return nil }
    try await keep(message, in: changed)
    return message
  }

  /// Does something in its turn among the changes.
  func inTurn<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    await gate.enter()
    defer { gate.leave() }
    return try await body()
  }

  /// Writes a message down and takes over the book that has it; in its turn.
  func keep(_ message: OutgoingMessage, in changed: MessageBook) async throws {
    do {
      try await store.save(message)
    } catch {
      tell(.notKept)
      throw error
    }
    book = changed
    for session in sessions.values where session.app == message.source.app { session.tell(message.report) }
    tell(.message(message.id))
  }

  /// Lets an app in, or changes what it may; in its turn.
  func keep(_ app: MessagingApp) async throws {
    do { try await store.save(app) } catch {
      tell(.notKept)
      throw error
    }
    apps[app.key] = app
  }

  /// Forgets an app; in its turn.
  func drop(_ app: AppKey) async throws {
    try await store.remove(app)
    apps[app] = nil
  }
}
