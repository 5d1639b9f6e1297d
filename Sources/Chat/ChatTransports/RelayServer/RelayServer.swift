import Cryptography
public import Files
import JSON
import JSONRPC
public import PaymentsModel
import Platform
public import RPCRuntime
public import Transport
public import WebSocketTransport

/// A chat network for the programs of one user on one machine. Demonstrations and tests of cards use it; it cannot
/// reach anybody else. Specification: chapter 15.
///
/// It listens on the loopback interface, refuses the same clients as a provider does, and publishes itself in a private
/// file. It runs on a queue of its own, because it writes to the disk before it answers.
public actor RelayServer {
  /// The WebSocket subprotocol that a client has to offer.
  public static let subprotocol = "payport.relay.v1"
  /// The longest time that a held-back delivery waits for others.
  private static let longestWait = Duration.seconds(1)

  /// The relay's name.
  public nonisolated let name: String
  /// The executor of the relay's own queue.
  public nonisolated let unownedExecutor: UnownedSerialExecutor
  private let queue: QueueLoop
  private let directories: PayportDirectories
  private let clock: any WallClock
  private let handshakeDeadline: Duration
  private var thread: ServiceThread?
  private var listener: WebSocketListener?
  private var published: RelayFile?
  var archive: RelayArchive?
  var state = RelayState()
  var clients: [Int: RelayClientConnection] = [:]
  private var lastVisitor = 0
  private var trouble = RelayTrouble.none
  private var chance = SystemRandomNumberGenerator()
  private var flush: ScheduledJob?

  /// Creates a relay that does not run yet.
  ///
  /// - Parameters:
  ///   - name: 1 to 64 of `A-Z a-z 0-9 . _ -`, the first a letter or digit.
  ///   - directories: the relay publishes itself in `runtime/relays`, and stores its data in `state/relays/NAME`.
  ///   - clock: the source of the time of messages.
  ///   - handshakeDeadline: the time within which a client has to authenticate itself.
  public init(
    name: String, directories: PayportDirectories = PayportDirectories(), clock: any WallClock = SystemWallClock(),
    handshakeDeadline: Duration = .seconds(5)
  ) {
    self.handshakeDeadline = handshakeDeadline
    self.name = name
    self.directories = directories
    self.clock = clock
    queue = QueueLoop(label: "payport.relay")
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  /// Reads the stored data, listens, and publishes the discovery file.
  ///
  /// - Returns: the discovery file.
  /// - Throws: ``RelayServerError``; the relay does not run then.
  @discardableResult
  public func start() async throws(RelayServerError) -> RelayFile {
    guard DiscoveryFile.isName(name) else { throw .invalidName }
    do throws(KeptFolderError) {
      var archive = try RelayArchive(directories.state + "/relays/" + name)
      state = try archive.load()
      self.archive = archive
    } catch {
      throw RelayServerError(error)
    }
    do throws(RelayServerError) {
      let file = try await listen(on: startedThread())
      do throws(PrivateFileError) { try file.publish(in: directories) } catch { throw .file(name: name, error) }
      return file
    } catch {
      await stop()
      throw error
    }
  }

  /// Ends all connections and removes the discovery file.
  public func stop() async {
    flush?.cancel()
    if let published {
      // A discovery file that cannot be removed leads nowhere, and the next start replaces it.
      try? published.withdraw(from: directories)
      self.published = nil
    }
    await listener?.stop()
    listener = nil
    await thread?.stop()
    thread = nil
    archive = nil
  }

  /// Makes deliveries unreliable from now on, or reliable again. In the second case everything that was held back is
  /// delivered, and all clients are told that they may have missed something.
  public func setTrouble(_ trouble: RelayTrouble) {
    self.trouble = trouble
    guard trouble == .none else { return }
    deliverWaiting()
    for client in clients.values where client.person != nil {
      client.door.send(client.peer.notify(method: "gap", params: .value([:])))
    }
  }

  private func startedThread() throws(RelayServerError) -> ServiceThread {
    do throws(ServiceThreadError) {
      let started = try ServiceThread(
        name: "payport-relay", subprotocol: Self.subprotocol, limits: RelayLimits.channel)
      thread = started
      return started
    } catch {
      throw .thread(error)
    }
  }

  private func listen(on thread: ServiceThread) async throws(RelayServerError) -> RelayFile {
    var configuration = WebSocketListener.Configuration()
    configuration.hosts = ["127.0.0.1"]
    configuration.limits = RelayLimits.channel
    configuration.limits.handshakeDeadline = handshakeDeadline
    let listener = WebSocketListener(on: thread, configuration: configuration)
    self.listener = listener
    let secret: SecretBytes
    do throws(CryptographyError) { secret = try SecretBytes(count: RelayFile.secretSize, from: SystemRandom()) } catch {
      throw .random
    }
    let queue = queue
    let addresses: [ListeningAddress]
    do throws(ListenError) {
      addresses = try await listener.start { channel in
        queue.submit { self.assumeIsolated { $0.accept(channel) } }
      }
    } catch {
      throw .listen(error)
    }
    let file = RelayFile(
      name: name, url: "ws://\(addresses.first?.authority ?? "")\(configuration.path)", processIdentifier: getpid(),
      secret: secret)
    published = file
    return file
  }

  // MARK: Connections

  private func accept(_ channel: any MessageChannel) {
    lastVisitor += 1
    let queue = queue
    let door = RelayClientChannel(lastVisitor, channel) { number, message in
      queue.submit { self.assumeIsolated { $0.received(message, from: number) } }
    } ended: { number in
      queue.submit { self.assumeIsolated { $0.clients[number] = nil } }
    }
    clients[lastVisitor] = RelayClientConnection(door: door)
    door.open()
  }

  private func received(_ message: Message, from number: Int) {
    guard let door = clients[number]?.door else { return }
    guard case .text(let bytes) = message, let actions = clients[number]?.peer.receive(bytes) else {
      return door.close(.unsupportedData)
    }
    for action in actions {
      switch action {
      case .request(let request): answer(request, from: number)
      case .send(let bytes): door.send(bytes)
      case .notification, .response: break
      case .protocolViolation: door.close(.policyViolation)
      }
    }
    door.next()
  }

  private func answer(_ request: IncomingRequest, from number: Int) {
    let outcome = outcome(of: request, from: number)
    guard let client = clients[number], let actions = clients[number]?.peer.reply(to: request.token, with: outcome)
    else { return }
    for case .send(let bytes) in actions { client.door.send(bytes) }
    // A client that fails to authenticate itself is disconnected.
    if client.person == nil, case .failure = outcome { client.door.close(.policyViolation) }
  }

  private func outcome(of request: IncomingRequest, from number: Int) -> Result<Payload, RPCError> {
    do {
      return .success(.value(try serve(request.method, request.params ?? [:], from: number, now: clock.now())))
    } catch let refusal as RelayRefusal {
      return .failure(refusal.rpcError)
    } catch let error as RPCError {
      return .failure(error)
    } catch {
      return .failure(.invalidParams)
    }
  }

  /// The secret that was published at this start.
  var secret: SecretBytes? { published?.secret }

  // MARK: Deliveries

  /// Sends a notification to all devices of these people.
  func deliver(_ method: String, _ params: JSONValue, to people: [String]) {
    let bytes = Peer().notify(method: method, params: .value(params))
    for number in clients.keys.sorted() {
      guard let client = clients[number], let person = client.person, people.contains(person) else { continue }
      let turn = clients[number]?.delivery.pass(bytes, trouble, using: &chance)
      for bytes in turn ?? [] { client.door.send(bytes) }
    }
    // Deliveries that are held back wait for a limited time only.
    guard trouble.shuffled > 0, flush?.isSpent ?? true else { return }
    flush = queue.schedule(after: Self.longestWait) { self.assumeIsolated { $0.deliverWaiting() } }
  }

  private func deliverWaiting() {
    for number in clients.keys.sorted() {
      let waiting = clients[number]?.delivery.flush(using: &chance)
      for bytes in waiting ?? [] { clients[number]?.door.send(bytes) }
    }
  }
}

/// Why a relay cannot run.
public enum RelayServerError: Error, Sendable, Hashable {
  /// The name is invalid. It must be 1 to 64 of `A-Z a-z 0-9 . _ -`, the first a letter or digit.
  case invalidName
  /// A relay with this name already runs.
  case alreadyRuns
  /// A file or folder could not be read or written, or its owner or permissions are wrong.
  case file(name: String, PrivateFileError)
  /// The content of a file is not what it should be.
  case damaged(name: String)
  /// The relay cannot listen for connections.
  case listen(ListenError)
  /// The system could not provide a thread.
  case thread(ServiceThreadError)
  /// The system could not provide random bytes.
  case random

  init(_ error: KeptFolderError) {
    switch error {
    case .inUse: self = .alreadyRuns
    case .file(let name, let error): self = .file(name: name, error)
    case .damaged(let name): self = .damaged(name: name)
    }
  }
}
