import Testing

@testable import DesktopNotifications
@testable import Provider

/// Tests the machine by its inputs, which are questions and clicks, and its outputs, which are commands for the
/// desktop.
@Suite struct NoticeMachineTests {
  private let start = ContinuousClock.now
  private var settled: ContinuousClock.Instant { start + .seconds(1) }

  @Test func aYesIsCarriedBack() {
    var machine = NoticeMachine()
    #expect(machine.show(payment("a")) == [.present(payment("a"), replacing: nil)])
    #expect(machine.presented(payment("a"), as: screen(1), at: start) == [])
    #expect(
      machine.handle(.actionInvoked(screen(1), key: "approve", at: settled), at: settled)
        == [.answer("a", .approve), .close(screen(1))])
    // A second click on a notification that is gone has no effect, and neither has its withdrawal.
    #expect(machine.handle(.actionInvoked(screen(1), key: "approve", at: settled), at: settled) == [])
    #expect(machine.handle(.closed(screen(1), .dismissed), at: settled) == [])
    #expect(machine.withdraw("a", at: settled) == [])
  }

  @Test func aClickOnTheTextOpensTheQuestionAndAnswersNothing() {
    var machine = shown("a")
    #expect(
      machine.handle(.actionInvoked(screen(1), key: "default", at: start), at: start)
        == [.open("a", clicked: screen(1))])
    // Most desktops close it then. It is not shown again by itself, and waits in the window.
    #expect(machine.handle(.closed(screen(1), .dismissed), at: start) == [])
    #expect(machine.handle(.actionInvoked(screen(1), key: "approve", at: settled), at: settled) == [])
  }

  @Test func aYesThatComesTooSoonIsAskedForAgain() {
    var machine = shown("a")
    let early = start + NoticeMachine.settling - .milliseconds(1)
    #expect(
      machine.handle(.actionInvoked(screen(1), key: "approve", at: early), at: early)
        == [.close(screen(1)), .present(payment("a"), replacing: nil)])
    #expect(machine.presented(payment("a"), as: screen(2), at: early) == [])
    // The time starts again, and counts to the millisecond.
    let stillEarly = early + NoticeMachine.settling - .milliseconds(1)
    #expect(
      machine.handle(.actionInvoked(screen(2), key: "approve", at: stillEarly), at: stillEarly)
        == [.close(screen(2)), .present(payment("a"), replacing: nil)])
    _ = machine.presented(payment("a"), as: screen(3), at: stillEarly)
    let late = stillEarly + NoticeMachine.settling
    #expect(
      machine.handle(.actionInvoked(screen(3), key: "approve", at: late), at: late)
        == [.answer("a", .approve), .close(screen(3))])
  }

  @Test func anAppHasOnePlaceOnTheScreen() {
    var machine = NoticeMachine()
    let (first, second) = (payment("a", of: "x"), payment("b", of: "x"))
    #expect(machine.show(first) == [.present(first, replacing: nil)])
    _ = machine.presented(first, as: screen(1), at: start)
    #expect(machine.show(second) == [])
    #expect(machine.show(payment("c", of: "y")) == [.present(payment("c", of: "y"), replacing: nil)])
    // What is closed can be answered at the console, and the next question of the app takes its place.
    #expect(machine.handle(.closed(screen(1), .dismissed), at: settled) == [.present(second, replacing: nil)])
  }

  @Test func aNoIsNeverTooSoon() {
    var machine = shown("a")
    #expect(
      machine.handle(.actionInvoked(screen(1), key: "deny", at: start), at: start)
        == [.answer("a", .deny), .close(screen(1))])
  }

  @Test func whatMovesUnderTheMouseIsNotApproved() {
    var machine = shown("a", "b")
    #expect(machine.withdraw("a", at: settled) == [.close(screen(1))])
    let click = settled + .milliseconds(100)
    #expect(
      machine.handle(.actionInvoked(screen(2), key: "approve", at: click), at: click)
        == [.close(screen(2)), .present(payment("b"), replacing: nil)])
  }

  @Test func aDoubleClickApprovesOne() {
    var machine = shown("a", "b")
    #expect(
      machine.handle(.actionInvoked(screen(1), key: "approve", at: settled), at: settled)
        == [.answer("a", .approve), .close(screen(1))])
    let second = settled + .milliseconds(150)
    #expect(
      machine.handle(.actionInvoked(screen(2), key: "approve", at: second), at: second)
        == [.close(screen(2)), .present(payment("b"), replacing: nil)])
  }

  @Test func aQuestionThatChangedIsReadAnew() {
    var machine = shown("a")
    var dearer = payment("a")
    dearer.lines = ["fee 2"]
    #expect(machine.show(payment("a")) == [])
    #expect(machine.show(dearer) == [.present(dearer, replacing: screen(1))])
    _ = machine.presented(dearer, as: screen(1), at: settled)
    let click = settled + .milliseconds(100)
    #expect(
      machine.handle(.actionInvoked(screen(1), key: "approve", at: click), at: click)
        == [.close(screen(1)), .present(dearer, replacing: nil)])
  }

  @Test func whatNeedsTheConsoleIsNotApprovedHere() {
    var locked = payment("a")
    locked.needsPIN = true
    locked.canAnswer = false
    var pairing = payment("b")
    pairing.kind = .pairing
    for notice in [locked, pairing] {
      var machine = NoticeMachine()
      _ = machine.show(notice)
      _ = machine.presented(notice, as: screen(1), at: start)
      #expect(machine.handle(.actionInvoked(screen(1), key: "approve", at: settled), at: settled) == [])
      #expect(
        machine.handle(.actionInvoked(screen(1), key: "deny", at: settled), at: settled)
          == [.answer(notice.id, .deny), .close(screen(1))])
    }
  }

  @Test func whatTheOwnerClosedStaysClosed() {
    var machine = shown("a")
    #expect(machine.handle(.closed(screen(1), .dismissed), at: settled) == [])
    #expect(machine.handle(.serverVanished, at: settled) == [])
    #expect(machine.handle(.serverAppeared, at: settled) == [])
    // The notification is shown again if its content changes.
    var refused = payment("a")
    refused.problem = "the disk is full"
    #expect(machine.show(refused) == [.present(refused, replacing: nil)])
  }

  @Test func onlyAFewAreShownAtOnce() {
    var machine = shown("a", "b", "c")
    #expect(machine.show(payment("d")) == [])
    #expect(machine.withdraw("d", at: settled) == [])
    #expect(machine.show(payment("e")) == [])
    #expect(machine.withdraw("b", at: settled) == [.close(screen(2)), .present(payment("e"), replacing: nil)])
  }

  @Test func allIsShownAgainWhenTheServerComesBack() {
    var machine = shown("a", "b")
    #expect(
      machine.handle(.serverVanished, at: settled)
        == [.present(payment("a"), replacing: nil), .present(payment("b"), replacing: nil)])
    #expect(machine.failed(payment("a"), .noServer) == [.retry(after: .seconds(2))])
    #expect(machine.failed(payment("b"), .noServer) == [])
    #expect(
      machine.handle(.serverAppeared, at: settled)
        == [.present(payment("a"), replacing: nil), .present(payment("b"), replacing: nil)])
    // A click on a notification of the old server does not count for the new server.
    #expect(machine.handle(.actionInvoked(screen(1), key: "approve", at: settled), at: settled) == [])
  }

  @Test func itIsTriedAgainMoreAndMoreSeldom() {
    var machine = NoticeMachine()
    _ = machine.show(payment("a"))
    for seconds in [2, 4, 8, 16, 32, 60, 60] {
      #expect(machine.failed(payment("a"), .noBus) == [.retry(after: .seconds(seconds))])
      #expect(machine.retry() == [.present(payment("a"), replacing: nil)])
    }
    _ = machine.presented(payment("a"), as: screen(1), at: start)
    _ = machine.handle(.serverVanished, at: settled)
    #expect(machine.failed(payment("a"), .noBus) == [.retry(after: .seconds(2))])
    // No question is left to show.
    #expect(machine.withdraw("a", at: settled) == [])
    #expect(machine.retry() == [])
  }

  @Test func aServerWithoutButtonsIsLeftAlone() {
    var machine = NoticeMachine()
    _ = machine.show(payment("a"))
    #expect(machine.failed(payment("a"), .noActions) == [])
    #expect(machine.show(payment("b")) == [])
    #expect(
      machine.handle(.serverAppeared, at: start)
        == [.present(payment("a"), replacing: nil), .present(payment("b"), replacing: nil)])
  }

  @Test func whatWasWithdrawnMeanwhileIsClosed() {
    var machine = NoticeMachine()
    _ = machine.show(payment("a"))
    #expect(machine.withdraw("a", at: start) == [])
    #expect(machine.presented(payment("a"), as: screen(1), at: start) == [.close(screen(1))])
  }

  /// Returns a machine whose payments are shown since `start`, with the numbers 1, 2 and so on.
  private func shown(_ ids: String...) -> NoticeMachine {
    var machine = NoticeMachine()
    for (index, id) in ids.enumerated() {
      _ = machine.show(payment(id))
      _ = machine.presented(payment(id), as: screen(UInt32(index + 1)), at: start)
    }
    return machine
  }

  /// Returns the question of an app; each has an app of its own unless it is named.
  private func payment(_ id: String, of app: String? = nil) -> OwnerNotice {
    OwnerNotice(
      id: id, kind: .payment, appName: "shop", fingerprint: app ?? id, lines: ["0.5 LTC"], needsPIN: false,
      canAnswer: true)
  }

  private func screen(_ number: UInt32) -> DesktopNotificationID {
    DesktopNotificationID(server: 1, number: number)
  }
}
