package import Cryptography
package import JSON
package import Ledger
package import Logging
package import PaymentsCore
package import PaymentsModel

/// What orders work with, whatever runs them.
package protocol OrderEnvironment: AnyObject, Sendable {
  /// The provider's key in base64url.
  var providerID: String { get }
  var clock: any WallClock { get }
  var random: any RandomSource { get }
  var ledger: Ledger { get }
  var log: Logger { get }
  /// Whether the provider is ending, so that nothing new may be started.
  var isStopping: Bool { get }
  /// The delays between attempts, and the lifetime of quotes.
  var orderSchedule: RetrySchedule { get }
  /// How long an order waits for the owner where its app says nothing.
  var approvalTime: Duration { get }
  /// How many questions may wait.
  var questionLimits: QuestionQueue.Limits { get }
  /// The bytes that the records of an app may take where the owner has set no other number; `nil` if any.
  var mostBytesOfApp: Int? { get }
}

extension OrderEnvironment {
  /// Returns a new identifier. Objects that are created at the same time are thereby close together in the ledger, so
  /// that a commit writes few pages.
  package func newIdentifier(_ prefix: String) -> String { SortableIdentifier.make(prefix, at: clock.now()) }

  /// Whether this provider still writes its ledger. If the database cannot be reached nobody knows, and it counts as no.
  package func isWriting() async -> Bool {
    do throws(LedgerError) {
      try await ledger.confirmHolding()
      return true
    } catch {
      ledgerTrouble(error)
      return false
    }
  }

  /// Logs an error of the ledger. A fatal error also ends the provider, by what the ledger was opened with.
  package func ledgerTrouble(_ error: LedgerError) {
    log.noteTrouble(with: error)
  }

  /// Adds an entry to the audit log in a unit of its own. If the ledger refuses it, this is only logged, because no other
  /// change depends on the entry.
  package func audit(_ kind: String, app: AppKey? = nil, object: String? = nil, _ detail: JSONObject = [:]) async {
    let entry = AuditEntry(at: clock.now(), kind: kind, app: app, objectID: object, detail)
    do throws(LedgerError) {
      try await ledger.write { transaction in try transaction.appendAudit(entry) }
    } catch {
      ledgerTrouble(error)
    }
  }

  /// Returns a delay that is shortened at random, so that orders which began to wait together do not all continue at
  /// once.
  func shortened(_ wait: Duration) -> Duration {
    guard wait > .zero else { return wait }
    var byte: UInt8 = 0
    do throws(CryptographyError) {
      try withUnsafeMutableBytes(of: &byte) { buffer throws(CryptographyError) in try random.fill(buffer) }
    } catch {
      // This is no secret. Without a random number the delay stays as it is.
      return wait
    }
    return RetrySchedule.shortened(wait, by: byte)
  }

  /// Whether an app may know the wallet's balance.
  func seesFunds(_ app: AppKey, _ reader: LedgerReader) throws -> Bool {
    guard try reader.scopes(of: app).contains("balance") else { return false }
    return try reader.appGrant(app).expiresAt.map { clock.now() < $0 } ?? true
  }

  /// Whether the records of an app take all of the bytes that it may use.
  package func isFull(_ app: AppKey, _ reader: LedgerReader) throws -> Bool {
    try reader.isFull(app, most: mostBytesOfApp)
  }
}

extension Logger {
  /// Notes a failure of the ledger, unless it was closed because the provider ends, or its database is away, which is
  /// told once elsewhere.
  package func noteTrouble(with error: LedgerError) {
    guard error != .closed, error != .unavailable else { return }
    self.log(level: .ownFault, "the ledger refused a write", metadata: ["error": "\(error)"])
  }
}
