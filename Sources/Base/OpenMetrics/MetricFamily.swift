/// The declaration of a metric: its name, what kind it is, and what it tells. All series of a metric belong to it.
public struct MetricFamily: Sendable, Hashable {
  /// The kinds of metrics that are written.
  public enum Kind: String, Sendable, Hashable {
    /// A number that only grows, until the process ends.
    case counter
    /// A number that may go up and down.
    case gauge
    /// How many values there were, their sum, and how many were no larger than each of a few bounds.
    case histogram
  }

  /// The name, without the suffixes of samples: letters, digits and `_`. It ends with `_` and the unit if there is one.
  public let name: String
  /// The kind.
  public let kind: Kind
  /// The unit, such as `seconds` or `bytes`; empty for a count.
  public let unit: String
  /// One sentence for people.
  public let help: String
  /// The bounds of a histogram, in the unit, each larger than the one before.
  public let bounds: [Double]

  /// Bounds for durations from half a millisecond to half a minute, in seconds.
  public static let durations = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

  /// Declares a metric.
  public init(_ name: String, _ kind: Kind, unit: String = "", bounds: [Double] = durations, help: String) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.help = help
    self.bounds = kind == .histogram ? bounds : []
  }
}
