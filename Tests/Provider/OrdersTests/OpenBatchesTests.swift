import PaymentsModel
import Testing

@testable import Orders

@Suite("Payments that leave in one transaction")
struct OpenBatchesTests {
  private let start = ContinuousClock.now
  private let kind = OpenBatches.Kind(app: AppKey(rawValue: "a"), confirmationsWanted: 1)

  private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  @Test("a batch leaves once nothing was added for a moment")
  func quiet() {
    var batches = OpenBatches(most: 10)
    #expect(batches.add(1, paying: "x", kind, at: at(0)) == nil)
    #expect(batches.add(2, paying: "y", kind, at: at(80)) == nil)
    #expect(batches.takeDue(at: at(100)).isEmpty)
    #expect(batches.takeDue(at: at(179)).isEmpty)
    #expect(batches.takeDue(at: at(180)) == [[1, 2]])
    #expect(batches.takeDue(at: at(1000)).isEmpty)
  }

  @Test("the first payment waits no longer than two seconds, however many come")
  func longest() {
    var batches = OpenBatches(most: 1000)
    for number in 0..<100 { #expect(batches.add(number, paying: "\(number)", kind, at: at(number * 20)) == nil) }
    #expect(batches.takeDue(at: at(1999)).isEmpty)
    #expect(batches.takeDue(at: at(2000)) == [Array(0..<100)])
  }

  @Test("a full batch leaves at once")
  func full() {
    var batches = OpenBatches(most: 3)
    #expect(batches.add(1, paying: "x", kind, at: at(0)) == nil)
    #expect(batches.add(2, paying: "y", kind, at: at(0)) == nil)
    #expect(batches.add(3, paying: "z", kind, at: at(0)) == [1, 2, 3])
    #expect(batches.takeDue(at: at(5000)).isEmpty)
  }

  @Test("a second payment of an address is in the next batch")
  func sameAddress() {
    var batches = OpenBatches(most: 10)
    #expect(batches.add(1, paying: "x", kind, at: at(0)) == nil)
    #expect(batches.add(2, paying: "x", kind, at: at(10)) == [1])
    #expect(batches.takeDue(at: at(110)) == [[2]])
  }

  @Test("apps, and payments that succeed at different depths, are never put together")
  func apart() {
    var batches = OpenBatches(most: 10)
    let other = OpenBatches.Kind(app: AppKey(rawValue: "b"), confirmationsWanted: 1)
    let deeper = OpenBatches.Kind(app: AppKey(rawValue: "a"), confirmationsWanted: 2)
    for (number, kind) in [kind, other, deeper].enumerated() {
      #expect(batches.add(number, paying: "x\(number)", kind, at: at(0)) == nil)
    }
    #expect(Set(batches.takeDue(at: at(100))) == [[0], [1], [2]])
  }
}
