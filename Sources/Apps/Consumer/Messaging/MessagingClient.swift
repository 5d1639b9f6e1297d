public import MessagingAPI
import PaymentsAPI
public import PaymentsModel
import RPCRuntime
public import SecureSession

/// A wallet app's connection to a chat that delivers messages to the people behind payments. Like a ``PaymentsClient``,
/// it finds the chat, authenticates it, pairs with it, and reconnects by itself.
///
/// A message is sent once, whatever happens to the connection or to this app: its request is recorded before it is
/// sent, and is sent again with the same `request_id`. The errors are those of ``PaymentsClient``.
public struct MessagingClient: Sendable {
  /// The client that makes the connection and the calls and records requests. It works the same for every service.
  let session: PaymentsClient

  /// Creates a client that is not connected yet.
  ///
  /// - Parameters:
  ///   - manifest: the manifest of the app. Its scopes and currencies have no meaning for a chat and are removed.
  ///   - options: the options; `provider` is the name of the chat.
  public init(_ manifest: Manifest, options: ClientOptions = ClientOptions()) {
    var manifest = manifest
    manifest.scopes = []
    manifest.currencies = nil
    manifest.versions = "\(MessagingMethods.specificationVersion)"
    session = PaymentsClient(manifest, options: options, service: MessagingMethods.service)
  }

  // MARK: The session

  /// Connects now, and again while the chat is there and busy.
  ///
  /// - Returns: whether the person has already approved the app.
  /// - Throws: ``DiscoveryError``, ``PairingError``, ``AppStateError``.
  @discardableResult
  public func connect() async throws -> Pairing { try await session.connect() }

  /// Waits until the person has approved the app.
  ///
  /// - Parameter show: a closure that is called with the code to show, and with another code after a new connection.
  /// - Throws: see ``PaymentsClient/waitUntilApproved(showing:)``.
  public func waitUntilApproved(showing show: (@Sendable (PairingCode) -> Void)? = nil) async throws {
    try await session.waitUntilApproved(showing: show)
  }

  /// The name of the chat; `nil` before the first connection if none was chosen.
  public var providerName: String? { get async { await session.providerName } }

  /// Closes the connection and releases what the client holds.
  public func close() async { await session.close() }

  // MARK: Messages

  /// Asks the chat to deliver a message to the person behind a payment. The person who uses the chat decides.
  ///
  /// - Parameters:
  ///   - text: the message, 1 to 4000 code points.
  ///   - payment: the invoice or order that identifies the person.
  ///   - files: the files, as ``attach(_:named:)`` returned them.
  ///   - context: a text for the app's own use, at most 4096 bytes. It is returned unchanged with the message.
  ///   - requestID: a new identifier, unless this request was made before.
  ///   - expiresAt: the end of the time in which the message can be allowed; 7 days from now by default.
  public func send(
    _ text: String, to payment: PaymentReference, files: [MessageFile] = [], context: String? = nil,
    requestID: PaymentRequestID = .random(), expiresAt: Timestamp? = nil
  ) async throws -> PaymentMessage {
    let params = SendMessage.Params(
      requestID: requestID, payment: payment, text: text, files: files.isEmpty ? nil : files, context: context,
      expiresAt: expiresAt)
    return try await session.call(SendMessage.self, params).message
  }

  /// Returns the current state of a message.
  public func message(_ id: PaymentMessageID) async throws -> PaymentMessage {
    try await session.call(MessageStatus.self, MessageStatus.Params(messageID: id)).message
  }

  /// Waits until a message has changed, and returns its new state.
  public func waitForChange(of message: PaymentMessage) async throws -> PaymentMessage {
    while true {
      let params = MessageStatus.Params(
        messageID: message.messageID, after: message.version, waitMilliseconds: 25_000)
      let timeout = session.options.callTimeout + .seconds(25)
      let now = try await session.call(MessageStatus.self, params, timeout: timeout).message
      if now.version > message.version { return now }
    }
  }

  /// Returns a page of this app's messages, sorted by their last change.
  public func messages(since cursor: EventCursor? = nil, limit: Int = 50) async throws -> ListMessages.Result {
    try await session.call(ListMessages.self, ListMessages.Params(since: cursor, limit: limit))
  }

  /// Removes a message from the chat's records. A message that waits for consent is withdrawn.
  ///
  /// - Returns: whether the message still existed.
  @discardableResult
  public func remove(_ id: PaymentMessageID) async throws -> Bool {
    try await session.call(RemoveMessage.self, RemoveMessage.Params(messageID: id)).removed
  }
}
