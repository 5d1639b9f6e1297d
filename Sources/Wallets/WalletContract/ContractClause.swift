/// A clause of a contract that backends have to fulfil.
public protocol ContractClause: RawRepresentable<String>, CaseIterable, Sendable {
  /// A group of clauses, which is a heading in the report.
  associatedtype Chapter: CaseIterable & Equatable & RawRepresentable<String>

  /// The name of the contract, for the report.
  static var contract: String { get }
  /// The chapter that the clause belongs to.
  var chapter: Chapter { get }
  /// The title of the clause, in one line for tables.
  var title: String { get }
}

extension ContractClause {
  /// Checks clauses one after the other, even after failures, and returns their results.
  ///
  /// - Parameters:
  ///   - backend: the name of the backend in the report.
  ///   - clauses: the clauses to check; by default all of them.
  ///   - check: creates a new world, checks the clause in it, and removes the world.
  public static func run(
    _ backend: String, _ clauses: [Self] = Array(allCases),
    check: (Self) async throws -> WalletContractResult
  ) async -> ContractReport<Self> {
    var rows: [ContractReport<Self>.Row] = []
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
    return ContractReport(backend: backend, rows: rows)
  }
}
