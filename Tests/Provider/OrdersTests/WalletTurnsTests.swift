import PaymentsModel
import Synchronization
import TestSupport
import Testing
import WalletBackend

@testable import Orders

/// Tests the turns at a wallet that handles one call at a time, as slowly as a test determines.
@Suite struct WalletTurnsTests {
  private let greedy = AppKey(rawValue: "greedy")
  private let modest = AppKey(rawValue: "modest")

  @Test func whatIsTheSameForAllIsAskedOnceForAllWhoWait() async throws {
    let (gate, asked) = (Gate(), Count())
    var wallet = ScriptedWallet("LTC") { .ready }
    wallet.beforeRange = {
      asked.add()
      await gate.pass()
    }
    let currencyWallet = CurrencyWallet(backend: wallet)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<60 { group.addTask { _ = try? await currencyWallet.largestPayment() } }
      _ = try? await eventually("the first is asked") { gate.count > 0 ? true : nil }
      gate.open()
    }
    #expect((1...3).contains(asked.value), "\(asked.value) questions for 60 who ask")
    // A later request is answered by a later reading.
    _ = try await currencyWallet.largestPayment()
    #expect((2...4).contains(asked.value))
  }

  @Test func whoWaitsTooLongIsToldWhenToComeAgainAndNotThatTheWalletDoesNotAnswer() async throws {
    let turns = WalletTurns(width: 1, mostOfAnApp: 1, patience: .milliseconds(50))
    try await turns.begin(.payment, ofOrderOf: greedy)
    let refusal = await #expect(throws: WalletCallFailure.self) { try await turns.begin(.order, for: greedy) }
    guard case .busy(let wait) = refusal else { return #expect(refusal == nil, "another refusal") }
    #expect(wait > 0)
    turns.end()
    try await turns.begin(.order, for: greedy)
  }

  @Test func anAppThatLeavesGivesItsPlaceBack() async throws {
    let turns = WalletTurns(width: 1, mostOfAnApp: 1, patience: .seconds(600))
    try await turns.begin(.payment, ofOrderOf: greedy)
    for _ in 0..<10 {
      let waiting = Task { try await turns.begin(.order, for: modest) }
      waiting.cancel()
      await #expect(throws: WalletCallFailure.self) { try await waiting.value }
    }
    turns.end()
    try await turns.begin(.order, for: modest)
  }
}

private final class Count: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}
