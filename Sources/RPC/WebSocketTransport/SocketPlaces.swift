/// Keeps the sockets of a listener within its limits, and decides which socket is closed to make room for a new one.
///
/// The type is a pure value. A new socket is always accepted unless all are authenticated: when the limit of
/// unauthenticated sockets is reached, the one whose handshake has progressed least is closed, and of several the
/// oldest. An honest program continues its handshake at once, so a program that only holds sockets open cannot keep
/// others out.
struct SocketPlaces<ID: Hashable> {
  /// The progress of a socket that is not yet authenticated.
  enum Progress: Int, Comparable {
    /// The socket is connected and has sent no valid request yet.
    case connected
    /// Its upgrade request was accepted.
    case upgraded
    /// It has proven that it can read a file that only the user's own programs can read.
    case invited

    static func < (left: Progress, right: Progress) -> Bool { left.rawValue < right.rawValue }
  }

  /// What happens to a new socket.
  enum Arrival: Equatable {
    /// The limits were not reached.
    case free
    /// The new socket replaces this one, which the caller has to close.
    case insteadOf(ID)
    /// The new socket has to be refused, because the limit is reached and all sockets are authenticated.
    case none
  }

  private let total: Int
  private let most: Int
  /// The sockets that are not authenticated, the oldest first.
  private var newcomers: [(id: ID, progress: Progress)] = []
  private var authenticated: Set<ID> = []

  /// - Parameters:
  ///   - total: the maximum number of all sockets.
  ///   - unauthenticated: the maximum number of sockets that are not authenticated.
  init(total: Int, unauthenticated: Int) {
    self.total = total
    most = unauthenticated
  }

  /// Whether a new socket would be accepted.
  var hasRoom: Bool { authenticated.count < total && most > 0 }

  /// Adds a new socket.
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

  /// Records the progress of a socket.
  mutating func advance(_ id: ID, to progress: Progress) {
    guard let place = newcomers.firstIndex(where: { $0.id == id }) else { return }
    newcomers[place].progress = max(newcomers[place].progress, progress)
  }

  /// Marks a socket as authenticated.
  mutating func authenticate(_ id: ID) {
    guard let place = newcomers.firstIndex(where: { $0.id == id }) else { return }
    newcomers.remove(at: place)
    authenticated.insert(id)
  }

  /// Removes a socket that has ended or only waits for the end of its close.
  mutating func leave(_ id: ID) {
    newcomers.removeAll { $0.id == id }
    authenticated.remove(id)
  }
}
