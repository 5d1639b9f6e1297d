import Testing

@testable import WebSocketTransport

/// Tests which sockets are kept and which are closed to make room.
struct SocketPlacesTests {
  @Test func theOldestThatGotLeastFarMakesRoom() {
    var places = SocketPlaces<Int>(total: 8, unauthenticated: 3)
    for id in 1...3 { #expect(places.arrive(id) == .free) }
    places.advance(1, to: .upgraded)
    places.advance(2, to: .invited)
    #expect(places.arrive(4) == .insteadOf(3), "it has said nothing")
    places.advance(4, to: .upgraded)
    #expect(places.arrive(5) == .insteadOf(1), "of two that got equally far the older one")
    #expect(places.arrive(6) == .insteadOf(5))
    places.advance(6, to: .invited)
    #expect(places.arrive(7) == .insteadOf(4))
    places.advance(7, to: .invited)
    #expect(places.arrive(8) == .insteadOf(2), "also where all have got far")
  }

  @Test func progressIsNotTakenBack() {
    var places = SocketPlaces<Int>(total: 8, unauthenticated: 2)
    for id in 1...2 { _ = places.arrive(id) }
    places.advance(1, to: .invited)
    places.advance(1, to: .upgraded)
    #expect(places.arrive(3) == .insteadOf(2))
    #expect(places.arrive(4) == .insteadOf(3))
  }

  @Test func whoIsAuthenticatedIsNeverDroppedForANewcomer() {
    var places = SocketPlaces<Int>(total: 4, unauthenticated: 2)
    for id in 1...3 {
      _ = places.arrive(id)
      places.authenticate(id)
    }
    #expect(places.arrive(4) == .free)
    #expect(places.arrive(5) == .insteadOf(4), "there is one place left")
    places.authenticate(5)
    #expect(!places.hasRoom)
    #expect(places.arrive(6) == .none)
    places.leave(2)
    #expect(places.hasRoom)
    #expect(places.arrive(7) == .free)
  }

  @Test func aSocketThatIsGoneCannotProveItselfAnyMore() {
    var places = SocketPlaces<Int>(total: 1, unauthenticated: 1)
    _ = places.arrive(1)
    #expect(places.arrive(2) == .insteadOf(1))
    places.authenticate(1)
    places.advance(1, to: .invited)
    #expect(places.arrive(3) == .insteadOf(2))
  }
}
