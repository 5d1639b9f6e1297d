import Testing
import WalletBackend

/// Tests the reservations of coins that every backend uses.
@Suite struct CoinReservationTests {
  private let one = CoinID(rawValue: "1")
  private let two = CoinID(rawValue: "2")
  private let three = CoinID(rawValue: "3")

  @Test func takesAllOrNone() {
    let coins = CoinReservations()
    #expect(coins.take([one, two]))
    #expect(!coins.take([two, three]), "one of them is taken")
    #expect(!coins.isTaken(three) && coins.take([three]))
    coins.giveBack([one, two])
    #expect(coins.take([two]) && !coins.isTaken(one))
  }

  @Test func keepsOnlyWhatWasTaken() {
    let coins = CoinReservations()
    #expect(coins.take([one]) && !coins.isIdle)
    coins.keep([one, two])
    #expect(coins.kept == [one] && coins.isIdle && !coins.isTaken(two))
    #expect(!coins.take([one]))
    coins.giveBack([one])
    coins.keep([one])
    #expect(coins.kept.isEmpty, "a late answer keeps nothing")
  }

  @Test func whoeverWaitsGoesOnOnceNothingIsBuilt() async {
    let coins = CoinReservations()
    await coins.idle()
    #expect(coins.take([one]) && coins.take([two]))
    let waiting = Task { await coins.idle() }
    let cancelled = Task { await coins.idle() }
    cancelled.cancel()
    await cancelled.value
    coins.keep([one])
    #expect(!coins.isIdle)
    coins.giveBack([two])
    await waiting.value
  }
}
