import Platform

/// Why a run ended early; the message is all that is shown.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// The failed system call with the name of its `errno`.
  static func systemCall(_ name: String, _ number: Int32) -> BenchmarkError {
    BenchmarkError("\(name): \(String(cString: strerror(number)))")
  }
}
