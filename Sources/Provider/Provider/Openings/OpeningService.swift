import PaymentsAPI
import PaymentsModel
import Synchronization

/// The ``OpeningStore`` of the provider, shared by the methods of apps and the owner's socket.
final class OpeningService: Sendable {
  private let store = Mutex(OpeningStore())

  /// Adds an opening.
  ///
  /// - Throws: `too_many_prompts`.
  func add(_ entry: OpeningStore.Entry) throws(PaymentsFailure) {
    guard store.withLock({ $0.add(entry) }) else { throw PaymentsFailure(.tooManyPrompts) }
  }

  /// Returns the opening with this identifier if it belongs to the app.
  func entry(_ id: String, of app: AppKey) -> OpeningStore.Entry? { store.withLock { $0.entry(id, of: app) } }

  /// Opens a link, which is possible once.
  func open(_ token: String, in context: ProviderContext) throws(OpeningStore.Refusal) -> OpeningStore.Entry {
    let now = context.clock.now()
    let entry = try store.withLock { store throws(OpeningStore.Refusal) in try store.open(token, at: now) }
    tell(entry, context)
    return entry
  }

  /// Returns an opening that the owner is looking at; `nil` if it is not open (any more).
  func opened(_ id: String, at now: Timestamp) -> OpeningStore.Entry? { store.withLock { $0.opened(id, at: now) } }

  /// Ends an opening with the owner's result. Returns `nil` if it is not open (any more).
  func finish(_ id: String, _ result: OpeningResult, in context: ProviderContext) -> OpeningStore.Entry? {
    let now = context.clock.now()
    guard let entry = store.withLock({ $0.finish(id, result, at: now) }) else { return nil }
    tell(entry, context)
    return entry
  }

  /// Ends the openings whose time is over.
  func tick(_ context: ProviderContext) {
    let now = context.clock.now()
    for entry in store.withLock({ $0.tick(at: now) }) { tell(entry, context) }
  }

  private func tell(_ entry: OpeningStore.Entry, _ context: ProviderContext) {
    context.hub.changed([entry.opening.openingID], of: entry.app)
  }
}
