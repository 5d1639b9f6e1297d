/// What became of a clause.
public enum WalletContractResult: Sendable, Hashable {
  /// It holds.
  case passed
  /// The world lacks what it needs, for this reason.
  case notApplicable(String)
  /// It does not hold, for this reason.
  case failed(String)
}

/// A backend and the clauses that were checked with it; its description is a table.
public struct WalletContractReport: Sendable, CustomStringConvertible {
  /// A clause, what became of it, and how long that took.
  public struct Row: Sendable {
    /// Which clause.
    public let clause: WalletContract
    /// What became of it.
    public let result: WalletContractResult
    /// From the making of its world to the result.
    public let duration: Duration

    /// A row of the table.
    public init(clause: WalletContract, result: WalletContractResult, duration: Duration) {
      self.clause = clause
      self.result = result
      self.duration = duration
    }
  }

  /// The name of the backend.
  public let backend: String
  /// One for each clause, in the order of the contract.
  public let rows: [Row]

  /// A report of rows that were collected otherwise than by ``WalletContract/run(_:_:check:)``.
  public init(backend: String, rows: [Row]) {
    self.backend = backend
    self.rows = rows
  }

  /// The clauses that do not hold.
  public var failures: [Row] {
    rows.filter { row in if case .failed = row.result { true } else { false } }
  }

  /// Whether no clause fails. Those that do not apply are in the table, and for the reader to judge.
  public var isFulfilled: Bool { failures.isEmpty }

  /// The table: clause, result, seconds; a clause that does not apply or hold with the reason.
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
  /// Checks clauses one after the other, all of them in any case, and tells what became of each.
  ///
  /// - Parameters:
  ///   - backend: its name in the report.
  ///   - clauses: all, unless some are chosen.
  ///   - check: makes a new world, checks the clause in it, and takes the world away again.
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
