import PaymentsModel
import WalletBackend

/// All that the lock of a ``MockNetwork`` guards.
struct MockState: Sendable {
  /// In the order of the configuration's currencies.
  var chains: [MockChain]
  var scripts: [MockScript]
  private var journal: MockJournal?
  /// For each chain, how often the journal had been opened when this process opened it: it makes ids differ.
  private(set) var generations: [Int]
  /// Whether all that others wrote is known.
  private(set) var isCurrent = true
  private var lastBlock: [Timestamp]
  private let blockInterval: Duration?

  /// What was scripted for the wallets of one currency.
  struct MockScript: Sendable {
    var status = WalletStatus.ready
    var faults: [MockStep: [MockFault]] = [:]
    var latencies: [MockStep: Duration] = [:]
    /// How often each transaction was handed over, in this process.
    var commits: [String: Int] = [:]
    /// Makes the ids of transactions differ.
    var prepared = 0
  }

  init(_ configuration: MockNetwork.Configuration, now: Timestamp) {
    chains = configuration.currencies.map { MockChain(parameters: $0) }
    scripts = configuration.currencies.map { _ in MockScript() }
    generations = configuration.currencies.map { _ in 0 }
    lastBlock = configuration.currencies.map { _ in now }
    blockInterval = configuration.blockInterval
  }

  /// Takes part in what a journal holds, and writes there from now on.
  mutating func join(_ journal: MockJournal, now: Timestamp) throws(MockNetworkError) {
    try journal.lock()
    defer { journal.unlock() }
    try journal.takeNews { replay($0, $1, now: now) }
    self.journal = journal
    for index in chains.indices {
      guard append(.open, to: index) else { throw .stateFile(errno: 0) }
      generations[index] = chains[index].opened
    }
  }

  /// Learns what others have written, and keeps them from writing until ``endTurn()``.
  mutating func takeTurn(now: Timestamp) {
    guard let journal else { return }
    do {
      try journal.lock()
      try journal.takeNews { replay($0, $1, now: now) }
      isCurrent = true
    } catch {
      // Wallets answer that they are unavailable, and nothing is written, until the file can be read again.
      isCurrent = false
    }
  }

  func endTurn() {
    journal?.unlock()
  }

  /// An event of the journal; one of a currency that is not configured any more is passed over.
  mutating func replay(_ currency: String, _ event: MockEvent, now: Timestamp) {
    guard let index = chains.firstIndex(where: { $0.parameters.currency.code == currency }) else { return }
    chains[index].apply(event)
    // Whoever finds a block, the next one is due an interval later.
    if case .mine = event { lastBlock[index] = now }
  }

  /// Writes an event and lets it take effect, or does neither.
  mutating func append(_ event: MockEvent, to index: Int) -> Bool {
    if let journal {
      let code = chains[index].parameters.currency.code
      guard isCurrent, journal.append(event.line(currency: code)) else { return false }
    }
    chains[index].apply(event)
    return true
  }

  /// Finds the blocks that are due by now. There is no task behind it: whoever calls sees what should have happened.
  mutating func catchUp(_ index: Int, now: Timestamp) {
    guard let blockInterval else { return }
    let interval = max(blockInterval.milliseconds, 1)
    let due = (now.milliseconds - lastBlock[index].milliseconds) / interval
    guard due > 0 else { return }
    lastBlock[index] = Timestamp(milliseconds: lastBlock[index].milliseconds + due * interval)
    let blocks = min(Int(clamping: due), chains[index].blocksUntilQuiet)
    // A journal that cannot be written leaves the chain as it is; the next call tries again.
    if blocks > 0 { _ = append(.mine(blocks), to: index) }
  }
}

extension Duration {
  /// Whole milliseconds.
  fileprivate var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
