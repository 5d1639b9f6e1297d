import Platform
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Trials in which the ledger's files are damaged while the daemon is down and a payment is under way.
struct DamageTrials: Sendable {
  /// The state before the damage: what was reported, and the folder with the files.
  struct Snapshot: Sendable {
    let name: String
    let folder: String
    let told: Told
  }

  struct Damage: Sendable {
    let snapshot: Snapshot
    let file: String
    let offset: Int
    let isCut: Bool

    var place: String { "\(snapshot.name): \(file) \(isCut ? "cut to" : "flipped at") \(offset)" }
  }

  let workplace: Workplace
  let prepared: String
  let network: any Network

  /// Makes snapshots: one after `kill -9`, with everything in the log, and one after a regular end, with everything in
  /// the database.
  func snapshots() async throws -> [Snapshot] {
    var snapshots: [Snapshot] = []
    for name in ["killed", "ended"] {
      let trial = try await Trial(copying: prepared, to: workplace.folder + "/snapshot-" + name)
      let story = Story(network: network, told: Told())
      let daemon = try await trial.start()
      try await story.play(in: trial, until: .inFlight, patience: .seconds(30))
      if name == "killed" {
        daemon.signal(SIGKILL)
        _ = try await daemon.exit()
      } else {
        try await Trial.stop(daemon)
      }
      snapshots.append(Snapshot(name: name, folder: trial.folder, told: story.told))
    }
    return snapshots
  }

  /// Returns all damages. Cuts are at every page boundary and in the middle of every page. Changed bytes are at the end
  /// of every page, and are all of the last 32 bytes.
  static func damages(_ snapshots: [Snapshot], cuts: Bool) -> [Damage] {
    var damages: [Damage] = []
    for snapshot in snapshots {
      for file in ["ledger.sqlite", "ledger.sqlite-wal"] {
        let path = snapshot.folder + "/state/ledger/" + file
        guard let size = FileManager.default.contents(atPath: path)?.count, size > 0 else { continue }
        // The log has a header of 32 bytes, and a header of 24 bytes before each page.
        let (header, page) = file.hasSuffix("-wal") ? (32, 4120) : (0, 4096)
        var offsets: Set<Int> = []
        for end in stride(from: header + page, through: size, by: page) {
          offsets.formUnion(cuts ? [end - page, end - page / 2] : [end - 1, end - 9, end - 40, end - page + 9])
        }
        if cuts {
          offsets.formUnion([0, header / 2, size - 1])
        } else {
          offsets.formUnion(size - 32..<size)
          offsets.formUnion([8, 20])
        }
        damages += offsets.sorted().map { Damage(snapshot: snapshot, file: file, offset: $0, isCut: cuts) }
      }
    }
    return damages
  }

  /// Runs a trial: it damages a file and starts the daemon. In every case the recipient must be paid at most once, and
  /// nothing that was reported may be undone.
  func run(_ damage: Damage, at: Int) async -> PointResult {
    let kind: Kind = damage.isCut ? .cut : .flip
    var outcome = ""
    var kept: Trial?
    do {
      let trial = try await Trial(
        copying: damage.snapshot.folder, to: workplace.folder + "/\(kind.rawValue)-\(at)")
      kept = trial
      try apply(damage, trial)
      let story = Story(network: network, told: Told(damage.snapshot.told))
      outcome = try await start(story, trial)
      try await Invariants(story: story, trial: trial).atMostOnePayment()
      trial.remove()
      return PointResult(
        kind: kind, at: at, place: damage.place, hit: true, restarts: 1, outcome: outcome, violation: nil)
    } catch {
      return PointResult(
        kind: kind, at: at, place: damage.place, hit: true, restarts: 1, outcome: outcome,
        violation: "\(error)\(kept.map { " (kept: \($0.folder))" } ?? "")")
    }
  }

  private func apply(_ damage: Damage, _ trial: Trial) throws {
    let path = trial.ledger + "/" + damage.file
    guard var bytes = FileManager.default.contents(atPath: path) else { throw Violation("no \(path)") }
    if damage.isCut {
      bytes.removeLast(bytes.count - damage.offset)
    } else {
      bytes[damage.offset] ^= 1 << UInt8(damage.offset % 8)
    }
    let handle = open(path, O_WRONLY | O_TRUNC)
    defer { close(handle) }
    let written = bytes.withUnsafeBytes { write(handle, $0.baseAddress, $0.count) }
    guard written == bytes.count else { throw Violation("cannot write \(path)") }
  }

  private func start(_ story: Story, _ trial: Trial) async throws -> String {
    let process = try trial.launch()
    do {
      try await Trial.ready(process)
    } catch {
      let exit = try await process.exit(within: .seconds(10))
      let remarks = process.lines(.error).joined(separator: " | ")
      try hold(exit == .code(65), "payd ended with \(exit): \(remarks)")
      try hold(remarks.contains("restore"), "payd does not say what to do: \(remarks)")
      return "refused, said what to do (65)"
    }
    do {
      try await story.play(in: trial, patience: .seconds(10))
    } catch {
      // The damage was found when its place was read. The daemon must then end by itself.
      guard let exit = try? await process.exit(within: .seconds(3)) else {
        process.signal(SIGKILL)
        throw error
      }
      try hold(exit == .code(74), "payd ended with \(exit): \(process.lines(.error).suffix(3))")
      return "found when read, ended with 74"
    }
    try await Invariants(story: story, trial: trial).atTheEnd()
    try await Trial.stop(process)
    return "opened, nothing lost"
  }
}
