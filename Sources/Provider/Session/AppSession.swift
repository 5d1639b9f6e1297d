import JSON
import JSONRPC
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import ServiceDoor
import Synchronization
import Transport
import TypeDefinition

/// One connected app: checks each request against schema, pairing and grants, and has it answered.
///
/// The runtime calls it on the connection's executor. What it keeps is guarded by a mutex all the same, since answers and
/// the owner's decisions come from elsewhere.
final class AppSession: RPCHandler {
  struct Standing: Sendable {
    var status: PairingStatus
    var grants: Grants
    var approvalID: String?
    var pairedAt: Timestamp?
  }

  let app: AppKey
  let manifest: Manifest
  let openedAt: Timestamp
  let peer: PeerDescription
  let sessionID: String
  let provider: ProviderContext
  private let standing: Mutex<Standing>
  private let requests = RequestTasks()
  let events: EventSubscription
  private let allowance: AppAllowance

  init(
    app: AppKey, manifest: Manifest, peer: PeerDescription, sessionID: String, standing: Standing, openedAt: Timestamp,
    provider: ProviderContext
  ) {
    self.app = app
    self.manifest = manifest
    self.peer = peer
    self.sessionID = sessionID
    var own = standing
    own.grants = standing.grants.narrowed(to: manifest)
    self.standing = Mutex(own)
    self.openedAt = openedAt
    self.provider = provider
    allowance = provider.allowances.allowance(of: app)
    events = EventSubscription(app: app, ledger: provider.ledger, hub: provider.hub)
  }

  /// Whether the owner approved the app, and for what.
  var current: Standing { standing.withLock { $0 } }

  /// The connection, while it is open.
  var connection: RPCConnection? { requests.connection }

  func opened(_ connection: isolated RPCConnection) {
    requests.opened(connection)
    provider.sessions.add(self)
  }

  func received(_ request: IncomingRequest, on connection: isolated RPCConnection) {
    do throws(PaymentsFailure) {
      let params = request.params ?? .object(JSONObject())
      let entry = try admit(request.method, params)
      switch entry.handler {
      case .immediate(let body):
        connection.reply(to: request.token, encoded: body(self))
      case .eventual(let body):
        let method = request.method
        requests.start(request.token, on: connection) { () async throws(PaymentsFailure) in
          try await self.provider.admit(method, params, of: self.app)
          return try await body(self, params)
        }
      }
    } catch {
      connection.reply(to: request.token, with: .failure(error.rpcError))
    }
  }

  func drained(_ connection: isolated RPCConnection) {
    events.pump()
  }

  func closed(_ connection: isolated RPCConnection, ending: ConnectionEnding) {
    requests.closed()
    events.stop()
    provider.sessions.remove(self)
    if let id = current.approvalID { provider.pairing.withdraw(id) }
    provider.notices.changed()
  }

  /// The owner decided, or took a decision back: the app is told, and a refused one is shown out.
  func decided(_ status: PairingStatus, grants: Grants, reason: FailureReason?, at now: Timestamp) {
    let grants = grants.narrowed(to: manifest)
    standing.withLock { standing in
      standing = Standing(status: status, grants: grants, pairedAt: status == .approved ? now : nil)
    }
    guard let connection else { return }
    let change = SessionChange(
      status: status, grants: status == .approved ? grants : nil, reason: reason?.rawValue)
    let params = try? JSONBytesEncoder().encode(change)
    Task {
      if let params {
        // A connection that is gone needs no word.
        try? await connection.notify(
          method: PaymentsNotification.sessionChanged, params: .raw(RawJSON(encoded: params)))
      }
      if status == .denied { await connection.close() }
    }
  }

  /// The owner granted something else: the app is told, and may use it at once.
  func regranted(_ grants: Grants) {
    let grants = grants.narrowed(to: manifest)
    standing.withLock { $0.grants = grants }
    guard let connection,
      let params = try? JSONBytesEncoder().encode(SessionChange(status: .approved, grants: grants))
    else { return }
    Task {
      // A connection that is gone needs no word.
      try? await connection.notify(
        method: PaymentsNotification.sessionChanged, params: .raw(RawJSON(encoded: params)))
    }
  }

  /// Ends the session once the request being answered has its reply.
  func closeAfterReply() { requests.closeAfterReply() }

  /// Does what a document of the app asks, as if it had come as a call.
  ///
  /// - Parameter wasTaken: whether the request was taken before: then it is answered without the checks of a new one.
  func perform(_ method: String, _ params: JSONValue, wasTaken: Bool) async throws(PaymentsFailure) -> RawJSON {
    let entry: MethodTable.Entry
    if wasTaken, let known = provider.methods[method] {
      entry = known
    } else {
      entry = try admit(method, params)
      try await provider.admit(method, params, of: app)
    }
    switch entry.handler {
    case .immediate(let body): return body(self)
    case .eventual(let body): return try await body(self, params)
    }
  }

  /// The checks that every request goes through, in the order of the specification.
  private func admit(_ method: String, _ params: JSONValue) throws(PaymentsFailure) -> MethodTable.Entry {
    if let wait = allowance.takeOrWait() { throw PaymentsFailure(.rateLimited, retryAfterMilliseconds: wait) }
    guard let entry = provider.methods[method] else { throw PaymentsFailure(.methodNotFound) }
    let standing = current
    if !entry.availableUnpaired {
      switch standing.status {
      case .approved: break
      case .pending: throw PaymentsFailure(.pairingPending)
      case .denied: throw PaymentsFailure(.pairingDenied)
      }
    }
    if let error = entry.params.validate(params).first { throw PaymentsFailure(error) }
    if let scope = entry.scope, !standing.grants.allows(scope, at: provider.clock.now()) {
      throw PaymentsFailure(.scopeNotGranted, rule: scope.rawValue)
    }
    if let allowed = standing.grants.currencies, let code = params["currency"]?.stringValue, !allowed.contains(code) {
      throw PaymentsFailure(.currencyNotGranted, pointer: "/currency")
    }
    return entry
  }
}
