import Ledger
import Logging
import Orders
import Synchronization
import Testing

@testable import Provider

@Suite struct LedgerReachTests {
  /// However many requests fail meanwhile.
  @Test func aDatabaseThatIsAwayIsTwoLines() {
    let lines = KeptLines()
    let log = Logger(label: "test") { _ in lines }
    let reach = LedgerReach(ProviderMetrics(), watch: LedgerWatch(log), log)
    reach.reached(true)
    for _ in 0..<1000 {
      reach.reached(false)
      log.noteTrouble(with: .unavailable)
    }
    #expect(
      lines.said.withLock { $0 } == ["the database of the ledger cannot be reached; apps are told to try again"])
    for _ in 0..<1000 { reach.reached(true) }
    #expect(lines.said.withLock { $0.dropFirst() } == ["the database of the ledger can be reached again"])
    reach.reached(false)
    #expect(lines.said.withLock { $0.count } == 3, "each time anew")
    log.noteTrouble(with: .diskFull)
    #expect(lines.said.withLock { $0.last } == "the ledger refused a write")
  }
}
