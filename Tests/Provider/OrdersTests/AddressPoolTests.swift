import Testing

@testable import Orders

/// The addresses that are made ahead, told as what is asked for and when.
@Suite struct AddressPoolTests {
  private let start = ContinuousClock.now

  private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  @Test func aSingleRequestMakesNothingAhead() {
    var pool = AddressPool()
    #expect(pool.take(at: at(0)) == nil)
    #expect(pool.beginFilling(at: at(0)) == nil)
    #expect(pool.take(at: at(2000)) == nil)
    #expect(pool.beginFilling(at: at(2000)) == nil)
  }

  @Test func quickRequestsAreServedFromAddressesMadeAheadEachOnceAndInOrder() {
    var pool = AddressPool()
    for moment in [0, 10, 20] { #expect(pool.take(at: at(moment)) == nil) }
    #expect(pool.beginFilling(at: at(20)) == 2)
    #expect(pool.beginFilling(at: at(21)) == nil, "one filling at a time")
    pool.endFilling(["a", "b"], at: at(30))
    #expect(pool.take(at: at(31)) == "a")
    #expect(pool.beginFilling(at: at(31)) == 2)
    pool.endFilling(["c", "d"], at: at(40))
    #expect([pool.take(at: at(41)), pool.take(at: at(42)), pool.take(at: at(43))] == ["b", "c", "d"])
    #expect(pool.take(at: at(44)) == nil)
  }

  @Test func manyAreMadeTogether() {
    var pool = AddressPool()
    for moment in 0..<16 { #expect(pool.take(at: at(moment)) == nil) }
    #expect(pool.beginFilling(at: at(16)) == 15)
    pool.endFilling((0..<15).map(String.init), at: at(17))
    for moment in 18..<25 {
      #expect(pool.take(at: at(moment)) != nil)
      #expect(pool.beginFilling(at: at(moment)) == nil, "more than half are left")
    }
    #expect(pool.take(at: at(25)) == "7")
    #expect(pool.beginFilling(at: at(25)) == 8)
  }

  @Test func neverMoreThanTheMostAreMade() {
    var pool = AddressPool()
    for moment in 0..<200 { _ = pool.take(at: at(moment)) }
    #expect(pool.beginFilling(at: at(200)) == AddressPool.most - 1)
  }

  @Test func oldAddressesAreNotHandedOut() {
    var pool = AddressPool()
    for moment in [0, 10, 20] { _ = pool.take(at: at(moment)) }
    _ = pool.beginFilling(at: at(20))
    pool.endFilling(["a", "b"], at: at(20))
    #expect(pool.take(at: at(20) + AddressPool.lifetime + .milliseconds(1)) == nil)
  }

  @Test func aFailureOfTheWalletIsNoEndOfFilling() {
    var pool = AddressPool()
    for moment in [0, 10] { _ = pool.take(at: at(moment)) }
    #expect(pool.beginFilling(at: at(10)) == 1)
    pool.endFilling([], at: at(11))
    #expect(pool.beginFilling(at: at(12)) == 1)
  }

  @Test func whatWasGivenBackIsHandedOutNext() {
    var pool = AddressPool()
    #expect(pool.take(at: at(0)) == nil)
    pool.giveBack("a", at: at(5))
    #expect(pool.take(at: at(10)) == "a")
    #expect(pool.take(at: at(11)) == nil)
    for number in 0..<100 { pool.giveBack("\(number)", at: at(12)) }
    #expect((0..<100).count { _ in pool.take(at: at(13)) != nil } == AddressPool.most, "a bound")
  }
}
