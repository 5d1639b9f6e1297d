import Cryptography
import JSON
import JSONRPC
import MessagingAPI
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import SecureSession
import ServiceHost
import Synchronization
import Transport

extension MessagingService {
  /// Decides on an app that has proven its key. A known app is admitted at once; for an unknown app the person is
  /// asked.
  func admit(_ claim: ProviderHandshake.Claim, _ peer: PeerDescription) async -> ProviderAcceptor.Admission? {
    let app = AppKey(rawValue: claim.identity.base64URL)
    guard let json = try? JSONValue(parsing: claim.manifest),
      let manifest = try? JSONValueDecoder().decode(Manifest.self, from: json), manifest.isWellFormed,
      let range = VersionRange(manifest.versions), range.contains(MessagingMethods.specificationVersion),
      // A chat has no scopes to grant. An app that asks for one believes that it talks to a wallet.
      manifest.scopes.isEmpty
    else { return nil }
    let sessionID = Base64URL.encode(claim.handshakeHash)
    var admission = MessagingSession.Admission(status: .pending)
    var refusal: (reason: FailureReason, retryAfterMilliseconds: Int?)?
    var displaced: String?
    if let known = apps[app] {
      admission = MessagingSession.Admission(status: .approved, pairedAt: known.pairedAt)
      switch places.withLock({ $0.take(sessionID, for: app) }) {
      case .taken: break
      case .takenFrom(let gone): displaced = gone
      case .refused:
        admission = MessagingSession.Admission(status: .denied)
        refusal = (.tooManySessions, FailureReason.tooManySessions.retryAfterMilliseconds)
      }
    } else {
      do throws(PairingRequests.NotAsked) {
        admission.questionID = try ask(about: app, manifest: manifest, claim: claim, from: peer)
      } catch {
        admission.status = .denied
        refusal = error.answer(at: clock.now())
      }
    }
    for session in allSessions where session.sessionID == displaced { session.end() }
    let session = MessagingSession(
      app: app, manifest: manifest, sessionID: sessionID, openedAt: clock.now(), admission: admission,
      allowance: allowances.allowance(of: app), service: self)
    if refusal == nil { addSession(session) }
    let nonce = admission.status == .pending ? Base64URL.encode(claim.pairingNonce) : nil
    do {
      let result = ConnectResult(
        status: admission.status, sasNonce: nonce, reason: refusal?.reason.rawValue,
        retryAfterMilliseconds: refusal?.retryAfterMilliseconds, session: try await describe(session))
      return ProviderAcceptor.Admission(
        result: try JSONBytesEncoder().encode(result), handler: session, options: session.connectionOptions,
        endsSession: refusal != nil, abandoned: { session.left() })
    } catch {
      session.left()
      return nil
    }
  }

  /// Asks the person about an app, and returns the identifier of the question.
  private func ask(
    about app: AppKey, manifest: Manifest, claim: ProviderHandshake.Claim, from peer: PeerDescription
  ) throws(PairingRequests.NotAsked) -> String {
    let now = clock.now()
    let question = PairingRequests.Question(
      id: SortableIdentifier.make("pair", at: now), app: app, manifest: manifest, since: now,
      until: now.advanced(by: PairingRequests.promptLifetime),
      applicant: .init(
        session: Base64URL.encode(claim.handshakeHash), code: claim.pairingCode.digits, evidence: claim.evidence,
        peer: peer))
    let id = try pairing.ask(question)
    guard id == question.id else { return id }
    // The person is also shown which program connected. Finding that out may take a moment.
    Task {
      _ = await peer.process()
      tell(.pairings)
    }
    return id
  }

  /// Returns the description of the session that `get_session` replies with.
  func describe(_ session: MessagingSession) async throws -> GetSession.Result {
    let admission = session.current
    var folder: DocumentFolder?
    if admission.status == .approved {
      // The folder has to exist before the app is told its name.
      _ = try await store.submissions(of: session.app)
      folder = DocumentFolder(services: store.services, name: try MessageStore.folderName(of: session.app))
    }
    return GetSession.Result(
      status: admission.status, sessionID: session.sessionID, specVersion: MessagingMethods.specificationVersion,
      provider: ProviderInfo(providerID: key.verifyingKey.base64URL, name: name, software: software),
      app: AppInfo(
        appID: session.manifest.appID, name: session.manifest.name, version: session.manifest.version,
        key: session.app),
      grants: Grants(scopes: []),
      limits: SessionLimits(
        maxMessageBytes: ConnectionOptions.messageBytes(isApproved: admission.status == .approved), maxBatch: 32,
        maxInFlight: 64, maxDepth: 32,
        requestsPerSecond: Self.requestsPerSecond,
        burst: Self.burst),
      eventCursor: EventCursor(sequence: book.lastChange(of: session.app)),
      expiresAt: session.openedAt.advanced(by: ConnectionOptions.sessionLifetime),
      pairedAt: admission.pairedAt, questionID: admission.questionID, folder: folder)
  }
}
