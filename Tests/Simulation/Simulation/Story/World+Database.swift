import TestSupport

/// What happens to the server of the ledger's database.
extension World {
  func databaseFault(_ random: inout SeededRandom) {
    guard let server else { return }
    switch random.below(8) {
    case 0:
      note("the database is away")
      server.isAway = true
    case 1:
      note("the connections to the database end")
      server.endConnections()
    case 2:
      let (keeps, leaves) = (random.percent(50), random.percent(50))
      note("the standby of the database takes over\(leaves ? ", and the old server goes on" : "")")
      server.failOver(keepsUnacknowledged: keeps, leavesOld: leaves)
    case 3, 4: putBackDatabase(server, &random)
    default:
      let fates: [CommitFate] = [
        .lostUndone, .lostCommitted,
        .lostUndecided(Int64(random.below(20)) * 1_000_000_000, isCommitted: random.percent(50)),
        .refused("53100"), .refused("40001"), .warned,
      ]
      guard let fate = random.pick(fates) else { return }
      note("a commit will meet: \(fate)")
      server.nextCommits = [fate]
    }
  }

  /// Copies the database, puts it back to its copy while no daemon runs, or lets a standby take over that lags behind.
  private func putBackDatabase(_ server: SimulatedServer, _ random: inout SeededRandom) {
    guard let (database, told) = snapshot else {
      note("the database is copied")
      snapshot = (server.snapshot(), whatAppsWereTold)
      return
    }
    isDatabaseUntrue = true
    if random.percent(50) {
      let number = 1 + random.below(4)
      note("a standby of the database takes over that lacks \(number) commits")
      server.failOver(lacking: number)
      ledgerWentBack()
    } else {
      note("all daemons are stopped, and the database is put back to its copy")
      server.putBack(database)
      ledgerWentBack(to: told)
      for daemon in daemons { kill(daemon) }
    }
  }
}
