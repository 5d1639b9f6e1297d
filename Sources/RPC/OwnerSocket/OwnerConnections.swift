/// The connections of the owner's door, and which of them makes room for a newcomer.
///
/// A pure value. A connection is silent while nothing that it asked is being worked on.
struct OwnerConnections<Connection: AnyObject> {
  /// What becomes of a newcomer.
  enum Arrival {
    /// There was a place.
    case free
    /// It has the place of this one, which is to be ended.
    case insteadOf(Connection)
    /// There is none: something is being done for all of them.
    case none
  }

  private let most: Int
  private var busy: [ObjectIdentifier: Connection] = [:]
  /// The one that has been silent for longest first.
  private var silent: [Connection] = []

  init(most: Int) {
    self.most = most
  }

  /// A connection has come.
  mutating func arrive(_ connection: Connection) -> Arrival {
    var arrival = Arrival.free
    if busy.count + silent.count >= most {
      guard !silent.isEmpty else { return .none }
      arrival = .insteadOf(silent.removeFirst())
    }
    silent.append(connection)
    return arrival
  }

  /// Something that it asked is being worked on; nothing where it had to make room.
  mutating func isBusy(_ connection: Connection) {
    guard let place = silent.firstIndex(where: { $0 === connection }) else { return }
    silent.remove(at: place)
    busy[ObjectIdentifier(connection)] = connection
  }

  /// It was answered.
  mutating func isSilent(_ connection: Connection) {
    guard busy.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
    silent.append(connection)
  }

  /// It is gone.
  mutating func leave(_ connection: Connection) {
    busy[ObjectIdentifier(connection)] = nil
    silent.removeAll { $0 === connection }
  }
}
