/// Writes OpenMetrics 1.0 text.
struct OpenMetricsText {
  private var text = ""

  /// The whole text with its end mark.
  var finished: String { text + "# EOF\n" }

  mutating func begin(_ family: MetricFamily) {
    text += "# TYPE \(family.name) \(family.kind.rawValue)\n"
    if !family.unit.isEmpty { text += "# UNIT \(family.name) \(family.unit)\n" }
    text += "# HELP \(family.name) \(Self.escaped(family.help))\n"
  }

  mutating func add(_ name: String, labels: [(String, String)], _ value: String) {
    text += name
    if !labels.isEmpty {
      text += "{" + labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",") + "}"
    }
    text += " \(value)\n"
  }

  mutating func add(_ family: MetricFamily, labels: [(String, String)], _ counts: HistogramSeries.Counts) {
    var count: Int64 = 0
    for (place, inBucket) in counts.buckets.enumerated() {
      count += inBucket
      let bound = place < family.bounds.count ? Self.number(family.bounds[place]) : "+Inf"
      add(family.name + "_bucket", labels: labels + [("le", bound)], "\(count)")
    }
    add(family.name + "_count", labels: labels, "\(count)")
    add(family.name + "_sum", labels: labels, Self.number(counts.sum))
  }

  /// A number as OpenMetrics has it: `0.25`, `3.0`, `1e-07`, `+Inf`, `NaN`.
  static func number(_ value: Double) -> String {
    value.isNaN ? "NaN" : value.isInfinite ? (value > 0 ? "+Inf" : "-Inf") : "\(value)"
  }

  /// A text between quotes or after `# HELP`.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
      case "\"": escaped.append(contentsOf: "\\\"".unicodeScalars)
      case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
