import JSON
import JSONRPC
import MessagingAPI
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import ServiceHost
import Synchronization
import Transport

/// The session of one connected app. It checks each request against the pairing and the schema before the service
/// answers it.
final class MessagingSession: RPCHandler {
  struct Admission: Sendable {
    var status: PairingStatus
    var questionID: String?
    var pairedAt: Timestamp?
  }

  private enum News: Sendable {
    case message(PaymentMessage)
    case session(SessionChange)
  }

  let app: AppKey
  let manifest: Manifest
  let sessionID: String
  let openedAt: Timestamp
  let requests = RequestTasks()
  private let service: MessagingService
  private let allowance: AppAllowance
  private let admission: Mutex<Admission>
  /// The pairing question that was asked for this session; it is withdrawn when the session ends.
  private let question: String?
  private let hasLeft = Atomic(false)
  private let news: AsyncStream<News>
  private let telling: AsyncStream<News>.Continuation

  init(
    app: AppKey, manifest: Manifest, sessionID: String, openedAt: Timestamp, admission: Admission,
    allowance: AppAllowance, service: MessagingService
  ) {
    self.app = app
    self.manifest = manifest
    self.sessionID = sessionID
    self.openedAt = openedAt
    self.admission = Mutex(admission)
    question = admission.questionID
    self.allowance = allowance
    self.service = service
    (news, telling) = AsyncStream.makeStream(of: News.self, bufferingPolicy: .bufferingOldest(1024))
  }

  var current: Admission { admission.withLock { $0 } }

  /// The size and rate limits that apply to the connection at present.
  var connectionOptions: ConnectionOptions {
    .ofApp(isApproved: current.status == .approved, allowance: allowance)
  }

  // MARK: The connection

  func opened(_ connection: isolated RPCConnection) {
    requests.opened(connection)
    let opened = connection
    Task {
      for await item in news { await self.send(item, on: opened) }
    }
  }

  func received(_ request: IncomingRequest, on connection: isolated RPCConnection) {
    let params = request.params ?? .object(JSONObject())
    do throws(PaymentsFailure) {
      if let wait = allowance.takeOrWait() { throw PaymentsFailure(.rateLimited, retryAfterMilliseconds: wait) }
      let method = request.method
      try service.check(method, with: params, for: current.status)
      requests.start(request.token, on: connection) { () async throws(PaymentsFailure) in
        try await self.service.answer(method, with: params, for: self)
      }
    } catch {
      connection.reply(to: request.token, with: .failure(error.rpcError))
    }
  }

  func ends(_ connection: isolated RPCConnection) {
    requests.closed()
    left()
  }

  /// Gives back what was reserved for the connection, which ends or was never established. This happens at once,
  /// so that an app that reconnects does not find its own place still taken.
  func left() {
    telling.finish()
    service.places.withLock { places in
      hasLeft.store(true, ordering: .relaxed)
      places.leave(sessionID)
    }
    let withdrew = question.map { service.pairing.withdraw($0, session: sessionID) } ?? false
    Task { await service.removeSession(self, withdrew: withdrew) }
  }

  /// Ends the session to make room for another app's.
  func end() {
    guard let connection = requests.connection else { return }
    Task { await connection.close(.tryAgainLater) }
  }

  // MARK: Notifications

  /// Sends a notification about a message. An app that reads too slowly misses some notifications, and finds the
  /// messages in the list.
  func tellMessage(_ message: PaymentMessage) {
    guard current.status == .approved else { return }
    telling.yield(.message(message))
  }

  /// Tells the app that the person has decided about it, or has taken a decision back. A denied app is disconnected.
  func decided(_ status: PairingStatus, reason: FailureReason?, at now: Timestamp) {
    let decision = Admission(status: status, pairedAt: status == .approved ? now : nil)
    let before = admission.withLock { exchange(&$0, with: decision) }.status
    guard status == .approved, before != .approved else { return tellDecision(status, reason) }
    service.places.withLock { places in
      if !hasLeft.load(ordering: .relaxed) { places.hold(sessionID, for: app) }
    }
    tellDecision(status, reason)
  }

  private func tellDecision(_ status: PairingStatus, _ reason: FailureReason?) {
    telling.yield(
      .session(
        SessionChange(
          status: status, grants: status == .approved ? Grants(scopes: []) : nil, reason: reason?.rawValue)))
  }

  private func send(_ item: News, on connection: RPCConnection) async {
    switch item {
    case .message(let message):
      guard let params = try? JSONBytesEncoder().encode(MessageChange(message: message)) else { return }
      // When the connection is congested or has ended, the app finds the message in the list instead.
      try? await connection.notify(
        method: MessagingNotification.messageChanged, params: .raw(RawJSON(encoded: params)))
    case .session(let change):
      await connection.use(connectionOptions)
      if let params = try? JSONBytesEncoder().encode(change) {
        // The app of a connection that is gone cannot be told, and does not have to be.
        try? await connection.notify(
          method: PaymentsNotification.sessionChanged, params: .raw(RawJSON(encoded: params)))
      }
      if change.status == .denied { await connection.close() }
    }
  }
}
