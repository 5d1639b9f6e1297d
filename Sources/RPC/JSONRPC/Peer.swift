import JSON

/// One end of a JSON-RPC 2.0 conversation, client and server at once: message bytes in, actions out.
///
/// Pure: it has no clock, no socket and no task. Strict: version `"2.0"`, ids of the three legal kinds, parameters an
/// array or object, no unknown members. Errors about an id that is in flight are sent with the null id, for the caller
/// would take one with that id for the answer to its earlier request.
public struct Peer: Sendable {
  struct Pending {
    let token: UInt64
    let id: RequestIdentifier
    let batch: BatchSlot?
  }

  /// What the peer takes; a change holds for what comes after it.
  public var limits: PeerLimits

  // Requests in flight are few: a scan of an array is faster than hashing ids.
  var pending: [Pending] = []
  var batches: [UInt64: PendingBatch] = [:]
  private var lastToken: UInt64 = 0
  var lastBatch: UInt64 = 0
  private var lastCall: UInt64 = 0
  private var calls: Set<UInt64> = []

  /// A peer that has neither sent nor received anything.
  public init(limits: PeerLimits = PeerLimits()) {
    self.limits = limits
  }

  /// The requests received and not yet replied to.
  public var inFlightCount: Int { pending.count }
  /// The calls made and not yet answered.
  public var openCallCount: Int { calls.count }

  // MARK: Receiving

  /// Takes one message.
  public mutating func receive(_ bytes: [UInt8]) -> [Action] {
    bytes.withUnsafeBytes { receive($0) }
  }

  /// Takes one message; the buffer is not kept.
  public mutating func receive(_ bytes: UnsafeRawBufferPointer) -> [Action] {
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

  /// Replies to a request. The reply to a request of a batch is held until the batch has all of its replies.
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

  /// Makes a request: send the bytes and wait for ``Action/response(for:_:)``.
  public mutating func call(method: String, params: Payload? = nil) -> (id: OutgoingIdentifier, bytes: [UInt8]) {
    lastCall += 1
    calls.insert(lastCall)
    let bytes = MessageEncoder.request(method: method, params: params, id: .number(JSONNumber(lastCall)))
    return (OutgoingIdentifier(number: lastCall), bytes)
  }

  /// Makes a notification: send the bytes.
  public func notify(method: String, params: Payload? = nil) -> [UInt8] {
    MessageEncoder.request(method: method, params: params, id: nil)
  }

  /// Waits no longer for a call; says whether it was open. An answer to it will be reported as stale.
  @discardableResult
  public mutating func abandon(_ id: OutgoingIdentifier) -> Bool {
    calls.remove(id.number) != nil
  }

  /// Ends everything, for a connection that is lost. Returns the open calls, oldest first, for their callers to be
  /// told; requests in flight are forgotten, and replies to them have no effect.
  public mutating func failAll() -> [OutgoingIdentifier] {
    defer {
      calls = []
      pending = []
      batches = [:]
    }
    return calls.sorted().map(OutgoingIdentifier.init(number:))
  }

  // MARK: Parts of receiving

  /// Registers a request, unless its id is in flight or there are too many.
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

  /// The id for an error about a request.
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

  /// The id as one that this side gave out, however long ago.
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
