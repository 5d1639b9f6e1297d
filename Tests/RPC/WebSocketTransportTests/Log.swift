import Synchronization

/// Collects notes from several threads.
final class Log: Sendable {
  private let entries = Mutex<[Int]>([])

  func add(_ entry: Int) { entries.withLock { $0.append(entry) } }

  var all: [Int] { entries.withLock { $0 } }
}
