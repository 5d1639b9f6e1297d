import TestSupport

@testable import Ledger

/// Disks that lose or change what they have acknowledged, and what the owner does then.
extension World {
  /// Whether a daemon there has a reason to refuse its ledger.
  func isUntrue(_ place: SimulatedDaemon.Place) -> Bool {
    place.disk.isUntrue || (place.database != nil && isDatabaseUntrue)
  }

  /// Bits of the files of a ledger change while the machine is off, or below a daemon that runs.
  func rot(_ random: inout SeededRandom) throws {
    guard setting.hasUntrueDisks, let daemon = random.pick(daemons) else { return }
    guard random.percent(50) else {
      // Of the others a daemon reads nothing while it runs, and has in memory what it writes to them next.
      let names = try daemon.place.disk.rot(&random) { $0 == "ledger.sqlite" || $0 == "ledger.sqlite-wal" }
      return note("bits of \(names) change on the disk of \(daemon.place.name), which runs")
    }
    try replace(daemon, by: daemon.place) {
      let names = try daemon.place.disk.rot(&random)
      note("bits of \(names) have changed on the disk of \(daemon.place.name)")
      // Of a log that ends too early, the mark tells; where it has changed, too, it may be too old for that.
      if daemon.place.database == nil, names.contains("ledger.mark"), names.count > 1 { ledgerWentBack() }
    }
  }

  /// The owner does what `payd` advises where it refuses a ledger: the newest copy is restored, and without one the wallet
  /// alone knows what was paid.
  func replaceLedger(of daemon: SimulatedDaemon, refusedFor refusal: LedgerError) throws {
    note("\(daemon.place.name) refuses its ledger: \(refusal)")
    let place = daemon.place
    guard place.database == nil else {
      return replace(daemon, by: place) { for name in ["ledger.mark", "ledger.epoch"] { place.disk.remove(name) } }
    }
    guard backup == nil else { return try restoreBackup() }
    ledgerWentBack()
    guard refusal != .lostItsEnd else {
      note("the owner goes on with what is left")
      return replace(daemon, by: place) { place.disk.remove("ledger.mark") }
    }
    note("the owner begins with an empty ledger")
    replace(daemon, by: try otherMachine(of: place) { try SimulatedDisk($0) }) {}
  }
}
