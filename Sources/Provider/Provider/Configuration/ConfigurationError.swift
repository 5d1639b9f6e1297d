/// An error in the configuration, with its line.
public struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line, counted from 1; 0 if the error concerns the whole file.
  public let line: Int
  /// The problem, as text for the owner.
  public let problem: String

  /// Creates an error.
  public init(line: Int, problem: String) {
    self.line = line
    self.problem = problem
  }

  /// The problem with its line: `line 3: …`.
  public var description: String {
    line > 0 ? "line \(line): \(problem)" : problem
  }
}
