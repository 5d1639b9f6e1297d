import PaymentsModel
import Platform
import RPCRuntime

@testable import Ledger
@testable import Provider

/// Copies of the ledger, and machines that are lost.
extension World {
  /// A copy of the ledger.
  struct Backup {
    let path: String
    /// The requests whose orders apps knew when it was begun, with the ends that they knew.
    let told: [PaymentRequestID: OrderState?]
  }

  /// Copies the ledger while it is used.
  func makeBackup() {
    let path = "\(folder)/backup-\(Scheduler.steps)"
    let told = Dictionary(
      requests.filter { $0.order != nil }.map { ($0.id, $0.end) }, uniquingKeysWith: { first, _ in first })
    atDaemon("the backup") { [self] daemon in
      guard daemon.place.database == nil, let ledger = daemon.ledger else { return }
      _ = try await ledger.copy(to: path)
      backup = Backup(path: path, told: told)
      note("a backup is made")
    }
  }

  /// The machine is lost, and another one gets what the newest backup has. Between both is what apps were told and the
  /// present ledger never knew.
  func restoreBackup() throws {
    guard let backup, let daemon = daemons.first, daemon.place.database == nil else { return }
    note("the machine is lost, and the backup is restored on another one")
    let old = daemon.place
    let state = "\(folder)/wallet-\(Scheduler.steps)"
    let directories = PayportDirectories(
      runtime: old.directories.runtime, state: state, configuration: state)
    try Self.makeKey(in: directories, of: old.directories)
    let place = SimulatedDaemon.Place(
      name: old.name, directories: directories,
      disk: try SimulatedDisk(directories.ledger, holding: backup.path, as: "ledger.sqlite"), database: nil)
    for request in requests {
      let told = backup.told[request.id]
      if told == nil { request.order = nil }
      if let end = request.end, told != .some(end) { (request.endOfLostLedger, request.end) = (end, nil) }
    }
    try replace(daemon, by: place) { try prepare(directories.ledger) }
  }

  /// What `payd restore` does with the ledger of a backup.
  private func prepare(_ folder: String) throws {
    isRestored = false
    Scheduler.within(newProcess()) {
      _ = Task { [self] in
        do {
          let ledger = try Ledger(folder: folder) { _ in }
          let held = try await RestoredLedger(ledger: ledger).prepare(
            at: Timestamp(milliseconds: Scheduler.now / 1_000_000))
          await ledger.close()
          note("\(held) orders of the backup wait for the owner")
        } catch {
          violation = violation ?? Violation("the backup cannot be restored: \(error)")
        }
        isRestored = true
      }
    }
    run(atMost: 100_000) { isRestored }
    guard isRestored else { throw Violation("the backup is not restored") }
  }
}
