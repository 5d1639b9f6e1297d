public import MessagingAPI
import PaymentsAPI
public import PaymentsModel
import RPCRuntime
public import SecureSession

/// A wallet app's connection to a chat that delivers messages to the people behind payments: found, authenticated,
/// paired, and kept up as that of a ``PaymentsClient`` is.
///
/// A message is sent once, whatever happens to the connection or to this app: its request is written down before it is
/// sent, and sent again with the same `request_id`. Errors are those of ``PaymentsClient``.
public struct MessagingClient: Sendable {
  /// The session, its calls and its journal, which are the same for every service.
  let session: PaymentsClient

  /// A client that is not connected yet.
  ///
  /// - Parameters:
  ///   - manifest: what the app says of itself; its scopes and currencies mean nothing here and are left out.
  ///   - options: `provider` names the chat.
  public init(_ manifest: Manifest, options: ClientOptions = ClientOptions()) {
    var manifest = manifest
    manifest.scopes = []
    manifest.currencies = nil
    manifest.versions = "\(MessagingMethods.specificationVersion)"
    session = PaymentsClient(manifest, options: options, service: MessagingMethods.service)
  }

  // MARK: The session

  /// Connects now, trying once.
  ///
  /// - Returns: whether the person has let the app in already.
  /// - Throws: ``DiscoveryError``, ``PairingError``, ``AppStateError``.
  @discardableResult
  public func connect() async throws -> Pairing { try await session.connect() }

  /// Waits until the person has let the app in.
  ///
  /// - Parameter show: is given the code to show, and another one whenever the connection had to be made anew.
  /// - Throws: see ``PaymentsClient/waitUntilApproved(showing:)``.
  public func waitUntilApproved(showing show: (@Sendable (PairingCode) -> Void)? = nil) async throws {
    try await session.waitUntilApproved(showing: show)
  }

  /// The name of the chat; nil before the first connection unless it was chosen.
  public var providerName: String? { get async { await session.providerName } }

  /// Ends the session with a goodbye and frees what the client holds.
  public func close() async { await session.close() }

  // MARK: Messages

  /// Asks the chat to deliver a message to the person behind a payment; the person who uses the chat decides.
  ///
  /// - Parameters:
  ///   - text: 1 to 4000 code points.
  ///   - payment: the invoice or order behind which the person is.
  ///   - files: what was made by ``attach(_:named:)``.
  ///   - context: the app's own, answered unchanged with the message; at most 4096 bytes.
  ///   - requestID: a new one unless this request was made before.
  ///   - expiresAt: until when it may be allowed; 7 days unless told.
  /// - Throws: see ``MessagingClient``.
  public func send(
    _ text: String, to payment: PaymentReference, files: [MessageFile] = [], context: String? = nil,
    requestID: PaymentRequestID = .random(), expiresAt: Timestamp? = nil
  ) async throws -> PaymentMessage {
    let params = SendMessage.Params(
      requestID: requestID, payment: payment, text: text, files: files.isEmpty ? nil : files, context: context,
      expiresAt: expiresAt)
    return try await session.call(SendMessage.self, params).message
  }

  /// How a message stands.
  ///
  /// - Throws: see ``MessagingClient``.
  public func message(_ id: PaymentMessageID) async throws -> PaymentMessage {
    try await session.call(MessageStatus.self, MessageStatus.Params(messageID: id)).message
  }

  /// Waits until a message has changed.
  ///
  /// - Throws: see ``MessagingClient``.
  public func waitForChange(of message: PaymentMessage) async throws -> PaymentMessage {
    while true {
      let params = MessageStatus.Params(
        messageID: message.messageID, after: message.version, waitMilliseconds: 25_000)
      let timeout = session.options.callTimeout + .seconds(25)
      let now = try await session.call(MessageStatus.self, params, timeout: timeout).message
      if now.version > message.version { return now }
    }
  }

  /// A page of this app's messages, in the order in which they last changed.
  ///
  /// - Throws: see ``MessagingClient``.
  public func messages(since cursor: EventCursor? = nil, limit: Int = 50) async throws -> ListMessages.Result {
    try await session.call(ListMessages.self, ListMessages.Params(since: cursor, limit: limit))
  }

  /// Removes a message from what the chat keeps; one that waits for consent is withdrawn.
  ///
  /// - Returns: whether it was there still.
  /// - Throws: see ``MessagingClient``.
  @discardableResult
  public func remove(_ id: PaymentMessageID) async throws -> Bool {
    try await session.call(RemoveMessage.self, RemoveMessage.Params(messageID: id)).removed
  }
}
