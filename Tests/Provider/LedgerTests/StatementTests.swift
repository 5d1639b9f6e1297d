import Foundation
import PaymentsCore
import PaymentsModel
import PostgreSQL
import TestSupport
import Testing

@testable import Ledger

/// All statements of the records are handed to the engine of this run, also those of operations that no other test uses.
struct StatementTests {
  /// Each with its place.
  private static func texts() throws -> [(place: String, sql: String)] {
    let texts = try StatementTexts(known: known)
    let queries = queries
    // Otherwise one is not known here.
    #expect(texts.queries == queries.count)
    return try texts.statements().flatMap { statement in statement.variants.map { (statement.place, $0) } }
      + LedgerSchema.tables.flatMap(ofTable)
      + queries.flatMap { query in try StatementRecorder.record(query.run).map { (query.place, $0) } }
  }

  /// What the sources interpolate: the columns of tables, and advice for SQLite.
  private static let known: [String: [String]] = {
    var known: [String: [String]] = [:]
    for columns in LedgerSchema.subjects.joined() {
      let words = columns.table.name.split(separator: "_")
      let name = "LedgerSchema." + words[0] + words.dropFirst().map(\.capitalized).joined()
      known[name + ".list"] = [columns.list]
      for alias in ["a", "b", "o", "r"] { known["\(name).list(\"\(alias)\")"] = [columns.list(alias)] }
      for index in columns.table.indexes {
        known["database.using(index: \"\(index.name)\")"] = [PostgresForTests.isUsed ? "" : "INDEXED BY \(index.name)"]
      }
    }
    return known
  }()

  /// The statements that are made of columns, with all columns of a table.
  private static func ofTable(_ table: LedgerTable) -> [(place: String, sql: String)] {
    let all = ColumnSet(table.columns.indices)
    let key = ColumnSet(table.columns.indices.filter { table.key.contains(table.columns[$0].name) })
    let rest = ColumnSet(table.columns.indices.filter { !key.contains($0) })
    let statements: [LedgerTable.Statement] = [
      .insertion(all), .insertionIfNew(all), .update(all, of: key), .deletion(of: key), .selection(of: key, end: ""),
      .selection(of: all, end: "ORDER BY 1"), .selection(of: ColumnSet([]), end: ""),
    ]
    let replacement = rest.count == 0 ? [] : [LedgerTable.Statement.replacement(all, replaced: rest)]
    return (statements + replacement).map { (table.name, table.text($0)) } + [(table.name, table.insertion)]
  }

  /// Each of the functions that put statements together of parts, with all that may be left out.
  private static var queries: [(place: String, run: (LedgerReader) throws -> Void)] {
    let pages = [nil, "x"].map { LedgerPage(before: $0, limit: 1) }
    let filters = [nil, alice].flatMap { app in
      [nil, "x"].flatMap { before in
        ([nil] + PaymentGroup.allCases).map { group in
          var filter = PaymentFilter(limit: 1)
          (filter.app, filter.before, filter.group) = (app, before, group)
          return filter
        }
      }
    }
    return [
      (
        "orders(of:)",
        { reader in
          for page in pages {
            for (currency, state) in [(nil, nil), ("x", nil), (nil, .approved), ("x", .approved)]
              as [(String?, OrderState?)]
            {
              _ = try reader.orders(of: alice, currency: currency, state: state, page: page)
            }
          }
        }
      ),
      (
        "invoices(of:)",
        { reader in
          for page in pages {
            for (currency, state) in [(nil, nil), ("x", nil), (nil, .pending), ("x", .pending)]
              as [(String?, InvoiceState?)]
            {
              _ = try reader.invoices(of: alice, currency: currency, state: state, page: page)
            }
          }
        }
      ),
      (
        "addresses(of:)",
        { reader in for page in pages { _ = try reader.addresses(of: alice, currency: "x", page: page) } }
      ),
      (
        "bookedDays(_:before:)",
        { reader in
          for app in [nil, alice] {
            for currencies in [nil, ["x"]] {
              let filter = BookingFilter(app: app, currencies: currencies)
              _ = try reader.bookedDays(filter, before: BookedDay(of: second(0)))
            }
          }
        }
      ),
      ("payments(_:)", { reader in for filter in filters { _ = try reader.payments(filter) } }),
      ("incomingPayments(_:)", { reader in for filter in filters { _ = try reader.incomingPayments(filter) } }),
    ]
  }

