import Platform
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Trials in which the daemon is struck at one of its calls during the story, and then started again.
struct PaydTrials: Sendable {
  let workplace: Workplace
  let prepared: String
  /// Creates the story of a trial, of which nothing was told yet.
  let story: @Sendable () -> any TrialStory

  /// Returns all places of a kind. The calls are counted in a run in which nothing is struck.
  func places(of kind: Kind) async throws -> [(at: Int, place: String)] {
    let trial = try await Trial(copying: prepared, to: workplace.folder + "/count-\(kind.rawValue)")
    defer { trial.remove() }
    let story = story()
    var strike = strike(kind, 0, trial)
    strike.shadow = nil
    let daemon = try trial.launch(strike)
    try await Trial.ready(daemon)
    try await story.play(in: trial, patience: .seconds(30))
    try await story.undisturbed(in: trial)
    try await Trial.stop(daemon)
    let calls = CountedCall.read(trial.log)
    let chosen = kind == .torn ? calls.filter { $0.bytes > 1 } : calls
    return chosen.map { ($0.number, $0.place) }
  }

  func strike(_ kind: Kind, _ at: Int, _ trial: Trial) -> Strike {
    var strike = Strike()
    strike.at = at
    strike.under = [trial.state, trial.runtime]
    switch kind {
    case .torn:
      strike.action = .torn
      // Half of what is written to a ledger in PostgreSQL is half of what is sent.
      strike.sockets = PostgresForTests.isUsed
    case .enospc, .full: strike.action = .enospc
    case .eio, .broken: strike.action = .eio
    case .document: break
    default: strike.sockets = true
    }
    strike.persists = at > 0 && (kind == .full || kind == .broken)
    if kind == .power { strike.shadow = trial.shadow }
    return strike
  }

  /// Runs a trial.
  func run(_ kind: Kind, at: Int, place: String) async -> PointResult {
    let name = "\(kind.rawValue)-\(at)"
    var outcome = "not reached"
    var hit = false
    var kept: Trial?
    do {
      let trial = try await Trial(copying: prepared, to: workplace.folder + "/" + name)
      kept = trial
      let story = story()
      let isDisk = [.enospc, .full, .eio, .broken].contains(kind)
      let first = try await firstRun(story, trial, strike(kind, at, trial), isDisk ? .seconds(2) : .seconds(30))
      hit = first.hit
      outcome = try first.outcome(isDisk: isDisk)
      if kind == .power { try PowerFailure(trial: trial, prepared: prepared).happen() }
      try await recover(story, trial)
      trial.remove()
      return PointResult(
        kind: kind, at: at, place: place, hit: hit, restarts: 1, outcome: outcome, violation: nil)
    } catch {
      return PointResult(
        kind: kind, at: at, place: place, hit: hit, restarts: 1, outcome: outcome,
        violation: "\(error)\(kept.map { " (kept: \($0.folder))" } ?? "")")
    }
  }

  /// Starts the daemon again without a strike, plays the story to its end, and checks everything.
  func recover(_ story: any TrialStory, _ trial: Trial) async throws {
    try await story.atMostOnePayment(in: trial)
    let daemon = try await trial.start()
    try await story.play(in: trial, patience: .seconds(30))
    try await story.atTheEnd(in: trial)
    try await Trial.stop(daemon)
    try await story.atMostOnePayment(in: trial)
  }

  /// Runs the daemon with a strike.
  func firstRun(
    _ story: any TrialStory, _ trial: Trial, _ strike: Strike, _ patience: Duration
  ) async throws -> StruckRun {
    if let shadow = strike.shadow { mkdir(shadow, 0o700) }
    let process = try trial.launch(strike)
    var run = StruckRun()
    do {
      try await Trial.ready(process)
      run.wasReady = true
      try await story.play(in: trial, patience: patience)
      run.isWhole = true
    } catch let violation as Violation {
      process.signal(SIGKILL)
      throw violation
    } catch {
      // The strike has happened. The exit status tells what was refused or interrupted.
      run.trouble = "\(error)"
    }
    process.signal(SIGTERM)
    do {
      run.exit = try await process.exit(within: .seconds(20))
    } catch {
      process.signal(SIGKILL)
      throw Violation("payd does not end: \(error)")
    }
    run.remarks = process.lines(.error).suffix(3).joined(separator: " | ")
    run.hit = CountedCall.read(trial.log).contains(where: \.isStruck)
    return run
  }
}

/// The end of a run in which the daemon was struck.
struct StruckRun: Sendable {
  var wasReady = false
  /// Whether the story reached its end nevertheless.
  var isWhole = false
  var trouble = ""
  var exit = ChildProcess.Exit.code(0)
  var remarks = ""
  var hit = false

  /// Returns the outcome in a few words; throws if the daemon ended in a way that is not allowed.
  func outcome(isDisk: Bool) throws(Violation) -> String {
    guard hit else {
      try hold(isWhole && exit == .code(0), "without a blow: \(exit) \(trouble) \(remarks)")
      return "not reached"
    }
    switch exit {
    case .code(137) where !isDisk: return "killed"
    case .code(0) where isWhole: return "went on"
    case .code(0): return "refused, then ended well"
    case .code(let code) where wasReady && code == 74: return "ended with 74"
    case .code(let code) where !wasReady && [69, 74, 77, 78].contains(code):
      try hold(remarks.contains("payd: "), "no word about why it did not start: \(remarks)")
      return "did not start, said why (\(code))"
    default: throw Violation("payd ended with \(exit): \(trouble) \(remarks)")
    }
  }
}

/// A power failure. Only the synchronised content of the ledger's files remains. The network keeps what it received.
struct PowerFailure {
  let trial: Trial
  let prepared: String

  func happen() throws {
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: trial.ledger) where name != "ledger.lock" {
      let path = trial.ledger + "/" + name
      try files.removeItem(atPath: path)
      let sources = [trial.shadow + "/" + name, prepared + "/state/ledger/" + name]
      guard let source = sources.first(where: files.fileExists(atPath:)) else { continue }
      try files.copyItem(atPath: source, toPath: path)
    }
  }
}
