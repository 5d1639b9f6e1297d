import PaymentsModel
import Testing

@testable import Orders

@Suite struct TurnQueueTests {
  private let greedy = AppKey(rawValue: "greedy")
  private let modest = AppKey(rawValue: "modest")

  private func queue(mostOfAnApp: Int = 1000) -> TurnQueue { TurnQueue(width: 1, mostOfAnApp: mostOfAnApp) }

  /// Returns the ticket of a call that has to wait.
  private func waits(
    _ queue: inout TurnQueue, _ rank: TurnQueue.Rank, _ app: AppKey?, isBounded: Bool = true
  ) throws -> TurnQueue.Ticket {
    guard case .waits(let ticket) = queue.arrive(rank, app, isBounded: isBounded) else { throw NoTicket() }
    return ticket
  }

  private struct NoTicket: Error {}

  @Test func `apps take turns, however many calls one of them waits with`() throws {
    var queue = queue()
    guard case .begins = queue.arrive(.order, greedy, isBounded: true) else { throw NoTicket() }
    let many = try (0..<200).map { _ in try waits(&queue, .order, greedy) }
    let one = try waits(&queue, .order, modest)
    var turns: [TurnQueue.Ticket] = []
    while let ticket = queue.end() { turns.append(ticket) }
    #expect(turns == [many[0], one] + many.dropFirst())
  }

  @Test func `payments go before what apps ask, which goes before what only reads, and none waits for ever`() throws {
    var queue = queue()
    guard case .begins = queue.arrive(.reading, modest, isBounded: true) else { throw NoTicket() }
    var left: [TurnQueue.Ticket: TurnQueue.Rank] = [:]
    for _ in 0..<24 {
      for rank in TurnQueue.Rank.allCases { left[try waits(&queue, rank, modest, isBounded: rank != .payment)] = rank }
    }
    var order: [TurnQueue.Rank] = []
    while order.count < 16, let ticket = queue.end(), let rank = left[ticket] { order.append(rank) }
    #expect(order.prefix(3) == [.payment, .payment, .payment])
    #expect(order.filter { $0 == .payment }.count == 10)
    #expect(order.filter { $0 == .order }.count == 4)
    #expect(order.filter { $0 == .reading }.count == 2)
  }

  @Test func `an app waits with so many calls, and its payments are not counted`() throws {
    var queue = queue(mostOfAnApp: 2)
    guard case .begins = queue.arrive(.order, greedy, isBounded: true) else { throw NoTicket() }
    let first = try waits(&queue, .order, greedy)
    _ = try waits(&queue, .reading, greedy)
    let third = queue.arrive(.order, greedy, isBounded: true)
    #expect(third == .refused)
    _ = try waits(&queue, .payment, greedy, isBounded: false)
    _ = try waits(&queue, .order, modest)
    let hasLeft = [queue.leave(first), queue.leave(first)]
    #expect(hasLeft == [true, false])
    _ = try waits(&queue, .order, greedy)
    let last = queue.arrive(.order, greedy, isBounded: true)
    #expect(last == .refused)
  }
}
