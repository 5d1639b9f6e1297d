import CoreMetrics
import Synchronization

/// A number that only grows.
final class CounterSeries: CounterHandler {
  private let count = Atomic<Int64>(0)

  var value: Int64 { count.load(ordering: .relaxed) }

  func increment(by amount: Int64) {
    guard amount > 0 else { return }
    count.wrappingAdd(amount, ordering: .relaxed)
  }

  /// Does nothing: what is read of a counter must not become smaller.
  func reset() {}
}

/// A number that is set.
final class GaugeSeries: RecorderHandler, MeterHandler {
  private let number = Mutex<Double>(0)

  var value: Double { number.withLock { $0 } }

  func record(_ value: Int64) { set(value) }
  func record(_ value: Double) { set(value) }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { number.withLock { $0 = value } }
  func increment(by amount: Double) { number.withLock { $0 += amount } }
  func decrement(by amount: Double) { increment(by: -amount) }
}

/// Values, counted by how large they are.
final class HistogramSeries: TimerHandler, RecorderHandler {
  /// What is known of the values so far.
  struct Counts {
    /// For each bound the number of values that are no larger than it and larger than the one before; and at last the
    /// number of all others.
    var buckets: [Int64]
    var sum: Double
  }

  private let bounds: [Double]
  private let state: Mutex<Counts>

  init(bounds: [Double]) {
    self.bounds = bounds
    state = Mutex(Counts(buckets: [Int64](repeating: 0, count: bounds.count + 1), sum: 0))
  }

  var counts: Counts { state.withLock { $0 } }

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    // A value that is negative or no number would let the sum become smaller.
    guard value >= 0, value.isFinite else { return }
    let place = bounds.firstIndex { value <= $0 } ?? bounds.count
    state.withLock { counts in
      counts.buckets[place] += 1
      counts.sum += value
    }
  }
}

/// Takes values that nobody reads: those of metrics that were not declared.
final class UnreadSeries: CounterHandler, RecorderHandler, MeterHandler, TimerHandler {
  func increment(by amount: Int64) {}
  func reset() {}
  func record(_ value: Int64) {}
  func record(_ value: Double) {}
  func set(_ value: Int64) {}
  func set(_ value: Double) {}
  func increment(by amount: Double) {}
  func decrement(by amount: Double) {}
  func recordNanoseconds(_ duration: Int64) {}
}
