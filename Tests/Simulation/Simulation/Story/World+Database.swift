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
}
