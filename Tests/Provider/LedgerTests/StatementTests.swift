import PaymentsModel
import PostgreSQL
import TestSupport
import Testing

@testable import Ledger

/// All statements of the records are handed to the engine of this run, also those of operations that no other test uses.
struct StatementTests {
  /// Each with its place.
  private static func texts() throws -> [(place: String, sql: String)] {
    func selections(_ table: String, _ prefix: String, _ column: String) -> [String] {
      [false, true].flatMap { byApp in
        [nil, "x"].map { before in
          var filter = PaymentFilter(limit: 1)
          (filter.app, filter.before) = (alice, before)
          return PaymentRange(filter, prefix: prefix, column: column, byApp: byApp).selection(table)
        }
      }
    }
    let known = [
      #"range.selection("orders")"#: selections("orders", "ord", "order_id"),
      #"range.selection("invoices")"#: selections("invoices", "inv", "invoice_id"),
      "$0.rawValue": InvoiceState.allCases.map(\.rawValue),
    ]
    return try StatementTexts(known: known).statements()
      .flatMap { statement in statement.variants.map { (statement.place, $0) } }
  }

  @Test func `the engine understands each statement`() async throws {
    let texts = try Self.texts()
    // Otherwise they are not found where they are.
    #expect(texts.count > 130)
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    let address = try PostgresForTests.address(of: folder.path)
    await ledger.close()
    if let address {
      let server = try StatementServer(address)
      for (place, sql) in texts {
        if let refusal = try server.refusal(of: sql) { Issue.record("\(place): \(refusal)\n\(sql)") }
      }
    } else {
      for (place, refusal) in try await Self.refusalsBySQLite(texts, folder.path) {
        Issue.record("\(place): \(refusal)")
      }
    }
  }

  private static func refusalsBySQLite(
    _ texts: [(place: String, sql: String)], _ path: String
  ) async throws -> [(String, String)] {
    let engine = try SQLiteEngine(LedgerFolder(path: path))
    let refusals: [(String, String)] = await withCheckedContinuation { continuation in
      engine.onWriter { database in
        continuation.resume(
          returning: texts.compactMap { text in
            refusal(of: text.sql, by: database).map { (text.place, "\($0)\n\(text.sql)") }
          })
      }
    }
    _ = await engine.close()
    return refusals
  }

  private static func refusal(of sql: String, by database: any LedgerDatabase) -> (any Error)? {
    let count = (PostgresStatement(sql).arguments.max() ?? -1) + 1
    let arguments = LedgerArguments([LedgerValue](repeating: .integer(1), count: count))
    do {
      try database.beginWrite()
      defer { try? database.rollBack() }
      do {
        try database.forEachRow(sql, arguments) { _ in true }
      } catch  where LedgerError(error) == .constraint {
        // It was understood; the values refer to nothing.
      }
    } catch {
      return error
    }
    return nil
  }
}

/// Asks a server of PostgreSQL what it thinks of statements.
private final class StatementServer {
  private let connection: PostgresConnection

  init(_ address: PostgresAddress) throws { connection = try PostgresConnection(address) }

  /// Why a statement cannot be carried out, or hands over what the engine does not read; `nil` if it can.
  func refusal(of text: String) throws -> String? {
    let statement = PostgresStatement(text)
    _ = try connection.run("BEGIN")
    defer {
      _ = try? connection.run("ROLLBACK")
      _ = try? connection.run("DEALLOCATE ALL")
    }
    do throws(PostgresError) {
      // As it is sent when all arguments are NULL: the server has to find out each type by itself.
      _ = try connection.run("SAVEPOINT before")
      let columns = try carryOut(statement.sql, statement.arguments.map { _ in .null })
      _ = try connection.run("PREPARE present AS \(statement.sql)")
      let types = try names("SELECT unnest(parameter_types)::text FROM pg_prepared_statements")
      let values = types.map {
        ["bigint": .integer(1), "text": .text("1"), "bytea": .bytes([1])][$0] as PostgresValue?
      }
      guard !values.contains(nil) else { return "the types of its parameters are \(types)" }
      // Arguments are sent with their types, and not always with those that the server would find.
      _ = try carryOut(statement.sql, values.compactMap(\.self))
      let results = try typesOfResult(statement, columns)
      let readable = ["bigint", "integer", "smallint", "boolean", "text", "bytea"]
      guard results.allSatisfy({ readable.contains($0) }) else { return "the types of its columns are \(results)" }
    } catch {
      return "\(error)"
    }
    return nil
  }

  /// Carries a statement out, undoes it, and returns how many columns its result had.
  private func carryOut(_ sql: String, _ values: [PostgresValue]) throws(PostgresError) -> Int {
    defer { _ = try? connection.run("ROLLBACK TO before") }
    do throws(PostgresError) {
      return try connection.run(sql, values).columns
    } catch .refused(let sqlState) where sqlState.hasPrefix("23") {
      // It was understood; the values refer to nothing.
      return 0
    }
  }

  /// The types of the columns of a statement that only reads.
  private func typesOfResult(_ statement: PostgresStatement, _ columns: Int) throws(PostgresError) -> [String] {
    guard columns > 0, statement.sql.split(whereSeparator: \.isWhitespace).first == "SELECT" else { return [] }
    let (names, nulls) = ((1...columns).map { "c\($0)" }, statement.arguments.map { _ in "NULL" })
    let arguments = nulls.isEmpty ? "" : "(\(nulls.joined(separator: ", ")))"
    _ = try connection.run(
      "CREATE TEMPORARY TABLE read (\(names.joined(separator: ", "))) AS EXECUTE present\(arguments) WITH NO DATA")
    return try self.names(
      """
      SELECT format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = 'pg_temp.read'::regclass AND attnum > 0
      ORDER BY attnum
      """)
  }

  private func names(_ sql: String) throws(PostgresError) -> [String] {
    let result = try connection.run(sql)
    var names: [String] = []
    for row in 0..<result.count {
      guard case .text(let name) = try result.value(row, 0) else { throw .unreadable }
      names.append(name)
    }
    return names
  }
}
