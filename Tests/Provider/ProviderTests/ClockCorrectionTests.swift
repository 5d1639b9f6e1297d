import Testing

@testable import Provider

/// Tests when the time of a machine is corrected, by how far its clock was found ahead of the server's.
struct ClockCorrectionTests {
  private func corrections(_ offsets: [Int64]) -> (changes: [ClockCorrection.Change], last: Int64) {
    var clock = ClockCorrection()
    return (offsets.map { clock.measured($0) }, clock.correction)
  }

  @Test func smallDifferencesAreLeftAlone() {
    let found = corrections([0, 4_900, -4_900, 5_000])
    #expect(found.changes.allSatisfy { $0 == .none } && found.last == 0)
  }

  @Test func aWrongClockIsToldOnceAndCorrectedAllTheTime() {
    let found = corrections([600_000, 600_400, 601_000, 599_000])
    #expect(found.changes == [.isOff(600_000), .none, .none, .none])
    #expect(found.last == -600_000)
  }

  @Test func aMachineWhoseClockIsPutRightGoesByItAgain() {
    let found = corrections([-90_000, -90_000, 10])
    #expect(found.changes == [.isOff(-90_000), .none, .agrees])
    #expect(found.last == 0)
  }

  @Test func oneThatDriftsIsCorrectedAnew() {
    let found = corrections([60_000, 66_000, 72_000])
    #expect(found.changes == [.isOff(60_000), .none, .isOff(66_000)])
  }

  /// A process that is stopped between the server's answer and its own look at the clock measures too much.
  @Test func oneMeasurementAmongOthersThatIsFarOffDoesNotCount() {
    let found = corrections([0, 30_000, 20])
    #expect(found.changes.allSatisfy { $0 == .none } && found.last == 0)
  }
}
