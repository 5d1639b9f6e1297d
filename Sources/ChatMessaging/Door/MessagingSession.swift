import JSON
import JSONRPC
import MessagingAPI
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import ServiceDoor
import Synchronization

/// One connected app: checks each request against pairing and schema, and has it answered.
final class MessagingSession: RPCHandler {
  struct Standing: Sendable {
    var status: PairingStatus
    var approvalID: String?
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
  private let standing: Mutex<Standing>
  private let news: AsyncStream<News>
  private let telling: AsyncStream<News>.Continuation

  init(
    app: AppKey, manifest: Manifest, sessionID: String, openedAt: Timestamp, standing: Standing,
    allowance: AppAllowance, service: MessagingService
  ) {
    self.app = app
    self.manifest = manifest
    self.sessionID = sessionID
    self.openedAt = openedAt
    self.standing = Mutex(standing)
    self.allowance = allowance
    self.service = service
    (news, telling) = AsyncStream.makeStream(of: News.self, bufferingPolicy: .bufferingOldest(1024))
  }

  var current: Standing { standing.withLock { $0 } }

  // MARK: The connection

  func opened(_ connection: isolated RPCConnection) {
    requests.opened(connection)
    let opened = connection
    Task { [news] in
      for await item in news { await Self.send(item, on: opened) }
    }
    Task { await service.add(self) }
  }

  func received(_ request: IncomingRequest, on connection: isolated RPCConnection) {
    let params = request.params ?? .object(JSONObject())
    do throws(PaymentsFailure) {
      if let wait = allowance.takeOrWait() { throw PaymentsFailure(.rateLimited, retryAfterMilliseconds: wait) }
      let method = request.method
      try service.check(method, params, current.status)
      requests.start(request.token, on: connection) { () async throws(PaymentsFailure) in
        try await self.service.answer(method, params, self)
      }
    } catch {
      connection.reply(to: request.token, with: .failure(error.rpcError))
    }
  }

  func closed(_ connection: isolated RPCConnection, ending: ConnectionEnding) {
    telling.finish()
    requests.closed()
    Task { await service.remove(self) }
  }

  // MARK: Telling

  /// Tells of a message. An app that reads too slowly misses what does not fit, and finds it in the list.
  func tell(_ message: PaymentMessage) {
    guard current.status == .approved else { return }
    telling.yield(.message(message))
  }

  /// The person decided, or took a decision back: the app is told, and a refused one is shown out.
  func decided(_ status: PairingStatus, reason: FailureReason?, at now: Timestamp) {
    standing.withLock { $0 = Standing(status: status, pairedAt: status == .approved ? now : nil) }
    telling.yield(
      .session(
        SessionChange(
          status: status, grants: status == .approved ? Grants(scopes: []) : nil, reason: reason?.rawValue)))
  }

  private static func send(_ item: News, on connection: RPCConnection) async {
    switch item {
    case .message(let message):
      guard let params = try? JSONBytesEncoder().encode(MessageChange(message: message)) else { return }
      // What a congested or ended connection does not take is in the list.
      try? await connection.notify(
        method: MessagingNotification.messageChanged, params: .raw(RawJSON(encoded: params)))
    case .session(let change):
      if let params = try? JSONBytesEncoder().encode(change) {
        // A connection that is gone needs no word.
        try? await connection.notify(
          method: PaymentsNotification.sessionChanged, params: .raw(RawJSON(encoded: params)))
      }
      if change.status == .denied { await connection.close() }
    }
  }
}
