/// The result of checking a clause.
public enum WalletContractResult: Sendable, Hashable {
  /// The clause is fulfilled.
  case passed
  /// The world lacks something that the clause needs, for this reason.
  case notApplicable(String)
  /// The clause is violated, for this reason.
  case failed(String)
}

/// The results of all clauses of a contract for a backend. Its description is a table.
public struct ContractReport<Clause: ContractClause>: Sendable, CustomStringConvertible {
  /// A clause with its result and the time that the check took.
  public struct Row: Sendable {
    /// The clause.
    public let clause: Clause
    /// The result of the check.
    public let result: WalletContractResult
    /// The time from the creation of the world to the result.
    public let duration: Duration

    /// Creates a row of the table.
    public init(clause: Clause, result: WalletContractResult, duration: Duration) {
      self.clause = clause
      self.result = result
      self.duration = duration
    }
  }

  /// The name of the backend.
  public let backend: String
  /// The rows, one for each clause, in the order of the contract.
  public let rows: [Row]

  /// Creates a report from rows that were not collected by ``ContractClause/run(_:_:check:)``.
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
    var lines = ["\(Clause.contract): \(backend)"]
    for chapter in Clause.Chapter.allCases {
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

extension ContractReport.Row {
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
