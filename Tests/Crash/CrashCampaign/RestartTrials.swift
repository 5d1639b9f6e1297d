import Platform
import TestSupport

/// Trials about starting: two daemons at once, and kills while starting and while stopping.
struct RestartTrials: Sendable {
  let workplace: Workplace
  let prepared: String
  let network: any Network

  func places() async throws -> [(at: Int, place: String)] {
    (1...6).map { ($0, "two payd start at once after kill -9") }
      + (7...12).map { ($0, "killed at the first call while stopping") }
  }

  func run(_ at: Int, _ place: String) async -> PointResult {
    var outcome = ""
    var kept: Trial?
    do {
      let trial = try await Trial(copying: prepared, to: workplace.folder + "/restart-\(at)")
      kept = trial
      let story = Story(network: network, told: Told())
      let daemon = try await start(trial, at)
      try await story.play(in: trial, until: .inFlight, patience: .seconds(30))
      outcome = at <= 6 ? try await two(trial, daemon) : try await stopping(daemon)
      try await PaydTrials(workplace: workplace, prepared: prepared) { story }.recover(story, trial)
      trial.remove()
      return PointResult(
        kind: .restart, at: at, place: place, hit: true, restarts: 2, outcome: outcome, violation: nil)
    } catch {
      return PointResult(
        kind: .restart, at: at, place: place, hit: true, restarts: 2, outcome: outcome,
        violation: "\(error)\(kept.map { " (kept: \($0.folder))" } ?? "")")
    }
  }

  /// Starts a second daemon while one runs, and two at once after it was killed. At most one of the two may become
  /// ready.
  private func two(_ trial: Trial, _ daemon: ChildProcess) async throws -> String {
    let second = try trial.launch()
    try hold(try await second.exit(within: .seconds(20)) == .code(69), "a second payd: \(second.lines(.error))")
    daemon.signal(SIGKILL)
    let rivals = [try trial.launch(), try trial.launch()]
    _ = try await daemon.exit()
    var ready: [ChildProcess] = []
    for rival in rivals {
      do {
        try await Trial.ready(rival)
        ready.append(rival)
      } catch {
        let exit = try await rival.exit()
        try hold(exit == .code(69), "a rival ended with \(exit): \(rival.lines(.error))")
      }
    }
    try hold(ready.count <= 1, "two payd on one ledger")
    for process in ready { try await Trial.stop(process) }
    return "\(ready.count) of 2 came up"
  }

  /// Starts a daemon that can be struck while it stops.
  private func start(_ trial: Trial, _ at: Int) async throws -> ChildProcess {
    var strike = Strike()
    strike.action = at % 2 == 0 ? .kill : .after
    // The strike is at the first message to an app, at the discovery file, or at the ledger.
    strike.under = [[trial.state, trial.runtime], [trial.runtime], [trial.ledger]][(at - 1) / 2 % 3]
    strike.sockets = strike.under.count == 2
    let daemon = try trial.launch(at <= 6 ? nil : strike)
    try await Trial.ready(daemon)
    return daemon
  }

  /// Stops the daemon and kills it at the first call after that.
  private func stopping(_ daemon: ChildProcess) async throws -> String {
    daemon.signal(SIGUSR1)
    daemon.signal(SIGTERM)
    let exit = try await daemon.exit()
    try hold(exit == .code(137), "payd ended with \(exit)")
    return "killed"
  }
}
