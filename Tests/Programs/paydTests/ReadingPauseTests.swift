import Testing

@testable import payd

@Suite struct ReadingPauseTests {
  private let start = ContinuousClock.now

  /// What is shown and typed, in milliseconds, and whether what was typed counts.
  private func counted(_ steps: [(at: Int, shown: String?)]) -> [Bool] {
    var pause = ReadingPause()
    return steps.compactMap { step in
      let now = start.advanced(by: .milliseconds(step.at))
      guard let shown = step.shown else { return pause.takesAnswer(readAt: now) }
      pause.show(shown, at: now)
      return nil
    }
  }

  @Test func aKeyCountsOnceItsQuestionHasStood() {
    #expect(counted([(0, "first"), (0, nil)]) == [false])
    #expect(counted([(0, "first"), (499, nil)]) == [false])
    #expect(counted([(0, "first"), (500, nil)]) == [true])
    #expect(counted([(0, "first"), (400, "first"), (500, nil)]) == [true], "the same that is shown again is not new")
  }

  @Test func aHeldKeyNeverCounts() {
    let held = stride(from: 10, to: 5000, by: 30).map { (at: $0, shown: String?.none) }
    #expect(!counted([(0, "question")] + held).contains(true))
    #expect(counted([(0, "question")] + held + [(5600, nil)]).last == true, "once it was released")
  }

  /// The usual delay before a key repeats is 660 milliseconds.
  @Test func aKeyThatIsHeldOnOneQuestionDoesNotReachTheNext() {
    let repeated = stride(from: 1660, to: 5000, by: 30).map { (at: $0, shown: String?.none) }
    let taken = counted([(0, "first"), (1000, nil), (1020, "second")] + repeated)
    #expect(taken.first == true && taken.count { $0 } == 1)
  }

  @Test func whatChangesHasToStandAgain() {
    let steps: [(at: Int, shown: String?)] = [
      (0, "1 LTC, fee 0.1"), (900, "1 LTC, fee 0.2"), (950, nil), (1400, nil), (1900, nil),
    ]
    #expect(counted(steps) == [false, false, true], "each key that is passed over begins the pause anew")
  }

  /// The program was busy, and handles the key only now.
  @Test func whatWasReadBeforeTheQuestionWasDrawnDoesNotCountHoweverLateItIsHandled() {
    #expect(counted([(10_000, "question"), (0, nil), (9_999, nil), (10_500, nil)]) == [false, false, true])
  }
}
