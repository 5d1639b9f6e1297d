import CoreMetrics
import Testing

@testable import OpenMetrics

@Suite("OpenMetrics text")
struct OpenMetricsTests {
  private let registry = OpenMetricsRegistry([
    MetricFamily("requests", .counter, help: "Requests, \"all\" of\nthem \\."),
    MetricFamily("memory_bytes", .gauge, unit: "bytes", help: "Memory."),
    MetricFamily("wait_seconds", .histogram, unit: "seconds", bounds: [0.1, 1], help: "Waits."),
    MetricFamily("unused", .counter, help: "Nothing."),
  ])

  @Test("all kinds are written with their declarations, in order, up to the end mark")
  func text() {
    Counter(label: "requests", dimensions: [("method", "pay"), ("outcome", "ok")], factory: registry).increment(by: 3)
    Counter(label: "requests", dimensions: [("method", "pay"), ("outcome", "ok")], factory: registry).increment()
    Counter(label: "requests", dimensions: [("method", "a\"b\\c\nd")], factory: registry).increment()
    Gauge(label: "memory_bytes", factory: registry).record(4096)
    let timer = Timer(label: "wait_seconds", factory: registry)
    for milliseconds in [50, 100, 500, 3000] { timer.recordMilliseconds(milliseconds) }
    #expect(
      registry.text == """
        # TYPE requests counter
        # HELP requests Requests, \\"all\\" of\\nthem \\\\.
        requests_total{method="a\\"b\\\\c\\nd"} 1
        requests_total{method="pay",outcome="ok"} 4
        # TYPE memory_bytes gauge
        # UNIT memory_bytes bytes
        # HELP memory_bytes Memory.
        memory_bytes 4096.0
        # TYPE wait_seconds histogram
        # UNIT wait_seconds seconds
        # HELP wait_seconds Waits.
        wait_seconds_bucket{le="0.1"} 2
        wait_seconds_bucket{le="1.0"} 3
        wait_seconds_bucket{le="+Inf"} 4
        wait_seconds_count 4
        wait_seconds_sum 3.65
        # TYPE unused counter
        # HELP unused Nothing.
        # EOF

        """)
  }

  @Test("nothing becomes smaller")
  func growth() {
    let counter = Counter(label: "requests", factory: registry)
    counter.increment(by: 2)
    counter.increment(by: -5)
    counter.reset()
    counter.destroy()
    Counter(label: "requests", factory: registry).increment()
    #expect(registry.text.contains("\nrequests_total 3\n"))
    let timer = Timer(label: "wait_seconds", factory: registry)
    timer.recordSeconds(2)
    timer.recordSeconds(-1)
    #expect(registry.text.contains("\nwait_seconds_sum 2.0\n"))
  }

  @Test("what was not declared, or has an illegal label, or is one too many, is not kept")
  func bounds() {
    Counter(label: "other", factory: registry).increment()
    Gauge(label: "requests", factory: registry).record(1)
    for name in ["le", "", "1st", "a-b", "__name__", "ä"] {
      Counter(label: "requests", dimensions: [(name, "x")], factory: registry).increment()
    }
    Counter(label: "requests", dimensions: [("a", "1"), ("a", "2")], factory: registry).increment()
    #expect(!registry.text.contains("other") && !registry.text.contains("requests_total"))
    for number in 0..<(OpenMetricsRegistry.mostSeries + 10) {
      Counter(label: "requests", dimensions: [("n", "\(number)")], factory: registry).increment()
    }
    #expect(
      registry.text.split(separator: "\n").count { $0.hasPrefix("requests_total") } == OpenMetricsRegistry.mostSeries)
  }

  @Test("numbers are written as the format has them")
  func numbers() {
    let numbers = [0.5, 1, 1e-7, .infinity, -.infinity, .nan, 1_795_384_582.25].map(OpenMetricsText.number)
    #expect(numbers == ["0.5", "1.0", "1e-07", "+Inf", "-Inf", "NaN", "1795384582.25"])
  }
}
