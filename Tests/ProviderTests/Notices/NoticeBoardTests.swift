import Testing

@testable import DesktopNotifications
@testable import Provider

/// What the board wants, told as a transcript: questions and clicks go in, what the desktop shall do comes out.
@Suite struct NoticeBoardTests {
  private let start = ContinuousClock.now
  private var settled: ContinuousClock.Instant { start + .seconds(1) }

  @Test func aYesIsCarriedBack() {
    var board = NoticeBoard()
    #expect(board.show(payment("a")) == [.present(payment("a"), replacing: nil)])
    #expect(board.presented(payment("a"), as: screen(1), at: start) == [])
    #expect(
      board.handle(.actionInvoked(screen(1), key: "approve", at: settled), at: settled)
        == [.answer("a", .approve), .close(screen(1))])
    // A second click on what is gone, and its withdrawal, are nothing.
    #expect(board.handle(.actionInvoked(screen(1), key: "approve", at: settled), at: settled) == [])
    #expect(board.handle(.closed(screen(1), .dismissed), at: settled) == [])
    #expect(board.withdraw("a", at: settled) == [])
  }

  @Test func aYesThatComesTooSoonIsAskedForAgain() {
    var board = shown("a")
    let early = start + NoticeBoard.settling - .milliseconds(1)
    #expect(
      board.handle(.actionInvoked(screen(1), key: "approve", at: early), at: early)
        == [.close(screen(1)), .present(payment("a"), replacing: nil)])
    #expect(board.presented(payment("a"), as: screen(2), at: early) == [])
    // The time counts anew, to the millisecond.
    let stillEarly = early + NoticeBoard.settling - .milliseconds(1)
    #expect(
      board.handle(.actionInvoked(screen(2), key: "approve", at: stillEarly), at: stillEarly)
        == [.close(screen(2)), .present(payment("a"), replacing: nil)])
    _ = board.presented(payment("a"), as: screen(3), at: stillEarly)
    let late = stillEarly + NoticeBoard.settling
    #expect(
      board.handle(.actionInvoked(screen(3), key: "approve", at: late), at: late)
        == [.answer("a", .approve), .close(screen(3))])
  }

  @Test func aNoIsNeverTooSoon() {
    var board = shown("a")
    #expect(
      board.handle(.actionInvoked(screen(1), key: "deny", at: start), at: start)
        == [.answer("a", .deny), .close(screen(1))])
  }

  @Test func whatMovesUnderTheMouseIsNotApproved() {
    var board = shown("a", "b")
    #expect(board.withdraw("a", at: settled) == [.close(screen(1))])
    let click = settled + .milliseconds(100)
    #expect(
      board.handle(.actionInvoked(screen(2), key: "approve", at: click), at: click)
        == [.close(screen(2)), .present(payment("b"), replacing: nil)])
  }

  @Test func aDoubleClickApprovesOne() {
    var board = shown("a", "b")
    #expect(
      board.handle(.actionInvoked(screen(1), key: "approve", at: settled), at: settled)
        == [.answer("a", .approve), .close(screen(1))])
    let second = settled + .milliseconds(150)
    #expect(
      board.handle(.actionInvoked(screen(2), key: "approve", at: second), at: second)
        == [.close(screen(2)), .present(payment("b"), replacing: nil)])
  }

  @Test func aQuestionThatChangedIsReadAnew() {
    var board = shown("a")
    var dearer = payment("a")
    dearer.lines = ["fee 2"]
    #expect(board.show(payment("a")) == [])
    #expect(board.show(dearer) == [.present(dearer, replacing: screen(1))])
    _ = board.presented(dearer, as: screen(1), at: settled)
    let click = settled + .milliseconds(100)
    #expect(
      board.handle(.actionInvoked(screen(1), key: "approve", at: click), at: click)
        == [.close(screen(1)), .present(dearer, replacing: nil)])
  }

  @Test func whatNeedsTheConsoleIsNotApprovedHere() {
    var locked = payment("a")
    locked.needsPIN = true
    locked.canAnswer = false
    var pairing = payment("b")
    pairing.kind = .pairing
    for notice in [locked, pairing] {
      var board = NoticeBoard()
      _ = board.show(notice)
      _ = board.presented(notice, as: screen(1), at: start)
      #expect(board.handle(.actionInvoked(screen(1), key: "approve", at: settled), at: settled) == [])
      #expect(
        board.handle(.actionInvoked(screen(1), key: "deny", at: settled), at: settled)
          == [.answer(notice.id, .deny), .close(screen(1))])
    }
  }

  @Test func whatTheOwnerClosedStaysClosed() {
    var board = shown("a")
    #expect(board.handle(.closed(screen(1), .dismissed), at: settled) == [])
    #expect(board.handle(.serverVanished, at: settled) == [])
    #expect(board.handle(.serverAppeared, at: settled) == [])
    // Unless there is something new to tell.
    var refused = payment("a")
    refused.problem = "the disk is full"
    #expect(board.show(refused) == [.present(refused, replacing: nil)])
  }

  @Test func onlyAFewAreShownAtOnce() {
    var board = shown("a", "b", "c")
    #expect(board.show(payment("d")) == [])
    #expect(board.withdraw("d", at: settled) == [])
    #expect(board.show(payment("e")) == [])
    #expect(board.withdraw("b", at: settled) == [.close(screen(2)), .present(payment("e"), replacing: nil)])
  }

  @Test func allIsShownAgainWhenTheServerComesBack() {
    var board = shown("a", "b")
    #expect(
      board.handle(.serverVanished, at: settled)
        == [.present(payment("a"), replacing: nil), .present(payment("b"), replacing: nil)])
    #expect(board.failed(payment("a"), .noServer) == [.retry(after: .seconds(2))])
    #expect(board.failed(payment("b"), .noServer) == [])
    #expect(
      board.handle(.serverAppeared, at: settled)
        == [.present(payment("a"), replacing: nil), .present(payment("b"), replacing: nil)])
    // A click on what the old server showed is not one on what the new one shows.
    #expect(board.handle(.actionInvoked(screen(1), key: "approve", at: settled), at: settled) == [])
  }

  @Test func itIsTriedAgainMoreAndMoreSeldom() {
    var board = NoticeBoard()
    _ = board.show(payment("a"))
    for seconds in [2, 4, 8, 16, 32, 60, 60] {
      #expect(board.failed(payment("a"), .noBus) == [.retry(after: .seconds(seconds))])
      #expect(board.retry() == [.present(payment("a"), replacing: nil)])
    }
    _ = board.presented(payment("a"), as: screen(1), at: start)
    _ = board.handle(.serverVanished, at: settled)
    #expect(board.failed(payment("a"), .noBus) == [.retry(after: .seconds(2))])
    // Nothing is left to try for.
    #expect(board.withdraw("a", at: settled) == [])
    #expect(board.retry() == [])
  }

  @Test func aServerWithoutButtonsIsLeftAlone() {
    var board = NoticeBoard()
    _ = board.show(payment("a"))
    #expect(board.failed(payment("a"), .noActions) == [])
    #expect(board.show(payment("b")) == [])
    #expect(
      board.handle(.serverAppeared, at: start)
        == [.present(payment("a"), replacing: nil), .present(payment("b"), replacing: nil)])
  }

  @Test func whatWasWithdrawnMeanwhileIsClosed() {
    var board = NoticeBoard()
    _ = board.show(payment("a"))
    #expect(board.withdraw("a", at: start) == [])
    #expect(board.presented(payment("a"), as: screen(1), at: start) == [.close(screen(1))])
  }

  /// A board on which payments are shown since `start`, as 1, 2 and so on.
  private func shown(_ ids: String...) -> NoticeBoard {
    var board = NoticeBoard()
    for (index, id) in ids.enumerated() {
      _ = board.show(payment(id))
      _ = board.presented(payment(id), as: screen(UInt32(index + 1)), at: start)
    }
    return board
  }

  private func payment(_ id: String) -> OwnerNotice {
    OwnerNotice(
      id: id, kind: .payment, appName: "shop", fingerprint: "aaaa bbbb", lines: ["0.5 LTC"], needsPIN: false,
      canAnswer: true)
  }

  private func screen(_ number: UInt32) -> DesktopNotificationID {
    DesktopNotificationID(server: 1, number: number)
  }
}
