/// Records which documents of an app wait and which are being served. Each is served by one task at a time, only a
/// limited number at once, in the order in which they were added.
struct DocumentQueue<Key: Hashable & Sendable>: Sendable {
  private let atOnce: Int
  private var waiting: [Key] = []
  private var isWaiting: Set<Key> = []
  /// The documents that are being served, with what has happened since each of them was begun.
  private var served: [Key: DocumentReasons] = [:]

  /// - Parameter atOnce: The number of documents that are served at once.
  init(atOnce: Int) {
    self.atOnce = atOnce
  }

  /// Whether no document waits or is being served.
  var isEmpty: Bool { waiting.isEmpty && served.isEmpty }

  /// Returns whether a document waits or is being served.
  func holds(_ key: Key) -> Bool { isWaiting.contains(key) || served[key] != nil }

  /// Adds a document, unless it waits already.
  mutating func add(_ key: Key) {
    if isWaiting.insert(key).inserted { waiting.append(key) }
  }

  /// Adds reasons to a document that is being served. Returns `false` if it is not being served.
  mutating func note(_ reasons: DocumentReasons, on key: Key) -> Bool {
    served[key]?.formUnion(reasons) != nil
  }

  /// Returns the next document to serve; `nil` if none waits or enough are being served.
  mutating func next() -> Key? {
    // `finished` begins a document again that waits while it is being served.
    guard served.count < atOnce, let place = waiting.firstIndex(where: { served[$0] == nil }) else { return nil }
    let key = waiting.remove(at: place)
    isWaiting.remove(key)
    served[key] = DocumentReasons.none
    return key
  }

  /// Ends serving a document and returns the reasons for another look that arose in the meantime.
  mutating func finished(_ key: Key) -> DocumentReasons { served.removeValue(forKey: key) ?? DocumentReasons.none }
}

/// The reasons to look at documents again.
struct DocumentReasons: Sendable, Equatable {
  /// There is no reason.
  static let none = DocumentReasons()
  /// A file in a folder changed, or a document has to be tried again.
  static let files = DocumentReasons(files: true)
  /// Everything may have changed.
  static let everything = DocumentReasons(everything: true)

  var files = false
  var everything = false
  /// The orders, invoices and statements of the app that changed in the ledger.
  private(set) var objects: Set<String> = []

  private init(files: Bool = false, everything: Bool = false) {
    self.files = files
    self.everything = everything
  }

  /// Creates the reason that objects of the app changed in the ledger.
  init(objects: some Sequence<String>) {
    self.objects = Set(objects)
  }

  /// Whether only objects changed.
  var isOfObjectsOnly: Bool { !files && !everything }

  /// Returns whether an object may have changed. If the object is unknown, any change may be a change of it.
  func mayConcern(_ object: String?) -> Bool {
    everything || (object.map(objects.contains) ?? !objects.isEmpty)
  }

  mutating func formUnion(_ other: DocumentReasons) {
    files = files || other.files
    everything = everything || other.everything
    objects.formUnion(other.objects)
    // A long list of changes is not worth keeping.
    if objects.count > 1000 { (everything, objects) = (true, []) }
  }
}
