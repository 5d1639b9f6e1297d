/// Which sockets hold the places of a listener, and which has to give its place to a newcomer.
///
/// A pure value. Whoever connects gets in: where all places of those that are not authenticated are taken, the one that
/// got least far with its handshake makes room, and of several the oldest. A program that means it says what it has to
/// at once; one that only holds a place does not keep it.
struct SocketPlaces<ID: Hashable> {
  /// How far a socket that is not authenticated has got.
  enum Progress: Int, Comparable {
    /// Nothing came of it yet but the connection.
    case connected
    /// Its upgrade request was in order.
    case upgraded
    /// It has shown that it could read what only the user's own programs can.
    case invited

    static func < (left: Progress, right: Progress) -> Bool { left.rawValue < right.rawValue }
  }

  /// What becomes of a newcomer.
  enum Arrival: Equatable {
    /// There was a place.
    case free
    /// It has the place of this socket, which is to be dropped.
    case insteadOf(ID)
    /// There is none: all are held by those that are authenticated.
    case none
  }

  private let total: Int
  private let most: Int
  /// Those that are not authenticated, the oldest first.
  private var newcomers: [(id: ID, progress: Progress)] = []
  private var authenticated: Set<ID> = []

  /// - Parameters:
  ///   - total: sockets in all.
  ///   - unauthenticated: sockets that are not authenticated.
  init(total: Int, unauthenticated: Int) {
    self.total = total
    most = unauthenticated
  }

  /// Whether a newcomer would get a place.
  var hasRoom: Bool { authenticated.count < total && most > 0 }

  /// A socket has come.
  mutating func arrive(_ id: ID) -> Arrival {
    guard authenticated.count < total else { return .none }
    var arrival = Arrival.free
    if newcomers.count >= most || newcomers.count + authenticated.count >= total {
      guard let least = newcomers.map(\.progress).min(),
        let victim = newcomers.firstIndex(where: { $0.progress == least })
      else { return .none }
      arrival = .insteadOf(newcomers.remove(at: victim).id)
    }
    newcomers.append((id, .connected))
    return arrival
  }

  /// A socket has got further.
  mutating func advance(_ id: ID, to progress: Progress) {
    guard let place = newcomers.firstIndex(where: { $0.id == id }) else { return }
    newcomers[place].progress = max(newcomers[place].progress, progress)
  }

  /// A socket is authenticated.
  mutating func authenticate(_ id: ID) {
    guard let place = newcomers.firstIndex(where: { $0.id == id }) else { return }
    newcomers.remove(at: place)
    authenticated.insert(id)
  }

  /// A socket is gone, or only waits for the end of its close.
  mutating func leave(_ id: ID) {
    newcomers.removeAll { $0.id == id }
    authenticated.remove(id)
  }
}
