import TestSupport
import Testing

@testable import PostgreSQL

@Suite struct PreparedStatementsTests {
  private let read = PreparedStatements.Text(sql: "SELECT $1", types: [20])

  @Test func `a statement is kept when it is sent again, and has a name then`() {
    var statements = PreparedStatements()
    #expect(statements.way(of: read) == .asText)
    #expect(statements.way(of: read) == .kept(as: "s1"))
    #expect(statements.way(of: read) == .named("s1"))
    statements.settle(read, isKept: true)
    #expect(statements.way(of: read) == .named("s1"))
  }

  @Test func `what the server did not come to is given anew, by another name`() {
    var statements = PreparedStatements()
    _ = statements.way(of: read)
    #expect(statements.way(of: read) == .kept(as: "s1"))
    statements.settle(read, isKept: false)
    #expect(statements.way(of: read) == .kept(as: "s2"))
  }

  @Test func `parameters of other types make another statement`() {
    var statements = PreparedStatements()
    let ofNull = PreparedStatements.Text(sql: read.sql, types: [0])
    #expect(statements.way(of: read) == .asText)
    #expect(statements.way(of: ofNull) == .asText)
    #expect(statements.way(of: read) == .kept(as: "s1"))
    #expect(statements.way(of: ofNull) == .kept(as: "s2"))
  }

  @Test func `what begins and ends transactions is never kept, nor more than a server should`() {
    var statements = PreparedStatements()
    for sql in ["BEGIN", "COMMIT", "SAVEPOINT unit", "SET LOCAL x = 1"] {
      for _ in 0..<3 { #expect(statements.way(of: .init(sql: sql, types: [])) == .asText) }
    }
    for number in 0..<10_000 { _ = statements.way(of: .init(sql: "SELECT \(number)", types: [])) }
    let kept = (0..<10_000).filter { statements.way(of: .init(sql: "SELECT \($0)", types: [])) != .asText }
    #expect(kept.count == 500)
  }
}

@Suite(.enabled(if: PostgresForTests.isUsed, "there is no server: scripts/postgres.sh starts one"))
struct KeptStatementTests {
  private let connection: PostgresConnection

  init() throws {
    let address = try #require(try PostgresForTests.address(of: "/kept"))
    connection = try PostgresConnection(address)
    try connection.keepStatements()
  }

  /// How many statements the server keeps; this one is always sent under another text.
  private func kept(_ moment: Int) throws -> PostgresValue {
    try connection.run("SELECT count(*) FROM pg_prepared_statements /* \(moment) */").value(0, 0)
  }

  @Test func `results are those of statements alone, in their order`() throws {
    for round in 0..<4 {
      try connection.enqueue("SELECT $1 + 1", [.integer(Int64(round))])
      try connection.enqueue("SELECT $1 || 'x'", [.text("\(round)")])
      try connection.enqueue("SELECT $1 || 'x'", [.text("again")])
      try connection.enqueue("SELECT $1 + 1", [.integer(40)])
      let results = try connection.finish()
      #expect(
        try results.map { try $0.value(0, 0) } == [
          .integer(Int64(round) + 1), .text("\(round)x"), .text("againx"), .integer(41),
        ])
      #expect(try kept(round) == .integer(2))
    }
  }

  @Test func `a statement that a refused one kept from being kept works in the next line`() throws {
    let sql = "SELECT $1 + 2"
    _ = try connection.run(sql, [.integer(1)])
    try connection.enqueue("SELECT 1 / ($1 - $1)", [.integer(1)])
    try connection.enqueue(sql, [.integer(1)])
    #expect(throws: PostgresError.refused(sqlState: "22012")) { try connection.finish() }
    #expect(try kept(0) == .integer(0))
    for round in 1...3 {
      #expect(try connection.run(sql, [.integer(3)]).value(0, 0) == .integer(5))
      #expect(try kept(round) == .integer(1))
    }
  }

  @Test func `a server that has forgotten what it kept counts as lost`() throws {
    let sql = "SELECT $1 + 3"
    for _ in 0..<2 { _ = try connection.run(sql, [.integer(1)]) }
    _ = try connection.run("DEALLOCATE ALL")
    #expect(throws: PostgresError.lost) { try connection.run(sql, [.integer(1)]) }
    #expect(!connection.isOpen)
  }
}
