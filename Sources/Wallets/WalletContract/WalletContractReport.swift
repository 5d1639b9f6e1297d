/// The result of checking a clause.
public enum WalletContractResult: Sendable, Hashable {
  /// The clause is fulfilled.
  case passed
  /// The world lacks something that the clause needs, for this reason.
  case notApplicable(String)
  /// The clause is violated, for this reason.
  case failed(String)
}

/// The results of all clauses for a backend. Its description is a table.
public struct WalletContractReport: Sendable, CustomStringConvertible {
  /// A clause with its result and the time that the check took.
  public struct Row: Sendable {
    /// The clause.
    public let clause: WalletContract
    /// The result of the check.
    public let result: WalletContractResult
    /// The time from the creation of the world to the result.
    public let duration: Duration

    /// Creates a row of the table.
    public init(clause: WalletContract, result: WalletContractResult, duration: Duration) {
      self.clause = clause
      self.result = result
      self.duration = duration
    }
  }

  /// The name of the backend.
  public let backend: String
  /// The rows, one for each clause, in the order of the contract.
  public let rows: [Row]

  /// Creates a report from rows that were not collected by ``WalletContract/run(_:_:check:)``.
  public init(backend: String, rows: [Row]) {
    self.backend = backend
    self.rows = rows
  }

  /// The rows of the clauses that are violated.
  public var failures: [Row] {
    rows.filter { row in if case .failed = row.result { true } else { false } }
  }

  /// Whether no clause is violated. Clauses that do not apply are in the table, and the reader has to judge them.
  public var isFulfilled: Bool { failures.isEmpty }

  /// The table with clause, result and seconds. For a clause that does not apply or is violated it gives the reason.
  public var description: String {
    let width = rows.map(\.clause.title.count).max() ?? 0
    var lines = ["Wallet contract: \(backend)"]
    for chapter in WalletContract.Chapter.allCases {
      let rows = rows.filter { $0.clause.chapter == chapter }
      if !rows.isEmpty { lines.append("  " + chapter.rawValue) }
      for row in rows {
        let title = row.clause.title + String(repeating: " ", count: width - row.clause.title.count)
        lines.append("    \(title)  \(row.words)")
      }
    }
    let passed = rows.count { $0.result == .passed }
    let skipped = rows.count - passed - failures.count
    lines.append("  \(passed) passed, \(skipped) not applicable, \(failures.count) failed")
    return lines.joined(separator: "\n")
  }
}

extension WalletContractReport.Row {
  fileprivate var words: String {
    switch result {
    case .passed:
      let milliseconds = duration / .milliseconds(1)
      return "passed  \(Int(milliseconds.rounded())) ms"
    case .notApplicable(let reason): return "not applicable: \(reason)"
    case .failed(let reason): return "FAILED: \(clause.rawValue): \(reason)"
    }
  }
}

extension WalletContract {
  /// Checks clauses one after the other, even after failures, and returns their results.
  ///
  /// - Parameters:
  ///   - backend: the name of the backend in the report.
  ///   - clauses: the clauses to check; by default all of them.
  ///   - check: creates a new world, checks the clause in it, and removes the world.
  public static func run(
    _ backend: String, _ clauses: [WalletContract] = allCases,
    check: (WalletContract) async throws -> WalletContractResult
  ) async -> WalletContractReport {
    var rows: [WalletContractReport.Row] = []
    for clause in clauses {
      let start = ContinuousClock.now
      var result: WalletContractResult
      do {
        result = try await check(clause)
      } catch {
        result = .failed("\(error)")
      }
      rows.append(.init(clause: clause, result: result, duration: ContinuousClock.now - start))
    }
    return WalletContractReport(backend: backend, rows: rows)
  }
}
