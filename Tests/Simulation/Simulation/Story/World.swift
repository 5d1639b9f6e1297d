import ChatPayments
import Consumer
import KeyStorage
import Logging
import Orders
import OwnerAPI
import PaymentsCore
import PaymentsModel
import Platform
import PostgreSQL
import RPCRuntime
import TestSupport
import Transport

@testable import Ledger
@testable import MockWallet
@testable import Provider

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One story: apps that repeat their requests, an owner, a wallet on a network, and daemons that crash.
///
/// `@unchecked Sendable`: the simulation has one thread.
final class World: @unchecked Sendable {
  static let currency = "LTC"
  static let confirmations = 2
  private static let start: Int64 = 1_700_000_000_000_000_000
  let network: MockNetwork
  /// The server of the ledger's database; `nil` where the ledger is a file.
  let server: SimulatedServer?
  let setting: Setting
  let folder: String
  /// The present process of each place.
  private(set) var daemons: [SimulatedDaemon] = []
  private(set) var app: SimulatedApp?
  /// The chat of the wallet's person; `nil` where there is none.
  private(set) var chat: SimulatedChat?
  /// What carries its messages.
  let chatNetwork: SimulatedChatNetwork?
  /// The other person there.
  var correspondent: Correspondent?
  /// The cards as the chat has told of them.
  var cards: [CardKey: Card] = [:]
  /// The cards that the person of the wallet has agreed to.
  var accepted: Set<CardKey> = []
  private var wires: [Wire] = []
  private var processes = 0
  private var paths = 0
  var requests: [PaymentRequest] = []
  var invoices: [RequestedInvoice] = []
  /// The recipients that the owner paid without the provider.
  var byHand: Set<String> = []
  /// The newest of them.
  var lastByHand: String?
  /// The newest copy of the ledger, and what apps had been told when it was made.
  var backup: Backup?
  /// A state of the database of several daemons, and what apps had been told then.
  var snapshot: (database: SimulatedServer.Snapshot, told: [PaymentRequestID: OrderState?])?
  /// Whether the database lacks something that it had acknowledged.
  var isDatabaseUntrue = false
  /// Whether nothing fails any more.
  var isKind = false
  /// Whether blocks were undone.
  var hasReorganised = false
  /// How high the chain was when blocks were undone.
  var highest = 0
  /// Whether the present ledger is, or may be, older than what apps were told.
  var isRestored = false
  /// How many ledgers there were that apps may have been told more of than the next one knows.
  var lostLedgers = 0
  private(set) var transcript: [String] = []
  private(set) var crashes = 0
  /// How often a daemon has crashed or stood still.
  var interruptions = 0
  /// What an app was told that cannot be.
  var violation: (any Error)?
  /// A question that the owner has read: the order, its recipient, and the largest fee that was shown.
  var remembered: (id: String, address: String, shown: DecimalAmount)?
  /// Writes down what changes; `nil` where that is not wanted.
  private(set) var trace: TraceRecorder?
  /// What becomes of the next messages, the last one first.
  var wireFates: [Wire.Fate] = []

  init(_ setting: Setting, seed: UInt64, in folder: String) throws {
    self.folder = folder
    self.setting = setting
    Scheduler.begin(seed: seed, at: Self.start)
    let litecoin = MockCurrency(
      currency: Currency(
        code: Self.currency, name: "Litecoin", decimals: 8, network: "mock", uriScheme: "litecoin",
        confirmations: Self.confirmations),
      fee: Amount(atomicUnits: 1000), dust: Amount(atomicUnits: 1), funds: Amount(atomicUnits: 40_000_000), coins: 40)
    network = try MockNetwork(MockNetwork.Configuration(currencies: [litecoin], seed: seed))
    chatNetwork = setting.hasChat ? SimulatedChatNetwork() : nil
    server = setting.daemons > 1 ? SimulatedServer("db", "db2") : nil
    let database = try server.map { _ in try PostgresAddress("postgresql://payport@db,db2/payport") }
    var places: [SimulatedDaemon.Place] = []
    for number in 1...setting.daemons {
      let state = "\(folder)/wallet-\(number)"
      let directories = PayportDirectories(runtime: folder + "/run", state: state, configuration: state)
      try Self.makeKey(in: directories, of: places.first?.directories)
      places.append(
        SimulatedDaemon.Place(
          name: "wallet-\(number)", directories: directories, disk: try SimulatedDisk(directories.ledger),
          database: database, interval: setting.interval, passesOn: setting.passesOn))
    }
    if setting.isForModel { trace = TraceRecorder(network, ledger: lookAtLedger) }
    for place in places { start(place) }
    startApp()
    meetCorrespondent(seed: seed)
    startChat(in: newPath("cards"))
  }

