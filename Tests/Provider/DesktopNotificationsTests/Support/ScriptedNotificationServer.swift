#if os(Linux)
  import CSystemd
  import Synchronization
  import Foundation
  import TestSupport

  /// A notification server that is controlled by a test and runs on a thread of its own. It records the calls that it
  /// gets, and sends the signals that the test orders, even if it does not own the name.
  final class ScriptedNotificationServer: Sendable {
    struct Shown: Sendable, Equatable {
      var replaces: UInt32
      var summary: String
      var body: String
      var actions: [String]
      var expires: Int32
    }

    private enum Job: Sendable {
      case action(UInt32, String, to: String?)
      case closed(UInt32, UInt32)
      case end
    }

    private struct State {
      var shown: [UInt32: Shown] = [:]
      var closed: [UInt32] = []
      var sender = ""
      var uniqueName = ""
      var jobs: [Job] = []
      var isRunning = true
    }

    private let capabilities: [String]
    private let isSilent: Bool
    private let state = Mutex(State())

    /// Creates a server. With `ownsName` false it only pretends to be one. A silent server never answers `Notify`.
    init(
      _ address: String, capabilities: [String] = ["actions", "body", "body-markup"], ownsName: Bool = true,
      isSilent: Bool = false
    ) throws {
      self.capabilities = capabilities
      self.isSilent = isSilent
      let isReady = Mutex<Bool?>(nil)
      onOwnThread { [self] in
        run(address, ownsName: ownsName) { ready in isReady.withLock { $0 = ready } }
      }
      while isReady.withLock({ $0 }) == nil { usleep(1000) }
      guard isReady.withLock({ $0 }) == true else { throw DeadlineError(what: "the scripted server") }
    }

    var shown: [UInt32: Shown] { state.withLock { $0.shown } }
    var closed: [UInt32] { state.withLock { $0.closed } }
    /// The unique name of the client that called most recently.
    var sender: String { state.withLock { $0.sender } }

    func invoke(_ number: UInt32, _ key: String, to receiver: String? = nil) {
      state.withLock { $0.jobs.append(.action(number, key, to: receiver)) }
    }

    func reportClosed(_ number: UInt32, _ reason: UInt32) {
      state.withLock { $0.jobs.append(.closed(number, reason)) }
    }

    /// Leaves the bus and waits until that is done.
    func end() {
      state.withLock { $0.jobs.append(.end) }
      while state.withLock({ $0.isRunning }) { usleep(1000) }
    }

    // MARK: On the thread

    private func run(_ address: String, ownsName: Bool, _ ready: (Bool) -> Void) {
      defer { state.withLock { $0.isRunning = false } }
      var made: OpaquePointer?
      guard sd_bus_new(&made) >= 0, let bus = made else { return ready(false) }
      defer { sd_bus_flush_close_unref(bus) }
      guard sd_bus_set_address(bus, address) >= 0, sd_bus_set_bus_client(bus, 1) >= 0, sd_bus_start(bus) >= 0 else {
        return ready(false)
      }
      if ownsName, sd_bus_request_name(bus, "org.freedesktop.Notifications", 0) < 0 { return ready(false) }
      ready(true)
      while true {
        for job in takeJobs() {
          guard perform(job, bus) else { return }
        }
        var message: OpaquePointer?
        let result = sd_bus_process(bus, &message)
        guard result >= 0 else { return }
        if let message {
          answer(message)
          sd_bus_message_unref(message)
        }
        // Signals that the test orders do not wake the bus, so the wait is short.
        if result == 0 { sd_bus_wait(bus, 5_000) }
      }
    }

    private func takeJobs() -> [Job] {
      state.withLock { state in
        defer { state.jobs = [] }
        return state.jobs
      }
    }

    private func perform(_ job: Job, _ bus: OpaquePointer) -> Bool {
      switch job {
      case .action(let number, let key, let receiver):
        signal(bus, "ActionInvoked", number, receiver) { message in
          _ = key.withCString { sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0) }
        }
      case .closed(var number, var reason):
        signal(bus, "NotificationClosed", number, nil) { message in
          sd_bus_message_append_basic(message, CChar(UInt8(ascii: "u")), &reason)
        }
        number = 0
      case .end: return false
      }
      return true
    }

    private func signal(
      _ bus: OpaquePointer, _ member: String, _ number: UInt32, _ receiver: String?, _ more: (OpaquePointer) -> Void
    ) {
      var made: OpaquePointer?
      let path = "/org/freedesktop/Notifications"
      guard sd_bus_message_new_signal(bus, &made, path, "org.freedesktop.Notifications", member) >= 0,
        let message = made
      else { return }
      defer { sd_bus_message_unref(message) }
      var number = number
      sd_bus_message_append_basic(message, CChar(UInt8(ascii: "u")), &number)
      more(message)
      if let receiver { sd_bus_message_set_destination(message, receiver) }
      sd_bus_send(bus, message, nil)
    }

    private func answer(_ message: OpaquePointer) {
      let sender = sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
      func isCall(_ member: String) -> Bool {
        sd_bus_message_is_method_call(message, "org.freedesktop.Notifications", member) > 0
      }
      if isCall("GetCapabilities") {
        reply(message) { reply in
          sd_bus_message_open_container(reply, CChar(UInt8(ascii: "a")), "s")
          for capability in capabilities {
            _ = capability.withCString { sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "s")), $0) }
          }
          sd_bus_message_close_container(reply)
        }
      } else if isCall("Notify") {
        let shown = read(message)
        var number = state.withLock { state -> UInt32 in
          state.sender = sender
          let number = shown.replaces > 0 ? shown.replaces : UInt32(state.shown.count + 1)
          state.shown[number] = shown
          return number
        }
        if isSilent { return }
        reply(message) { sd_bus_message_append_basic($0, CChar(UInt8(ascii: "u")), &number) }
      } else if isCall("CloseNotification") {
        var number: UInt32 = 0
        sd_bus_message_read_basic(message, CChar(UInt8(ascii: "u")), &number)
        state.withLock { $0.closed.append(number) }
        reply(message) { _ in }
      }
    }

    private func reply(_ call: OpaquePointer, _ fill: (OpaquePointer) -> Void) {
      var made: OpaquePointer?
      guard sd_bus_message_new_method_return(call, &made) >= 0, let message = made else { return }
      defer { sd_bus_message_unref(message) }
      fill(message)
      sd_bus_send(sd_bus_message_get_bus(call), message, nil)
    }

    private func read(_ message: OpaquePointer) -> Shown {
      func text() -> String {
        var text: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &text) > 0, let text else { return "" }
        return String(cString: text)
      }
      var shown = Shown(replaces: 0, summary: "", body: "", actions: [], expires: 0)
      _ = text()
      sd_bus_message_read_basic(message, CChar(UInt8(ascii: "u")), &shown.replaces)
      _ = text()
      shown.summary = text()
      shown.body = text()
      sd_bus_message_enter_container(message, CChar(UInt8(ascii: "a")), "s")
      while sd_bus_message_at_end(message, 0) == 0 { shown.actions.append(text()) }
      sd_bus_message_exit_container(message)
      sd_bus_message_skip(message, "a{sv}")
      sd_bus_message_read_basic(message, CChar(UInt8(ascii: "i")), &shown.expires)
      return shown
    }
  }
#endif
