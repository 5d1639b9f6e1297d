import Cryptography
import JSON
import JSONRPC
import MessagingAPI
import MessagingCore
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import SecureSession
import ServiceDoor
import Transport

extension MessagingService {
  /// Decides on an app that has proven its key: known ones come in silently, unknown ones wait for the person.
  func admit(_ claim: ProviderHandshake.Claim, _ peer: PeerDescription) async -> ProviderAcceptor.Admission? {
    let app = AppKey(rawValue: claim.identity.base64URL)
    guard let json = try? JSONValue(parsing: claim.manifest),
      let manifest = try? JSONValueDecoder().decode(Manifest.self, from: json), manifest.isWellFormed,
      let range = VersionRange(manifest.versions), range.contains(MessagingMethods.specificationVersion)
    else { return nil }
    var standing = MessagingSession.Standing(status: .pending)
    var reason: FailureReason?
    if let known = apps[app] {
      standing = MessagingSession.Standing(status: .approved, pairedAt: known.pairedAt)
    } else if let id = ask(app, manifest, claim, peer) {
      standing.approvalID = id
    } else {
      standing.status = .denied
      reason = pairing.isLocked ? .pairingLocked : .tooManyPrompts
    }
    let session = MessagingSession(
      app: app, manifest: manifest, sessionID: Base64URL.encode(claim.handshakeHash), openedAt: clock.now(),
      standing: standing, allowance: allowances.allowance(of: app), service: self)
    let nonce = standing.status == .pending ? Base64URL.encode(claim.pairingNonce) : nil
    do {
      let result = ConnectResult(
        status: standing.status, sasNonce: nonce, reason: reason?.rawValue, session: try await describe(session))
      return ProviderAcceptor.Admission(
        result: try JSONBytesEncoder().encode(result), handler: session, endsSession: reason != nil)
    } catch {
      return nil
    }
  }

  /// The name of the question to the person; nil where it cannot be asked.
  private func ask(
    _ app: AppKey, _ manifest: Manifest, _ claim: ProviderHandshake.Claim, _ peer: PeerDescription
  ) -> String? {
    let now = clock.now()
    let id = SortableIdentifier.make("pair", at: now)
    let process = peer.process().map { "pid \($0.identifier) \($0.executablePath ?? "")" }
    let prompt = PairingDesk.Prompt(
      id: id, app: app, manifest: manifest, code: claim.pairingCode.digits, process: process, since: now,
      until: now.advanced(by: PairingDesk.promptLifetime))
    guard pairing.add(prompt) else { return nil }
    evidence.keep(claim.evidence, for: id)
    tell(.pairings)
    return id
  }

  /// The session as `get_session` answers it.
  func describe(_ session: MessagingSession) async throws -> GetSession.Result {
    let standing = session.current
    var folder: DocumentFolder?
    if standing.status == .approved {
      // Made before the app is told.
      _ = try await store.submissions(of: session.app)
      folder = DocumentFolder(services: store.services, name: try MessageStore.folderName(of: session.app))
    }
    return GetSession.Result(
      status: standing.status, sessionID: session.sessionID, specVersion: MessagingMethods.specificationVersion,
      provider: ProviderInfo(providerID: key.verifyingKey.base64URL, name: name, software: "paychat/1.0.0"),
      app: AppInfo(
        appID: session.manifest.appID, name: session.manifest.name, version: session.manifest.version,
        key: session.app),
      grants: Grants(scopes: []),
      limits: SessionLimits(
        maxMessageBytes: 1 << 20, maxBatch: 32, maxInFlight: 64, maxDepth: 32,
        requestsPerSecond: Self.requestsPerSecond,
        burst: Self.burst),
      eventCursor: EventCursor(sequence: book.lastChange), expiresAt: session.openedAt.advanced(by: .seconds(86_400)),
      pairedAt: standing.pairedAt, approvalID: standing.approvalID, folder: folder)
  }
}
