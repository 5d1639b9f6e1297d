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

  /// Returns the open session, or makes a new one. If a session was lost, it tries again during the time of `patience`.
  func reach() async throws -> ClientSession {
    var backOff = BackOff()
    let start = ContinuousClock.now
    while true {
      do {
        return try await session()
      } catch {
        guard hasConnected, Self.isTransient(error) else { throw error }
        let wait = backOff.next(fraction: Double.random(in: 0...1))
        guard start.duration(to: .now) + wait <= options.patience else { throw error }
        if backOff.tries == 1 { options.onSearching?() }
        try await Task.sleep(for: wait)
      }
    }
  }

  static func isTransient(_ error: any Error) -> Bool {
    switch error {
    case let error as DiscoveryError: error.isTransient
    case let error as PairingError: error.isTransient
    default: false
    }
  }

  /// Discards a session that cannot be used any more. The next call makes a new one.
  func drop(_ session: ClientSession) {
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

  private func attempt() async throws -> ClientSession {
    guard manifest.isWellFormed else { throw AppStateError.invalidManifest }
    let claims = try JSONBytesEncoder().encode(manifest)
    let identity = try await state.identity()
    let file = try await state.find(provider, offering: service)
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
    if pin.map({ $0.highestVersion < version }) ?? true {
      try await state.keep(ProviderPin(key: file.providerID, highestVersion: version), of: file.name)
    }
    return try await welcome(connected, handler: handler, file)
  }

  private func welcome(
    _ connected: ConsumerConnector.Connected, handler: ClientHandler, _ file: DiscoveryFile
  ) async throws -> ClientSession {
    let name = file.name
    if connected.status == .denied {
      await connected.connection.close()
      throw PairingError(
        reason: connected.result["reason"]?.stringValue,
        retryAfterMilliseconds: connected.result["retry_after_ms"]?.integerValue(as: Int.self).map { max(0, $0) })
    }
    let result: ConnectResult
    do {
      result = try JSONValueDecoder().decode(from: .object(connected.result))
    } catch {
      await connected.connection.close()
      throw PairingError.notProven(.malformedMessage)
    }
    guard VersionRange(manifest.versions)?.contains(result.session.specVersion) == true else {
      await connected.connection.close()
      throw DiscoveryError.otherVersions(
        name: name, speaks: "\(result.session.specVersion)", wanted: manifest.versions)
    }
    if let folder = result.session.folder { try await state.keep(folder, of: name) }
    handler.begin(result.status, grants: result.session.grants)
    provider = name
    hasConnected = true
    return ClientSession(
      provider: name, providerID: file.providerID.base64URL, connection: connected.connection, handler: handler,
      code: connected.pairingCode,
      approvalID: result.session.approvalID.flatMap { ApprovalID.isWellFormed($0) ? $0 : nil })
  }

  private static func reason(_ error: ConnectError, name: String) -> any Error {
    switch error {
    case .unreachable: DiscoveryError.stale(name: name)
    case .invalidURL: DiscoveryError.malformed(name: name, .field("url"))
    case .upgradeRefused, .wrongSubprotocol, .otherUser: PairingError.refused
    case .timedOut: PairingError.timedOut
    case .cancelled, .stopped: ConnectionError.closed(.local)
    }
  }
}

extension AppState {
  /// Looks for a provider. It runs on this actor's queue because it reads files.
  func find(_ name: String?, offering service: String) throws(DiscoveryError) -> DiscoveryFile {
    try Providers.find(name, offering: service, in: directories)
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
