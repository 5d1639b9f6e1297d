import PaymentsModel
import Testing

@testable import Orders

/// Tests who is let in to a wallet that has too much to do, and what the others are told.
struct AdmissionQueueTests {
  private let start = ContinuousClock.now
  private let busy = AppKey(rawValue: "busy")
  private let other = AppKey(rawValue: "other")

  private func key(_ app: AppKey, _ number: Int) -> AdmissionQueue.Key {
    AdmissionQueue.Key(app: app, request: "request-\(number)")
  }

  /// A queue that is full with the first requests of one app, with so many more that were told to come back.
  private func full(waiting: Int = 0, width: Int = 4) -> (queue: AdmissionQueue, waits: [Int]) {
    var queue = AdmissionQueue(width: width)
    for number in 0..<width { #expect(queue.arrive(key(busy, number), at: start) == .enters) }
    let waits = (0..<waiting).map { number -> Int in
      guard case .comesBack(let wait) = queue.arrive(key(busy, width + number), at: start) else { return 0 }
      return wait
    }
    return (queue, waits)
  }

  @Test func theWaitGrowsWithTheQueueAndWithTheTimeThatTheWalletTakes() {
    #expect(full(waiting: 40).waits == (1...40).map { max(250, $0 * 50) })
    var (queue, _) = full()
    var now = start
    for number in 4..<40 {
      now += .seconds(2)
      queue.leave(at: now)
      #expect(queue.arrive(key(busy, number), at: now) == .enters)
    }
    guard case .comesBack(let wait) = queue.arrive(key(busy, 40), at: now) else {
      Issue.record("it is full")
      return
    }
    #expect((1800...2000).contains(wait))
  }

  @Test func whoComesBackHasKeptItsPlace() {
    var (queue, _) = full(waiting: 3)
    queue.leave(at: start)
    #expect(queue.arrive(key(busy, 9), at: start) != .enters, "a new one stands behind those that were sent away")
    #expect(queue.arrive(key(busy, 5), at: start) != .enters, "the second is the second")
    #expect(queue.arrive(key(busy, 4), at: start) == .enters)
    queue.leave(at: start)
    #expect(queue.arrive(key(busy, 5), at: start) == .enters)
  }

  @Test func theFirstOfAnotherAppStandsBehindNoneOfTheOthersSecond() {
    var (queue, _) = full(waiting: 200)
    #expect(queue.arrive(key(other, 0), at: start) == .comesBack(afterMilliseconds: 250))
    queue.leave(at: start)
    #expect(queue.arrive(key(busy, 50), at: start) != .enters)
    #expect(queue.arrive(key(other, 0), at: start) == .enters)
  }

  @Test func aWalletDoesNotWaitForThoseThatStandBeforeAndAreAway() {
    var (queue, _) = full(waiting: 8)
    for _ in 0..<2 { queue.leave(at: start) }
    #expect(queue.arrive(key(busy, 20), at: start) != .enters)
    queue.leave(at: start)
    #expect(queue.arrive(key(busy, 20), at: start) == .enters)
  }

  @Test func aPlaceIsForgottenWhoseRequestDoesNotComeBack() {
    var (queue, _) = full(waiting: 8)
    let later = start + .seconds(70)
    queue.leave(at: later)
    #expect(queue.arrive(key(busy, 30), at: later) == .enters)
  }

  @Test func anAppKeepsSoManyPlacesAtMost() {
    var (queue, waits) = full(waiting: AdmissionQueue.mostPlaces + 10)
    #expect(waits.suffix(10).allSatisfy { $0 == waits.last })
    queue.leave(at: start)
    #expect(queue.arrive(key(other, 0), at: start) == .enters)
  }

  @Test func aFastWalletIsGivenMoreAtATime() {
    func letIn(_ interval: Duration) -> Int {
      var queue = AdmissionQueue()
      for number in 0..<2 { _ = queue.arrive(key(other, number), at: start) }
      var now = start
      for number in 2..<100 {
        now += interval
        queue.leave(at: now)
        _ = queue.arrive(key(other, number), at: now)
      }
      return 2 + (0..<100).count { queue.arrive(key(busy, $0), at: now) == .enters }
    }
    #expect(letIn(.milliseconds(10)) == 64)
    #expect(letIn(.milliseconds(100)) == 40)
    #expect(letIn(.seconds(1)) == 16)
  }
}
