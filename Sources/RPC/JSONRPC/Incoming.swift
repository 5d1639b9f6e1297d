public import JSON

/// Identifies one received request of one ``Peer`` when the reply is given.
public struct ReplyToken: Sendable, Hashable {
  let number: UInt64
}

/// A request that needs a reply.
public struct IncomingRequest: Sendable, Equatable {
  /// The caller's id, exactly as it was written.
  public let id: RequestIdentifier
  /// The name of the method.
  public let method: String
  /// The parameters: an array, an object, or nil if they were left out.
  public let params: JSONValue?
  /// The token to pass to ``Peer/reply(to:with:)``.
  public let token: ReplyToken
}

/// A request without an id. It is never answered, not even with an error.
public struct IncomingNotification: Sendable, Equatable {
  /// The name of the method.
  public let method: String
  /// The parameters: an array, an object, or nil if they were left out.
  public let params: JSONValue?

  /// Makes a notification. Only tests need this; a ``Peer`` makes its own.
  public init(method: String, params: JSONValue?) {
    self.method = method
    self.params = params
  }
}

/// A violation of the protocol, by the other side or by the caller on this side. The peer continues after every one of
/// them.
public enum ProtocolViolation: Sendable, Equatable {
  /// A response to an id that was never given out.
  case unknownResponse(RequestIdentifier)
  /// A response to a call that was answered or abandoned before.
  case staleResponse(OutgoingIdentifier)
  /// A message with `result` or `error` that is no valid response. If it names an open call, that call has ended and
  /// its caller must be told.
  case malformedResponse(OutgoingIdentifier?)
  /// An error with the null id: the other side could not read something that this side sent.
  case peerReported(RPCError)
  /// The other side sent an invalid message, and this error was sent back.
  case refused(RPCError)
  /// A reply on this side to a request that has been answered already, or was forgotten by ``Peer/failAll()``.
  case unknownToken
}

/// The steps that the owner of a ``Peer`` has to carry out, in the given order.
public enum Action: Sendable, Equatable {
  /// Serve the request and give the outcome to ``Peer/reply(to:with:)``.
  case request(IncomingRequest)
  /// Handle the notification; it has no reply.
  case notification(IncomingNotification)
  /// Pass the outcome to the caller who made the call with this id.
  case response(for: OutgoingIdentifier, Result<JSONValue, RPCError>)
  /// Send these bytes as one message.
  case send([UInt8])
  /// Log the violation, count it or close the connection. The peer itself can continue in any case.
  case protocolViolation(ProtocolViolation)
}

/// The limits for the messages that a ``Peer`` receives.
public struct PeerLimits: Sendable, Equatable {
  /// The limits for the depth, the size and the number of values of one message.
  public var json: JSONLimits
  /// The maximum number of messages in a batch.
  public var batch: Int
  /// The maximum number of requests that have been received and not yet answered.
  public var inFlight: Int
  /// The maximum length of an id in bytes. Ids are stored until the reply is sent.
  public var identifierLength: Int

  /// Makes limits. The defaults are depth 32, 1 MiB per message, 32 messages per batch, 64 requests in flight and ids
  /// of 1,024 bytes.
  public init(
    json: JSONLimits = JSONLimits(), batch: Int = 32, inFlight: Int = 64, identifierLength: Int = 1024
  ) {
    self.json = json
    self.batch = batch
    self.inFlight = inFlight
    self.identifierLength = identifierLength
  }
}
