import ChatPayments
import ChatTransports
import Consumer
import MockWallet
import Platform
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Trials in which `paychat` is killed at one of its calls while two people settle a card, and started again with the
/// same script.
///
/// With even numbers it is the payer of a request. With odd numbers it is the payee of an offer.
struct CardTrials: Sendable {
  private static let app = Manifest(
    appID: "payport.paychat.bob", name: "paychat (bob)", version: "1.0.0", scopes: [.receive, .pay])

  let workplace: Workplace
  /// The folder of a daemon that knows two apps: the app of the proposer, and paychat.
  let prepared: String

  /// Prepares the folder by pairing paychat as well.
  static func prepare(_ workplace: Workplace) async throws -> String {
    let folder = try await workplace.paired("prepared-cards", Workplace.mock)
    let trial = Trial(at: folder)
    let daemon = try await trial.start()
    let client = PaymentsClient(app, options: ClientOptions(directories: trial.directories, patience: .zero))
    guard case .pending(let code?, let id?) = try await client.connect() else {
      throw Violation("paychat is not asked to pair")
    }
    try await trial.owner(
      "approve", ["id": .string(id), "code": .string(code.digits), "scopes": ["receive", "pay"]])
    try await client.waitUntilApproved()
    await client.close()
    try await Trial.stop(daemon)
    return folder
  }

  /// Returns all places. The calls are counted in one run for each role, in which nothing is struck.
  func places() async throws -> [(at: Int, place: String)] {
    var places: [(at: Int, place: String)] = []
    for (part, name) in [(0, "payer"), (1, "payee")] {
      let trial = try await Trial(copying: prepared, to: workplace.folder + "/count-card-\(part)")
      defer { trial.remove() }
      _ = try await settle(trial, part, at: 0)
      places += CountedCall.read(trial.log).map { ($0.number * 2 + part, $0.place + ", \(name)") }
    }
    return places.sorted { $0.at < $1.at }
  }

  func run(_ at: Int, _ place: String) async -> PointResult {
    var kept: Trial?
    do {
      let trial = try await Trial(copying: prepared, to: workplace.folder + "/card-\(at)")
      kept = trial
      let (hit, outcome) = try await settle(trial, at % 2, at: at / 2)
      trial.remove()
      return PointResult(kind: .card, at: at, place: place, hit: hit, restarts: 1, outcome: outcome, violation: nil)
    } catch {
      return PointResult(
        kind: .card, at: at, place: place, hit: true, restarts: 1, outcome: "",
        violation: "\(error)\(kept.map { " (kept: \($0.folder))" } ?? "")")
    }
  }

  /// Plays a card from its proposal to its end. Returns whether the strike happened, and the state of the card then.
  private func settle(_ trial: Trial, _ part: Int, at number: Int) async throws -> (hit: Bool, outcome: String) {
    let daemon = try await trial.start()
    let relay = RelayServer(name: "main", directories: trial.chatDirectories)
    try await relay.start()
    let proposer = try await CardProposer(trial)
    let work = Task { await proposer.agent.run() }
    let owner = Task { try await approveAndMine(trial) }
    do {
      let outcome = try await settle(trial, part, number, proposer)
      owner.cancel()
      work.cancel()
      await work.value
      await proposer.close()
      await relay.stop()
      try await Trial.stop(daemon)
      return outcome
    } catch {
      daemon.signal(SIGKILL)
      owner.cancel()
      work.cancel()
      await relay.stop()
      throw error
    }
  }

