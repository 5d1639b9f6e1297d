/// One number of the run.
struct Measurement {
  /// Dotted: what, of whom, with how many connections.
  let name: String
  let value: Double
  let unit: String
}

/// All numbers of a run: samples by name, the median of which counts.
struct Measurements {
  private var samples: [String: [Double]] = [:]
  private var units: [String: String] = [:]
  private var order: [String] = []

  mutating func add(_ name: String, _ value: Double, unit: String) {
    if samples[name] == nil { order.append(name) }
    samples[name, default: []].append(value)
    units[name] = unit
  }

  /// The median of the samples, nil when there are none.
  subscript(name: String) -> Double? {
    samples[name].map(median)
  }

  /// The quotient of two medians, nil when one is missing.
  func ratio(_ numerator: String, _ denominator: String) -> Double? {
    guard let top = self[numerator], let bottom = self[denominator], bottom > 0 else { return nil }
    return top / bottom
  }

  var all: [Measurement] {
    order.map { Measurement(name: $0, value: self[$0] ?? 0, unit: units[$0] ?? "") }
  }
}
