/// Asks again and again until an answer comes, for what no event announces.
///
/// - Parameters:
///   - what: named where it does not come.
///   - limit: how long to go on.
///   - ask: answers `nil` while it is not so yet; an error ends the waiting.
/// - Throws: ``DeadlineError`` at the deadline.
package func eventually<Answer>(
  _ what: String, within limit: Duration = .seconds(20), _ ask: () async throws -> Answer?
) async throws -> Answer {
  let deadline = ContinuousClock.now + limit
  while true {
    if let answer = try await ask() { return answer }
    guard ContinuousClock.now < deadline else { throw DeadlineError(what: what) }
    // Only the pace of the questions: nothing is taken for done because time has passed.
    try await Task.sleep(for: .milliseconds(20))
  }
}

/// What was waited for did not come.
package struct DeadlineError: Error, Sendable, CustomStringConvertible {
  /// What it was.
  package let what: String

  /// An error that names what did not come.
  package init(what: String) { self.what = what }

  /// The same.
  package var description: String { "did not come in time: \(what)" }
}
