import Testing
import WalletBackend

@testable import Orders

/// When a wallet is glanced at, as transcripts of simulated time.
@Suite struct GlancePaceTests {
  /// Something that happens, in milliseconds after the start.
  private enum Event {
    case block(Int)
    case transaction(Int)
    case news(Int, of: WalletHint = .transactions)
    case lock(Int)

    func later(_ delay: Int) -> Event {
      switch self {
      case .block(let time): .block(time + delay)
      case .transaction(let time): .transaction(time + delay)
      case .news(let time, let hint): .news(time + delay, of: hint)
      case .lock(let time): .lock(time + delay)
      }
    }

    var time: Int {
      switch self {
      case .block(let time), .transaction(let time), .news(let time, _), .lock(let time): time
      }
    }
  }

  private let intervals = GlancePace.Intervals(shortest: .seconds(1), poll: .seconds(2), net: .seconds(30))

  /// Plays events, and returns the glances: their times, and what they found.
  private func play(_ events: [Event], until end: Int) -> [String] {
    let start = ContinuousClock.now
    var pace = GlancePace()
    var glances: [String] = []
    var rest = events.sorted { $0.time < $1.time }[...]
    var (block, transaction, isReady) = (false, false, true)
    while true {
      let due = pace.due(intervals).map { Int(($0 - start) / .milliseconds(1)) } ?? 0
      if let event = rest.first, event.time <= due {
        rest.removeFirst()
        switch event {
        case .block: block = true
        case .transaction: transaction = true
        case .news(let time, let hint):
          // A glance that is overdue because of the news is made now.
          if pace.announce(hint), let due = pace.due(intervals), due < start + .milliseconds(time) { glance(time) }
        case .lock: isReady = false
        }
        continue
      }
      guard due <= end else { return glances }
      glance(due)
    }

    func glance(_ time: Int) {
      pace.begin(at: start + .milliseconds(time))
      pace.end(.init(isReady: isReady, hasNewBlocks: block, hasNewTransactions: transaction))
      glances.append("\(time)" + (block ? " block" : "") + (transaction ? " transaction" : ""))
      (block, transaction) = (false, false)
    }
  }

  @Test func withoutNewsItIsPolled() {
    #expect(play([.transaction(2500)], until: 6000) == ["0", "2000", "4000 transaction", "6000"])
  }

  @Test func newsAreLookedAtAtOnce() {
    #expect(play([.block(1300), .news(1300)], until: 4000) == ["0", "1300 block", "2300"])
  }

  @Test func aThousandNewsASecondLeadToOneGlanceASecond() {
    let news = (0..<5000).map { Event.news(1500 + $0) }
    #expect(play(news, until: 10_000) == ["0", "1500", "2500", "3500", "4500", "5500", "6500", "7500", "9500"])
  }

  /// One that was told before the wallet's answers showed it is found by a repetition, and counts as told.
  @Test func newsMayComeTooEarly() {
    #expect(
      play([.news(1300), .block(1400), .news(1400), .transaction(3500)], until: 12_000)
        == ["0", "1300", "2300 block", "3300", "5300 transaction", "7300", "9300", "11300"])
    let early: [Event] = [.news(1300), .transaction(1400), .transaction(2300), .news(2300)]
    #expect(
      play(proof + early.map { $0.later(10_000) } + [.block(30_000), .news(30_000)], until: 31_000)
        == [
          "0", "1300 transaction", "2300 transaction", "3300", "5300", "9300", "11300", "12300 transaction", "13300",
          "15300", "19300", "27300", "30000 block", "31000",
        ])
  }

  /// Two transactions that were told, the second after two seconds.
  private let proof: [Event] = [.transaction(1300), .news(1300), .transaction(2300), .news(2300)]

  @Test func whoTellsOfTransactionsIsPolledSeldom() {
    #expect(
      play(proof + [.transaction(40_000), .news(40_000)], until: 80_000)
        == [
          "0", "1300 transaction", "2300 transaction", "3300", "5300", "9300", "17300", "33300", "40000 transaction",
          "41000", "43000", "47000", "55000", "71000",
        ])
  }

  @Test func onceIsNoProof() {
    #expect(play([.transaction(1300), .news(1300)], until: 6000) == ["0", "1300 transaction", "2300", "4300"])
  }

  @Test func whoTellsOfBlocksOnlyIsPolled() {
    let blocks: [Event] = [.block(1300), .news(1300, of: .anything), .block(2300), .news(2300, of: .anything)]
    #expect(play(blocks, until: 6000) == ["0", "1300 block", "2300 block", "3300", "5300"])
    // A transaction that comes together with other news was not told.
    let others: [Event] = [
      .transaction(1300), .news(1300, of: .anything), .transaction(2300), .news(2300, of: .anything),
    ]
    #expect(play(others, until: 6000) == ["0", "1300 transaction", "2300 transaction", "3300", "5300"])
  }

  @Test func whoDidNotTellOnceIsPolledAgain() {
    #expect(
      play(proof + [.transaction(35_000)], until: 67_500)
        == [
          "0", "1300 transaction", "2300 transaction", "3300", "5300", "9300", "17300", "33300", "63300 transaction",
          "65300", "67300",
        ])
  }

  @Test func whoIsNotReadyIsPolled() {
    #expect(
      play(proof + [.lock(5000), .news(5000)], until: 10_000)
        == ["0", "1300 transaction", "2300 transaction", "3300", "5000", "6000", "8000", "10000"])
  }
}
