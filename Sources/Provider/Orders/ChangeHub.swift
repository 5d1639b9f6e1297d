package import PaymentsModel
import Synchronization
package import Transport

/// Wakes tasks that wait for a change: long polls for one object, and sessions that send the events of one app.
///
/// The hub carries no data. A task that is woken reads the ledger, so that a lost wake-up causes a delay but never a
/// lost event.
package final class ChangeHub: Sendable {
  private struct State {
    var nextID: UInt64 = 0
    var watchers: [String: [UInt64: WeakWatch]] = [:]
    var listeners: [AppKey: [UInt64: @Sendable ([String]) -> Void]] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// Announces that objects of an app changed. Called after the change was committed.
  package func changed(_ objects: [String], of app: AppKey) {
    let (watchers, listeners) = state.withLock { state in
      (
        objects.flatMap { (state.watchers[$0] ?? [:]).values.compactMap(\.watch) },
        Array((state.listeners[app] ?? [:]).values)
      )
    }
    for watcher in watchers { watcher.wake() }
    for listener in listeners { listener(objects) }
  }

  /// Returns a watch that notices every change of an object from now on, as long as the watch exists. Several changes
  /// may be noticed as one.
  package func changes(of object: String) -> ChangeWatch {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let watch = ChangeWatch { [weak self] in self?.stopWatching(id, object) }
    state.withLock { $0.watchers[object, default: [:]][id] = WeakWatch(watch: watch) }
    return watch
  }

  /// Waits until there is a change, the time is over, or the task is cancelled. It may also return early.
  ///
  /// - Parameter loop: The event loop that measures the time. Without one, a sleeping task is used, which costs more.
  package static func next(_ changes: ChangeWatch, atMost duration: Duration, on loop: (any EventLoop)? = nil) async {
    guard let loop else {
      let sleep = Task {
        // After a change the sleep is cancelled. Waking the watch then would end the next wait without a reason.
        guard (try? await Task.sleep(for: duration)) != nil else { return }
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

  /// Calls `body` on any thread with the changed objects of the app, until `stopListening` is called.
  package func listen(to app: AppKey, _ body: @escaping @Sendable (_ objects: [String]) -> Void) -> UInt64 {
    state.withLock { state in
      state.nextID += 1
      state.listeners[app, default: [:]][state.nextID] = body
      return state.nextID
    }
  }

  /// Ends what `listen` began.
  package func stopListening(_ id: UInt64, to app: AppKey) {
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

/// A weak reference, so that a watch ends when its user releases it.
private struct WeakWatch {
  weak var watch: ChangeWatch?
}

/// Notices the changes of one object, or of a wallet, for one user. Only one task may wait at a time.
package final class ChangeWatch: Sendable {
  private struct State {
    var isAwake = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private let onEnd: @Sendable () -> Void

  package init(onEnd: @escaping @Sendable () -> Void = {}) {
    self.onEnd = onEnd
  }

  deinit { onEnd() }

  /// Ends the present wait or, if there is none, the next one.
  package func wake() {
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
