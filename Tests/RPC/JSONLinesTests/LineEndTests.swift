import JSONLines
import TestSupport
import Testing

/// How a program ends whose input has ended.
struct LineEndTests {
  @Test func whatWasBegunIsFinishedAlsoInATaskThatWasCancelled() async throws {
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    let work = Task { for await _ in released {} }
    let ending = Task {
      await LineEnd.finish(work, within: .seconds(60))
      return work.isCancelled
    }
    ending.cancel()
    release.finish()
    #expect(await ending.value == false)
  }

  @Test func whatDoesNotEndIsNotWaitedForLongerThanTheLimit() async throws {
    let (never, end) = AsyncStream.makeStream(of: Void.self)
    let work = Task { for await _ in never {} }
    await LineEnd.finish(work, within: .milliseconds(1))
    end.finish()
    await work.value
  }
}
