import Orders
import PaymentsAPI
import PaymentsModel
import Synchronization

/// The ``OpeningStore`` of the provider, shared by the methods of apps and the owner's socket.
final class OpeningService: Sendable {
  private let store = Mutex(OpeningStore())
  private let clock: any WallClock
  private let hub: ChangeHub

  init(clock: any WallClock, hub: ChangeHub) {
    self.clock = clock
    self.hub = hub
  }

  /// Adds an opening.
  ///
  /// - Throws: `too_many_questions`.
  func add(_ entry: OpeningStore.Entry) throws {
    guard store.withLock({ $0.add(entry) }) else { throw PaymentsFailure(.tooManyQuestions) }
  }

  /// Returns the opening with this identifier if it belongs to the app.
  func entry(_ id: String, of app: AppKey) -> OpeningStore.Entry? { store.withLock { $0.entry(id, of: app) } }

  /// Opens a link, once.
  func open(_ token: String) throws(OpeningStore.Refusal) -> OpeningStore.Entry {
    let now = clock.now()
    let entry = try store.withLock { store throws(OpeningStore.Refusal) in try store.open(token, at: now) }
    tell(entry)
    return entry
  }

  /// Returns an opening that the owner is looking at; `nil` if it is not open (any more).
  func opened(_ id: String, at now: Timestamp) -> OpeningStore.Entry? { store.withLock { $0.opened(id, at: now) } }

  /// Ends an opening with the owner's result. Returns `nil` if it is not open (any more).
  func finish(_ id: String, _ result: OpeningResult) -> OpeningStore.Entry? {
    let now = clock.now()
    guard let entry = store.withLock({ $0.finish(id, result, at: now) }) else { return nil }
    tell(entry)
    return entry
  }

  /// Ends what time alone ends.
  func tick() {
    let now = clock.now()
    for entry in store.withLock({ $0.tick(at: now) }) { tell(entry) }
  }

  private func tell(_ entry: OpeningStore.Entry) {
    hub.changed([entry.opening.openingID], of: entry.app)
  }
}
