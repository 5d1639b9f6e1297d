import PaymentsModel
import WalletBackend

/// The state that the lock of a ``MockNetwork`` protects.
struct MockState: Sendable {
  /// The chains, in the order of the configuration's currencies.
  var chains: [MockChain]
  var scripts: [MockScript]
  private var journal: MockJournal?
  /// For each chain, the number of openings of the journal when this process opened it. It makes transaction ids
  /// differ.
  private(set) var generations: [Int]
  /// Whether everything that other processes wrote has been read.
  private(set) var isCurrent = true
  /// Whether this process has locked the journal.
  private var isLocked = false
  /// The number of changes that tests made to the settings of wallets.
  var scriptChanges = 0
  /// The number of changes that wallets are told of.
  var changes: Int { chains.reduce(scriptChanges) { $0 + $1.activity } }
  private var lastBlock: [Timestamp]
  private let blockInterval: Duration?

  /// The settings that tests made for the wallets of a currency.
  struct MockScript: Sendable {
    var status = WalletStatus.ready
    var faults: [MockStep: [MockFault]] = [:]
    var latencies: [MockStep: Duration] = [:]
    /// When each transaction was to be handed over first, by this process.
    var firstCommits: [String: Timestamp] = [:]
    /// The number of times that this process has handed over each transaction.
    var commits: [String: Int] = [:]
    /// The number of prepared transactions. It makes their ids differ.
    var prepared = 0
  }

  init(_ configuration: MockNetwork.Configuration, now: Timestamp) {
    chains = configuration.currencies.map { MockChain(parameters: $0) }
    scripts = configuration.currencies.map { _ in MockScript() }
    generations = configuration.currencies.map { _ in 0 }
    lastBlock = configuration.currencies.map { _ in now }
    blockInterval = configuration.blockInterval
  }

  /// Reads the events of a journal, and writes to the journal from now on.
  mutating func join(_ journal: MockJournal, now: Timestamp) throws(MockNetworkError) {
    try journal.lock()
    isLocked = true
    defer { endTurn() }
    self.journal = journal
    try journal.takeNews { replay($0, $1, now: now) }
    for index in chains.indices {
      guard append(.open, to: index) else { throw .stateFile(errno: 0) }
      generations[index] = chains[index].opened
    }
  }

  /// Reads the events of other processes, and locks the journal until ``endTurn()``, unless there are none and nothing
  /// will be appended. Without the lock nothing can be.
  mutating func takeTurn(now: Timestamp, appends: Bool) {
    guard let journal else { return }
    do {
      // Blocks that are due are appended by whichever call comes next.
      if try appends || blockInterval != nil || journal.hasNews {
        try journal.lock()
        isLocked = true
        try journal.takeNews { replay($0, $1, now: now) }
      }
      isCurrent = true
    } catch {
      // Until the file can be read again, wallets report that they are unavailable, and nothing is written.
      isCurrent = false
    }
  }

  mutating func endTurn() {
    if isLocked { journal?.unlock() }
    isLocked = false
  }

  /// Applies an event of the journal. An event of a currency that is not configured is ignored.
  mutating func replay(_ currency: String, _ event: MockEvent, now: Timestamp) {
    guard let index = chains.firstIndex(where: { $0.parameters.currency.code == currency }) else { return }
    chains[index].apply(event)
    // The next block is due one interval later, whichever process has mined this one.
    if case .mine = event { lastBlock[index] = now }
  }

  /// Writes an event to the journal and applies it. If it cannot be written, it is not applied.
  mutating func append(_ event: MockEvent, to index: Int) -> Bool {
    if let journal {
      let code = chains[index].parameters.currency.code
      guard isCurrent, isLocked, journal.append(event.line(currency: code)) else { return false }
    }
    chains[index].apply(event)
    return true
  }

  /// Mines the blocks that are due. No task does this in the background, so every call does it first.
  mutating func catchUp(_ index: Int, now: Timestamp) {
    guard let blockInterval else { return }
    let interval = max(blockInterval.milliseconds, 1)
    let due = (now.milliseconds - lastBlock[index].milliseconds) / interval
    guard due > 0 else { return }
    lastBlock[index] = Timestamp(milliseconds: lastBlock[index].milliseconds + due * interval)
    let blocks = min(Int(clamping: due), chains[index].blocksUntilQuiet)
    // If the journal cannot be written, the chain stays as it is, and the next call tries again.
    if blocks > 0 { _ = append(.mine(blocks), to: index) }
  }
}

extension Duration {
  /// The duration in whole milliseconds.
  fileprivate var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}

extension MockState {
  /// Removes and returns the next fault of a step.
  mutating func takeFault(_ step: MockStep, _ index: Int) -> MockFault? {
    guard let fault = scripts[index].faults[step]?.first else { return nil }
    scripts[index].faults[step]?.removeFirst()
    return fault
  }

  /// Hands the transaction of a payment to the network, unless the network has it already or cannot accept it.
  mutating func broadcast(_ payment: MockPayment, on index: Int) throws(WalletError) -> CommitOutcome {
    let transaction = payment.transaction
    switch chains[index].lookup(payment) {
    case .pool, .confirmed: return .accepted
    case .conflicted: return .rejected(.conflicted)
    case .replaced, .spent, .attempting, .undelivered, .untried, .lapsed, .settled: throw .protocolViolation(code: nil)
    case .unknown: break
    }
    guard chains[index].knowsInputs(of: transaction) else { return .rejected(.invalid) }
    guard append(.broadcast(transaction), to: index) else { throw .unavailable }
    return .accepted
  }
}
