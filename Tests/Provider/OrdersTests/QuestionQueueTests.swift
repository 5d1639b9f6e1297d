import PaymentsModel
import Testing

@testable import Orders

@Suite("Prompt queue")
struct QuestionQueueTests {
  private let start = Timestamp(milliseconds: 1_700_000_000_000)
  private var queue = QuestionQueue(.init(total: 8, perApp: 4, perMinute: 6))

  private func question(
    _ id: String, of app: String = "a", request: String? = nil, seconds: Int? = nil
  ) -> QuestionQueue.Question {
    .init(
      id: OrderID(rawValue: id), app: AppKey(rawValue: app), requestID: Self.requestID(request ?? id),
      until: seconds.map { start.advanced(by: .seconds($0)) })
  }

  private static func requestID(_ name: String) -> PaymentRequestID {
    let bytes = Array(name.utf8.prefix(16))
    guard let id = PaymentRequestID(randomBytes: bytes + [UInt8](repeating: 0, count: 16 - bytes.count)) else {
      preconditionFailure("sixteen bytes make one")
    }
    return id
  }

  private func at(_ seconds: Int) -> Timestamp { start.advanced(by: .seconds(seconds)) }

  private func visible(_ queue: QuestionQueue, _ seconds: Int = 0) -> [String] {
    queue.visible(at: at(seconds)).map(\.id.rawValue)
  }

  private func ask(
    _ queue: inout QuestionQueue, _ id: String, of app: String = "a", at seconds: Int = 0, until: Int? = nil
  ) -> QuestionQueue.Refusal? {
    let question = question(id, of: app, seconds: until)
    do throws(QuestionQueue.Refusal) {
      try queue.reserve(question, at: at(seconds))
      queue.put(question)
      return nil
    } catch {
      return error
    }
  }

  @Test("all questions are visible, and an app that asks much comes in front of nobody")
  func fairOrder() {
    var queue = queue
    for (id, app) in [("1", "a"), ("2", "a"), ("3", "b"), ("4", "a")] { #expect(ask(&queue, id, of: app) == nil) }
    #expect(visible(queue) == ["1", "3", "2", "4"])
    #expect(queue.behind(OrderID(rawValue: "1"), at: start) == 2)
    #expect(queue.behind(OrderID(rawValue: "4"), at: start) == 0)
    #expect(queue.behind(OrderID(rawValue: "3"), at: start) == 0)
    #expect(queue.behind(OrderID(rawValue: "9"), at: start) == nil)
    queue.withdraw(OrderID(rawValue: "2"))
    #expect(visible(queue) == ["1", "3", "4"])
    #expect(queue.count(at: start) == 3)
  }

  @Test("copies of one request that come at once need one place, and none is refused")
  func copies() throws {
    var queue = queue
    for id in ["1", "2", "3"] { #expect(ask(&queue, id) == nil) }
    try queue.reserve(question("4", request: "same"), at: start)
    for copy in 5..<50 { try queue.reserve(question("\(copy)", request: "same"), at: start) }
    queue.put(question("4", request: "same"))
    for copy in 5..<50 { queue.giveBack(OrderID(rawValue: "\(copy)")) }
    #expect(queue.count(at: start) == 4)
    #expect(ask(&queue, "50") == .tooManyWait)
  }

  @Test("a question that waits behind others can be withdrawn too")
  func withdrawnFromTheMiddle() {
    var queue = queue
    for id in ["1", "2", "3"] { #expect(ask(&queue, id) == nil) }
    queue.withdraw(OrderID(rawValue: "2"))
    #expect(visible(queue) == ["1", "3"])
    #expect(queue.behind(OrderID(rawValue: "1"), at: start) == 1)
  }

  @Test("what has expired is not shown, and makes room")
  func expiry() {
    var queue = queue
    #expect(ask(&queue, "1", until: 10) == nil)
    #expect(ask(&queue, "2") == nil)
    #expect(visible(queue, 9) == ["1", "2"])
    #expect(visible(queue, 10) == ["2"])
    #expect(queue.count(at: at(10)) == 1)
    for id in ["3", "4", "5"] { #expect(ask(&queue, id, at: 10) == nil) }
    #expect(ask(&queue, "6", at: 10) == .tooManyWait)
  }

  @Test("so many wait of one app, and so many of all")
  func room() {
    var queue = queue
    for id in ["1", "2", "3", "4"] { #expect(ask(&queue, id) == nil) }
    #expect(ask(&queue, "5") == .tooManyWait)
    for id in ["6", "7"] { #expect(ask(&queue, id, of: "b") == nil) }
    for id in ["8", "9"] { #expect(ask(&queue, id, of: "c") == nil) }
    #expect(ask(&queue, "10", of: "d") == .tooManyWait)
  }

  @Test("an app puts six new questions within a minute, answered or not, and is told when it may again")
  func rate() {
    var queue = queue
    for number in 0..<6 {
      #expect(ask(&queue, "\(number)", at: number * 5) == nil)
      queue.withdraw(OrderID(rawValue: "\(number)"))
    }
    #expect(ask(&queue, "6", at: 40) == .tooOften(.seconds(20)))
    #expect(ask(&queue, "other", of: "b", at: 40) == nil)
    #expect(ask(&queue, "6", at: 59) == .tooOften(.seconds(1)))
    #expect(ask(&queue, "6", at: 60) == nil)
    #expect(ask(&queue, "7", at: 60) == .tooOften(.seconds(5)))
  }

  @Test("a question that comes back, because its fee rose, is not a new one")
  func askedAgain() {
    var queue = queue
    for number in 0..<6 {
      #expect(ask(&queue, "\(number)") == nil)
      queue.withdraw(OrderID(rawValue: "\(number)"))
    }
    queue.put(question("0"))
    #expect(visible(queue) == ["0"])
  }

  @Test("a reservation holds its place unseen; given back it neither counts nor takes room")
  func reservation() throws {
    var queue = queue
    for number in 0..<20 {
      let question = question("\(number)")
      try queue.reserve(question, at: start)
      #expect(visible(queue).isEmpty)
      queue.giveBack(question.id)
    }
    try queue.reserve(question("first"), at: start)
    #expect(ask(&queue, "second") == nil)
    #expect(visible(queue) == ["second"])
    queue.put(question("first"))
    #expect(visible(queue) == ["first", "second"])
    queue.giveBack(OrderID(rawValue: "first"))
    #expect(visible(queue) == ["first", "second"], "it was put, and is no reservation any more")
  }

  @Test("reservations that are given back late do no harm")
  func lateReservation() throws {
    var queue = queue
    try queue.reserve(question("1"), at: start)
    try queue.reserve(question("2"), at: start)
    #expect(ask(&queue, "3", at: 100) == nil)
    for id in ["1", "2"] { queue.giveBack(OrderID(rawValue: id)) }
    #expect(visible(queue, 100) == ["3"])
  }

  @Test("a clock that is set back does not lock an app out")
  func clockSetBack() {
    var queue = queue
    for number in 0..<6 {
      #expect(ask(&queue, "\(number)", at: 1000) == nil)
      queue.withdraw(OrderID(rawValue: "\(number)"))
    }
    #expect(ask(&queue, "6", at: 0) == nil)
  }
}