  /// SQLite takes `$1` for a name, and gives names their places as they occur. A text means the same to both engines if
  /// the numbers begin with 1 and each first occurs right after the one before it.
  @Test func `the arguments of each statement are numbered as they occur`() throws {
    for (place, sql) in try Self.texts() {
      let numbers = Self.arguments(of: sql)
      #expect(numbers == Array(1..<numbers.count + 1), "\(place): \(sql)")
      let unquoted = sql.split(separator: "'", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
      #expect(!unquoted.contains("?"), "\(place): \(sql)")
    }
  }

  @Test func `a statement that is put together numbers its arguments itself`() {
    var query: LedgerQuery = "SELECT \(text: "a, b") FROM t WHERE a = \("x")"
    query += " AND b IS NULL"
    query += " AND c IN (\(2), \([UInt8]([3])))"
    #expect(query.sql == "SELECT a, b FROM t WHERE a = $1 AND b IS NULL AND c IN ($2, $3)")
    #expect(query.arguments.values == [.text("x"), .integer(2), .bytes([3])])
  }

  /// The numbers of the arguments, in the order in which they first occur.
  private static func arguments(of sql: String) -> [Int] {
    var numbers: [Int] = []
    for match in sql.matches(of: /\$([0-9]+)/) {
      if let number = Int(match.output.1), !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }

  @Test func `the engine understands each statement`() async throws {
    let texts = try Self.texts()
    // Otherwise they are not found where they are.
    #expect(texts.count > 250)
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    let address = try PostgresForTests.address(of: folder.path)
    await ledger.close()
    if let address {
      let server = try StatementServer(address)
      for (place, sql) in texts {
        if let refusal = try server.refusal(of: sql, arguments: Self.arguments(of: sql).count) {
          Issue.record("\(place): \(refusal)\n\(sql)")
        }
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
    let arguments = LedgerArguments([LedgerValue](repeating: .integer(1), count: arguments(of: sql).count))
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
  func refusal(of sql: String, arguments: Int) throws -> String? {
    _ = try connection.run("BEGIN")
    defer {
      _ = try? connection.run("ROLLBACK")
      _ = try? connection.run("DEALLOCATE ALL")
    }
    do throws(PostgresError) {
      // As it is sent when all arguments are NULL: the server has to find out each type by itself.
      _ = try connection.run("SAVEPOINT before")
      let columns = try carryOut(sql, [PostgresValue](repeating: .null, count: arguments))
      _ = try connection.run("PREPARE present AS \(sql)")
      let types = try names("SELECT unnest(parameter_types)::text FROM pg_prepared_statements")
      let values = types.map {
        ["bigint": .integer(1), "text": .text("1"), "bytea": .bytes([1])][$0] as PostgresValue?
      }
      guard !values.contains(nil) else { return "the types of its parameters are \(types)" }
      // Arguments are sent with their types, and not always with those that the server would find.
      _ = try carryOut(sql, values.compactMap(\.self))
      let results = try typesOfResult(sql, columns, arguments)
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
  private func typesOfResult(_ sql: String, _ columns: Int, _ count: Int) throws(PostgresError) -> [String] {
    guard columns > 0, sql.split(whereSeparator: \.isWhitespace).first == "SELECT" else { return [] }
    let (names, nulls) = ((1...columns).map { "c\($0)" }, [String](repeating: "NULL", count: count))
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

/// Writes down the statements that it is given, and has no rows.
private final class StatementRecorder: LedgerDatabase {
  private var texts: [String] = []

  /// The statements that are carried out in a function.
  static func record(_ work: (LedgerReader) throws -> Void) throws -> [String] {
    let recorder = StatementRecorder()
    try work(LedgerReader(recorder))
    return recorder.texts
  }

  let isInTransaction = true
  func beginWrite() {}
  func commitWrite() -> HighWaterMark.Reached { .none }
  func beginRead() {}
  func endRead() {}
  func rollBack() {}
  func openSavepoint() {}
  func releaseSavepoint() {}
  func revertSavepoint() {}
  func execute(_ sql: String, _ arguments: LedgerArguments) { texts.append(sql) }
  func changedRows() -> Int { 0 }
  func forEachRow(_ sql: String, _ arguments: LedgerArguments, _ body: (any LedgerRow) throws -> Bool) {
    texts.append(sql)
  }
  func using(index: String) -> String { PostgresForTests.isUsed ? "" : "INDEXED BY \(index)" }
  func reached() -> HighWaterMark.Reached { .none }
  func freePages() -> Int { 0 }
  func releaseFreePages(_ count: Int) {}
}