  private func settle(
    _ trial: Trial, _ part: Int, _ number: Int, _ proposer: CardProposer
  ) async throws -> (hit: Bool, outcome: String) {
    var strike = Strike()
    strike.at = number
    strike.under = [trial.app]
    strike.sockets = true
    let struck = try paychat(trial, strike)
    var key = try await proposer.propose(part == 0 ? .request : .offer) { !struck.isRunning }
    let exit = try await struck.exit(within: .seconds(60))
    let hit = exit == .code(137)
    try hold(hit || exit == .code(0), "paychat ended with \(exit): \(struck.lines(.error).suffix(3))")
    var outcome = "not reached"
    if hit {
      outcome =
        try await key.asyncMap { "killed when \(try await proposer.state($0).rawValue)" } ?? "killed at the door"
      let again = try paychat(trial)
      if key == nil { key = try await proposer.propose(part == 0 ? .request : .offer) { !again.isRunning } }
      let exit = try await again.exit(within: .seconds(60))
      try hold(exit == .code(0), "paychat again: \(exit): \(again.lines(.error).suffix(3))")
    }
    guard let key else { throw Violation("paychat never came in") }
    try await proposer.settled(key)
    try await paidOnce(trial)
    return (hit, outcome)
  }

  /// Starts paychat with a script of commands that can be repeated without harm.
  private func paychat(_ trial: Trial, _ strike: Strike? = nil) throws -> ChildProcess {
    let script = trial.folder + "/script"
    try Data("/wait 1 50s\n/accept 1\n/wait 1 settled 50s\n".utf8).write(to: URL(fileURLWithPath: script))
    return try trial.launch(
      "paychat", ["--as", "bob", "--script", script, "--state", trial.app, "--runtime", trial.runtime], strike)
  }

  /// Approves all payments, and mines blocks.
  private func approveAndMine(_ trial: Trial) async throws {
    while !Task.isCancelled {
      for question in try await trial.owner("questions")["questions"]?.arrayValue ?? [] {
        // The order may have been cancelled in the meantime.
        _ = try? await trial.owner(
          "approve", ["id": question["id"] ?? .null, "fee_cap": question["order"]?["fee_cap"] ?? .null])
      }
      try await trial.owner("mock", ["command": "mine", "count": 1])
      // This pause only sets the pace of the blocks.
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  private func paidOnce(_ trial: Trial) async throws {
    let network = try MockNetwork.snapshot(ofStateFile: trial.state + "/mock-network.journal")
    let sent = try network.control.broadcasts("LTC")
    try hold(sent.count == 1, "\(sent.count) transactions for one card")
    let orders = try await trial.owner("audit", ["limit": 100])["entries"]?.arrayValue ?? []
    let received = orders.filter { $0["kind"]?.stringValue == "order.received" }
    try hold(received.count == 1, "\(received.count) orders for one card")
  }
}

/// The proposer, which is an agent in this process and is never struck.
private struct CardProposer: Sendable {
  let agent: CardAgent
  private let chat: RelayChat
  private let client: PaymentsClient

  init(_ trial: Trial) async throws {
    chat = RelayChat(relay: "main", as: "alice", directories: trial.chatDirectories)
    try await chat.connect()
    client = trial.client()
    agent = try await CardAgent(transport: chat, wallet: client, folder: trial.folder + "/cards")
  }

  /// Proposes a card to bob once he has joined; returns `nil` if he never will.
  func propose(_ kind: CardKind, unless isGone: () -> Bool) async throws -> CardKey? {
    let bob = PersonID("bob")
    while true {
      // This is asked first. If paychat ends after that, it has joined already or never will.
      let isOver = isGone()
      if try await chat.people().contains(where: { $0.id == bob }) { break }
      if isOver { return nil }
      try await Task.sleep(for: .milliseconds(10))
    }
    let room = try await chat.room(with: bob)
    return try await agent.propose(
      CardDraft(kind, [CardPrice(currency: "LTC", amount: try DecimalAmount("0.05"))]), in: room.id)
  }

  func state(_ key: CardKey) async throws -> CardState {
    guard let card = await agent.card(key) else { throw Violation("the card is gone") }
    return card.state(now: SystemWallClock().now())
  }

  func settled(_ key: CardKey) async throws {
    _ = try await eventually("settled on the other side") { try await state(key) == .settled ? true : nil }
  }

  func close() async {
    await client.close()
    await chat.close()
  }
}

extension Optional {
  fileprivate func asyncMap<Other>(_ body: (Wrapped) async throws -> Other) async rethrows -> Other? {
    if let self { try await body(self) } else { nil }
  }
}
