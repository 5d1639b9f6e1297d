import PaymentsAPI
import PaymentsModel
import Synchronization

/// The one ``OpeningShelf`` of the provider, shared by the app's methods and the owner's door.
final class OpeningDesk: Sendable {
  private let shelf = Mutex(OpeningShelf())

  /// Puts one in.
  ///
  /// - Throws: `too_many_prompts`.
  func add(_ entry: OpeningShelf.Entry) throws(PaymentsFailure) {
    guard shelf.withLock({ $0.add(entry) }) else { throw PaymentsFailure(.tooManyPrompts) }
  }

  /// The opening of that name, for its own app.
  func entry(_ id: String, of app: AppKey) -> OpeningShelf.Entry? { shelf.withLock { $0.entry(id, of: app) } }

  /// Opens a link, once.
  func open(_ token: String, in context: ProviderContext) throws(OpeningShelf.Refusal) -> OpeningShelf.Entry {
    let now = context.clock.now()
    let entry = try shelf.withLock { shelf throws(OpeningShelf.Refusal) in try shelf.open(token, at: now) }
    tell(entry, context)
    return entry
  }

  /// One that is being looked at; nil where it is not (any more).
  func opened(_ id: String, at now: Timestamp) -> OpeningShelf.Entry? { shelf.withLock { $0.opened(id, at: now) } }

  /// The owner is done with it; nil where it is not open (any more).
  func finish(_ id: String, _ result: OpeningResult, in context: ProviderContext) -> OpeningShelf.Entry? {
    let now = context.clock.now()
    guard let entry = shelf.withLock({ $0.finish(id, result, at: now) }) else { return nil }
    tell(entry, context)
    return entry
  }

  /// What time alone brings about.
  func tick(_ context: ProviderContext) {
    let now = context.clock.now()
    for entry in shelf.withLock({ $0.tick(at: now) }) { tell(entry, context) }
  }

  private func tell(_ entry: OpeningShelf.Entry, _ context: ProviderContext) {
    context.hub.changed([entry.opening.openingID], of: entry.app)
  }
}
