#if os(Linux)
  import Platform

  /// The communication with the bus and the notification server: the server's name and capabilities, the calls that
  /// wait for an answer, and the notifications on the screen. It is used only on the thread of ``NotificationThread``.
  final class NotificationSession {
    private struct Server {
      /// The server's unique name, which the bus guarantees.
      let name: String
      let number: UInt64
      let capabilities: Set<String>
    }

    private struct Request {
      let notification: DesktopNotification
      let replaced: DesktopNotificationID?
      let continuation: CheckedContinuation<NotificationCommand.Outcome, Never>
      var isSecondTry = false
    }

    private enum Call {
      case capabilities
      case notify(Request, server: UInt64)
      /// The caller does not wait any more. If the notification is shown late, it is closed.
      case givenUp(server: UInt64)
    }

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private static let busName = "org.freedesktop.DBus"

    private let settings: NotifierSettings
    private let report: (DesktopNotificationEvent) -> Void
    private var bus: SessionBus?
    private var server: Server?
    private var serversMet: UInt64 = 0
    private var calls: [UInt64: (call: Call, deadline: ContinuousClock.Instant)] = [:]
    private var waiting: [Request] = []
    private var shown: Set<DesktopNotificationID> = []
    /// What the desktop gave with the click that came last, by which the window that it asked for may come to the front.
    private var token: (of: DesktopNotificationID, text: String)?

    init(_ settings: NotifierSettings, report: @escaping (DesktopNotificationEvent) -> Void) {
      self.settings = settings
      self.report = report
    }

    // MARK: Waiting

    var awaited: (descriptor: Int32, events: Int16)? {
      bus?.awaited.map { ($0.descriptor, $0.events) }
    }

    /// Returns the time until something has to be done even without input, in milliseconds as `poll` takes it; -1 for
    /// never.
    func timeout(at now: ContinuousClock.Instant) -> Int32 {
      var left = calls.values.map { now.duration(to: $0.deadline) }.min()
      if let until = bus?.awaited?.until {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let microseconds = UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
        let more = Duration.microseconds(until > microseconds ? Int64(clamping: until - microseconds) : 0)
        left = min(left ?? more, more)
      }
      guard let left else { return -1 }
      // Rounded up, because a call that returns a moment too early would be repeated until the time has come.
      return Int32(clamping: max(0, left / .milliseconds(1)).rounded(.up).asInteger)
    }

    /// Handles all received messages, and gives up calls that have waited too long.
    func process(at now: ContinuousClock.Instant) {
      while let bus {
        switch bus.next() {
        case .message(let incoming): handle(incoming)
        case .idle:
          giveUp(at: now)
          return
        case .lost: lose()
        }
      }
    }

    // MARK: Commands

    func perform(_ command: NotificationCommand) {
      switch command {
      case .notify(let notification, let replaced, let continuation):
        begin(Request(notification: notification, replaced: replaced, continuation: continuation))
      case .close(let id): close(id)
      case .open(let address, let program, let id): open(address, with: program, clicked: id)
      case .stop: stop()
      }
    }

    /// Closes all notifications and the connection.
    func stop() {
      for id in shown { close(id) }
      // Releasing the connection flushes it.
      bus = nil
      failAll(.stopped)
    }

    private func begin(_ request: Request) {
      guard connect() else { return fail(request, .noBus) }
      if let server { return send(request, to: server) }
      waiting.append(request)
      askCapabilities()
    }

    private func close(_ id: DesktopNotificationID) {
      // A click that arrives from now on is ignored.
      shown.remove(id)
      guard let server, server.number == id.server else { return }
      _ = bus?.call(
        server.name, at: Self.path, interface: Self.name, member: "CloseNotification", [.unsigned(id.number)])
    }

    private func open(_ address: String, with program: String, clicked id: DesktopNotificationID) {
      let path = "/" + String(program.unicodeScalars.map { $0 == "." ? "/" : Character($0) })
      let hints = token.flatMap { $0.of == id ? ["activation-token": $0.text, "desktop-startup-id": $0.text] : nil }
      _ = bus?.call(
        program, at: path, interface: "org.freedesktop.Application", member: "Open",
        [.strings([address]), .texts(hints ?? [:])])
    }

    // MARK: Calls

    private func connect() -> Bool {
      guard bus == nil else { return true }
      guard let made = SessionBus(address: settings.address) else { return false }
      // The answers to these calls are not needed: if they fail, the following call fails, too.
      let rules = [
        "type='signal',sender='\(Self.busName)',interface='\(Self.busName)',member='NameOwnerChanged',"
          + "arg0='\(Self.name)'",
        "type='signal',sender='\(Self.name)',interface='\(Self.name)',path='\(Self.path)'",
      ]
      for rule in rules {
        guard
          made.call(
            Self.busName, at: "/org/freedesktop/DBus", interface: Self.busName, member: "AddMatch", [.string(rule)])
            != nil
        else { return false }
      }
      bus = made
      return true
    }

    private func askCapabilities() {
      let isAsked = calls.values.contains { if case .capabilities = $0.call { true } else { false } }
      guard !isAsked else { return }
      let cookie = bus?.call(Self.name, at: Self.path, interface: Self.name, member: "GetCapabilities", [])
      guard let cookie else { return lose() }
      calls[cookie] = (.capabilities, .now + settings.answerLimit * 2)
    }

    private func send(_ request: Request, to server: Server) {
      let notification = request.notification
      guard notification.actions.isEmpty || server.capabilities.contains("actions") else {
        return fail(request, .noActions)
      }
      let replaced = request.replaced.flatMap { $0.server == server.number ? $0.number : nil }
      let cookie = bus?.call(
        server.name, at: Self.path, interface: Self.name, member: "Notify",
        [
          .string("Payport"), .unsigned(replaced ?? 0), .string(""),
          .string(NotificationText.summary(notification.summary)),
          .string(
            NotificationText.body(notification.body, markup: server.capabilities.contains("body-markup"))),
          .strings(notification.actions.flatMap { [$0.key, NotificationText.summary($0.label)] }),
          .bytes(["urgency": notification.urgency.rawValue]),
          .signed(notification.expires.milliseconds),
        ])
      guard let cookie else {
        fail(request, .noBus)
        return lose()
      }
      calls[cookie] = (.notify(request, server: server.number), .now + settings.answerLimit)
    }

    private func fail(_ request: Request, _ error: DesktopNotificationError) {
      request.continuation.resume(returning: .failure(error))
    }

    private func failAll(_ error: DesktopNotificationError) {
      let requests =
        waiting
        + calls.values.compactMap { entry in
          if case .notify(let request, _) = entry.call { request } else { nil }
        }
      waiting = []
      calls = [:]
      for request in requests { fail(request, error) }
    }

    private func failWaiting(_ error: DesktopNotificationError) {
      let requests = waiting
      waiting = []
      for request in requests { fail(request, error) }
    }

    private func giveUp(at now: ContinuousClock.Instant) {
      for (cookie, entry) in calls where entry.deadline <= now {
        calls[cookie] = nil
        switch entry.call {
        case .capabilities: failWaiting(.timedOut)
        case .notify(let request, let server):
          fail(request, .timedOut)
          // The call is remembered for as long as an answer may still arrive.
          calls[cookie] = (.givenUp(server: server), now + .seconds(600))
        case .givenUp: break
        }
      }
    }

    // MARK: Incoming messages

    private func handle(_ incoming: SessionBus.Incoming) {
      switch incoming {
      case .reply(let cookie, let sender, let values):
        guard let call = calls.removeValue(forKey: cookie)?.call else { return }
        answered(call, by: sender, values)
      case .failure(let cookie, let name):
        guard let call = calls.removeValue(forKey: cookie)?.call else { return }
        failed(call, name)
      case .signal(let sender, let interface, let member, let values):
        if sender == Self.busName, interface == Self.busName, member == "NameOwnerChanged" {
          ownerChanged(values)
        } else if let server, sender == server.name, interface == Self.name {
          signalled(member, values, by: server)
        }
      case .other: return
      }
    }

    private func answered(_ call: Call, by sender: String, _ values: [BusValue]) {
      switch call {
      case .capabilities:
        guard case .strings(let capabilities)? = values.first else { return failWaiting(.noServer) }
        serversMet += 1
        let server = Server(name: sender, number: serversMet, capabilities: Set(capabilities))
        self.server = server
        let requests = waiting
        waiting = []
        for request in requests { send(request, to: server) }
      case .notify(let request, let number):
        guard case .unsigned(let value)? = values.first else { return fail(request, .refused) }
        let id = DesktopNotificationID(server: number, number: value)
        if server?.number == number { shown.insert(id) }
        request.continuation.resume(returning: .success(id))
      case .givenUp(let number):
        guard case .unsigned(let value)? = values.first else { return }
        close(DesktopNotificationID(server: number, number: value))
      }
    }

    private func failed(_ call: Call, _ name: String) {
      let isGone = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
      ].contains(name)
      switch call {
      case .capabilities: failWaiting(.noServer)
      case .notify(var request, let number):
        guard isGone, !request.isSecondTry else { return fail(request, isGone ? .noServer : .refused) }
        // The server ended before it answered. There may be another one by now.
        if server?.number == number { forgetServer() }
        request.isSecondTry = true
        begin(request)
      case .givenUp: return
      }
    }

    private func ownerChanged(_ values: [BusValue]) {
      guard values.count == 3, values[0] == .string(Self.name), case .string(let owner) = values[2] else { return }
      if let server, owner != server.name { forgetServer() }
      if !owner.isEmpty, server == nil { report(.serverAppeared) }
    }

    private func signalled(_ member: String, _ values: [BusValue], by server: Server) {
      guard case .unsigned(let number)? = values.first else { return }
      let id = DesktopNotificationID(server: server.number, number: number)
      // Servers send these signals to everybody, so that they may be about the notifications of other programs.
      guard shown.contains(id), values.count == 2 else { return }
      switch (member, values[1]) {
      case ("ActivationToken", .string(let text)): token = (id, text)
      case ("ActionInvoked", .string(let key)): report(.actionInvoked(id, key: key, at: settings.now()))
      case ("NotificationClosed", .unsigned(let reason)):
        shown.remove(id)
        report(.closed(id, .init(number: reason)))
      default: return
      }
    }

    private func forgetServer() {
      server = nil
      shown = []
      report(.serverVanished)
    }

    private func lose() {
      bus = nil
      if server != nil { forgetServer() }
      failAll(.noBus)
    }
  }

  extension Double {
    fileprivate var asInteger: Int { self < 1_000_000_000 ? Int(self) : 1_000_000_000 }
  }
#endif
