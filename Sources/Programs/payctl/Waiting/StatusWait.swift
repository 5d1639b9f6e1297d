import TerminalUI

/// Waits until an object reaches a final state, and shows its progress every second and at every change.
///
/// Waiting only reads the object. It can be cancelled at any time without an effect on the object.
struct StatusWait<Value: Sendable>: Sendable {
  /// Returns the object once it differs from the given one, or after the time that the provider allows for one call.
  let next: @Sendable (Value) async throws -> Value
  /// Returns whether the object is in a final state.
  let isFinal: @Sendable (Value) -> Bool
  /// Returns the milestone and the detail to show.
  let progress: @Sendable (Value) -> (milestone: String, detail: String?)

  /// The pause after a failed call to the provider.
  private static var pause: Duration { .seconds(2) }

  /// Waits until the object is in a final state.
  ///
  /// - Throws: `CancellationError`, and errors of `next` that will not pass.
  func run(from value: Value, _ line: inout Progress) async throws -> Value {
    var value = value
    while !isFinal(value) {
      do {
        value = try await change(of: value, &line)
      } catch let error where FailureText.isTransient(error) && !Task.isCancelled {
        try line.update(localized("the provider does not answer, trying again"), detail: nil)
        try await Task.sleep(for: Self.pause)
      }
    }
    return value
  }

  /// Waits for the next change while the line is redrawn every second.
  private func change(of value: Value, _ line: inout Progress) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await next(value) }
      while true {
        let (milestone, detail) = progress(value)
        try line.update(milestone, detail: detail)
        group.addTask {
          try await Task.sleep(for: .seconds(1))
          return nil
        }
        if let moment = try await group.next(), let changed = moment { return changed }
      }
    }
  }
}
