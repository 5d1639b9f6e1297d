import PaymentsModel
import ServiceHost
import Testing

@Suite("Places of sessions")
struct SessionPlacesTests {
  private func app(_ name: String) -> AppKey { AppKey(rawValue: name) }

  @Test("an app has so many places, and gets one back when a session ends")
  func perApp() {
    var places = SessionPlaces(.init(total: 10, perApp: 2))
    #expect(places.take("1", for: app("a")) == .taken)
    #expect(places.take("2", for: app("a")) == .taken)
    #expect(places.take("3", for: app("a")) == .refused)
    #expect(places.take("4", for: app("b")) == .taken)
    places.leave("1")
    places.leave("unknown")
    #expect(places.take("3", for: app("a")) == .taken)
  }

  @Test("where all are taken an app that has none gets one from the app that has the most")
  func everyApp() {
    var places = SessionPlaces(.init(total: 4, perApp: 3))
    for id in ["1", "2", "3"] { #expect(places.take(id, for: app("a")) == .taken) }
    #expect(places.take("4", for: app("b")) == .taken)
    #expect(places.take("5", for: app("b")) == .refused, "it has one")
    #expect(places.take("6", for: app("c")) == .takenFrom("1"))
    #expect(places.take("7", for: app("d")) == .takenFrom("2"))
    #expect(places.take("8", for: app("e")) == .refused, "all have one")
  }

  @Test("an app that waited and was approved has its place whatever there is")
  func approved() {
    var places = SessionPlaces(.init(total: 1, perApp: 1))
    #expect(places.take("1", for: app("a")) == .taken)
    places.hold("2", for: app("b"))
    #expect(places.take("3", for: app("b")) == .refused)
    places.leave("1")
    #expect(places.take("3", for: app("a")) == .refused, "one place is held by the other")
  }
}
