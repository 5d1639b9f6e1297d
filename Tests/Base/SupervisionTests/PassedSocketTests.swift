import Platform
import TestSupport
import Testing

@testable import Supervision

@Suite struct PassedSocketTests {
  #if canImport(Glibc)
    private static let (stream, datagram) = (Int32(SOCK_STREAM.rawValue), Int32(SOCK_DGRAM.rawValue))
  #else
    private static let (stream, datagram) = (SOCK_STREAM, SOCK_DGRAM)
  #endif

  @Test func onlyListeningStreamSocketsAreKnown() throws {
    for (domain, family) in [(AF_INET, PassedSocket.Family.internet), (AF_INET6, .internet), (AF_UNIX, .local)] {
      let descriptor = socket(domain, Self.stream, 0)
      defer { close(descriptor) }
      #expect(PassedSocket(descriptor: descriptor, name: "").family == nil, "it does not listen yet")
      if domain == AF_UNIX {
        let folder = try ScratchFolder()
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder.path + "/s").utf8) }
        let bound = withUnsafePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
          }
        }
        #expect(bound == 0)
      }
      #expect(listen(descriptor, 1) == 0)
      #expect(PassedSocket(descriptor: descriptor, name: "").family == family)
    }
    let other = socket(AF_INET, Self.datagram, 0)
    defer { close(other) }
    #expect(PassedSocket(descriptor: other, name: "").family == nil)
    #expect(PassedSocket(descriptor: 4095, name: "").family == nil, "it is not open")
  }

  @Test func nothingIsPassedToATest() throws {
    #expect(try PassedSocket.takeAll().isEmpty)
    #expect(Supervisor().watchdog == nil)
  }
}
