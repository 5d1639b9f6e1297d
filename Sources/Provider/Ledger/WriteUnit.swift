/// A unit of writes that waits for its commit.
protocol PendingWrite: AnyObject, Sendable {
  /// Does the writing; called once, on the writer's queue.
  func run(in transaction: LedgerTransaction) throws(LedgerError)
  /// Answers the caller: with what `run` produced, or with the failure.
  func finish(_ failure: LedgerError?)
}

/// `@unchecked Sendable`: made by the caller, then touched only by the one task at a time that ``GroupCommit`` runs on
/// the writer's queue, or, where it is refused before it was queued, by the caller alone.
final class WriteUnit<T: Sendable>: PendingWrite, @unchecked Sendable {
  private let unit: @Sendable (LedgerTransaction) throws(LedgerError) -> T
  private let continuation: CheckedContinuation<Result<T, LedgerError>, Never>
  private var product: T?

  init(
    _ unit: @escaping @Sendable (LedgerTransaction) throws(LedgerError) -> T,
    _ continuation: CheckedContinuation<Result<T, LedgerError>, Never>
  ) {
    self.unit = unit
    self.continuation = continuation
  }

  func run(in transaction: LedgerTransaction) throws(LedgerError) {
    product = try unit(transaction)
  }

  func finish(_ failure: LedgerError?) {
    if failure == nil, let product {
      continuation.resume(returning: .success(product))
    } else {
      continuation.resume(returning: .failure(failure ?? .abandoned))
    }
  }
}
