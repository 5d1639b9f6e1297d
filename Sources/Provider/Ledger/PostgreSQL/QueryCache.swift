import PostgreSQL
import Synchronization

/// Answers of a database that only this process changes, so that it need not ask again what has not changed since.
///
/// Each answer is of the state after so many commits of this process. It is good as long as no later commit, and no
/// transaction that is under way, has changed one of the tables that the query names.
final class QueryCache: Sendable {
  struct Query: Hashable, Sendable {
    let sql: String
    let arguments: [LedgerValue]
  }

  /// A set of the ledger's tables.
  struct Tables: Sendable, Hashable {
    fileprivate var bits: UInt64 = 0

    var isEmpty: Bool { bits == 0 }
    func isDisjoint(with other: Tables) -> Bool { bits & other.bits == 0 }
    mutating func formUnion(_ other: Tables) { bits |= other.bits }
  }

  private struct Answer {
    let result: PostgresResult
    let commits: Int64
  }

  private struct State {
    var answers: [Query: Answer] = [:]
    /// With which commit each table has changed last, or may have.
    var changes = [Int64](repeating: 0, count: LedgerSchema.tables.count)

    func lastChange(of tables: Tables) -> Int64 {
      changes.indices.reduce(0) { tables.bits >> UInt64($1) & 1 == 1 ? max($0, changes[$1]) : $0 }
    }
  }

  private static let mostAnswers = 500
  /// What is read of many rows is seldom asked for again.
  private static let mostRows = 16
  private static let mostBytes = 16_384

  private let state = Mutex(State())

  /// Returns an answer that is right after so many commits; after all of this process if no number is given.
  func answer(to query: Query, _ tables: Tables, after commits: Int64?) -> PostgresResult? {
    state.withLock { state in
      guard let answer = state.answers[query] else { return nil }
      guard state.lastChange(of: tables) <= min(answer.commits, commits ?? .max) else { return nil }
      return answer.result
    }
  }

  /// The last commit that has changed something, or may have.
  var lastCommit: Int64 { state.withLock { $0.changes.max() ?? 0 } }

  /// Whether tables are after all commits of this process as they were after so many.
  func areUnchanged(_ tables: Tables, since commits: Int64) -> Bool {
    state.withLock { $0.lastChange(of: tables) <= commits }
  }

  /// Keeps an answer of the state after so many commits.
  func keep(_ result: PostgresResult, of query: Query, after commits: Int64) {
    guard result.count <= Self.mostRows, result.size <= Self.mostBytes else { return }
    state.withLock { state in
      if state.answers.count >= Self.mostAnswers { state.answers = [:] }
      state.answers[query] = Answer(result: result, commits: commits)
    }
  }

  /// Notes what a commit is about to change, whether it succeeds or not.
  func willChange(_ tables: Tables, with commit: Int64) {
    state.withLock { state in
      for table in state.changes.indices where tables.bits >> UInt64(table) & 1 == 1 { state.changes[table] = commit }
    }
  }

  // MARK: What a statement names

  private static let places = Dictionary(
    uniqueKeysWithValues: LedgerSchema.tables.enumerated().map { ($1.name, UInt64($0)) })
  /// Statements are made of few texts.
  private static let known = Mutex<[String: (all: Tables, first: Tables)]>([:])

  /// The tables that a statement names. One that is a word of it for another reason does no harm.
  static func tables(of sql: String) -> Tables { named(by: sql).all }

  /// The table that a statement changes, which is the first that it names.
  static func table(changedBy sql: String) -> Tables { named(by: sql).first }

  private static func named(by sql: String) -> (all: Tables, first: Tables) {
    if let tables = known.withLock({ $0[sql] }) { return tables }
    var tables = (all: Tables(), first: Tables())
    let words = sql.utf8.split { byte in
      !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) && byte != UInt8(ascii: "_")
    }
    for word in words {
      guard let place = places[String(Substring(word))] else { continue }
      tables.all.bits |= 1 << place
      if tables.first.isEmpty { tables.first = tables.all }
    }
    known.withLock { $0[sql] = tables }
    return tables
  }
}
