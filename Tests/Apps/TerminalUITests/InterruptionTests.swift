import Platform
import Processes
import Synchronization
import Testing

@testable import TerminalUI

/// Signals that come between two things that they could end, and children whose end the system does not tell.
@Suite struct InterruptionTests {
  /// What waits for the next line begins after a command during which the signal came.
  @Test func aSignalThatCameBeforeEndsTheNextWait() {
    let interruption = Interruption(endsAtSecond: false, signals: [])
    let ended = Mutex(0)
    interruption.received(SIGINT)
    interruption.onTermination { ended.withLock { $0 += 1 } }
    #expect(ended.withLock { $0 } == 0)
    interruption.received(SIGTERM)
    #expect(ended.withLock { $0 } == 1)
    interruption.onTermination { ended.withLock { $0 += 10 } }
    #expect(ended.withLock { $0 } == 11)
  }

  @Test func whoseEndIsNotToldHasNotSucceeded() throws {
    #expect(ChildProgram.end(of: getpid()) == -1)
  }
}
