import Consumer
import OwnerAPI
import OwnerSocket
import Platform
import TestSupport

/// The history of one order. The daemon is killed at five places while it handles the order, which is then paid once.
/// The history consists of the entries of the audit log, with the kills between them.
struct OrderHistory: Sendable {
  let workplace: Workplace
  let prepared: String

  func text() async throws -> String {
    let trial = try await Trial(copying: prepared, to: workplace.folder + "/history")
    defer { trial.remove() }
    let story = Story(network: MadeUpNetwork(), told: Told())
    var kills: [(at: Timestamp, what: String)] = []
    for blow in Blow.allCases {
      try await strike(blow, story, trial)
      let sent = try await story.network.sent(trial)
      kills.append((SystemWallClock().now(), "KILLED \(blow.rawValue); transactions of the wallet: \(sent.count)"))
    }
    let daemon = try await trial.start()
    try await story.play(in: trial, patience: .seconds(30))
    try await Invariants(story: story, trial: trial).atTheEnd()
    let entries = try await trial.owner("audit", ["limit": 100])["entries"]?.arrayValue ?? []
    try await Trial.stop(daemon)
    let order = story.told.order?.orderID.rawValue ?? ""
    let log = entries.filter { $0["object"]?.stringValue == order }.compactMap { entry -> (Timestamp, String)? in
      guard let at = entry["at"]?.stringValue.flatMap({ Timestamp($0) }) else { return nil }
      return (at, Self.text(of: entry))
    }
    let lines = (log + kills.map { ($0.at, $0.what) }).sorted { $0.0 < $1.0 }.map { "  \($0.0.text)  \($0.1)" }
    let sent = try await story.network.sent(trial)
    return
      (["the history of \(order), killed at five places:"] + lines
      + ["  one transaction in the end: \(sent.map(\.id).joined(separator: ", "))"])
      .joined(separator: "\n")
  }

  private static func text(of entry: JSONValue) -> String {
    let detail = entry["detail"] ?? .null
    let members = (detail.objectValue?.members ?? []).filter { !["address", "app"].contains($0.name) }
    let values = members.map { "\($0.name)=\($0.value.stringValue ?? $0.value.text())" }
    return ([entry["kind"]?.stringValue ?? ""] + values).joined(separator: " ")
  }

  private enum Blow: String, CaseIterable {
    case recording = "while the request is being recorded"
    case approving = "while the owner's yes is being recorded"
    case signing = "while the signed transaction is being recorded"
    case submitting = "while the transaction is handed to the network"
    case accepted = "when the network had it, before that was recorded"
  }

  private func strike(_ blow: Blow, _ story: Story, _ trial: Trial) async throws {
    var strike = Strike()
    let journal = trial.state + "/mock-network.journal"
    switch blow {
    case .recording, .approving, .signing: strike.under = [trial.ledger + "/ledger.sqlite-wal"]
    case .submitting, .accepted:
      // The first calls on the journal only open it.
      strike.under = [journal]
      strike.at = try await callsThatOpen(journal) + 1
      if blow == .accepted { strike.action = .after }
    }
    let daemon = try trial.launch(strike)
    do {
      try await Trial.ready(daemon)
      try await provoke(blow, daemon, story, trial)
    } catch is ConnectionError {
    } catch is OwnerFailure {
    } catch is ChildProcessError {
    }
    let exit = try await daemon.exit(within: .seconds(20))
    try hold(exit == .code(137), "\(blow.rawValue): payd ended with \(exit)")
  }

  /// Makes the daemon do the work during which it is killed.
  private func provoke(_ blow: Blow, _ daemon: ChildProcess, _ story: Story, _ trial: Trial) async throws {
    switch blow {
    case .recording:
      try await story.ask(in: trial, before: { daemon.signal(SIGUSR1) })
    case .approving:
      let order = try await story.ask(in: trial)
      daemon.signal(SIGUSR1)
      try await story.approve(order, trial)
    case .signing:
      // The wallet is slow, so that the approval is recorded before the strike is armed.
      try await trial.owner("mock", ["command": "latency", "currency": "LTC", "step": "prepare", "ms": 400])
      let order = try await story.ask(in: trial)
      try await story.approve(order, trial)
      daemon.signal(SIGUSR1)
    case .submitting, .accepted: break
    }
  }

  /// Returns the number of calls on the journal that a start makes before it broadcasts anything.
  private func callsThatOpen(_ journal: String) async throws -> Int {
    let trial = try await Trial(copying: prepared, to: workplace.folder + "/history-count")
    defer { trial.remove() }
    var strike = Strike()
    strike.under = [trial.state + "/mock-network.journal"]
    let daemon = try trial.launch(strike)
    try await Trial.ready(daemon)
    try await Trial.stop(daemon)
    return CountedCall.read(trial.log).count
  }
}
