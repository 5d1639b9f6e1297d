import Platform

/// Why a run ended early. Only the message is shown.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// Creates an error from a failed system call and its `errno`.
  static func systemCall(_ name: String, _ number: Int32) -> BenchmarkError {
    BenchmarkError("\(name): \(String(cString: strerror(number)))")
  }
}