  /// Makes the key of a provider, which all daemons of a ledger share.
  static func makeKey(in directories: PayportDirectories, of other: PayportDirectories?) throws {
    if let other {
      guard mkdir(directories.state, 0o700) == 0 else { throw Series.Failure.system(errno) }
      let file = "/" + KeyManager.fileName
      try FileManager.default.copyItem(atPath: other.state + file, toPath: directories.state + file)
    }
    _ = try ProviderIdentity(in: directories, keeping: nil)
  }

  /// Shows what is committed. Between two pieces of work no unit is under way.
  private func lookAtLedger(_ look: (any LedgerDatabase) throws -> Void) throws {
    guard let engine = daemons.first?.ledger?.engine as? SQLiteEngine else { throw LedgerError.closed }
    try engine.waitForReader(look)
  }

  /// The apps.
  var apps: [SimulatedApp] { [app, chat?.app].compactMap { $0 } }

  private var arePaired: Bool { apps.allSatisfy(\.isPaired) }

  /// The owner lets the apps in.
  func begin() throws {
    for _ in 0..<100 where !arePaired {
      approve(0)
      run(atMost: 1000) { arePaired }
    }
    guard arePaired else {
      let serving = daemons.map { "\($0.place.name) \($0.parts == nil ? "does not serve" : "serves")" }
      throw Violation(
        "the app is not let in after \(Scheduler.now - Self.start) ns, \(Scheduler.steps) pieces of work, "
          + "\(wires.count) connections: \(serving), \(app?.trouble ?? "no trouble")")
    }
    if setting.passesOn { try admitDaemons() }
  }

  /// The daemon that serves, if one does.
  var serving: SimulatedDaemon? { daemons.first { $0.parts != nil && $0.ending == nil } }

  func note(_ text: String) {
    transcript.append("\((Scheduler.now - Self.start) / 1_000_000) ms: \(text)")
  }

  /// A path that nothing has yet, also where two things happen at one moment.
  func newPath(_ name: String) -> String {
    paths += 1
    return "\(folder)/\(name)-\(paths)"
  }

  func newProcess() -> ProcessNumber {
    processes += 1
    return ProcessNumber(rawValue: processes)
  }

  // MARK: Daemons

  private func start(_ place: SimulatedDaemon.Place) {
    let log = Logger(label: place.name) { [unowned self] name in StoryLog { self.note("\(name) logs: \($0)") } }
    let daemon = SimulatedDaemon(newProcess(), place, network, setting.limits, log: log)
    daemons.append(daemon)
    daemon.start()
  }

  /// Kills a daemon at whatever place it is, and starts another one in its place.
  ///
  /// - Parameter power: Decides what is lost with the power of the machine; `nil` where only the process ends.
  func kill(_ daemon: SimulatedDaemon, power: UInt64? = nil) {
    end(daemon, power: power)
    start(daemon.place)
    note("\(daemon.place.name) starts again")
  }

  private func end(_ daemon: SimulatedDaemon, power: UInt64?) {
    crashes += 1
    interruptions += 1
    trace?.ended("payd", at: Scheduler.now)
    Scheduler.end(daemon.process)
    daemon.place.disk.meet(nil)
    if let power {
      var random = SeededRandom(power)
      if daemon.place.disk.losePower(&random), daemon.place.database == nil { ledgerWentBack() }
    }
    SimulatedServer.kill(process: daemon.process.rawValue, unnoticed: power != nil)
    for wire in wires where wire.daemon.process == daemon.process { wire.cut() }
    // What was in memory stays there, unused: to take it apart would be work of the process that has ended.
    _ = Unmanaged.passRetained(daemon)
    daemons.removeAll { $0 === daemon }
  }

  /// Takes the machine of a daemon away for ever, and puts another one in its place.
  ///
  /// - Parameter prepare: Works on it before the daemon starts.
  func replace(_ daemon: SimulatedDaemon, by place: SimulatedDaemon.Place, prepare: () throws -> Void) rethrows {
    end(daemon, power: nil)
    try prepare()
    start(place)
  }

