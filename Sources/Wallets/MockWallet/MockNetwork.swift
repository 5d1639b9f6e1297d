package import PaymentsModel
import Synchronization

/// An imaginary network of several currencies, with chains, wallets and failures on demand.
///
/// Without a state file it belongs to this process only. With one it survives the process, even `kill -9`, because each
/// event is written as a line before it takes effect. Several processes that use the same file are on the same network
/// and can pay each other; each should use a wallet name of its own. The same seed and the same calls give the same
/// addresses and transactions. It can be used from any thread.
package final class MockNetwork: Sendable {
  /// The properties of a network.
  package struct Configuration: Sendable {
    /// The currencies, one chain each.
    package var currencies: [MockCurrency]
    /// The seed of addresses and transaction ids.
    package var seed: UInt64
    /// The path of the file in which events are stored, or `nil` for none. It must not be a symbolic link.
    package var stateFile: String?
    /// Whether each event must survive a power failure, and not only the end of the process.
    package var synchronise: Bool
    /// The interval at which blocks are mined while a transaction has few confirmations; `nil` if blocks are mined only
    /// on demand.
    package var blockInterval: Duration?

    /// Creates a configuration. By default it has XMR, LTC and BTC, no file, and blocks on demand.
    package init(
      currencies: [MockCurrency] = MockCurrency.standard, seed: UInt64 = 1, stateFile: String? = nil,
      synchronise: Bool = false, blockInterval: Duration? = nil
    ) {
      self.currencies = currencies
      self.seed = seed
      self.stateFile = stateFile
      self.synchronise = synchronise
      self.blockInterval = blockInterval
    }
  }

  /// A function that waits for a latency.
  package typealias Sleeper = @Sendable (Duration) async throws -> Void

  let configuration: Configuration
  let clock: any WallClock
  let sleep: Sleeper
  let state: Mutex<MockState>
  let listeners = MockListeners()

  /// Opens a network, and reads its state file if it has one.
  ///
  /// - Parameters:
  ///   - configuration: the properties of the network.
  ///   - clock: determines when blocks are due.
  ///   - sleep: waits for latencies.
  /// - Throws: ``MockNetworkError`` about the state file.
  package init(
    _ configuration: Configuration = Configuration(), clock: any WallClock = SystemWallClock(),
    sleep: @escaping Sleeper = { try await Task.sleep(for: $0) }
  ) throws(MockNetworkError) {
    self.configuration = configuration
    self.clock = clock
    self.sleep = sleep
    var state = MockState(configuration, now: clock.now())
    if let path = configuration.stateFile {
      try state.join(MockJournal(path: path, synchronise: configuration.synchronise), now: clock.now())
    }
    self.state = Mutex(state)
  }

  /// Returns the current state of a network from the state file of another process. The file is not written to.
  ///
  /// - Throws: ``MockNetworkError`` about the state file.
  package static func snapshot(
    ofStateFile path: String, currencies: [MockCurrency] = MockCurrency.standard
  ) throws(MockNetworkError) -> MockNetwork {
    try MockNetwork(snapshot: path, currencies)
  }

  private init(snapshot path: String, _ currencies: [MockCurrency]) throws(MockNetworkError) {
    configuration = Configuration(currencies: currencies)
    clock = SystemWallClock()
    sleep = { try await Task.sleep(for: $0) }
    var state = MockState(configuration, now: clock.now())
    let now = clock.now()
    try MockJournal.read(path) { state.replay($0, $1, now: now) }
    self.state = Mutex(state)
  }

  /// The codes of the network's currencies.
  package var currencies: [String] { configuration.currencies.map(\.currency.code) }

  /// Returns the wallet with a name in a currency; `nil` if the network does not have the currency.
  package func wallet(_ currency: String, name: String = "main") -> MockWallet? {
    guard let index = configuration.currencies.firstIndex(where: { $0.currency.code == currency }) else { return nil }
    access { $0.chains[index].found(name) }
    return MockWallet(
      network: self, index: index, name: name, currency: configuration.currencies[index].currency)
  }

  /// Runs a closure on the current state of the network, as shared with other processes, while nobody else accesses it.
  ///
  /// - Parameter appends: Whether the closure may append events; if not, other processes may do so meanwhile.
  func access<Answer, Failure: Error>(
    appends: Bool = true, _ body: (inout MockState) throws(Failure) -> sending Answer
  ) throws(Failure) -> sending Answer {
    let now = clock.now()
    return try state.withLock { (state) throws(Failure) in
      let before = state.changes
      state.takeTurn(now: now, appends: appends)
      defer {
        state.endTurn()
        if state.changes != before { listeners.tell() }
      }
      return try body(&state)
    }
  }

  /// The control over the network, for tests and `payd mock`.
  package var control: MockControl { MockControl(network: self) }
}

/// Why a mock network could not be opened.
package enum MockNetworkError: Error, Sendable, Hashable {
  /// The state file cannot be read or written.
  case stateFile(errno: Int32)
  /// A line of the state file, counted from 1, is no event.
  case corruptStateFile(line: Int)
}
