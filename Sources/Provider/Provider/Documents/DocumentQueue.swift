/// Which documents of an app wait to be served and which are being served: each at most once, so many at once, in the
/// order in which they came to wait.
struct DocumentQueue<Key: Hashable & Sendable>: Sendable {
  private let atOnce: Int
  private var waiting: [Key] = []
  private var isWaiting: Set<Key> = []
  /// The documents that are being served, with what has happened since each of them was begun.
  private var served: [Key: DocumentReasons] = [:]

  /// - Parameter atOnce: how many are served at once.
  init(atOnce: Int) {
    self.atOnce = atOnce
  }

  /// Whether nothing waits and nothing is being served.
  var isEmpty: Bool { waiting.isEmpty && served.isEmpty }

  /// Whether a document waits or is being served.
  func holds(_ key: Key) -> Bool { isWaiting.contains(key) || served[key] != nil }

  /// Has a document wait for its turn, unless it waits already.
  mutating func add(_ key: Key) {
    if isWaiting.insert(key).inserted { waiting.append(key) }
  }

  /// Notes what has happened while a document is being served; false where it is not being served.
  mutating func note(_ reasons: DocumentReasons, on key: Key) -> Bool {
    served[key]?.formUnion(reasons) != nil
  }

  /// The next one to serve; `nil` where none waits or enough are being served.
  mutating func next() -> Key? {
    // `finished` begins a document again that waits while it is being served.
    guard served.count < atOnce, let place = waiting.firstIndex(where: { served[$0] == nil }) else { return nil }
    let key = waiting.remove(at: place)
    isWaiting.remove(key)
    served[key] = DocumentReasons.none
    return key
  }

  /// A document was served; answers what has happened since it was begun.
  mutating func finished(_ key: Key) -> DocumentReasons { served.removeValue(forKey: key) ?? DocumentReasons.none }
}

/// Why to look at documents again.
struct DocumentReasons: Sendable, Equatable {
  /// Nothing has happened.
  static let none = DocumentReasons()
  /// Something was put into a folder, or one is to be tried again.
  static let files = DocumentReasons(files: true)
  /// Everything may be otherwise.
  static let everything = DocumentReasons(everything: true)

  var files = false
  var everything = false
  /// The orders, invoices and statements of the app that changed in the ledger.
  private(set) var objects: Set<String> = []

  private init(files: Bool = false, everything: Bool = false) {
    self.files = files
    self.everything = everything
  }

  /// Some of the app's objects changed in the ledger.
  init(objects: some Sequence<String>) {
    self.objects = Set(objects)
  }

  /// Whether it is about objects alone.
  var isOfObjectsOnly: Bool { !files && !everything }

  /// Whether an object may have changed; of an unknown one any change may be its own.
  func mayConcern(_ object: String?) -> Bool {
    everything || (object.map(objects.contains) ?? !objects.isEmpty)
  }

  mutating func formUnion(_ other: DocumentReasons) {
    files = files || other.files
    everything = everything || other.everything
    objects.formUnion(other.objects)
    // Many changes are no list to be kept.
    if objects.count > 1000 { (everything, objects) = (true, []) }
  }
}
