import Platform
import Synchronization

/// The servers that this run has started. An interrupted run must not leave any of them behind.
enum RunningProcesses {
  private static let identifiers = Mutex<[pid_t]>([])

  static func add(_ processID: pid_t) {
    identifiers.withLock { $0.append(processID) }
  }

  /// Ends a process by its id and waits for it. If SIGTERM has not ended it after five seconds, it is killed.
  static func end(_ processID: pid_t) {
    let known = identifiers.withLock { list in
      let known = list.contains(processID)
      list.removeAll { $0 == processID }
      return known
    }
    guard known else { return }
    kill(processID, SIGTERM)
    var status: Int32 = 0
    for _ in 0..<500 {
      if waitpid(processID, &status, WNOHANG) != 0 { return }
      usleep(10_000)
    }
    kill(processID, SIGKILL)
    waitpid(processID, &status, 0)
  }

  /// Ends all servers.
  static func endAll() {
    for processID in identifiers.withLock({ $0 }) { end(processID) }
  }
}
