package import JSON
import PaymentsAPI
package import PaymentsModel

extension PaymentsClient {
  /// Calls a method by its name until it is answered, like ``call(_:_:)``.
  ///
  /// - Parameter wait: the time that the provider may hold its answer back.
  /// - Throws: see ``PaymentsClient``; `RPCError` if the answer is none of the specification's failures.
  package func request(_ method: String, _ params: JSONObject, wait: Duration = .zero) async throws -> JSONValue {
    try await perform(method, .object(params), timeout: options.callTimeout + wait)
  }

  /// Makes a request that changes something under a name of the app's. The same name with the same params is the same
  /// request, before and after a crash of either side. A name keeps its `request_id` for ever, so the provider carries out
  /// at most one request for it, whatever happens here.
  ///
  /// - Parameter params: without `request_id`.
  /// - Throws: ``RequestNameError``; see ``PaymentsClient``.
  package func request(_ method: String, _ params: JSONObject, named name: String) async throws -> JSONValue {
    guard (1...NamedRequest.longestName).contains(name.unicodeScalars.count) else { throw RequestNameError.malformed }
    let (request, isRepeated) = try await takeUp(method, params, named: name)
    do {
      return try await perform(method, request.params, timeout: options.callTimeout, isRepeated: isRepeated)
    } catch let failure as PaymentsFailure where failure.reason != .requestConflict {
      // Only what was never sent before is certainly not done: a permission that was taken back is told before an earlier
      // attempt is looked for. And another process of the app may have stored something else meanwhile.
      if !isRepeated, try await !isUnfinished(request.requestID), try await state.request(named: name) == request {
        var refused = request
        refused.isRefused = true
        _ = try await state.keep(refused, replacing: true)
      }
      throw failure
    }
  }

  /// Returns the identifier of the request of a name.
  ///
  /// - Throws: ``RequestNameError/unknown``, ``AppStateError``.
  package func requestID(named name: String) async throws -> PaymentRequestID {
    guard let request = try await state.request(named: name) else { throw RequestNameError.unknown }
    return request.requestID
  }

  /// Returns the name of a request; `nil` if it has none.
  ///
  /// - Throws: ``AppStateError``.
  package func name(of requestID: PaymentRequestID) async throws -> String? { try await state.name(of: requestID) }

  /// Returns whether the request of a name may have been carried out: it was stored, and the provider has not refused it at
  /// its first attempt. That it was answered once is not kept.
  ///
  /// - Throws: ``AppStateError``.
  package func mayBeDone(named name: String) async throws -> Bool {
    try await state.request(named: name).map { !$0.isRefused } ?? false
  }

  /// Returns whether a request is written down whose answer was not stored.
  ///
  /// - Throws: ``AppStateError``.
  package func isUnfinished(_ requestID: PaymentRequestID) async throws -> Bool {
    try await state.unfinishedRequests().contains { $0.requestID == requestID }
  }

  /// Claims the app's events for this process, until it ends: two that acknowledge events would take them from each other.
  ///
  /// - Returns: whether no other process has them.
  /// - Throws: ``AppStateError``.
  package func claimEvents() async throws -> Bool { try await state.claimEvents() }

  /// Stores the request of a name, or finds the one that is stored, which may have been sent already.
  private func takeUp(_ method: String, _ params: JSONObject, named name: String) async throws
    -> (request: NamedRequest, isRepeated: Bool)
  {
    let session = try await reach()
    while true {
      guard var stored = try await state.request(named: name) else {
        let id = PaymentRequestID.random()
        let request = NamedRequest(
          name: name, requestID: id, method: method, params: .object(params.with(id)), provider: session.provider,
          providerID: session.providerID, isRefused: false)
        if try await state.keep(request, replacing: false) { return (request, false) }
        // Another process of the app has stored a request of this name just now.
        continue
      }
      // What one wallet was asked for is never asked of another one, which knows nothing of it.
      guard stored.providerID == session.providerID else {
        throw AppStateError.requestOfOtherProvider(name: stored.provider)
      }
      guard stored.isRefused else {
        guard stored.isSame(method: method, params: params) else { throw RequestNameError.taken }
        return (stored, true)
      }
      stored.method = method
      stored.params = .object(params.with(stored.requestID))
      stored.isRefused = false
      _ = try await state.keep(stored, replacing: true)
      return (stored, false)
    }
  }
}

extension JSONObject {
  fileprivate func with(_ requestID: PaymentRequestID) -> JSONObject {
    var object = self
    object["request_id"] = .string(requestID.text)
    return object
  }
}
