import PaymentsModel

/// Decides which approved payments leave in one transaction. A pure value.
///
/// Payments of one app are gathered until none has come for a moment, or the first has waited long enough. Payments of
/// different apps are never put together, because a transaction shows each of its recipients to all who look at it.
struct OpenBatches {
  /// What payments of one transaction have in common. Payments that succeed at different depths could end differently.
  struct Kind: Hashable, Sendable {
    let app: AppKey
    let confirmationsWanted: Int
  }

  private struct Batch {
    var tickets: [Int]
    var addresses: Set<String>
    let openedAt: ContinuousClock.Instant
    var newestAt: ContinuousClock.Instant

    func isDue(at now: ContinuousClock.Instant, _ quiet: Duration) -> Bool {
      min(newestAt + quiet, openedAt + OpenBatches.longest) <= now
    }
  }

  /// The longest time that a payment waits for others.
  static let longest: Duration = .seconds(2)

  /// The largest number of payments of a batch.
  let most: Int
  /// After so much time without a further payment, a batch leaves.
  let quiet: Duration
  private var batches: [Kind: Batch] = [:]

  init(most: Int, quiet: Duration = .milliseconds(100)) {
    self.most = most
    self.quiet = quiet
  }

  /// Adds a payment.
  ///
  /// - Returns: the batch that has to leave now, because it is full or already pays this address; `nil` for none.
  mutating func add(
    _ ticket: Int, paying address: String, _ kind: Kind, at now: ContinuousClock.Instant
  ) -> [Int]? {
    var leaving: [Int]?
    if let open = batches[kind], open.addresses.contains(address) {
      leaving = open.tickets
      batches[kind] = nil
    }
    var batch = batches[kind] ?? Batch(tickets: [], addresses: [], openedAt: now, newestAt: now)
    batch.tickets.append(ticket)
    batch.addresses.insert(address)
    batch.newestAt = now
    batches[kind] = batch
    if batch.tickets.count >= most {
      leaving = batch.tickets
      batches[kind] = nil
    }
    return leaving
  }

  /// Removes and returns the batches that are due.
  mutating func takeDue(at now: ContinuousClock.Instant) -> [[Int]] {
    let due = batches.filter { $0.value.isDue(at: now, quiet) }
    for kind in due.keys { batches[kind] = nil }
    return due.values.map(\.tickets)
  }
}
