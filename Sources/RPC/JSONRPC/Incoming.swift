public import JSON

/// What a reply is given to: it stands for one received request of one ``Peer``.
public struct ReplyToken: Sendable, Hashable {
  let number: UInt64
}

/// A request that wants a reply.
public struct IncomingRequest: Sendable, Equatable {
  /// The caller's id, exactly as it was written.
  public let id: RequestIdentifier
  /// The method's name.
  public let method: String
  /// An array, an object, or nil when left out.
  public let params: JSONValue?
  /// What to give to ``Peer/reply(to:with:)``.
  public let token: ReplyToken
}

/// A request without an id: nothing is ever answered to it, not even an error.
public struct IncomingNotification: Sendable, Equatable {
  /// The method's name.
  public let method: String
  /// An array, an object, or nil when left out.
  public let params: JSONValue?

  /// Makes a notification, for tests of what consumes one.
  public init(method: String, params: JSONValue?) {
    self.method = method
    self.params = params
  }
}

/// Something that the other side, or the caller on this side, should not have done. None is fatal to the peer.
public enum ProtocolViolation: Sendable, Equatable {
  /// A response to an id that was never given out.
  case unknownResponse(RequestIdentifier)
  /// A response to a call that was answered or abandoned before.
  case staleResponse(OutgoingIdentifier)
  /// A message with `result` or `error` that is no valid response. When it names an open call, that call is over and
  /// the caller has to be told.
  case malformedResponse(OutgoingIdentifier?)
  /// An error with the null id: the other side could not read something that this side sent.
  case peerReported(RPCError)
  /// The other side sent no valid message; the error was sent back.
  case refused(RPCError)
  /// A reply on this side to a request that has been answered already, or was forgotten by ``Peer/failAll()``.
  case unknownToken
}

/// What the owner of a ``Peer`` has to do, in this order.
public enum Action: Sendable, Equatable {
  /// Serve the request and give the outcome to ``Peer/reply(to:with:)``.
  case request(IncomingRequest)
  /// Take note.
  case notification(IncomingNotification)
  /// Hand the outcome to who made the call.
  case response(for: OutgoingIdentifier, Result<JSONValue, RPCError>)
  /// Send one message of these bytes.
  case send([UInt8])
  /// Log it, count it, or close: the peer goes on either way.
  case protocolViolation(ProtocolViolation)
}

/// What a peer takes.
public struct PeerLimits: Sendable, Equatable {
  /// The depth, size and number of values of a message.
  public var json: JSONLimits
  /// The most messages of a batch.
  public var batch: Int
  /// The most requests received and not yet replied to.
  public var inFlight: Int
  /// The most bytes of an id, which is held until the reply.
  public var identifierLength: Int

  /// Limits: by default depth 32, 1 MiB, 32 messages, 64 requests, 1,024 bytes.
  public init(
    json: JSONLimits = JSONLimits(), batch: Int = 32, inFlight: Int = 64, identifierLength: Int = 1024
  ) {
    self.json = json
    self.batch = batch
    self.inFlight = inFlight
    self.identifierLength = identifierLength
  }
}
