import GRDB
package import PaymentsModel

/// What a request made.
package struct RequestObject: Sendable, Hashable {
  /// The kind of object, such as `invoice`, `order` or `address`.
  package let kind: String
  /// Its name: an invoice or order identifier, or an address.
  package let id: String

  /// An object.
  package init(kind: String, id: String) {
    self.kind = kind
    self.id = id
  }

  /// An object that is still to be made: the request is taken, and finished when it is claimed again with what it made.
  package static func unfinished(_ kind: String) -> RequestObject { RequestObject(kind: kind, id: "") }

  var isUnfinished: Bool { id.isEmpty }
}

/// A state-changing request that wants to take effect once.
package struct RequestClaim: Sendable, Hashable {
  /// The app that asks.
  package let app: AppKey
  /// The idempotency key.
  package let requestID: PaymentRequestID
  /// The method; the same key for another method is a conflict.
  package let method: String
  /// SHA-256 of the parameters as hexadecimal text; the same key with another digest is a conflict.
  package let paramsDigest: String
  /// What the request makes if it is new.
  package let object: RequestObject
  /// When it was received.
  package let at: Timestamp

  /// A claim.
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

/// What a claim met.
package enum ClaimOutcome: Sendable, Hashable {
  /// Nobody used the key: it is now taken, and what it makes is to be made in the same unit.
  case new
  /// The same request was seen: this is what it made.
  case replay(RequestObject)
  /// The key was used for another request.
  case conflict
}

extension LedgerReader {
  /// What an earlier use of the same key made, without taking the key.
  ///
  /// - Returns: ``ClaimOutcome/new`` where it is free.
  package func lookUp(_ claim: RequestClaim) throws(LedgerError) -> ClaimOutcome {
    let known = try first(
      """
      SELECT method, params_digest, object_kind, object_id FROM requests WHERE app_key = ? AND request_id = ?
      """, [claim.app.rawValue, claim.requestID.text]
    ) { columns throws(LedgerError) -> ClaimOutcome in
      let isSame = (try columns.text() == claim.method, try columns.text() == claim.paramsDigest) == (true, true)
      let object = RequestObject(kind: try columns.text(), id: try columns.text())
      // It was taken, and nothing was made: whatever comes under the key now is finished.
      if object.isUnfinished { return .new }
      return isSame ? .replay(object) : .conflict
    }
    return known ?? .new
  }
}

extension LedgerTransaction {
  /// Takes an idempotency key, or tells what an earlier use of it made. Keys never expire. One that was taken for an
  /// unfinished object is free, and taken anew.
  package func claimRequest(_ claim: RequestClaim) throws(LedgerError) -> ClaimOutcome {
    try execute(
      """
      INSERT INTO requests (app_key, request_id, method, params_digest, object_kind, object_id, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (app_key, request_id) DO UPDATE SET method = excluded.method, params_digest = excluded.params_digest,
        object_kind = excluded.object_kind, object_id = excluded.object_id, created_at = excluded.created_at
        WHERE object_id = ''
      """,
      [
        claim.app.rawValue, claim.requestID.text, claim.method, claim.paramsDigest, claim.object.kind,
        claim.object.id, claim.at.milliseconds,
      ])
    return changedRows == 1 ? .new : try lookUp(claim)
  }

  /// Gives a key back for which nothing was made.
  package func withdrawRequest(of app: AppKey, _ requestID: PaymentRequestID) throws(LedgerError) {
    try execute(
      "DELETE FROM requests WHERE app_key = ? AND request_id = ? AND object_id = ''", [app.rawValue, requestID.text])
  }
}

extension LedgerReader {
  /// What a request of an app made, whatever its method; `nil` where the key was never used.
  package func object(of app: AppKey, requestID: PaymentRequestID) throws(LedgerError) -> RequestObject? {
    try first(
      "SELECT object_kind, object_id FROM requests WHERE app_key = ? AND request_id = ? AND object_id <> ''",
      [app.rawValue, requestID.text]
    ) { columns throws(LedgerError) -> RequestObject in
      RequestObject(kind: try columns.text(), id: try columns.text())
    }
  }
}
