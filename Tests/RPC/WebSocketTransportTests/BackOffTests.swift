import Testing
import Transport

@Suite struct BackOffTests {
  @Test func waitsDoubleUpToTheLongest() {
    var backOff = BackOff(first: .milliseconds(100), longest: .seconds(1))
    let waits = (0..<6).map { _ in backOff.next(fraction: 0) }
    #expect(waits == [100, 200, 400, 800, 1000, 1000].map { Duration.milliseconds($0) })
  }

  @Test func chanceShortensThemByUpToAHalf() {
    var backOff = BackOff(first: .milliseconds(100))
    #expect([backOff.next(fraction: 1)] == [.milliseconds(50)])
    #expect([backOff.next(fraction: 0.5)] == [.milliseconds(150)])
    for _ in 0..<100 { _ = backOff.next(fraction: 0) }
    #expect([backOff.next(fraction: 0)] == [.seconds(10)])
  }
}
