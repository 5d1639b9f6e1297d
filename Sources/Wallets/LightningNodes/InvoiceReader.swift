import LightningWallet
import PaymentsModel
import Synchronization
import WalletBackend

/// Reads what arrived from the list that a node keeps of its invoices, in the order in which they were made.
///
/// An invoice is paid at any time until it expires, so that the list is read from the first invoice on of which something
/// may still be told. What lies before that is remembered while this program runs.
final class InvoiceReader: Sendable {
  /// One invoice in the list.
  struct Entry: Sendable {
    /// Its place, which grows with each invoice.
    let index: UInt64
    /// Whether nothing more can become of it.
    let isOver: Bool
    let paidAt: Timestamp?
    let receipt: LightningReceipt?
  }

  /// A part of the list, as long as it was before entries that cannot be read were left out.
  struct Page: Sendable {
    let entries: [Entry]
    let count: Int
  }

  /// How many invoices are asked for at once.
  static let pageSize = 1_000

  private struct Read {
    /// The node whose list it is.
    var node = ""
    var earliest = Timestamp(milliseconds: .min)
    /// All invoices up to this place are over, and were paid before that moment or not at all.
    var index: UInt64 = 0
  }

  private let read = Mutex(Read())

  /// - Parameters:
  ///   - node: The key of the node. Another one counts anew.
  ///   - page: Returns the invoices after a place.
  func receipts(
    since earliest: Timestamp?, of node: String, _ page: (UInt64) async throws(WalletError) -> Page
  ) async throws(WalletError) -> [LightningReceipt] {
    let earliest = earliest ?? Timestamp(milliseconds: .min)
    var last = read.withLock { $0.node == node && $0.earliest <= earliest ? $0.index : 0 }
    var (over, isOver) = (last, true)
    var receipts: [LightningReceipt] = []
    while true {
      let next = try await page(last)
      for entry in Self.once(next.entries) {
        guard entry.index > last else { throw .protocolViolation(code: nil) }
        last = entry.index
        let isEarly = entry.paidAt.map { $0 < earliest } ?? true
        if let receipt = entry.receipt, !isEarly { receipts.append(receipt) }
        isOver = isOver && entry.isOver && isEarly
        if isOver { over = entry.index }
      }
      guard !next.entries.isEmpty, next.count >= Self.pageSize else { break }
    }
    read.withLock { [over] in $0 = Read(node: node, earliest: earliest, index: over) }
    return receipts
  }

  /// The invoices of a page in their order, each once: a node that tells one twice has still told the others.
  private static func once(_ entries: [Entry]) -> [Entry] {
    var told: Set<UInt64> = []
    return entries.filter { told.insert($0.index).inserted }.sorted { $0.index < $1.index }
  }
}
