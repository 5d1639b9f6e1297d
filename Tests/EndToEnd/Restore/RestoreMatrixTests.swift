import Foundation
import TestSupport
import Testing

/// What becomes of payments that were made after a backup, for each way in which the wallet can come back. `make
/// test-restore` plays all of them and prints a table; the worst are played with all other tests.
@Suite(.serialized, .ledgerInFile("a backup is restored as a file; LedgerCopyTests have those of PostgreSQL"))
struct RestoreMatrixTests {
  /// `all`, or a part of the description of the cells to be played.
  private static let wanted = ProcessInfo.processInfo.environment["PAYPORT_RESTORE"]

  private static var cells: [RestoreCell] {
    guard let wanted else { return RestoreCell.worst }
    return wanted == "all" ? RestoreCell.all : RestoreCell.all.filter { $0.testDescription.contains(wanted) }
  }

  @Test(
    .enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"),
    arguments: cells.filter { $0.coin == .litecoin })
  func litecoin(_ cell: RestoreCell) async throws { try await Self.play(cell) }

  @Test(
    .enabled(if: MoneroRegtest.isInstalled, "Monero is not installed"),
    arguments: cells.filter { $0.coin == .monero })
  func monero(_ cell: RestoreCell) async throws { try await Self.play(cell) }

  private static func play(_ cell: RestoreCell) async throws {
    if let why = cell.isImpossible { return tell(cell, "cannot be: \(why)") }
    let began = ContinuousClock.now
    do {
      try await RestoreStory.run(cell)
      tell(cell, "every sum moved once, and the books are right", since: began)
    } catch {
      tell(cell, "FAILED: " + "\(error)".prefix(400), since: began)
      throw error
    }
  }

  /// One row of the table. What was expected and was not so is told by the tests.
  private static func tell(_ cell: RestoreCell, _ outcome: String, since began: ContinuousClock.Instant? = nil) {
    let seconds = began.map { "\((ContinuousClock.now - $0).components.seconds) s" } ?? ""
    let columns = [
      cell.coin.rawValue, cell.wallet.rawValue.padded(to: 22), cell.payment.rawValue.padded(to: 22),
      seconds.padded(to: 6), outcome,
    ]
    print("restore: " + columns.joined(separator: "  "))
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
