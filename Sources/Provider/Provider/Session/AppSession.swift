import JSON
import JSONRPC
import Orders
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import ServiceHost
import Synchronization
import Transport
import TypeDefinition

/// One connected app. The session checks each request against schema, pairing and grants, and has it answered.
///
/// The runtime calls it on the connection's executor. A mutex protects its state nevertheless, because answers and the
/// owner's decisions arrive on other threads.
final class AppSession: RPCHandler {
  struct Admission: Sendable {
    var status: PairingStatus
    var grants: Grants
    var questionID: String?
    var pairedAt: Timestamp?
  }

  /// The session's identifier for the owner.
  let id: String
  let app: AppKey
  let manifest: Manifest
  let openedAt: Timestamp
  /// When the app signed the document that the session is for; `nil` for a connection, whose requests come now.
  let signedAt: Timestamp?
  let peer: PeerDescription
  let sessionID: String
  private let apps: AppConnections
  private let admission: Mutex<Admission>
  /// The pairing question that is withdrawn when this session ends.
  private let question: String?
  private let course = Mutex(Course())
  private let requests = RequestTasks()
  let events: EventSubscription
  private let allowance: AppAllowance

  /// The state of the connection.
  private struct Course {
    /// Changes that the app was not told of yet, because there was no connection.
    var untold: [Change] = []
    /// The code with which the session was ended before its connection was open.
    var ended: CloseCode?
    var calls = 0
  }

  private struct Change: Sendable {
    let change: SessionChange
    let ends: Bool
  }

  init(
    app: AppKey, manifest: Manifest, peer: PeerDescription, sessionID: String, admission: Admission,
    openedAt: Timestamp, signedAt: Timestamp? = nil, apps: AppConnections
  ) {
    id = apps.core.newIdentifier("ses")
    self.app = app
    self.manifest = manifest
    self.peer = peer
    self.sessionID = sessionID
    var own = admission
    own.grants = admission.grants.narrowed(to: manifest)
    self.admission = Mutex(own)
    question = admission.questionID
    self.openedAt = openedAt
    self.signedAt = signedAt
    self.apps = apps
    allowance = apps.allowances.allowance(of: app)
    events = EventSubscription(app: app, ledger: apps.core.ledger, hub: apps.core.hub, metrics: apps.core.metrics)
  }

  /// Whether the owner approved the app, and what it may do.
  var current: Admission { admission.withLock { $0 } }

  /// The limits that apply to the app's connection at present.
  var connectionOptions: ConnectionOptions {
    .ofApp(
      isApproved: current.status == .approved, allowance: allowance, inFlight: apps.core.limits.inFlight)
  }

  /// The connection while it is open, otherwise `nil`.
  var connection: RPCConnection? { requests.connection }

  /// The number of received requests, answered or not.
  var calls: Int { course.withLock { $0.calls } }

  func opened(_ connection: isolated RPCConnection) {
    requests.opened(connection)
    tellChanges()
    if let code = course.withLock({ $0.ended }) { connection.close(code) }
  }

  func received(_ request: IncomingRequest, on connection: isolated RPCConnection) {
    course.withLock { $0.calls += 1 }
    let measured = measure(request.method)
    do throws(PaymentsFailure) {
      let params = request.params ?? .object(JSONObject())
      let entry = try admit(request.method, params)
      switch entry.handler {
      case .immediate(let body):
        connection.reply(to: request.token, encoded: body(self))
        measured.end()
      case .eventual(let body):
        requests.start(request.token, on: connection) { () async throws(PaymentsFailure) in
          try await self.answer(params, by: body, measured: measured)
        }
      }
    } catch {
      measured.end(error)
      connection.reply(to: request.token, with: .failure(error.rpcError))
    }
  }

  func drained(_ connection: isolated RPCConnection) {
    events.pump()
  }

  func ends(_ connection: isolated RPCConnection) {
    requests.closed()
    events.stop()
    left()
  }

  /// Gives back what was kept for the connection, which ends or never stood.
  func left() {
    apps.sessions.remove(self)
    if let question { apps.pairing.withdraw(question, session: sessionID) }
    apps.notices.changed()
  }

  /// Ends the session and tells the app this code.
  func end(_ code: CloseCode) {
    course.withLock { $0.ended = code }
    guard let connection else { return }
    Task { await connection.close(code) }
  }

