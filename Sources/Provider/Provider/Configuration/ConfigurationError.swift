/// What is wrong with a configuration, with the line where it is.
public struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line, counted from 1; 0 where the whole file is meant.
  public let line: Int
  /// What is wrong, for the owner.
  public let problem: String

  /// A problem at a line.
  public init(line: Int, problem: String) {
    self.line = line
    self.problem = problem
  }

  /// `line 3: …`
  public var description: String {
    line > 0 ? "line \(line): \(problem)" : problem
  }
}
