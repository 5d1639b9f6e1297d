import Links
import PaymentsAPI
import PaymentsModel

/// What apps asked to be shown to the owner, kept in memory for some minutes, a few for each app. A plain value, which
/// ``OpeningService`` guards.
struct OpeningStore: Sendable {
  /// What is shown.
  enum Subject: Sendable, Hashable {
    case order(OrderID)
    case invoice(InvoiceID)
    case payments
  }

  struct Entry: Sendable {
    let app: AppKey
    let token: String
    let subject: Subject
    /// Where it leads back to; of the manifest that the app has signed in that session.
    let callback: CallbackScheme?
    let state: LinkState
    var opening: Opening
  }

  enum Refusal: Error, Hashable {
    case unknown
    case used
    case expired
  }

  /// How long a link can be opened, how long the owner may take then, and how long is told how it ended.
  static let lifetime: Duration = .seconds(600)
  /// Those of one app that have not ended.
  static let perApp = 8

  private var entries: [Entry] = []

  /// Puts one in; false where its app has too many.
  mutating func add(_ entry: Entry) -> Bool {
    let open = entries.count { $0.app == entry.app && $0.opening.status.isOpen }
    guard open < Self.perApp else { return false }
    entries.append(entry)
    return true
  }

  func entry(_ id: String, of app: AppKey) -> Entry? {
    entries.first { $0.opening.openingID == id && $0.app == app }
  }

  /// The link was opened, which happens once.
  mutating func open(_ token: String, at now: Timestamp) throws(Refusal) -> Entry {
    guard let index = entries.firstIndex(where: { $0.token == token }) else { throw .unknown }
    let opening = entries[index].opening
    guard opening.status == .waiting, opening.expiresAt > now else {
      throw opening.status == .opened || opening.status == .returned ? .used : .expired
    }
    change(index) { opening in
      opening.status = .opened
      opening.expiresAt = now.advanced(by: Self.lifetime)
    }
    return entries[index]
  }

  /// One that is being looked at.
  func opened(_ id: String, at now: Timestamp) -> Entry? {
    entries.first { $0.opening.openingID == id && $0.opening.status == .opened && $0.opening.expiresAt > now }
  }

  /// The owner is done with it; nil where it is not open (any more).
  mutating func finish(_ id: String, _ result: OpeningResult, at now: Timestamp) -> Entry? {
    guard opened(id, at: now) != nil, let index = entries.firstIndex(where: { $0.opening.openingID == id }) else {
      return nil
    }
    change(index) { opening in
      opening.status = .returned
      opening.result = result
      opening.expiresAt = now.advanced(by: Self.lifetime)
    }
    return entries[index]
  }

  /// What time alone brings about; answers those that it changed.
  mutating func tick(at now: Timestamp) -> [Entry] {
    entries.removeAll { !$0.opening.status.isOpen && $0.opening.expiresAt <= now }
    let over = entries.indices.filter { entries[$0].opening.status.isOpen && entries[$0].opening.expiresAt <= now }
    for index in over {
      change(index) { opening in
        opening.status = .expired
        opening.expiresAt = now.advanced(by: Self.lifetime)
      }
    }
    return over.map { entries[$0] }
  }

  private mutating func change(_ index: Int, _ body: (inout Opening) -> Void) {
    body(&entries[index].opening)
    entries[index].opening.version += 1
  }
}

extension OpeningStatus {
  /// Whether something can still come of it.
  var isOpen: Bool { self == .waiting || self == .opened }
}
