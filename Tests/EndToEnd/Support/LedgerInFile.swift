import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips tests that are about the file of the ledger in a run whose ledgers are in PostgreSQL, and tells why.
  static func ledgerInFile(_ reason: Comment) -> Self { .disabled(if: PostgresForTests.isUsed, reason) }
}