  /// Tells the app that the owner decided on it, or took a decision back; a refused app's session is ended.
  func decided(_ status: PairingStatus, grants: Grants, reason: FailureReason?, at now: Timestamp) {
    let grants = grants.narrowed(to: manifest)
    let decided = Admission(status: status, grants: grants, pairedAt: status == .approved ? now : nil)
    let before = admission.withLock { exchange(&$0, with: decided) }.status
    if status == .approved, before != .approved { apps.sessions.approved(self) }
    let change = SessionChange(
      status: status, grants: status == .approved ? grants : nil, reason: reason?.rawValue)
    tell(Change(change: change, ends: status == .denied))
  }

  /// Tells the app that the owner granted it something else, which it may use at once.
  func regranted(_ grants: Grants) {
    let grants = grants.narrowed(to: manifest)
    admission.withLock { $0.grants = grants }
    tell(Change(change: SessionChange(status: .approved, grants: grants), ends: false))
  }

  private func tell(_ change: Change) {
    course.withLock { $0.untold.append(change) }
    tellChanges()
  }

  /// Tells the app all pending changes, if there is a connection.
  private func tellChanges() {
    guard let connection else { return }
    let changes = course.withLock { exchange(&$0.untold, with: []) }
    guard !changes.isEmpty else { return }
    let options = connectionOptions
    Task {
      await connection.use(options)
      for change in changes {
        if let params = try? JSONBytesEncoder().encode(change.change) {
          // A connection that is gone need not be told.
          try? await connection.notify(
            method: PaymentsNotification.sessionChanged, params: .raw(RawJSON(encoded: params)))
        }
        if change.ends { await connection.close() }
      }
    }
  }

  /// Ends the session after the request that is being answered has got its reply.
  func closeAfterReply() { requests.closeAfterReply() }

  /// Carries out the request of a document as if it had been received as a call.
  ///
  /// - Parameter wasTaken: Whether the request was accepted before. It is then answered without the checks of a new
  ///   one.
  func perform(_ method: String, _ params: JSONValue, wasTaken: Bool) async throws(PaymentsFailure) -> RawJSON {
    let measured = measure(method)
    let entry: MethodTable.Entry
    do throws(PaymentsFailure) {
      if wasTaken, let known = apps.methods[method] { entry = known } else { entry = try admit(method, params) }
    } catch {
      measured.end(error)
      throw error
    }
    switch entry.handler {
    case .immediate(let body):
      measured.end()
      return body(self)
    case .eventual(let body): return try await answer(params, by: body, measured: measured)
    }
  }

  private func measure(_ method: String) -> MeasuredRequest {
    // A method that does not exist could have any name.
    MeasuredRequest(apps.methods[method] == nil ? "unknown" : method, apps.core)
  }

  private func answer(
    _ params: JSONValue, by body: MethodTable.Answer, measured: MeasuredRequest
  ) async throws(PaymentsFailure) -> RawJSON {
    do throws(PaymentsFailure) {
      let answer = try await body(self, params)
      measured.end()
      return answer
    } catch {
      measured.end(error)
      throw error
    }
  }

  /// Performs the checks of every request, in the order of the specification.
  private func admit(_ method: String, _ params: JSONValue) throws(PaymentsFailure) -> MethodTable.Entry {
    if let wait = allowance.takeOrWait() { throw PaymentsFailure(.rateLimited, retryAfterMilliseconds: wait) }
    guard let entry = apps.methods[method] else { throw PaymentsFailure(.methodNotFound) }
    let admission = current
    if !entry.availableUnpaired {
      switch admission.status {
      case .approved: break
      case .pending: throw PaymentsFailure(.pairingPending)
      case .denied: throw PaymentsFailure(.pairingDenied)
      }
    }
    if let error = entry.params.validate(params).first { throw PaymentsFailure(error) }
    if let scope = entry.scope, !admission.grants.allows(scope, at: apps.core.clock.now()) {
      throw PaymentsFailure(.scopeNotGranted, rule: scope.rawValue)
    }
    if let allowed = admission.grants.currencies, let code = params["currency"]?.stringValue, !allowed.contains(code) {
      throw PaymentsFailure(.currencyNotGranted, pointer: "/currency")
    }
    return entry
  }
}
