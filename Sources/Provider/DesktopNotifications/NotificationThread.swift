#if os(Linux)
  // This module provides some types of the C library.
  import CSystemd
  import Platform
  import Synchronization

  /// The thread that owns the connection to the bus. The first command that needs it starts it, and `stop` ends it.
  ///
  /// The state of the connection is in a ``NotificationSession``, which exists on this thread only. Other threads reach
  /// it by a list of commands and a pipe, which wakes the thread.
  final class NotificationThread: Sendable {
    private struct State {
      var commands: [NotificationCommand] = []
      var wake: Int32?
      var isStopped = false
    }

    private enum Step {
      case queued, refused
      case start(wake: Int32)
    }

    private let settings: NotifierSettings
    private let events: AsyncStream<DesktopNotificationEvent>.Continuation
    private let state = Mutex(State())

    // The library needs little memory. The default of eight megabytes is only address space, but some systems count it.
    private static let stackBytes = 512 << 10

    init(_ settings: NotifierSettings, events: AsyncStream<DesktopNotificationEvent>.Continuation) {
      self.settings = settings
      self.events = events
    }

    func post(_ command: NotificationCommand) {
      let step = state.withLock { state -> Step in
        if state.isStopped { return .refused }
        if case .stop = command { state.isStopped = true }
        if let wake = state.wake {
          state.commands.append(command)
          var byte: UInt8 = 0
          // If the pipe is full, the thread is woken already.
          _ = write(wake, &byte, 1)
          return .queued
        }
        guard case .notify = command else { return .refused }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return .refused }
        for end in ends {
          _ = fcntl(end, F_SETFD, FD_CLOEXEC)
          _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        state.wake = ends[1]
        state.commands.append(command)
        return .start(wake: ends[0])
      }
      switch step {
      case .queued: return
      case .refused: refuse(command)
      case .start(let wake): start(wake)
      }
    }

    private func refuse(_ command: NotificationCommand) {
      switch command {
      case .notify(_, _, let continuation): continuation.resume(returning: .failure(.stopped))
      case .close, .open: return
      case .stop: events.finish()
      }
    }

    private func start(_ wake: Int32) {
      guard !DetachedThread.start(stackSize: Self.stackBytes, { self.run(wake) }) else { return }
      end(wake)
      for command in takeCommands() { refuse(command) }
    }

    private func end(_ wake: Int32) {
      state.withLock { state in
        if let wake = state.wake { close(wake) }
        state.wake = nil
      }
      close(wake)
    }

    private func takeCommands() -> [NotificationCommand] { state.withLock { exchange(&$0.commands, with: []) } }

    private func run(_ wake: Int32) {
      let session = NotificationSession(settings) { [events] in events.yield($0) }
      while true {
        var isStopping = false
        for command in takeCommands() {
          if case .stop = command { isStopping = true } else { session.perform(command) }
        }
        if isStopping { break }
        session.process(at: .now)
        wait(session, wake)
      }
      session.stop()
      end(wake)
      for command in takeCommands() { refuse(command) }
      events.finish()
    }

    private func wait(_ session: NotificationSession, _ wake: Int32) {
      var descriptors = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
      if let bus = session.awaited { descriptors.append(pollfd(fd: bus.descriptor, events: bus.events, revents: 0)) }
      _ = poll(&descriptors, nfds_t(descriptors.count), session.timeout(at: .now))
      guard descriptors[0].revents != 0 else { return }
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(wake, &bytes, bytes.count) > 0 {}
    }
  }
#else
  /// A replacement for systems without D-Bus, which shows nothing.
  final class NotificationThread: Sendable {
    private let events: AsyncStream<DesktopNotificationEvent>.Continuation

    init(_ settings: NotifierSettings, events: AsyncStream<DesktopNotificationEvent>.Continuation) {
      self.events = events
    }

    func post(_ command: NotificationCommand) {
      switch command {
      case .notify(_, _, let continuation): continuation.resume(returning: .failure(.notAvailable))
      case .close, .open: return
      case .stop: events.finish()
      }
    }
  }
#endif
