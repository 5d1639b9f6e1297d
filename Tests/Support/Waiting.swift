/// Asks repeatedly until there is an answer. It is for conditions that no event announces.
///
/// - Parameters:
///   - what: the name of the condition, for the error.
///   - limit: the longest time to wait on a quiet machine.
///   - ask: returns `nil` while the condition is not met; an error ends the wait.
/// - Throws: ``DeadlineError`` after the time limit.
package func eventually<Answer>(
  _ what: String, within limit: Duration = .seconds(20), _ ask: () async throws -> Answer?
) async throws -> Answer {
  let deadline = ContinuousClock.now + limit.withPatience
  while true {
    if let answer = try await ask() { return answer }
    guard ContinuousClock.now < deadline else { throw DeadlineError(what: what) }
    // This pause only sets the pace of the questions. Nothing is assumed because time has passed.
    try await Task.sleep(for: .milliseconds(20))
  }
}

extension Duration {
  /// How long a test waits for what a quiet machine does within this time. A busy one takes several times as long, and a
  /// test that passes never waits for a limit.
  var withPatience: Duration { self * 5 }
}

/// A condition was not met in time.
package struct DeadlineError: Error, Sendable, CustomStringConvertible {
  /// The name of the condition.
  package let what: String

  /// Creates an error that names the condition.
  package init(what: String) { self.what = what }

  /// The description of the error.
  package var description: String { "did not come in time: \(what)" }
}
