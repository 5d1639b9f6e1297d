import PaymentsModel
import Synchronization
import Transport

/// Wakes those who wait for a change: long polls for one object, sessions for the events of one app.
///
/// It carries no data: whoever wakes reads the ledger, so that a lost wake-up costs a delay and never an event.
final class ChangeHub: Sendable {
  private struct State {
    var nextID: UInt64 = 0
    var watchers: [String: [UInt64: WeakWatch]] = [:]
    var listeners: [AppKey: [UInt64: @Sendable ([String]) -> Void]] = [:]
  }

  private let state = Mutex(State())

  /// Tells that objects of an app changed, after the change was committed.
  func changed(_ objects: [String], of app: AppKey) {
    let (watchers, listeners) = state.withLock { state in
      (
        objects.flatMap { (state.watchers[$0] ?? [:]).values.compactMap(\.watch) },
        Array((state.listeners[app] ?? [:]).values)
      )
    }
    for watcher in watchers { watcher.wake() }
    for listener in listeners { listener(objects) }
  }

  /// Notices each change of an object from this call on, for as long as it is kept; several changes may be told as one.
  func changes(of object: String) -> ChangeWatch {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let watch = ChangeWatch { [weak self] in self?.stopWatching(id, object) }
    state.withLock { $0.watchers[object, default: [:]][id] = WeakWatch(watch: watch) }
    return watch
  }

  /// Waits until there was a change, the time is over or the task is cancelled, whichever is first; now and then it
  /// returns early.
  ///
  /// - Parameter loop: keeps the time where there is one at hand, which is cheaper than a task that sleeps.
  static func next(_ changes: ChangeWatch, atMost duration: Duration, on loop: (any EventLoop)? = nil) async {
    guard let loop else {
      // Cancellation ends the sleep early, and then nobody waits any more.
      let sleep = Task {
        try? await Task.sleep(for: duration)
        changes.wake()
      }
      await changes.wait()
      sleep.cancel()
      return
    }
    let timer = loop.schedule(after: duration) { [weak changes] in changes?.wake() }
    await changes.wait()
    timer.cancel()
  }

  /// Calls back, on any thread, with the objects of the app that changed, until `stopListening`.
  func listen(to app: AppKey, _ body: @escaping @Sendable (_ objects: [String]) -> Void) -> UInt64 {
    state.withLock { state in
      state.nextID += 1
      state.listeners[app, default: [:]][state.nextID] = body
      return state.nextID
    }
  }

  /// Ends a `listen`.
  func stopListening(_ id: UInt64, to app: AppKey) {
    state.withLock { state in
      state.listeners[app]?[id] = nil
      if state.listeners[app]?.isEmpty == true { state.listeners[app] = nil }
    }
  }

  private func stopWatching(_ id: UInt64, _ object: String) {
    state.withLock { state in
      state.watchers[object]?[id] = nil
      if state.watchers[object]?.isEmpty == true { state.watchers[object] = nil }
    }
  }
}

/// Weak, so that a watch ends when whoever asked for it lets go of it.
private struct WeakWatch {
  weak var watch: ChangeWatch?
}

/// What one waiter sees of one object's changes. One task waits at a time.
final class ChangeWatch: Sendable {
  private struct State {
    var isAwake = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private let onEnd: @Sendable () -> Void

  fileprivate init(onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
  }

  deinit { onEnd() }

  /// Ends the present wait, or else the next one.
  fileprivate func wake() {
    let waiter = state.withLock { state in
      state.isAwake = state.waiter == nil
      return state.waiter.take()
    }
    waiter?.resume()
  }

  /// Returns after `wake`, which may have been called before, or when the task is cancelled.
  fileprivate func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard !state.isAwake, !Task.isCancelled else {
            state.isAwake = false
            return true
          }
          state.waiter = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
  }
}
