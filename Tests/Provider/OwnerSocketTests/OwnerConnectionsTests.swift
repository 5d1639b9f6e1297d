import Testing

@testable import OwnerSocket

@Suite("Places at the owner's socket")
struct OwnerConnectionsTests {
  private final class Connection {}

  private func gone(_ arrival: OwnerConnections<Connection>.Arrival) -> Connection? {
    if case .insteadOf(let connection) = arrival { connection } else { nil }
  }

  @Test("the one that has been silent for longest makes room")
  func silentOnes() {
    var connections = OwnerConnections<Connection>(most: 3)
    let all = (0..<6).map { _ in Connection() }
    for connection in all[0..<3] { #expect(gone(connections.arrive(connection)) == nil) }
    connections.isBusy(all[0])
    #expect(gone(connections.arrive(all[3])) === all[1])
    connections.isSilent(all[0])
    #expect(gone(connections.arrive(all[4])) === all[2])
    connections.leave(all[3])
    #expect(gone(connections.arrive(all[5])) == nil)
  }

  @Test("what is being worked on is not ended, and one that made room is not taken back")
  func busyOnes() {
    var connections = OwnerConnections<Connection>(most: 1)
    let (first, second, third) = (Connection(), Connection(), Connection())
    _ = connections.arrive(first)
    #expect(gone(connections.arrive(second)) === first)
    connections.isBusy(first)
    connections.isSilent(first)
    connections.isBusy(second)
    guard case .none = connections.arrive(third) else {
      Issue.record("there is no place")
      return
    }
    connections.leave(second)
    #expect(gone(connections.arrive(third)) == nil)
  }
}
