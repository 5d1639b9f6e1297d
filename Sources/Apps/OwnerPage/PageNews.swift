import JSON
import OwnerAPI

/// What one stream of `watch` has told. A pure value.
struct PageNews {
  /// The questions that are remembered at a time.
  private static let most = 256

  private var isReady = false
  /// The questions that were told of, the latest at the end.
  private var seen: [String] = []

  /// Whether a line tells of a question that has just come up. Those that waited at the beginning are told before
  /// `ready`, and one whose fee is asked for again ends and is told of once more, which calls nobody again.
  mutating func isNewQuestion(_ line: [UInt8]) -> Bool {
    guard let news = (try? JSONValue(parsing: line))?["params"],
      let change = news["change"]?.stringValue.flatMap(OwnerNews.Change.init(rawValue:))
    else { return false }
    switch change {
    case .ready: isReady = true
    case .withdrawn where news["because"]?.stringValue != QuestionEnding.ended.rawValue:
      seen.removeAll { $0 == news["id"]?.stringValue }
    case .shown:
      guard let id = news["question"]?["id"]?.stringValue, !seen.contains(id) else { return false }
      seen = Array(seen.suffix(Self.most - 1)) + [id]
      return isReady
    case .standing, .updated, .withdrawn, .moved: break
    }
    return false
  }
}
