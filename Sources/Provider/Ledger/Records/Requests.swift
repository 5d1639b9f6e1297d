package import PaymentsModel

/// The object that a request created.
package struct RequestObject: Sendable, Hashable {
  /// The kind of object, such as `invoice`, `order` or `address`.
  package let kind: String
  /// The identifier of the object: an invoice or order identifier, or an address.
  package let id: String

  /// Creates the value.
  package init(kind: String, id: String) {
    self.kind = kind
    self.id = id
  }
}

/// A state-changing request that must take effect only once.
package struct RequestClaim: Sendable, Hashable {
  /// The app that sent the request.
  package let app: AppKey
  /// The idempotency key.
  package let requestID: PaymentRequestID
  /// The method. Using the same key for another method is a conflict.
  package let method: String
  /// SHA-256 of the parameters as hexadecimal text. Using the same key with another digest is a conflict.
  package let paramsDigest: String
  /// The object that the request creates if it is new.
  package let object: RequestObject
  /// When the request was received.
  package let at: Timestamp

  /// Creates a claim.
  package init(
    app: AppKey, requestID: PaymentRequestID, method: String, paramsDigest: String, object: RequestObject,
    at: Timestamp
  ) {
    self.app = app
    self.requestID = requestID
    self.method = method
    self.paramsDigest = paramsDigest
    self.object = object
    self.at = at
  }
}

/// The result of claiming an idempotency key.
package enum ClaimOutcome: Sendable, Hashable {
  /// The key was not in use. It is taken now, and the object has to be created in the same unit.
  case new
  /// The same request was received before, and created this object.
  case replay(RequestObject)
  /// The key was used for another request.
  case conflict
}

extension LedgerReader {
  /// Returns what an earlier use of the same key created, without taking the key.
  ///
  /// - Returns: ``ClaimOutcome/new`` if the key is not in use.
  package func lookUp(_ claim: RequestClaim) throws -> ClaimOutcome {
    let requests = LedgerSchema.requests
    let known = try first(in: requests, where: [requests.app(claim.app), requests.requestID(claim.requestID)]) { row in
      let isSame =
        try row[requests.method] == claim.method && row[requests.paramsDigest] == claim.paramsDigest
      return isSame ? ClaimOutcome.replay(try RequestObject(row: row)) : .conflict
    }
    return known ?? .new
  }

  /// Returns the object that a request of an app created, for any method; `nil` if the key was never used.
  package func object(of app: AppKey, requestID: PaymentRequestID) throws -> RequestObject? {
    let requests = LedgerSchema.requests
    return try first(
      in: requests, where: [requests.app(app), requests.requestID(requestID)], RequestObject.init(row:))
  }
}

extension LedgerTransaction {
  /// Takes an idempotency key, or returns what its earlier use created. Keys never expire, and each is counted as a part
  /// of what its app uses.
  package func claimRequest(_ claim: RequestClaim) throws -> ClaimOutcome {
    let requests = LedgerSchema.requests
    let isNew = try insertIfNew(
      into: requests,
      [
        requests.app(claim.app), requests.requestID(claim.requestID), requests.method(claim.method),
        requests.paramsDigest(claim.paramsDigest), requests.objectKind(claim.object.kind),
        requests.objectID(claim.object.id), requests.createdAt(claim.at),
      ])
    guard isNew else { return try lookUp(claim) }
    countBytes(StoredBytes.claim, of: claim.app)
    return .new
  }
}

extension RequestObject {
  fileprivate init(row: StoredRow<RequestsTable>) throws {
    self.init(kind: try row[LedgerSchema.requests.objectKind], id: try row[LedgerSchema.requests.objectID])
  }
}
