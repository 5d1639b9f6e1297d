/// One server with its database. After a failover or a restore there is another one.
///
/// The statements of all transactions that write run on one database, one transaction after another. As long as one is
/// open, others read a copy of what was committed before.
final class ServerInstance {
  /// A statement that was carried out, to be carried out once more on a copy.
  struct Change {
    let text: String
    let values: [ServerValue]
  }

  /// A transaction that was committed, and whether its client was told of that.
  struct Commit {
    let changes: [Change]
    var isAcknowledged: Bool
  }

  private(set) var main: MemoryDatabase
  /// Whether another one has taken over: nobody is told of commits any more.
  var isReplaced = false
  private(set) var sessions: [ServerSession] = []
  /// Whoever has a transaction open that writes.
  private(set) var writer: ServerSession?
  private var image: MemoryDatabase?
  /// Two older states, and what was committed since the first of them.
  private var bases: [(database: MemoryDatabase, count: Int)]
  private var log: [Commit] = []
  private var count = 0
  /// The numbers that transactions have taken which were undone: they are not given again.
  private var takenNumbers: [Change] = []
  /// How many commits one of the two states is apart from the other.
  private static let distance = 64

  init(_ database: MemoryDatabase) {
    main = database
    bases = [(MemoryDatabase(copyOf: database), 0)]
  }

  func add(_ session: ServerSession) { sessions.append(session) }
  func remove(_ session: ServerSession) { sessions.removeAll { $0 === session } }

  /// The database in which a session reads at present.
  func database(for session: ServerSession) -> MemoryDatabase {
    guard writer != nil, writer !== session else { return main }
    return committed()
  }

  /// What is committed, while something else may be under way.
  func committed() -> MemoryDatabase {
    guard writer != nil else { return main }
    if let image { return image }
    let made = state(after: count)
    image = made
    return made
  }

  /// The state after so many commits, of which not too many may be lacking.
  private func state(after number: Int) -> MemoryDatabase {
    guard let base = bases.last(where: { $0.count <= number }) else { return MemoryDatabase(copyOf: bases[0].database) }
    let copy = MemoryDatabase(copyOf: base.database)
    let first = count - log.count
    for commit in log[(base.count - first)..<(number - first)] {
      // What has worked once works again.
      for change in commit.changes { _ = try? copy.run(change.text, change.values) }
    }
    return copy
  }

  /// Begins a transaction that writes.
  func begin(_ session: ServerSession) {
    for other in sessions where other !== session { other.keepState(of: main) }
    writer = session
    _ = try? main.run("BEGIN IMMEDIATE")
  }

  /// Ends the transaction that writes.
  func end(with changes: [Change]?, isAcknowledged: Bool = false) {
    if let changes {
      _ = try? main.run("COMMIT")
      log.append(Commit(changes: takenNumbers + changes, isAcknowledged: isAcknowledged && !isReplaced))
      takenNumbers = []
      count += 1
      if count - (bases.last?.count ?? 0) >= Self.distance { keepBase() }
    } else {
      undo()
    }
    writer = nil
    image = nil
  }

  private func keepBase() {
    bases = bases.suffix(1) + [(MemoryDatabase(copyOf: main), count)]
    log.removeFirst(log.count - (count - bases[0].count))
  }

  private func undo() {
    let numbers = "SELECT name, seq FROM sqlite_sequence"
    let taken = (try? main.run(numbers).values) ?? []
    _ = try? main.run("ROLLBACK")
    let texts = [
      "INSERT INTO sqlite_sequence SELECT ?1, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)",
      "UPDATE sqlite_sequence SET seq = ?2 WHERE name = ?1 AND seq < ?2",
    ]
    for row in taken {
      for text in texts {
        guard let rows = try? main.run(text, row), rows.changes > 0 else { continue }
        takenNumbers.append(Change(text: text, values: row))
      }
    }
  }

  /// What a standby has: all but so many of the commits that were acknowledged, and those after them that were not, or
  /// not even these.
  func standby(lacking number: Int, keepsUnacknowledged: Bool) -> MemoryDatabase {
    var kept = log[...]
    if !keepsUnacknowledged || number > 0 { while kept.last?.isAcknowledged == false { kept.removeLast() } }
    kept = kept.dropLast(number)
    return state(after: count - log.count + kept.count)
  }
}
