package import WalletBackend

/// Decides when a wallet is glanced at. A pure value.
///
/// After news it is glanced at once, and then at most once in the shortest interval, however many news arrive. The glance
/// is repeated after growing intervals, because a wallet may tell of something before its answers show it: `monerod`
/// publishes a block while it still stores it.
///
/// Without news it is glanced at in the interval of polling or, once it has proved that it tells of transactions by
/// itself, in the much longer interval of the net. The proof is that glances because of such news found changes of
/// transactions. It is void when a glance finds anything that no news told of.
package struct GlancePace: Sendable {
  /// The intervals.
  package struct Intervals: Sendable {
    /// The shortest interval between two glances.
    package var shortest: Duration
    /// The interval without news.
    package var poll: Duration
    /// The interval without news of a wallet that tells of them.
    package var net: Duration

    package init(shortest: Duration, poll: Duration, net: Duration) {
      self.shortest = shortest
      self.poll = poll
      self.net = net
    }
  }

  /// What a glance found.
  package struct Finding: Sendable {
    /// Whether the wallet is ready.
    package let isReady: Bool
    /// Whether there is another newest block.
    package let hasNewBlocks: Bool
    /// Whether the wallet knows other transactions.
    package let hasNewTransactions: Bool

    package init(isReady: Bool, hasNewBlocks: Bool, hasNewTransactions: Bool) {
      self.isReady = isReady
      self.hasNewBlocks = hasNewBlocks
      self.hasNewTransactions = hasNewTransactions
    }
  }

  private var last: ContinuousClock.Instant?
  /// The news since the last glance began.
  private var news: Set<WalletHint> = []
  /// The news that led to the last glance, also if it was a repetition.
  private var earlierNews: Set<WalletHint> = []
  /// How often a glance because of news is repeated, each time after twice the interval.
  private static let mostRepetitions = 5
  /// How often the last one was repeated.
  private var repetitions = mostRepetitions
  private var isReady = false
  /// The number of changes of transactions in a row that were told. A single one may be a coincidence.
  private var proofs = 0

  /// Returns when the next glance is due; `nil` if none was made yet.
  package func due(_ intervals: Intervals) -> ContinuousClock.Instant? {
    guard let last else { return nil }
    if !news.isEmpty { return last + intervals.shortest }
    let interval = proofs >= 2 && isReady ? intervals.net : intervals.poll
    guard repetitions < Self.mostRepetitions else { return last + interval }
    return last + min(interval, intervals.shortest * (1 << repetitions))
  }

  /// Notes that there may be news. Returns whether the next glance is due earlier now.
  package mutating func announce(_ hint: WalletHint) -> Bool {
    defer { news.insert(hint) }
    return news.isEmpty
  }

  /// Notes that a glance begins. News from now on lead to another one.
  package mutating func begin(at now: ContinuousClock.Instant) {
    last = now
    if !news.isEmpty {
      (earlierNews, news, repetitions) = (news, [], 0)
    } else if repetitions < Self.mostRepetitions {
      repetitions += 1
    } else {
      earlierNews = []
    }
  }

  /// Notes what the glance found.
  package mutating func end(_ finding: Finding) {
    isReady = finding.isReady
    guard finding.hasNewBlocks || finding.hasNewTransactions else { return }
    if earlierNews.isEmpty {
      proofs = 0
    } else if earlierNews.contains(.transactions), !finding.hasNewBlocks {
      proofs += 1
    }
  }
}
