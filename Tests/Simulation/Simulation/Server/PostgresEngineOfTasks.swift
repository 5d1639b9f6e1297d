import PostgreSQL

@testable import Ledger

/// The product's own code for a ledger in PostgreSQL, whose units and reads are jobs of the schedule in place of works of
/// queues.
final class PostgresEngineOfTasks: LedgerEngine {
  let largestBatch = 60
  var lease: LedgerLease? { place.lease }
  private let place: PostgresPlace
  private let process: Int
  private nonisolated(unsafe) let writer: PostgresDatabase
  private nonisolated(unsafe) let reader: PostgresDatabase
  /// Whether the process was killed.
  nonisolated(unsafe) var isKilled = false

  /// Connects, as ``PostgresEngine`` does.
  init(
    _ address: PostgresAddress, _ folder: String, provider: String? = nil, process: Int
  ) throws(LedgerError) {
    self.process = process
    SimulatedServer.currentProcess = process
    place = try PostgresPlace(address, LedgerFolder(path: folder), provider: provider)
    try place.prepare()
    (writer, reader) = (PostgresDatabase(place), PostgresDatabase(place))
  }

  private func run(_ work: @escaping @Sendable () -> Void) {
    Task { [self] in
      guard !isKilled else { return }
      SimulatedServer.currentProcess = process
      work()
    }
  }

  func onWriter(_ work: @escaping @Sendable (any LedgerDatabase) -> Void) { run { work(self.writer) } }

  func onReader(_ work: @escaping @Sendable (Result<any LedgerDatabase, LedgerError>) -> Void) {
    run { work(.success(self.reader)) }
  }

  func committed(_ reached: HighWaterMark.Reached) -> LedgerError? { place.note(reached) }
  func answered(units: Int) -> LedgerError? { nil }
  func copy(to path: String) async throws(LedgerError) -> AuditHead { throw .closed }

  func close() async -> LedgerError? {
    place.release()
    return nil
  }

  func leave() {}
}
