/// One result of the run.
struct Measurement {
  /// The name in parts that are separated by dots: the quantity, the target, and the number of connections.
  let name: String
  let value: Double
  let unit: String
}

/// All results of a run. Each name has several samples, whose median is the result.
struct Measurements {
  private var samples: [String: [Double]] = [:]
  private var units: [String: String] = [:]
  private var order: [String] = []

  mutating func add(_ name: String, _ value: Double, unit: String) {
    if samples[name] == nil { order.append(name) }
    samples[name, default: []].append(value)
    units[name] = unit
  }

  /// The median of the samples; `nil` if there are none.
  subscript(name: String) -> Double? {
    samples[name].map(median)
  }

  /// Returns the quotient of two medians; `nil` if one is missing.
  func ratio(_ numerator: String, _ denominator: String) -> Double? {
    guard let top = self[numerator], let bottom = self[denominator], bottom > 0 else { return nil }
    return top / bottom
  }

  var all: [Measurement] {
    order.map { Measurement(name: $0, value: self[$0] ?? 0, unit: units[$0] ?? "") }
  }
}
