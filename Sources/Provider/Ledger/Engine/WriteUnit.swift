/// A unit of writes that waits for its commit.
protocol PendingWrite: AnyObject, Sendable {
  /// Whether it is work of the provider, and not only a renewal of the lease.
  var isCounted: Bool { get }
  /// Does the writing, on the writer's queue. Called once more where nothing of the first time was kept.
  func run(in transaction: LedgerTransaction) throws
  /// Answers the caller with the result of `run`, or with the failure.
  func finish(_ failure: LedgerError?)
}

/// `@unchecked Sendable`: the caller creates the unit. After that only one task at a time uses it, which
/// ``GroupCommit`` runs on the writer's queue. If the unit is refused before it was queued, only the caller uses it.
final class WriteUnit<T: Sendable>: PendingWrite, @unchecked Sendable {
  private let unit: @Sendable (LedgerTransaction) throws -> T
  private let continuation: CheckedContinuation<Result<T, LedgerError>, Never>
  private let origin = AuditOrigin.current
  private var product: T?
  let isCounted: Bool

  init(
    _ unit: @escaping @Sendable (LedgerTransaction) throws -> T, isCounted: Bool,
    _ continuation: CheckedContinuation<Result<T, LedgerError>, Never>
  ) {
    self.isCounted = isCounted
    self.unit = unit
    self.continuation = continuation
  }

  func run(in transaction: LedgerTransaction) throws {
    transaction.origin = origin
    transaction.uncounted = [:]
    defer { transaction.origin = nil }
    product = try unit(transaction)
    try transaction.storeCounted()
  }

  func finish(_ failure: LedgerError?) {
    if failure == nil, let product {
      continuation.resume(returning: .success(product))
    } else {
      continuation.resume(returning: .failure(failure ?? .abandoned))
    }
  }
}
