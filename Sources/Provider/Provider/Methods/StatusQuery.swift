import Ledger
import Orders
import PaymentsAPI
import PaymentsModel
import RPCRuntime

/// The parameters of a status call that may wait for a newer version of an object.
struct StatusQuery: Sendable {
  static let longestWait = 60_000

  let after: Int?
  let wait: Duration

  init(after: Int?, waitMilliseconds: Int?) throws {
    let wait = waitMilliseconds ?? 0
    guard wait <= Self.longestWait else {
      throw PaymentsFailure(.invalidParams, pointer: "/wait_ms", rule: "at most \(Self.longestWait)")
    }
    self.after = after
    self.wait = .milliseconds(wait)
  }

  /// Reads the object, and again after each change, until it is newer than `after` or the time is over.
  func poll<Object>(
    _ id: String, session: AppSession, hub: ChangeHub, version: (Object) -> Int,
    read: () async throws -> Object
  ) async throws -> Object {
    let deadline = ContinuousClock.now + wait
    // The watch begins before the first read, so that a change between reading and waiting is not missed.
    let changes = hub.changes(of: id)
    while true {
      let object = try await read()
      let left = deadline - .now
      guard let after, version(object) <= after, left > .zero, !Task.isCancelled else { return object }
      await ChangeHub.next(changes, atMost: left, on: session.connection?.loop)
    }
  }

  /// Returns the identifier of an object that is named either by its own identifier or by its request. Exactly one of
  /// both must be given.
  static func identifier(
    _ id: String?, _ requestID: PaymentRequestID?, kind: String, missing: FailureReason, _ session: AppSession,
    _ ledger: Ledger
  ) async throws -> String {
    switch (id, requestID) {
    case (let id?, nil): return id
    case (nil, let requestID?):
      let app = session.app
      let object = try await ledger.read { reader in
        try reader.object(of: app, requestID: requestID)
      }
      guard let object, object.kind == kind else { throw PaymentsFailure(missing, pointer: "/request_id") }
      return object.id
    default: throw PaymentsFailure(.invalidParams, pointer: "", rule: "exactly one identifier")
    }
  }
}
