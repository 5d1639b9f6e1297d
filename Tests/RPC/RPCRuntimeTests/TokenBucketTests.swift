import RPCRuntime
import Testing

@Suite struct TokenBucketTests {
  private func time(_ milliseconds: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }

  @Test func aBurstPassesAndThenTheRate() {
    var bucket = TokenBucket(ratePerSecond: 2, burst: 3, at: time(0))
    let burst = (0..<4).map { _ in bucket.take(at: time(0)) }
    #expect(burst == [true, true, true, false])
    #expect(bucket.millisecondsUntil() == 500)
    let later = [499, 500, 500].map { bucket.take(at: time($0)) }
    #expect(later == [false, true, false])
  }

  @Test func itNeverHoldsMoreThanTheBurst() {
    var bucket = TokenBucket(ratePerSecond: 1000, burst: 2, at: time(0))
    let long = (0..<3).map { _ in bucket.take(at: time(1_000_000)) }
    #expect(long == [true, true, false])
  }

  @Test func aClockThatStepsBackGivesNothing() {
    var bucket = TokenBucket(ratePerSecond: 1, burst: 1, at: time(5000))
    let first = bucket.take(at: time(5000))
    let earlier = bucket.take(at: time(0))
    let soon = bucket.take(at: time(5999))
    let later = bucket.take(at: time(6000))
    #expect([first, earlier, soon, later] == [true, false, false, true])
  }

  @Test func severalAreTakenTogetherOrNotAtAll() {
    var bucket = TokenBucket(ratePerSecond: 1, burst: 5, at: time(0))
    let taken = [bucket.take(6, at: time(0)), bucket.take(4, at: time(0)), bucket.take(2, at: time(0))]
    #expect(taken == [false, true, false])
  }

  @Test func whatIsSpentWithoutBeingThereIsOwed() {
    var bucket = TokenBucket(ratePerSecond: 2, burst: 3, at: time(0))
    bucket.spend(7, at: time(0))
    #expect(bucket.millisecondsUntil() == 2500)
    bucket.spend(0, at: time(2000))
    #expect(bucket.millisecondsUntil() == 500)
    let later = [2499, 2500].map { bucket.take(at: time($0)) }
    #expect(later == [false, true])
  }
}
