import Platform

/// Prints at once, also where the output is a file.
func say(_ text: String) {
  print(text)
  fflush(nil)
}

/// An invariant that does not hold, or a program that did what it must never do.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws where something is not so.
func hold(_ isSo: Bool, _ otherwise: @autoclosure () -> String) throws(Violation) {
  guard isSo else { throw Violation(otherwise()) }
}

/// What was waited for did not come while the disk fails: no violation there.
struct Stalled: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
