public import Supervision

/// The listening sockets that the service manager of this user made and passed, so that a connection to one of them
/// starts the provider.
public struct ActivationSockets: Sendable, Hashable {
  /// No sockets: the provider makes its own.
  public static let none = ActivationSockets()

  /// The sockets for apps, on loopback addresses; their addresses are checked when they are used.
  let apps: [Int32]
  /// The socket of the owner's socket.
  let owner: Int32?

  private init() {
    apps = []
    owner = nil
  }

  /// Sorts sockets by what they listen on: TCP for apps, a path for the owner. One that is called `apps` or `owner` must
  /// be of that kind.
  ///
  /// - Throws: ``ProviderStartError/listen(_:)`` if one of them is of no use here.
  public init(_ passed: [PassedSocket]) throws(ProviderStartError) {
    var (apps, owners): ([Int32], [Int32]) = ([], [])
    for socket in passed {
      switch (socket.family, socket.name) {
      case (.internet, let name) where name != "owner": apps.append(socket.descriptor)
      case (.local, let name) where name != "apps": owners.append(socket.descriptor)
      case (nil, let name): throw .listen("the passed descriptor \(name) is no listening stream socket")
      case (_, let name): throw .listen("the passed socket \(name) is not of the kind that its name says")
      }
    }
    guard owners.count <= 1 else { throw .listen("several sockets were passed for the owner's socket") }
    self.apps = apps
    owner = owners.first
  }
}
