package import PaymentsModel
import Synchronization

/// A made-up network of several currencies: chains, the wallets on them, and all that can go wrong with them.
///
/// Without a state file it is this process's alone. With one it survives the process, kill -9 included (each event is
/// one line, written before it takes effect), and several processes that use the same file are on the same network:
/// what one pays, another receives. Each should have a wallet name of its own. The same seed and the same calls make
/// the same addresses and transactions. Safe to use from any thread.
package final class MockNetwork: Sendable {
  /// How a network behaves.
  package struct Configuration: Sendable {
    /// The currencies, one chain each.
    package var currencies: [MockCurrency]
    /// Addresses and transaction ids depend on it.
    package var seed: UInt64
    /// Where events are kept, or `nil` for a network that forgets. Not a symbolic link.
    package var stateFile: String?
    /// Whether each event is to survive a power failure too, and not only the end of the process.
    package var synchronise: Bool
    /// A block is found this often while a transaction is young, without anybody asking; `nil` for only on demand.
    package var blockInterval: Duration?

    /// A configuration; by default XMR, LTC and BTC, in memory, blocks on demand.
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

  /// Waits for a scripted latency.
  package typealias Sleeper = @Sendable (Duration) async throws -> Void

  let configuration: Configuration
  let clock: any WallClock
  let sleep: Sleeper
  let state: Mutex<MockState>

  /// A network, read from its state file where it has one.
  ///
  /// - Parameters:
  ///   - configuration: how it behaves.
  ///   - clock: tells when blocks are due.
  ///   - sleep: waits for scripted latencies.
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

  /// The network as a state file of another, perhaps running, process has it now. It is not written to.
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

  /// The codes of its currencies.
  package var currencies: [String] { configuration.currencies.map(\.currency.code) }

  /// A wallet of one currency, the same one for the same name; `nil` where the network does not have the currency.
  package func wallet(_ currency: String, name: String = "main") -> MockWallet? {
    guard let index = configuration.currencies.firstIndex(where: { $0.currency.code == currency }) else { return nil }
    access { $0.chains[index].found(name) }
    return MockWallet(
      network: self, index: index, name: name, currency: configuration.currencies[index].currency)
  }

  /// Works on the network as all who share it have it now; nobody else does meanwhile.
  func access<Answer, Failure: Error>(
    _ body: (inout MockState) throws(Failure) -> sending Answer
  ) throws(Failure) -> sending Answer {
    let now = clock.now()
    return try state.withLock { (state) throws(Failure) in
      state.takeTurn(now: now)
      defer { state.endTurn() }
      return try body(&state)
    }
  }

  /// What scripts and `payd mock` do to it.
  package var control: MockControl { MockControl(network: self) }
}

/// Why a mock network could not be opened.
package enum MockNetworkError: Error, Sendable, Hashable {
  /// The state file cannot be read or written.
  case stateFile(errno: Int32)
  /// A line of the state file, counted from 1, is none of its events.
  case corruptStateFile(line: Int)
}
