public import CoreMetrics
import Synchronization

/// Keeps declared metrics in memory and writes them as OpenMetrics 1.0 text, which Prometheus and its relatives read.
///
/// It is a backend of swift-metrics: what counts holds a `Counter`, `Timer`, `Gauge` or `Meter` that was made with this
/// factory. Series are never removed, so that nothing becomes smaller while the process runs. Metrics that were not
/// declared are not kept, nor are series beyond ``mostSeries`` of one metric or with labels of an illegal name, so that
/// no text from outside can let the memory grow.
public final class OpenMetricsRegistry: MetricsFactory {
  /// The largest number of series of one metric.
  public static let mostSeries = 2000

  private enum Series {
    case counter(CounterSeries)
    case gauge(GaugeSeries)
    case histogram(HistogramSeries)
  }

  /// A name and a value of a label.
  private struct Label: Hashable, Comparable {
    let name: String
    let value: String

    static func < (left: Label, right: Label) -> Bool { (left.name, left.value) < (right.name, right.value) }
  }

  private let families: [MetricFamily]
  private let byName: [String: MetricFamily]
  private let series = Mutex<[String: [[Label]: Series]]>([:])

  /// Creates a registry of these metrics, which are written in this order.
  public init(_ families: [MetricFamily]) {
    self.families = families
    byName = Dictionary(families.map { ($0.name, $0) }) { first, _ in first }
  }

  private func find(_ name: String, _ kind: MetricFamily.Kind, labels dimensions: [(String, String)]) -> Series? {
    guard let family = byName[name], family.kind == kind,
      dimensions.allSatisfy({ Self.isLabel($0.0) }), Set(dimensions.map(\.0)).count == dimensions.count
    else { return nil }
    let labels = dimensions.map(Label.init(name:value:))
    return series.withLock { all in
      if let known = all[name]?[labels] { return known }
      guard all[name, default: [:]].count < Self.mostSeries else { return nil }
      let made: Series =
        switch kind {
        case .counter: .counter(CounterSeries())
        case .gauge: .gauge(GaugeSeries())
        case .histogram: .histogram(HistogramSeries(bounds: family.bounds))
        }
      all[name, default: [:]][labels] = made
      return made
    }
  }

  /// Whether a label may have this name; `le` is the bound of a histogram.
  private static func isLabel(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, name != "le", !bytes.starts(with: "__".utf8) else { return false }
    func isLetter(_ byte: UInt8) -> Bool {
      byte == 0x5F || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    return isLetter(first) && bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }
}

extension OpenMetricsRegistry {
  /// Finds or makes a counter.
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    if case .counter(let series) = find(label, .counter, labels: dimensions) { series } else { UnreadSeries() }
  }

  /// Finds or makes a gauge.
  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    if case .gauge(let series) = find(label, .gauge, labels: dimensions) { series } else { UnreadSeries() }
  }

  /// Finds or makes a histogram where values are aggregated, and else a gauge.
  public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    switch find(label, aggregate ? .histogram : .gauge, labels: dimensions) {
    case .gauge(let series): series
    case .histogram(let series): series
    case .counter, nil: UnreadSeries()
    }
  }

  /// Finds or makes a histogram of seconds.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    if case .histogram(let series) = find(label, .histogram, labels: dimensions) { series } else { UnreadSeries() }
  }

  /// Does nothing: series are kept.
  public func destroyCounter(_ handler: any CounterHandler) {}
  /// Does nothing: series are kept.
  public func destroyMeter(_ handler: any MeterHandler) {}
  /// Does nothing: series are kept.
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  /// Does nothing: series are kept.
  public func destroyTimer(_ handler: any TimerHandler) {}
}

extension OpenMetricsRegistry {
  /// All metrics as OpenMetrics text, whose media type is `application/openmetrics-text; version=1.0.0`.
  public var text: String {
    let series = series.withLock { $0 }
    var text = OpenMetricsText()
    for family in families {
      text.begin(family)
      for (labels, values) in (series[family.name] ?? [:]).sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        let labels = labels.map { ($0.name, $0.value) }
        switch values {
        case .counter(let counter): text.add(family.name + "_total", labels: labels, "\(counter.value)")
        case .gauge(let gauge): text.add(family.name, labels: labels, OpenMetricsText.number(gauge.value))
        case .histogram(let histogram): text.add(family, labels: labels, histogram.counts)
        }
      }
    }
    return text.finished
  }
}
