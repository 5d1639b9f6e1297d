public import JSON
import JSONRPC
public import PaymentsAPI
import PaymentsModel
import RPCRuntime
import Transport

extension PaymentsClient {
  /// Calls a method of the specification.
  ///
  /// If the connection is lost, it is made again and the request is sent again. A request with a `request_id` is
  /// recorded before it is first sent, and removed from the record once its outcome is known; see
  /// ``unfinishedRequests()``. A refusal makes it known only if no answer to an earlier attempt was lost.
  public func call<M: ServiceMethod>(_ method: M.Type, _ params: M.Params) async throws -> M.Result {
    try await call(method, params, timeout: options.callTimeout)
  }

  func call<M: ServiceMethod>(_ method: M.Type, _ params: M.Params, timeout: Duration) async throws -> M.Result {
    let encoded = try RawJSON(encoding: params)
    // The tree is for a request that is written down; what is sent are the bytes.
    let tree = try JSONValue(parsing: encoded.bytes)
    return try Self.decode(try await perform(M.name, tree, encoded: .raw(encoded), timeout: timeout))
  }

  /// Calls a method on this session only, without reconnecting.
  func callOnce<M: ServiceMethod>(
    _ method: M.Type, _ params: M.Params, on session: ClientSession
  ) async throws -> M.Result {
    let encoded = try RawJSON(encoding: params)
    return try Self.decode(try await send(M.name, .raw(encoded), timeout: options.callTimeout, on: session))
  }

  private static func decode<Value: Decodable>(_ value: JSONValue) throws(ConnectionError) -> Value {
    do {
      return try JSONValueDecoder().decode(from: value)
    } catch {
      throw .malformedResponse
    }
  }

  /// Calls a method once. After a lost connection the outcome is not known, and the call is not repeated.
  ///
  /// - Parameters:
  ///   - method: the name of the method.
  ///   - params: an array or an object; `nil` to omit them.
  /// - Throws: see ``PaymentsClient``; `RPCError` if the answer is none of the specification's failures.
  public func call(method: String, params: JSONValue?) async throws -> JSONValue {
    let session = try await reach()
    return try await send(method, params.map(Payload.value), timeout: options.callTimeout, on: session)
  }

  /// Returns the recorded requests whose outcome this app has not seen, the oldest first. They remain after a crash, or
  /// after an error that left the outcome open.
  ///
  /// - Throws: ``AppStateError``.
  public func unfinishedRequests() async throws -> [UnfinishedRequest] { try await state.unfinishedRequests() }

  /// Sends such a request again without changes. The provider returns the current state of its result, or carries it
  /// out now if it never arrived.
  ///
  /// - Throws: see ``PaymentsClient``; ``DiscoveryError/notRunning(name:)`` if it was meant for another provider.
  public func resume(_ request: UnfinishedRequest) async throws -> JSONValue {
    let session = try await reach()
    // Whether another key has taken the provider's name is found out when the request is looked up in the record.
    guard session.provider == request.provider || session.providerID == request.providerID else {
      throw DiscoveryError.notRunning(name: request.provider)
    }
    return try await perform(request.method, request.params, timeout: options.callTimeout)
  }

  /// Returns the key that the provider has proved, base64url, and connects to it if there is no session.
  public func providerID() async throws -> String { try await reach().providerID }

  /// Removes a request from the record without asking for its outcome.
  ///
  /// - Throws: ``AppStateError``.
  public func discard(_ request: UnfinishedRequest) async throws { try await state.finish(request.requestID) }

  // MARK: Sending

  /// Calls a method until it is answered, and writes the request down first where it has a `request_id`.
  ///
  /// - Parameter encoded: the params as they are sent, where they have been encoded already.
  func perform(
    _ method: String, _ params: JSONValue, encoded: Payload? = nil, timeout: Duration, isRepeated: Bool = false
  ) async throws -> JSONValue {
    let requestID = params["request_id"]?.stringValue.flatMap { PaymentRequestID($0) }
    var recordedFor: String?
    // Whether an earlier attempt may have reached the provider: its answer was lost, perhaps in an earlier run.
    var mayHaveArrived = isRepeated
    var backOff = BackOff()
    let start = ContinuousClock.now
    while true {
      let session = try await reach()
      // The record is looked at again after each new connection, which could be to another provider of the same name.
      if let requestID, recordedFor != session.providerID {
        let isNew = try await state.record(
          UnfinishedRequest(
            requestID: requestID, method: method, params: params, provider: session.provider,
            providerID: session.providerID, madeAt: SystemWallClock().now()))
        if !isNew { mayHaveArrived = true }
        recordedFor = session.providerID
      }
      do {
        let result = try await send(method, encoded ?? .value(params), timeout: timeout, on: session)
        guard Self.isAnswer(result, to: requestID, of: method) else { throw ConnectionError.malformedResponse }
        if let requestID { try await state.finish(requestID) }
        return result
      } catch let failure as PaymentsFailure {
        // After an internal error it is not known whether something was done. Every other reason means that nothing
        // was, by this attempt: a permission that has been taken back, for example, is told before an earlier attempt is
        // looked for.
        if let requestID, failure.reason != .internalError, !mayHaveArrived { try await state.finish(requestID) }
        throw failure
      } catch ConnectionError.closed(let ending) {
        mayHaveArrived = true
        // The provider may close the connection again and again, so the attempts end after the time of `patience`.
        let wait = backOff.next(fraction: Double.random(in: 0...1))
        guard start.duration(to: .now) + wait <= options.patience else { throw ConnectionError.closed(ending) }
        if backOff.tries > 1 { try await Task.sleep(for: wait) }
      }
    }
  }

  /// Whether a result is about this request: an order or an invoice that another request has made is no answer (4.3).
  private static func isAnswer(_ result: JSONValue, to requestID: PaymentRequestID?, of method: String) -> Bool {
    let members = [SubmitPaymentOrder.name: "payment_order", InvoiceRequest.name: "invoice"]
    guard let requestID, let member = members[method], let told = result[member]?["request_id"]?.stringValue else {
      return true
    }
    return PaymentRequestID(told) == requestID
  }

  private func send(
    _ method: String, _ params: Payload?, timeout: Duration, on session: ClientSession
  ) async throws -> JSONValue {
    do {
      return try await session.connection.call(method: method, params: params, timeout: timeout)
    } catch let error as RPCError {
      throw PaymentsFailure(error) ?? error as any Error
    } catch ConnectionError.cancelled {
      throw CancellationError()
    } catch let error as ConnectionError {
      if case .closed = error { drop(session) }
      throw error
    }
  }
}
