import Cryptography
import Platform

/// The cost of a daemon without load: memory, and the time until it is ready.
struct Footprint {
  static let sessions = 1000

  let options: Options

  /// Adds `memory.idle`, `memory.idle.pss`, `memory.session`, `startup` and `stop.sessions`, measured with a fresh daemon that was
  /// paired once and then has sessions without requests.
  func measure(folder: RunFolder, identity: Ed25519.SigningKey, into measurements: inout Measurements) throws {
    note("memory with \(Self.sessions) sessions")
    // The first start with a new state creates keys and tables, so it is reported separately.
    let first = try BenchmarkedPayd(options: options, folder: folder)
    measurements.add("startup.first", first.process.secondsToReady * 1000, unit: "ms")
    try first.pair(try first.target(identity: identity, frameSize: options.frameSize))
    first.process.stop()
    for _ in 1...options.rounds {
      let payd = try BenchmarkedPayd(options: options, folder: folder)
      measurements.add("startup", payd.process.secondsToReady * 1000, unit: "ms")
      payd.process.stop()
    }
    let payd = try BenchmarkedPayd(options: options, folder: folder)
    defer { payd.process.stop() }
    let target = try payd.target(identity: identity, frameSize: options.frameSize)
    // The daemon returns what only its start has used a second after it.
    sleep(3)
    let idle = try ProcessMemory(processID: payd.process.processID)
    measurements.add("memory.idle", idle.resident, unit: "KiB")
    measurements.add("memory.idle.pss", idle.proportional, unit: "KiB")
    // The first session also loads code and tables that all sessions share.
    let one = try target.connect()
    let before = try ProcessMemory(processID: payd.process.processID)
    let exchanges = try (0..<Self.sessions).map { _ in try target.connect() }
    sleep(1)
    let after = try ProcessMemory(processID: payd.process.processID)
    measurements.add("memory.sessions", after.resident, unit: "KiB")
    measurements.add("memory.session", (after.resident - before.resident) / Double(Self.sessions), unit: "KiB")
    // All sessions are alive, because the last one still answers.
    _ = try exchanges.last?.call(Request.text)
    let begin = monotonicNanoseconds()
    payd.process.stop()
    measurements.add("stop.sessions", Double(monotonicNanoseconds() - begin) / 1e6, unit: "ms")
    withExtendedLifetime((one, exchanges)) {}
  }
}