  /// Ends the daemons that have ended by themselves, and starts others.
  func restartEnded() {
    for daemon in daemons {
      guard let ending = daemon.ending else { continue }
      note("\(daemon.place.name) has ended: \(ending)")
      if let refusal = daemon.refusal {
        guard isUntrue(daemon.place) else {
          violation = violation ?? Violation("\(daemon.place.name) refuses its ledger: \(refusal)")
          Scheduler.end(daemon.process)
          daemons.removeAll { $0 === daemon }
          continue
        }
        do {
          try replaceLedger(of: daemon, refusedFor: refusal)
        } catch {
          violation = violation ?? error
        }
        continue
      }
      kill(daemon)
    }
  }

  // MARK: The app

  private func makeApp(_ name: String) -> SimulatedApp {
    let state = folder + "/" + name
    let directories = PayportDirectories(runtime: folder + "/run", state: state, configuration: state)
    let process = newProcess()
    return SimulatedApp(process, directories, Dialer(world: self, process: process), name: name)
  }

  private func startApp() {
    let app = makeApp("shop")
    self.app = app
    app.pair()
  }

  private func startChat(in folder: String) {
    guard let chatNetwork else { return }
    chat = SimulatedChat(makeApp("chat"), over: chatNetwork, folder: folder) { [unowned self] in told($0) }
  }

  private func end(_ app: SimulatedApp) {
    Scheduler.end(app.process)
    for wire in wires where wire.app.process == app.process { wire.cut() }
  }

  /// Kills the chat. It starts again with the cards that it had stored.
  func killChat() throws {
    guard let chat else { return }
    note("the chat is killed")
    end(chat.app)
    _ = Unmanaged.passRetained(chat)
    // The system would take away the claim of the process that has ended, which here goes on with the folder.
    let copy = newPath("cards")
    if FileManager.default.fileExists(atPath: chat.folder) {
      try FileManager.default.copyItem(atPath: chat.folder, toPath: copy)
    }
    startChat(in: copy)
  }

  /// Kills the app. It starts again, and sends what it had written down.
  func killApp() {
    guard let app else { return }
    end(app)
    _ = Unmanaged.passRetained(app)
    startApp()
    note("the app starts again")
    self.app?.run { [self] client in
      guard let unfinished = try? await client.unfinishedRequests() else { return }
      for request in unfinished { _ = try? await client.resume(request) }
      note("the app has sent \(unfinished.count) requests again that it had written down")
    }
  }

  /// Opens connections to whatever daemon is found.
  ///
  /// `@unchecked Sendable`: the simulation has one thread.
  private final class Dialer: ChannelDialer, @unchecked Sendable {
    private unowned let world: World
    private let process: ProcessNumber

    init(world: World, process: ProcessNumber) { (self.world, self.process) = (world, process) }

    func dial(_ url: String) async throws(ConnectError) -> any MessageChannel {
      guard let daemon = world.daemons.first(where: { $0.url == url }), let accept = daemon.accept else {
        throw .unreachable
      }
      if daemon.parts == nil { world.note("the app connects to \(daemon.place.name), which stands by") }
      let wire = Wire(from: process, to: daemon.process) { [world] in
        world.wireFates.popLast() ?? .arrives(after: .milliseconds(1))
      }
      world.wires = world.wires.filter { !$0.isOver } + [wire]
      Scheduler.within(daemon.process) { wire.daemon.loop.submit { accept(wire.daemon.end) } }
      return wire.app.end
    }

    func stop() async {}
  }

  /// Cuts all connections.
  func cutWires() {
    for wire in wires { wire.cut() }
  }

  // MARK: Time

  /// Lets so many nanoseconds pass, and what is due in them be done.
  func wait(_ nanoseconds: Int64) {
    let end = Scheduler.now + nanoseconds
    run(atMost: .max, pace: nanoseconds) { Scheduler.now >= end || violation != nil }
  }

  /// Lets work go on, and time pass where there is none.
  ///
  /// - Parameters:
  ///   - most: So many pieces of work are run at most.
  ///   - pace: So many nanoseconds pass at most between two of them.
  ///   - isDone: Whether it is enough; asked after each piece.
  func run(atMost most: Int, pace: Int64 = 500_000_000, until isDone: () -> Bool = { false }) {
    for _ in 0..<most {
      if !Scheduler.step() { Scheduler.advance(atMost: pace) }
      trace?.look(at: Scheduler.now)
      if daemons.contains(where: { $0.ending != nil }) { restartEnded() }
      if isDone() { return }
    }
  }
}
