import Links
import PaymentsAPI
import PaymentsModel

/// What apps asked to be shown to the owner, kept in memory for some minutes, a few for each app. A plain value, which
/// ``OpeningService`` guards.
struct OpeningStore: Sendable {
  /// The object that an opening shows.
  enum Subject: Sendable, Hashable {
    case order(OrderID)
    case invoice(InvoiceID)
    case payments
  }

  struct Entry: Sendable {
    let app: AppKey
    let token: String
    let subject: Subject
    /// The scheme of the link back to the app, from the manifest that the app signed in this session.
    let callback: CallbackScheme?
    let state: LinkState
    var opening: Opening
  }

  enum Refusal: Error, Hashable {
    case unknown
    case used
    case expired
  }

  /// How long a link can be opened, how long the owner may take after that, and how long the result can be read.
  static let lifetime: Duration = .seconds(600)
  /// The largest number of openings of one app that have not ended.
  static let perApp = 8

  private var entries: [Entry] = []

  /// Adds an opening. Returns `false` if its app has too many.
  mutating func add(_ entry: Entry) -> Bool {
    let open = entries.count { $0.app == entry.app && $0.opening.status.isOpen }
    guard open < Self.perApp else { return false }
    entries.append(entry)
    return true
  }

  func entry(_ id: String, of app: AppKey) -> Entry? {
    entries.first { $0.opening.openingID == id && $0.app == app }
  }

  /// Records that a link was opened, which is possible once.
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

  /// Returns an opening that the owner is looking at.
  func opened(_ id: String, at now: Timestamp) -> Entry? {
    entries.first { $0.opening.openingID == id && $0.opening.status == .opened && $0.opening.expiresAt > now }
  }

  /// Ends an opening with the owner's result. Returns `nil` if it is not open (any more).
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

  /// Ends the openings whose time is over, and returns those that it changed.
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
  /// Whether the opening can still get a result.
  var isOpen: Bool { self == .waiting || self == .opened }
}
