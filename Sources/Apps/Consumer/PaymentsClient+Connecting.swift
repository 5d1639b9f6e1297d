import Cryptography
import JSON
import PaymentsAPI
import RPCRuntime
import SecureSession
import Transport

extension PaymentsClient {
  /// Returns the open session, or makes a new one with a single attempt. All callers during the attempt share its
  /// result.
  func session() async throws -> ClientSession {
    switch link {
    case .open(let session) where !session.handler.current.hasEnded: return session
    case .closed: throw ConnectionError.closed(.local)
    case .open(let session) where session.handler.current.status == .denied:
      // After the owner's refusal the client does not connect again by itself. The next call makes a new attempt.
      link = .idle
      throw PairingError(reason: session.handler.current.reason)
    case .open, .idle:
      link = .connecting
      Task { await attemptForAll() }
    case .connecting: break
    }
    lastWaiter += 1
    let number = lastWaiter
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          waiters[number] = continuation
        }
      }
    } onCancel: {
      Task { await giveUp(number) }
    }
  }

  /// Returns the open session, or makes a new one. If a session was lost, or a daemon was there that had no time, it tries
  /// again during the time of `patience`.
  func reach() async throws -> ClientSession {
    var backOff = BackOff()
    let start = ContinuousClock.now
    var wasThere = false
    while true {
      do {
        return try await session()
      } catch {
        wasThere = wasThere || hasConnected || [.busy, .timedOut].contains(error as? PairingError)
        guard wasThere, Self.isTransient(error) else { throw error }
        // The last attempt is at the end of the time, since another daemon takes over after some seconds only.
        let left = options.patience - start.duration(to: .now)
        guard left > .zero else { throw error }
        let wait = min(backOff.next(fraction: Double.random(in: 0...1)), left)
        if backOff.tries == 1 { options.onSearching?() }
        try await Task.sleep(for: wait)
      }
    }
  }

  /// Whether a wallet that is away, or an owner who has not decided, may be there later.
  package static func isTransient(_ error: any Error) -> Bool {
    switch error {
    case let error as DiscoveryError: error.isTransient
    case let error as PairingError: error.isTransient
    default: false
    }
  }

  /// Discards a session that cannot be used any more. The next call makes a new one. A session that the owner's decision
  /// ended stays, so that the next call tells this decision and does not ask another daemon for one.
  func drop(_ session: ClientSession) {
    guard session.handler.current.status != .denied else { return }
    if case .open(let current) = link, current.connection === session.connection { link = .idle }
  }

  func failWaiters(_ error: any Error) {
    let waiting = waiters
    waiters = [:]
    for waiter in waiting.values { waiter.resume(throwing: error) }
  }

  private func giveUp(_ number: Int) {
    waiters.removeValue(forKey: number)?.resume(throwing: CancellationError())
  }

  private func attemptForAll() async {
    do {
      let session = try await attempt()
      guard case .connecting = link else {
        // The client was closed in the meantime, and its waiting calls were told.
        await session.connection.close()
        return
      }
      link = .open(session)
      let waiting = waiters
      waiters = [:]
      for waiter in waiting.values { waiter.resume(returning: session) }
    } catch {
      if case .connecting = link { link = .idle }
      failWaiters(error)
    }
  }

  /// Tries the daemons of the provider one after the other, until one of them lets the app in or tells the owner's
  /// decision, which is the same for all of them.
  private func attempt() async throws -> ClientSession {
    guard manifest.isWellFormed else { throw AppStateError.invalidManifest }
    let found = try await state.daemons(of: provider, offering: service, last: last)
    for error in found.refused { tell(error) }
    // The one that was lost is tried last, because the others are more likely to answer.
    var failures: [any Error] = []
    for file in found.files.filter({ $0.name != last }) + found.files.filter({ $0.name == last }) {
      do {
        return try await attempt(file)
      } catch  where Self.concernsOneDaemon(error) {
        if found.files.count > 1, !Self.isTransient(error) { tell(error) }
        failures.append(error)
      }
    }
    // As long as one of them may come back, waiting makes sense.
    throw failures.first { $0 as? PairingError == .busy } ?? failures.first(where: Self.isTransient) ?? failures.first
      ?? DiscoveryError.notRunning(name: provider)
  }

  /// Whether another daemon of the same provider may let the app in nevertheless. The owner's decision, and how often
  /// the owner may be asked, are no reasons to ask elsewhere.
  private static func concernsOneDaemon(_ error: any Error) -> Bool {
    switch error {
    case is DiscoveryError: true
    case PairingError.busy, PairingError.refused, PairingError.notProven, PairingError.timedOut,
      PairingError.tooManySessions:
      true
    default: false
    }
  }

  /// Tells the app once that something is wrong with one of several daemons.
  private func tell(_ error: any Error) {
    guard let error = error as? any ErrorInWords, told.insert(error.sentence).inserted else { return }
    options.onRefusal?(error)
  }

  private func attempt(_ file: DiscoveryFile) async throws -> ClientSession {
    let claims = try JSONBytesEncoder().encode(manifest)
    let identity = try await state.identity()
    let version = file.highestVersion
    guard file.speaks(manifest.versions, of: service) else {
      throw DiscoveryError.otherVersions(name: file.name, speaks: file.versions, wanted: manifest.versions)
    }
    let pin = try await state.pin(of: file.name)
    if let pin {
      guard pin.key == file.providerID else { throw DiscoveryError.wrongKey(name: file.name) }
      guard version >= pin.highestVersion else {
        throw DiscoveryError.downgraded(name: file.name, highestSeen: pin.highestVersion)
      }
    }
    let channel: any MessageChannel
    do {
      channel = try await dialer.dial(file.url)
    } catch {
      throw Self.reason(error, name: file.name)
    }
    let handler = ClientHandler(feed: feed)
    let connected: ConsumerConnector.Connected
    do {
      connected = try await ConsumerConnector.connect(
        over: channel, identity: identity, discovery: file, manifest: claims,
        handler: handler)
    } catch {
      if case .failed(.wrongProvider) = error { throw DiscoveryError.wrongKey(name: file.name) }
      throw PairingError(error)
    }
    do {
      if pin.map({ $0.highestVersion < version }) ?? true {
        try await state.keepPin(ProviderPin(key: file.providerID, highestVersion: version), of: file.name)
      }
      return try await welcome(connected, handler: handler, file)
    } catch {
      await connected.connection.close()
      throw error
    }
  }

  private func welcome(
    _ connected: ConsumerConnector.Connected, handler: ClientHandler, _ file: DiscoveryFile
  ) async throws -> ClientSession {
    let name = file.name
    if connected.status == .denied {
      throw PairingError(
        reason: connected.result["reason"]?.stringValue,
        retryAfterMilliseconds: connected.result["retry_after_ms"]?.integerValue(as: Int.self).map { max(0, $0) })
    }
    let result: ConnectResult
    do {
      result = try JSONValueDecoder().decode(from: .object(connected.result))
    } catch {
      throw PairingError.notProven(.malformedMessage)
    }
    guard VersionRange(manifest.versions)?.contains(result.session.specVersion) == true else {
      throw DiscoveryError.otherVersions(
        name: name, speaks: "\(result.session.specVersion)", wanted: manifest.versions)
    }
    if let folder = result.session.folder { try await state.keepFolder(folder, of: name) }
    handler.begin(result.status, grants: result.session.grants)
    // A client that chose none stays with the provider that it found, and each client stays with its key.
    if provider == nil { provider = name }
    self.identity = file.providerID
    last = name
    hasConnected = true
    return ClientSession(
      provider: name, providerID: file.providerID.base64URL, connection: connected.connection, handler: handler,
      code: connected.pairingCode,
      questionID: result.session.questionID.flatMap { QuestionID.isWellFormed($0) ? $0 : nil })
  }

  private static func reason(_ error: ConnectError, name: String) -> any Error {
    switch error {
    case .unreachable: DiscoveryError.stale(name: name)
    case .invalidURL: DiscoveryError.malformed(name: name, .field("url"))
    case .upgradeRefused(status: nil): PairingError.busy
    case .upgradeRefused, .wrongSubprotocol, .otherUser: PairingError.refused
    case .timedOut: PairingError.timedOut
    case .cancelled, .stopped: ConnectionError.closed(.local)
    }
  }
}

extension AppState {
  /// Looks for the daemons of a provider. It runs on this actor's queue because it reads files.
  ///
  /// - Parameter last: the daemon that the app was connected to, whose key it never leaves by itself.
  func daemons(of name: String?, offering service: String, last: String?) throws -> ProviderDaemons {
    var keys = ProviderKeys(offers: service)
    let names = try Providers.names(in: directories) + [name, last].compactMap(\.self)
    for known in names where DiscoveryFile.isName(known) { keys.pinned[known] = try pin(of: known)?.key }
    keys.met = last.flatMap { keys.pinned[$0] }
    return try Providers.daemons(of: name, keys, in: directories)
  }
}

extension DiscoveryFile {
  /// Whether the provider supports one of these versions of a service. The file has the versions of its first service
  /// only; for other services the handshake checks them.
  func speaks(_ wanted: String, of service: String) -> Bool {
    guard services.first == service, let own = VersionRange(versions), let wanted = VersionRange(wanted) else {
      return services.first != service
    }
    return own.highest(sharedWith: wanted) != nil
  }

  /// The upper end of the range of versions.
  var highestVersion: Int { versions.utf8.split(separator: UInt8(ascii: "-")).last.flatMap { Int(Substring($0)) } ?? 1 }
}
