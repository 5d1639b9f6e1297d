import JSON
import PaymentsModel
import Platform

@testable import Ledger
@testable import MockWallet

/// Writes down what changes in the ledger and in the network of a story, one line a change, so that the model of payments can
/// say whether it allows that: see `model/README.md`. What changed between two looks belongs together, and only commits and
/// calls of the wallet change anything, so that a look after each piece of work misses nothing.
final class TraceRecorder {
  /// Gives a connection to the ledger, which sees what is committed. It is not called while a unit is under way.
  typealias LedgerWindow = ((any LedgerDatabase) throws -> Void) throws -> Void

  private let network: MockNetwork
  private let ledger: LedgerWindow
  private var known: [TracedThing: [String: String]] = [:]
  private var lines: [UInt8] = []
  private var looks = 0
  /// By what is seen without much work that something may have changed.
  private var pulse: [Int64] = []

  init(_ network: MockNetwork, ledger: @escaping LedgerWindow) {
    self.network = network
    self.ledger = ledger
  }

  /// Looks whether something has changed, and writes it down.
  func look(at nanoseconds: Int64) {
    do {
      let present = try readPulse()
      guard present != pulse else { return }
      pulse = present
      looks += 1
      for (thing, fields) in try readAll() where known[thing] != fields {
        known[thing] = fields
        write(thing, fields, at: nanoseconds)
      }
    } catch {
      // The next look sees it as well. A ledger that cannot be read for good leaves a trace that is refused.
    }
  }

  /// A process of the provider has ended, and what it had in memory is gone.
  func ended(_ process: String, at nanoseconds: Int64) {
    looks += 1
    write(TracedThing(kind: "ended", id: process), [:], at: nanoseconds)
  }

  /// Stores all lines.
  func finish(in path: String) {
    guard let file = fopen(path, "w") else { return }
    defer { fclose(file) }
    _ = lines.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
  }

  private func readPulse() throws -> [Int64] {
    var pulse = network.access(appends: false) { state in
      state.chains.flatMap { [Int64($0.sequence), Int64(clamping: $0.parameters.fee.atomicUnits)] }
    }
    try ledger { database in
      try database.forEachRow(Self.pulseOfLedger, []) { row in
        for index in 0..<row.count { if case .integer(let number) = try row.value(index) { pulse.append(number) } }
        return true
      }
    }
    return pulse
  }

  private static let pulseOfLedger = """
    SELECT count(*), CAST(coalesce(sum(version), 0) AS BIGINT),
      (SELECT count(*) FROM settings WHERE key = 'wallet_locked'), (SELECT count(*) FROM apps WHERE status = 'approved'),
      (SELECT count(*) FROM wallet_sends), (SELECT count(*) FROM wallet_sends WHERE verdict = 'open')
    FROM orders
    """

  private func readAll() throws -> [(TracedThing, [String: String])] {
    var things: [(TracedThing, [String: String])] = []
    try ledger { things += try TracedThing.all(in: $0) }
    things += network.access(appends: false) { TracedThing.all(in: $0) }
    return things.sorted { ($0.0.kind, $0.0.id) < ($1.0.kind, $1.0.id) }
  }

  private func write(_ thing: TracedThing, _ fields: [String: String], at nanoseconds: Int64) {
    var writer = JSONWriter(capacity: 320)
    writer.beginObject()
    writer.name("look")
    writer.integer(looks)
    writer.name("ms")
    writer.integer(nanoseconds / 1_000_000)
    writer.name("kind")
    writer.string(thing.kind)
    writer.name("id")
    writer.string(thing.id)
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      writer.name(name)
      writer.string(value)
    }
    writer.endObject()
    lines += writer.bytes + [UInt8(ascii: "\n")]
  }
}
