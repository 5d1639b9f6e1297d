import Synchronization
import TestSupport
import Testing

@testable import Provider

/// Tests clicks in a real notification daemon, with a clock that the test controls.
@Suite(.serialized, .enabled(if: DesktopSession.isInstalled)) struct DesktopNoticesTests {
  @Test func aClickThatComesTooSoonIsAskedForAgain() async throws {
    try await DesktopSession.with { desktop in
      let clock = Mutex(ContinuousClock.now)
      let notices = DesktopNotices(console: "payd console", address: desktop.address) { clock.withLock { $0 } }
      let answers = Mutex<[OwnerAnswer]>([])
      notices.show(question) { answer in answers.withLock { $0.append(answer) } }
      let first = try await desktop.buttons(2)
      let windows = try await desktop.windows()
      // No time has passed since the notification appeared.
      try await desktop.click(first[0])
      _ = try await eventually("the question in another window") {
        let now = try await desktop.windows()
        return !now.isEmpty && now.isDisjoint(with: windows) ? now : nil
      }
      let second = try await desktop.buttons(2)
      #expect(answers.withLock { $0 } == [])

      clock.withLock { $0 = $0.advanced(by: NoticeMachine.settling) }
      try await desktop.click(second[0])
      _ = try await eventually("the answer") { answers.withLock { $0 } == [.approve] ? true : nil }
      _ = try await desktop.buttons(0)
      await notices.stop()
    }
  }

  @Test func theServerDiesAndTheQuestionIsThereAgain() async throws {
    try await DesktopSession.with { desktop in
      let notices = DesktopNotices(console: "payd console", address: desktop.address)
      let answers = Mutex<[OwnerAnswer]>([])
      notices.show(question) { answer in answers.withLock { $0.append(answer) } }
      _ = try await desktop.buttons(2)
      try await desktop.stopServer()
      _ = try await desktop.buttons(0)
      try await desktop.startServer()
      let again = try await desktop.buttons(2)
      try await desktop.click(again[1])
      _ = try await eventually("the answer") { answers.withLock { $0 } == [.deny] ? true : nil }
      // A question that is still shown when the provider ends is removed from the screen.
      notices.show(question) { _ in }
      _ = try await desktop.buttons(2)
      await notices.stop()
      _ = try await desktop.buttons(0)
    }
  }

  private let question = OwnerNotice(
    id: "ord_a", kind: .payment, appName: "shop", fingerprint: "aaaa bbbb", lines: ["0.5 LTC"], needsPIN: false,
    canAnswer: true)
}
