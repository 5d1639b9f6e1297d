import Testing

@testable import Provider

@Suite("The queue of an app's documents") struct DocumentQueueTests {
  /// Returns all documents that can be served now.
  private func all(_ queue: inout DocumentQueue<Int>) -> [Int] {
    var keys: [Int] = []
    while let key = queue.next() { keys.append(key) }
    return keys
  }

  @Test("each is served once, however many there are")
  func once() {
    var queue = DocumentQueue<Int>(atOnce: 16)
    for key in 0..<70 { queue.add(key) }
    for key in 0..<70 { queue.add(key) }
    var served: [Int] = []
    var running: [Int] = []
    while !queue.isEmpty {
      while let key = queue.next() { running.append(key) }
      #expect(running.count <= 16)
      let key = running.removeFirst()
      let meanwhile = queue.finished(key)
      #expect(meanwhile == .none, "that others waited makes none due again")
      served.append(key)
    }
    #expect(served == Array(0..<70))
    let next = queue.next()
    #expect(next == nil)
  }

  @Test("what happens to one while it is served is told when it is done, and to that one alone")
  func meanwhile() {
    var queue = DocumentQueue<Int>(atOnce: 2)
    for key in [1, 2, 3] { queue.add(key) }
    #expect(all(&queue) == [1, 2])
    let noted = [
      queue.note(.files, on: 1), queue.note(.init(objects: ["ord_1"]), on: 1),
      // Document 3 waits. It will be looked at in its state of that time.
      queue.note(.files, on: 3),
    ]
    #expect(noted == [true, true, false])
    var meanwhile = DocumentReasons.files
    meanwhile.formUnion(.init(objects: ["ord_1"]))
    let told = queue.finished(1)
    #expect(told == meanwhile)
    #expect(all(&queue) == [3])
    let others = [queue.finished(2), queue.finished(3)]
    #expect(others == [.none, .none])
    #expect(queue.isEmpty)
  }

  @Test("one that is being served and waits again is not begun twice")
  func notTwice() {
    var queue = DocumentQueue<Int>(atOnce: 4)
    queue.add(1)
    #expect(all(&queue) == [1])
    queue.add(1)
    queue.add(2)
    #expect(queue.holds(1))
    #expect(all(&queue) == [2])
    _ = queue.finished(1)
    #expect(all(&queue) == [1])
  }

  @Test("a change concerns the document of its object, and those of which nobody knows the object")
  func concerns() {
    let change = DocumentReasons(objects: ["ord_1"])
    #expect(change.mayConcern("ord_1") && !change.mayConcern("ord_2") && change.mayConcern(nil))
    #expect(!DocumentReasons.files.mayConcern("ord_1") && !DocumentReasons.files.mayConcern(nil))
    #expect(DocumentReasons.everything.mayConcern("ord_1"))
    var many = DocumentReasons.none
    for number in 0..<2000 { many.formUnion(.init(objects: ["ord_\(number)"])) }
    #expect(many.everything)
  }
}
