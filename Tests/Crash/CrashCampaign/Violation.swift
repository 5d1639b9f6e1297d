import Platform

/// Prints a line at once, even if the output is a file.
func say(_ text: String) {
  print(text)
  fflush(nil)
}

/// A violated invariant, or a program that did something forbidden.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws a violation unless the condition holds.
func hold(_ isSo: Bool, _ otherwise: @autoclosure () -> String) throws(Violation) {
  guard isSo else { throw Violation(otherwise()) }
}

/// Something that was waited for did not happen. While the disk fails that is no violation.
struct Stalled: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
