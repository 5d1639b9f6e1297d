/// The connections of the owner's socket. When the limit is reached, this value decides which connection is closed to
/// make room for a new one.
///
/// The type is a pure value. A connection is idle (`silent`) while none of its requests is being worked on.
struct OwnerConnections<Connection: AnyObject> {
  /// What happens to a new connection.
  enum Arrival {
    /// The limits were not reached.
    case free
    /// The new connection replaces this one, which the caller has to close.
    case insteadOf(Connection)
    /// The new connection has to be refused because all others are being worked for.
    case none
  }

  private let most: Int
  private var busy: [ObjectIdentifier: Connection] = [:]
  /// The idle connections; the one that has been idle for longest comes first.
  private var silent: [Connection] = []

  init(most: Int) {
    self.most = most
  }

  /// Adds a new connection.
  mutating func arrive(_ connection: Connection) -> Arrival {
    var arrival = Arrival.free
    if busy.count + silent.count >= most {
      guard !silent.isEmpty else { return .none }
      arrival = .insteadOf(silent.removeFirst())
    }
    silent.append(connection)
    return arrival
  }

  /// Marks a connection as busy: one of its requests is being worked on. Has no effect on a connection that was
  /// replaced.
  mutating func isBusy(_ connection: Connection) {
    guard let place = silent.firstIndex(where: { $0 === connection }) else { return }
    silent.remove(at: place)
    busy[ObjectIdentifier(connection)] = connection
  }

  /// Marks a connection as idle: its request has been answered.
  mutating func isSilent(_ connection: Connection) {
    guard busy.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
    silent.append(connection)
  }

  /// Removes a connection that has ended.
  mutating func leave(_ connection: Connection) {
    busy[ObjectIdentifier(connection)] = nil
    silent.removeAll { $0 === connection }
  }
}
