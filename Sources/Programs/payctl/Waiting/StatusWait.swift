import TerminalUI

/// Waits for an object to reach an end, and shows how far it is, every second and at every change.
///
/// Only looking: it can be given up at any time, and what it waits for goes on.
struct StatusWait<Value: Sendable>: Sendable {
  /// Asks for the object once it differs from the one given, or after the provider's own time.
  let next: @Sendable (Value) async throws -> Value
  /// Whether nothing more is to be waited for.
  let isFinal: @Sendable (Value) -> Bool
  /// The milestone and the detail to show.
  let progress: @Sendable (Value) -> (milestone: String, detail: String?)

  /// How long to wait after the provider could not be asked.
  private static var pause: Duration { .seconds(2) }

  /// Waits.
  ///
  /// - Throws: `CancellationError`, and what `next` throws unless trying again can help.
  func run(from value: Value, _ line: inout Progress) async throws -> Value {
    var value = value
    while !isFinal(value) {
      do {
        value = try await change(of: value, &line)
      } catch let error where FailureText.isTransient(error) && !Task.isCancelled {
        try line.update("the provider does not answer, trying again", detail: nil)
        try await Task.sleep(for: Self.pause)
      }
    }
    return value
  }

  /// Waits for the next change while a clock draws the line again.
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
