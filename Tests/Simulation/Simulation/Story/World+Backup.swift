import PaymentsModel
import Platform
import RPCRuntime

@testable import Ledger
@testable import Provider

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Copies of the ledger, and machines that are lost.
extension World {
  /// A copy of the ledger.
  struct Backup {
    let path: String
    /// Whether it is the whole folder, copied and put back by other tools.
    let isFolder: Bool
    /// The requests whose orders apps knew when it was begun, with the ends that they knew.
    let told: [PaymentRequestID: OrderState?]
  }

  /// Copies the ledger while it is used.
  func makeBackup() {
    let path = newPath("backup")
    let told = whatAppsWereTold
    atDaemon("the backup") { [self] daemon in
      guard daemon.place.database == nil, let ledger = daemon.ledger else { return }
      _ = try await ledger.copy(to: path)
      backup = Backup(path: path, isFolder: false, told: told)
      note("a backup is made")
    }
  }

  var whatAppsWereTold: [PaymentRequestID: OrderState?] {
    Dictionary(
      requests.filter { $0.order != nil }.map { ($0.id, $0.end) }, uniquingKeysWith: { first, _ in first })
  }

  /// Copies the folder of the ledger while the daemon does not run, as other tools do.
  func copyFolder() throws {
    guard let daemon = daemons.first, daemon.place.database == nil, !daemon.place.disk.isUntrue else { return }
    let path = newPath("backup")
    let told = whatAppsWereTold
    note("\(daemon.place.name) is stopped, and its folder is copied")
    try replace(daemon, by: daemon.place) {
      try FileManager.default.copyItem(atPath: daemon.place.directories.ledger, toPath: path)
      backup = Backup(path: path, isFolder: true, told: told)
    }
  }

  /// The machine is lost, and another one gets what the newest backup has. Between both is what apps were told and the
  /// present ledger never knew.
  func restoreBackup() throws {
    guard let backup, let daemon = daemons.first, daemon.place.database == nil else { return }
    note("the machine is lost, and \(backup.isFolder ? "the copy of its folder" : "the backup") is on another one")
    let place = try otherMachine(of: daemon.place) { path in
      backup.isFolder
        ? try SimulatedDisk(path, copyOf: backup.path)
        : try SimulatedDisk(path, holding: backup.path, as: "ledger.sqlite")
    }
    ledgerWentBack(to: backup.told)
    try replace(daemon, by: place) { if !backup.isFolder { try prepare(place.directories.ledger) } }
  }

  /// Another machine for a daemon, with the same key.
  func otherMachine(
    of old: SimulatedDaemon.Place, _ disk: (String) throws -> SimulatedDisk
  ) throws -> SimulatedDaemon.Place {
    let state = newPath("machine")
    let directories = PayportDirectories(runtime: old.directories.runtime, state: state, configuration: state)
    try Self.makeKey(in: directories, of: old.directories)
    return SimulatedDaemon.Place(
      name: old.name, directories: directories, disk: try disk(directories.ledger), database: nil)
  }

  /// From now on the ledger is, or may be, an older one.
  ///
  /// - Parameter told: what it knows of what apps were told, where that is known.
  func ledgerWentBack(to told: [PaymentRequestID: OrderState?] = [:]) {
    isRestored = true
    lostLedgers += 1
    for request in requests {
      let known = told[request.id]
      if known == nil { request.order = nil }
      if let end = request.end, known != .some(end) { (request.endOfLostLedger, request.end) = (end, nil) }
    }
    // It may not know the apps.
    for app in apps { app.pair() }
  }

  /// What `payd restore` does with the ledger of a backup.
  private func prepare(_ folder: String) throws {
    isRestored = false
    Scheduler.within(newProcess()) {
      _ = Task { [self] in
        do {
          let ledger = try Ledger(folder: folder) { _ in }
          let held = try await RestoredLedger(ledger: ledger).prepare(
            at: Scheduler.timestamp)
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
