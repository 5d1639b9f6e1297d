import JSON
import OwnerAPI

/// What one stream of `watch` has told. A pure value.
struct PageNews {
  private var isReady = false

  /// Whether a line tells of a question that has just come up: those that waited at the beginning are told before `ready`.
  mutating func isNewQuestion(_ line: [UInt8]) -> Bool {
    guard let change = (try? JSONValue(parsing: line))?["params"]?["change"]?.stringValue else { return false }
    if change == OwnerNews.Change.ready.rawValue { isReady = true }
    return isReady && change == OwnerNews.Change.shown.rawValue
  }
}
