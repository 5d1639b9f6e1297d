import JSON

/// One end of a JSON-RPC 2.0 conversation, which is client and server at once. It receives message bytes and returns
/// actions.
///
/// The type is a pure value: it has no clock, no socket and no task. It is strict: the version must be `"2.0"`, an id
/// must be of one of the three legal kinds, parameters must be an array or an object, and unknown members are refused.
/// An error about an id that is still in flight is sent with the null id, because otherwise the caller would take it
/// for the answer to the earlier request with that id.
public struct Peer: Sendable {
  struct Pending {
    let token: UInt64
    let id: RequestIdentifier
    let batch: BatchSlot?
  }

  /// The limits for received messages. A change applies to messages received afterwards.
  public var limits: PeerLimits

  // There are only a few requests in flight, so scanning an array is faster than hashing ids.
  var pending: [Pending] = []
  var batches: [UInt64: PendingBatch] = [:]
  private var lastToken: UInt64 = 0
  var lastBatch: UInt64 = 0
  private var lastCall: UInt64 = 0
  private var calls: Set<UInt64> = []

  /// Makes a peer that has not yet sent or received anything.
  public init(limits: PeerLimits = PeerLimits()) {
    self.limits = limits
  }

  /// The number of requests that have been received and not yet answered.
  public var inFlightCount: Int { pending.count }
  /// The number of calls that have been made and not yet answered.
  public var openCallCount: Int { calls.count }

  // MARK: Receiving

  /// Receives one message.
  public mutating func receive(_ bytes: [UInt8]) -> [Action] {
    let message: JSONValue
    do {
      message = try JSONValue(parsing: bytes, limits: limits.json)
    } catch {
      return refuse(unparsed(error))
    }
    if case .array(let messages) = message { return receive(batch: messages) }
    switch Envelope(message, maximumIdentifierLength: limits.identifierLength) {
    case .call(let method, let params, nil):
      return [.notification(IncomingNotification(method: method, params: params))]
    case .call(let method, let params, let id?):
      switch admit(id, batch: nil) {
      case .success(let token):
        return [.request(IncomingRequest(id: id, method: method, params: params, token: token))]
      case .failure(let error): return refuse(error, id: id)
      }
    case .invalid(let error, let id): return refuse(error, id: id ?? .null)
    case .response(let id, let result): return [settle(id, result)]
    case .malformedResponse(let id): return [malformed(id)]
    }
  }

  /// Replies to a request. The reply to a request in a batch is held back until all requests of the batch have replies.
  public mutating func reply(to token: ReplyToken, with result: Result<Payload, RPCError>) -> [Action] {
    guard let position = pending.firstIndex(where: { $0.token == token.number }) else {
      return [.protocolViolation(.unknownToken)]
    }
    let request = pending[position]
    pending.swapAt(position, pending.count - 1)
    pending.removeLast()
    let response = MessageEncoder.response(result, id: request.id)
    guard let slot = request.batch else { return [.send(response)] }
    return fill(slot, with: response)
  }

  // MARK: Calling

  /// Makes a request. The caller has to send the bytes; the outcome arrives as ``Action/response(for:_:)``.
  public mutating func call(method: String, params: Payload? = nil) -> (id: OutgoingIdentifier, bytes: [UInt8]) {
    lastCall += 1
    calls.insert(lastCall)
    let bytes = MessageEncoder.request(method: method, params: params, id: .number(JSONNumber(lastCall)))
    return (OutgoingIdentifier(number: lastCall), bytes)
  }

  /// Makes a notification. The caller has to send the bytes.
  public func notify(method: String, params: Payload? = nil) -> [UInt8] {
    MessageEncoder.request(method: method, params: params, id: nil)
  }

  /// Stops waiting for a call, and returns whether the call was open. A later answer to it is reported as stale.
  @discardableResult
  public mutating func abandon(_ id: OutgoingIdentifier) -> Bool {
    calls.remove(id.number) != nil
  }

  /// Ends all calls and requests after the connection was lost. Returns the open calls, oldest first, so that their
  /// callers can be told. Requests in flight are forgotten, and later replies to them have no effect.
  public mutating func failAll() -> [OutgoingIdentifier] {
    defer {
      calls = []
      pending = []
      batches = [:]
    }
    return calls.sorted().map(OutgoingIdentifier.init(number:))
  }

  // MARK: Parts of receiving

  /// Registers a request. Fails if its id is already in flight or if too many requests are in flight.
  mutating func admit(_ id: RequestIdentifier, batch: BatchSlot?) -> Result<ReplyToken, RPCError> {
    if isInFlight(id) { return .failure(.duplicate(id)) }
    guard pending.count < limits.inFlight else {
      return .failure(
        .exceeded(
          "in_flight", maximum: limits.inFlight,
          code: RPCError(code: .serverBusy, message: "Too many requests in flight")))
    }
    lastToken += 1
    pending.append(Pending(token: lastToken, id: id, batch: batch))
    return .success(ReplyToken(number: lastToken))
  }

  /// The id to use in an error about a request; see the type's documentation.
  func addressee(_ id: RequestIdentifier) -> RequestIdentifier {
    isInFlight(id) ? .null : id
  }

  private func isInFlight(_ id: RequestIdentifier) -> Bool {
    for request in pending where request.id == id { return true }
    return false
  }

  func refuse(_ error: RPCError, id: RequestIdentifier = .null) -> [Action] {
    [
      .send(MessageEncoder.response(.failure(error), id: addressee(id))),
      .protocolViolation(.refused(error)),
    ]
  }

  mutating func settle(_ id: RequestIdentifier, _ result: Result<JSONValue, RPCError>) -> Action {
    if case .null = id, case .failure(let error) = result { return .protocolViolation(.peerReported(error)) }
    guard let call = outgoing(id) else { return .protocolViolation(.unknownResponse(id)) }
    guard calls.remove(call.number) != nil else { return .protocolViolation(.staleResponse(call)) }
    return .response(for: call, result)
  }

  mutating func malformed(_ id: RequestIdentifier?) -> Action {
    guard let call = id.flatMap(outgoing), calls.remove(call.number) != nil else {
      return .protocolViolation(.malformedResponse(nil))
    }
    return .protocolViolation(.malformedResponse(call))
  }

  /// Converts an id to one that this side has ever given out; nil for all other ids.
  private func outgoing(_ id: RequestIdentifier) -> OutgoingIdentifier? {
    guard case .number(let number) = id, let value = number.integer(as: UInt64.self), value > 0, value <= lastCall
    else { return nil }
    return OutgoingIdentifier(number: value)
  }

  private func unparsed(_ error: JSONParseError) -> RPCError {
    switch error.kind {
    case .tooDeep: .exceeded("depth", maximum: limits.json.depth, code: .parseError)
    case .tooLarge: .exceeded("bytes", maximum: limits.json.bytes, code: .parseError)
    case .tooManyValues: .exceeded("values", maximum: limits.json.values, code: .parseError)
    default: .parseError
    }
  }
}
