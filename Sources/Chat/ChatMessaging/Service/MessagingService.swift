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

/// The messaging service of a chat. It lets wallet apps in, asks the person about each message, and hands each message
/// to the chat at most once.
///
///     let service = try await MessagingService(
///       name: "alice-chat", software: "chat/1.2", folder: folder, directories: directories, transport: transport,
///       contacts: contacts)
///     try await service.open()
///     let running = Task { await service.run() }
///
/// The program shows ``pairings`` and ``questions``, follows ``changes()``, and answers with ``approve(_:code:)``,
/// ``allow(_:_:always:)`` and ``refuse(_:)``. Every step is on the disk before it is done or reported.
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
  let software: String
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

  /// Creates a service from the content of its folder. Apps cannot find it before ``open()``.
  ///
  /// - Parameters:
  ///   - name: the name under which apps find the service; see `DiscoveryFile.isName`.
  ///   - software: the name and version of the chat's program, which apps are told.
  ///   - folder: the path of a folder that no other program uses.
  ///   - directories: the directories that hold the discovery files.
  ///   - transport: the chat.
  ///   - contacts: finds the person with whom a payment was arranged.
  /// - Throws: `KeptFolderError`.
  package init(
    name: String, software: String, folder: String, directories: PayportDirectories, transport: any ChatTransport,
    contacts: any PaymentContacts, clock: any WallClock = SystemWallClock()
  ) async throws {
    self.name = name
    self.software = software
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
      // The messages that became doubtful through a crash are stored in that state.
      for message in kept where book[message.id] != message {
        if let changed = book[message.id] { try await store.saveMessage(changed) }
      }
      for app in try await store.apps() { apps[app.key] = app }
      try await store.write(catalogue)
    } catch {
      await store.close()
      throw error
    }
  }

  // MARK: Connections of apps

  /// Listens for apps, and publishes the address in a discovery file.
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

  /// Stops listening, closes all connections, cancels what is still being delivered (see ``run()``), and releases the
  /// folder for other processes.
  package func close() async {
    if let door {
      self.door = nil
      // A discovery file that cannot be removed is replaced at the next start.
      try? door.withdraw()
      for session in sessions.values { await session.requests.connection?.close(.goingAway) }
      await door.close()
    }
    // If the program has not waited for ``run()``, a delivery that is cut off here is doubtful at the next start, as
    // after a crash.
    delivering?.cancel()
    listeners.finish()
    await gate.enter()
    await store.close()
    gate.leave()
  }

  /// Registers a session at its admission, so that it learns what the person decides before its connection is open.
  func addSession(_ session: MessagingSession) { sessions[ObjectIdentifier(session)] = session }

  /// Removes a session that has ended, or whose connection was never established.
  func removeSession(_ session: MessagingSession, withdrew: Bool) {
    sessions[ObjectIdentifier(session)] = nil
    if withdrew { tell(.pairings) }
  }

  var allSessions: [MessagingSession] { Array(sessions.values) }

  func sessions(of app: AppKey) -> [MessagingSession] { sessions.values.filter { $0.app == app } }

  // MARK: Reading

  /// All messages that were not removed, the oldest first.
  package var messages: [OutgoingMessage] {
    book.messages.values.filter { $0.phase != .removed }
      .sorted { ($0.createdAt, $0.id.rawValue) < ($1.createdAt, $1.id.rawValue) }
  }

  /// The current state of a message, which may have been removed.
  package func message(_ id: PaymentMessageID) -> OutgoingMessage? { book[id] }

  /// The message with a number that it was given in this chat. It may have been removed.
  package func message(numbered number: Int) -> OutgoingMessage? { book.message(numbered: number) }

  /// The messages that the person is asked about, the oldest first. All of their content comes from the app and is
  /// untrusted, so it must be made safe before it is shown.
  package var questions: [OutgoingMessage] {
    messages.filter { $0.phase == .waiting && clock.now() < $0.expiresAt }
  }

  /// The apps that ask to be approved, the oldest first.
  package var pairings: [PairingQuestion] {
    let questions = pairing.questions
    return questions.map { question in
      // Any app can claim an identifier. Only the key tells two apps apart.
      let name = question.manifest.appID.lowercased()
      let isNamesake =
        apps.values.contains { $0.source.appID.lowercased() == name && $0.key != question.app }
        || questions.contains { $0.manifest.appID.lowercased() == name && $0.app != question.app }
      return PairingQuestion(question, isNamesake: isNamesake)
    }
  }

  /// The approved apps, sorted by name.
  package var knownApps: [MessagingApp] {
    apps.values.sorted { ($0.source.name, $0.key.rawValue) < ($1.source.name, $1.key.rawValue) }
  }

  /// Returns a new stream of the changes from now on. Every caller gets all of them.
  package func changes() -> AsyncStream<MessagingChange> { listeners.listen() }

  func tell(_ change: MessagingChange) { listeners.tell(change) }

  // MARK: Changing

  /// Changes a message: first on the disk, then in memory, then for the listeners. Changes are made one at a time, so
  /// that they are reported in order and a crash cannot undo a change that was reported.
  ///
  /// - Returns: the message, if it is different afterwards.
  @discardableResult
  func change(
    _ id: PaymentMessageID, _ body: (inout OutgoingMessage) throws -> Void
  ) async throws -> OutgoingMessage? {
    await gate.enter()
    defer { gate.leave() }
    var changed = book
    guard try changed.change(id, body), let message = changed[id] else { return nil }
    try await keepMessage(message, in: changed)
    return message
  }

  /// Runs a closure while no other change is made.
  func inTurn<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    await gate.enter()
    defer { gate.leave() }
    return try await body()
  }

  /// Stores a message and then replaces the book by the changed one. The caller holds the gate.
  func keepMessage(_ message: OutgoingMessage, in changed: MessageBook) async throws {
    do {
      try await store.saveMessage(message)
    } catch {
      tell(.notKept)
      throw error
    }
    book = changed
    for session in sessions.values where session.app == message.source.app { session.tellMessage(message.report) }
    tell(.message(message.id))
  }

  /// Stores an app or its changed consent. The caller holds the gate.
  func keepApp(_ app: MessagingApp) async throws {
    do { try await store.saveApp(app) } catch {
      tell(.notKept)
      throw error
    }
    apps[app.key] = app
  }

  /// Removes an app. The caller holds the gate.
  func dropApp(_ app: AppKey) async throws {
    try await store.removeApp(app)
    apps[app] = nil
  }
}
