import MessagingAPI
import PaymentsAPI
import PaymentsModel
import Testing

@testable import ChatMessaging

@Suite struct MessageBookTests {
  private let now = Fixtures.now

  private func id(_ number: Int) -> PaymentMessageID { PaymentMessageID(rawValue: "msg_\(number)") }

  private func book(_ count: Int) -> MessageBook {
    var book = MessageBook(now: now)
    for number in 0..<count { book.add(Fixtures.message("msg_\(number)")) }
    return book
  }

  @Test func eachMessageIsListedOnceAtThePlaceOfItsLastChange() throws {
    var book = book(3)
    let first = try book.list(of: Fixtures.app, since: nil, limit: 2)
    #expect(first.messages.map(\.messageID) == [id(0), id(1)] && first.more)
    try book.change(id(0)) { try $0.refuse(now: now) }
    let second = try book.list(of: Fixtures.app, since: first.cursor, limit: 2)
    #expect(second.messages.map(\.messageID) == [id(2), id(0)] && !second.more)
    #expect(second.messages.last?.state == .refused)
    #expect(second.cursor == EventCursor(sequence: 4))
    #expect(try book.list(of: Fixtures.app, since: second.cursor, limit: 2).messages.isEmpty)
    #expect(try book.list(of: AppKey(rawValue: "other"), since: nil, limit: 9).messages.isEmpty)
    #expect(throws: PaymentsFailure(.cursorInvalid, pointer: "/since")) {
      try book.list(of: Fixtures.app, since: EventCursor(sequence: 5), limit: 2)
    }
  }

  @Test func theOrderOfChangesGoesOnAfterARestart() throws {
    var book = book(2)
    try book.change(id(0)) { try $0.refuse(now: now) }
    var again = MessageBook(Array(book.messages.values), now: now)
    #expect(again.lastChange(of: Fixtures.app) == 3)
    again.add(Fixtures.message("msg_9"))
    #expect(try again.list(of: Fixtures.app, since: EventCursor(sequence: 3), limit: 9).messages.count == 1)
  }

  @Test func whatWasRemovedIsListedOnlyToThoseWhoFollow() throws {
    var book = book(1)
    try book.change(id(0)) { try $0.remove(now: now) }
    #expect(try book.list(of: Fixtures.app, since: nil, limit: 9).messages.isEmpty)
    #expect(
      try book.list(of: Fixtures.app, since: EventCursor(sequence: 1), limit: 9).messages.map(\.state) == [.removed])
  }

  @Test func aRequestLeadsToItsMessageForItsAppAlone() {
    var book = MessageBook(now: now)
    let message = Fixtures.message()
    book.add(message)
    #expect(book.message(of: Fixtures.app, requestID: message.requestID)?.id == message.id)
    #expect(book.message(of: AppKey(rawValue: "other"), requestID: message.requestID) == nil)
  }

  @Test func thereIsRoomForSoMany() throws {
    func admit(_ book: MessageBook, _ params: SendMessage.Params = Fixtures.params(), isAllowed: Bool = false) throws {
      try book.admit(params, of: Fixtures.app, isAllowed: isAllowed)
    }
    try admit(book(15))
    #expect(throws: PaymentsFailure(.tooManyQuestions)) { try admit(book(16)) }
    try admit(book(16), isAllowed: true)
    try admit(book(499), isAllowed: true)
    #expect(throws: PaymentsFailure(.tooManyMessages)) { try admit(book(500), isAllowed: true) }
    var full = book(500)
    try full.change(id(0)) { try $0.remove(now: now) }
    try admit(full, isAllowed: true)

    let large = Fixtures.params(files: [Fixtures.file("a", size: 8 << 20), Fixtures.file("b", size: 8 << 20)])
    var heavy = MessageBook(now: now)
    for number in 0..<4 {
      try admit(heavy, large)
      heavy.add(Fixtures.message("msg_\(number)", large))
    }
    #expect(throws: PaymentsFailure(.tooManyMessages)) {
      try admit(heavy, Fixtures.params(files: [Fixtures.file("c")]))
    }

    var others = MessageBook(now: now)
    for number in 0..<64 {
      others.add(Fixtures.message("msg_\(number)", app: AppKey(rawValue: "app\(number / 8)")))
    }
    #expect(throws: PaymentsFailure(.tooManyQuestions)) { try admit(others) }
  }

  @Test func noAppLearnsHowBusyOthersAre() throws {
    var book = book(1)
    let other = AppKey(rawValue: "other")
    let before = try book.list(of: Fixtures.app, since: nil, limit: 9).cursor
    for number in 10..<20 { book.add(Fixtures.message("msg_\(number)", app: other)) }
    try book.change(id(10)) { try $0.refuse(now: now) }
    #expect(try book.list(of: Fixtures.app, since: nil, limit: 9).cursor == before)
    #expect(book.lastChange(of: Fixtures.app) == 1 && book.lastChange(of: other) == 11)
    #expect(book.lastChange(of: AppKey(rawValue: "third")) == 0)
    book.add(Fixtures.message("msg_1"))
    let list = try book.list(of: Fixtures.app, since: before, limit: 9)
    #expect(list.messages.map(\.cursor) == [EventCursor(sequence: 2)])
    var again = MessageBook(Array(book.messages.values), now: now)
    again.add(Fixtures.message("msg_2"))
    #expect(again.lastChange(of: Fixtures.app) == 3 && again.lastChange(of: other) == 11)
  }

  @Test func numbersStayOverARestart() throws {
    var book = book(3)
    #expect((0..<3).map { book[id($0)]?.number } == [1, 2, 3])
    try book.change(id(0)) { try $0.remove(now: now) }
    var again = MessageBook(Array(book.messages.values), now: now)
    again.add(Fixtures.message("msg_3"))
    #expect((0..<4).map { again[id($0)]?.number } == [1, 2, 3, 4])
    #expect(again.message(numbered: 2)?.id == id(1))
  }
}
