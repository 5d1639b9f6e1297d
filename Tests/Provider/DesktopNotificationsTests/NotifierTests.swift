#if os(Linux)
  import TestSupport
  import Testing

  @testable import DesktopNotifications

  @Suite(.serialized, .enabled(if: DesktopSession.hasBus)) struct NotifierTests {
    private let question = DesktopNotification(
      summary: "Pay?", body: [NotificationLine(strong: "App", claim: "<i>shop</i>"), NotificationLine("second")],
      actions: [.init(key: "approve", label: "Approve"), .init(key: "deny", label: "Deny")], urgency: .critical,
      expires: .never)

    @Test func aNotificationIsShownAnsweredAndClosed() async throws {
      try await withBus { bus in
        let server = try ScriptedNotificationServer(bus.address)
        let notifier = DesktopNotifier(address: bus.address)
        var events = notifier.events.makeAsyncIterator()
        let id = try await notifier.notify(question)
        #expect(
          server.shown[1]
            == .init(
              replaces: 0, summary: "Pay?", body: "<b>App</b> “&lt;i&gt;shop&lt;/i&gt;”\nsecond",
              actions: ["approve", "Approve", "deny", "Deny"], expires: 0))
        // Events about the notifications of other programs are not reported.
        server.invoke(77, "approve")
        server.invoke(1, "approve")
        server.reportClosed(1, 2)
        #expect(await events.next()?.pressed == .init(id: id, key: "approve"))
        #expect(await events.next() == .closed(id, .dismissed))

        let second = try await notifier.notify(question, replacing: nil)
        let third = try await notifier.notify(question, replacing: second)
        #expect(third == second)
        notifier.close(third)
        notifier.stop()
        while let event = await events.next() { Issue.record("nothing more was expected: \(event)") }
        _ = try await eventually("the end") { server.closed == [2] ? true : nil }
        await #expect(throws: DesktopNotificationError.stopped) { try await notifier.notify(question) }
        server.end()
      }
    }

    @Test func stoppingTakesAllOffTheScreen() async throws {
      try await withBus { bus in
        let server = try ScriptedNotificationServer(bus.address)
        let notifier = DesktopNotifier(address: bus.address)
        _ = try await notifier.notify(question)
        _ = try await notifier.notify(question)
        notifier.stop()
        _ = try await eventually("both closed") { Set(server.closed) == [1, 2] ? true : nil }
        server.end()
      }
    }

    @Test func onlyTheServerPressesButtons() async throws {
      try await withBus { bus in
        let server = try ScriptedNotificationServer(bus.address)
        let forger = try ScriptedNotificationServer(bus.address, ownsName: false)
        let notifier = DesktopNotifier(address: bus.address)
        var events = notifier.events.makeAsyncIterator()
        let id = try await notifier.notify(question)
        // One signal is broadcast and one is sent to the notifier directly, so that no match rule holds it back.
        forger.invoke(1, "approve")
        forger.invoke(1, "approve", to: server.sender)
        // The forger leaves the bus only after all of it was sent.
        forger.end()
        server.invoke(1, "deny", to: server.sender)
        #expect(await events.next()?.pressed == .init(id: id, key: "deny"))
        server.end()
      }
    }

    @Test func aServerWithoutButtonsIsNotUsed() async throws {
      try await withBus { bus in
        let server = try ScriptedNotificationServer(bus.address, capabilities: ["body"])
        let notifier = DesktopNotifier(address: bus.address)
        await #expect(throws: DesktopNotificationError.noActions) { try await notifier.notify(question) }
        #expect(server.shown.isEmpty)
        var plain = question
        plain.actions = []
        _ = try await notifier.notify(plain)
        // This server does not support markup either.
        #expect(server.shown[1]?.body == "App “‹i›shop‹/i›”\nsecond")
        server.end()
      }
    }

    @Test func aServerGoesAndAnotherComes() async throws {
      try await withBus { bus in
        let first = try ScriptedNotificationServer(bus.address)
        let notifier = DesktopNotifier(address: bus.address)
        var events = notifier.events.makeAsyncIterator()
        let old = try await notifier.notify(question)
        first.end()
        #expect(await events.next() == .serverVanished)
        await #expect(throws: DesktopNotificationError.noServer) { try await notifier.notify(question) }
        let second = try ScriptedNotificationServer(bus.address)
        #expect(await events.next() == .serverAppeared)
        let new = try await notifier.notify(question)
        // The two servers gave the same number to different notifications.
        #expect(new != old)
        notifier.close(old)
        second.invoke(1, "approve")
        #expect(await events.next()?.pressed == .init(id: new, key: "approve"))
        #expect(second.closed.isEmpty)
        second.end()
      }
    }

    @Test func theBusGoesAndComesBack() async throws {
      try await withBus { bus in
        let first = try ScriptedNotificationServer(bus.address)
        let notifier = DesktopNotifier(address: bus.address)
        var events = notifier.events.makeAsyncIterator()
        _ = try await notifier.notify(question)
        try await bus.stopBus()
        #expect(await events.next() == .serverVanished)
        await #expect(throws: DesktopNotificationError.noBus) { try await notifier.notify(question) }
        first.end()

        try await bus.startBus()
        await #expect(throws: DesktopNotificationError.noServer) { try await notifier.notify(question) }
        let second = try ScriptedNotificationServer(bus.address)
        #expect(await events.next() == .serverAppeared)
        let id = try await notifier.notify(question)
        second.invoke(1, "deny")
        #expect(await events.next()?.pressed == .init(id: id, key: "deny"))
        second.end()
      }
    }

    @Test func withoutABusNothingHappens() async throws {
      let folder = try ScratchFolder()
      let notifier = DesktopNotifier(address: "unix:path=\(folder.path)/nothing")
      await #expect(throws: DesktopNotificationError.noBus) { try await notifier.notify(question) }
      let malformed = DesktopNotifier(address: "not an address")
      await #expect(throws: DesktopNotificationError.noBus) { try await malformed.notify(question) }
    }

    @Test func aServerThatDoesNotAnswerIsNotWaitedForLong() async throws {
      try await withBus { bus in
        let server = try ScriptedNotificationServer(bus.address, isSilent: true)
        let notifier = DesktopNotifier(address: bus.address, answerLimit: .milliseconds(50))
        await #expect(throws: DesktopNotificationError.timedOut) { try await notifier.notify(question) }
        server.end()
      }
    }

    private func withBus(_ body: (DesktopSession) async throws -> Void) async throws {
      let bus = try DesktopSession()
      do {
        try await bus.startBus()
        try await body(bus)
        await bus.stop()
      } catch {
        await bus.stop()
        throw error
      }
    }
  }

  private struct Pressed: Equatable {
    let id: DesktopNotificationID
    let key: String
  }

  extension DesktopNotificationEvent {
    fileprivate var pressed: Pressed? {
      if case .actionInvoked(let id, let key, _) = self { Pressed(id: id, key: key) } else { nil }
    }
  }
#endif
