import OwnerAPI
import PaymentsModel
import Testing

@testable import Provider

@Suite struct RecentMovesTests {
  private func move(_ number: Int) throws -> MoneyMoved {
    MoneyMoved(
      kind: .paidUnasked, id: "ord_\(number)", app: AppNames(AppKey(rawValue: "AAAA"), claimed: ""), currency: "LTC",
      amount: try DecimalAmount("1"), address: "a")
  }

  @Test func aFloodIsAFewLinesAndANumber() throws {
    var moves = RecentMoves()
    let start = ContinuousClock.now
    for number in 0..<100 { moves.add(try move(number), at: start.advanced(by: .milliseconds(number))) }
    #expect(moves.takeMoves().map(\.id) == (0..<RecentMoves.most).map { "ord_\($0)" })
    #expect(moves.takeMoves().isEmpty, "each is told once")
    moves.add(try move(100), at: start.advanced(by: .seconds(2)))
    #expect(moves.takeMoves().map(\.others) == [100 - RecentMoves.most])
  }

  @Test func theNumberIsToldAlsoIfNothingMovesAnyMore() throws {
    var moves = RecentMoves()
    let start = ContinuousClock.now
    for number in 0..<100 { moves.add(try move(number), at: start) }
    #expect(moves.takeMoves().count == RecentMoves.most)
    #expect(moves.takeRest(at: start + .milliseconds(999)) == 0)
    #expect(moves.takeRest(at: start + .seconds(1)) == 100 - RecentMoves.most)
    #expect(!moves.hasRest(at: start + .seconds(1)), "it is told once")
  }
}
