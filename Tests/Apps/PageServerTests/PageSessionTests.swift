import Cryptography
import Testing

@testable import PageServer

@Suite struct PageSessionTests {
  /// Counts up, so that token and cookie are known.
  private struct Counter: RandomSource {
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptographyError) {
      for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: index) }
    }
  }

  @Test func theTokenIsTakenOnceByTheSecondOneNever() throws {
    var session = try PageSession(port: 4000, from: SystemRandom())
    #expect(session.token.utf8.count == 43, "32 bytes in base64url")
    let token = session.token
    let another = (token.utf8.first == UInt8(ascii: "x") ? "y" : "x") + token.dropFirst()
    let cookies = [another, "", token, token].map { session.exchange(Array($0.utf8)) }
    #expect(cookies.map { $0 != nil } == [false, false, true, false])
    #expect(cookies[2]?.hasSuffix("; Path=/; HttpOnly; SameSite=Strict") == true)
  }

  @Test func theCookieIsFoundAmongOthersAndOnlyAsAWhole() throws {
    var session = try PageSession(port: 4000, from: Counter())
    let key = "payport-4000=\(Base64URL.encode(0..<32))"
    #expect(!session.admits(key), "nobody has shown the token yet")
    _ = session.exchange(Array(session.token.utf8))
    for fine in [key, "a=b; \(key)", "\(key); payport-4000=other", "payport-4000=; \(key)"] {
      #expect(session.admits(fine), "\(fine)")
    }
    for wrong in [
      "", "payport-4000=", "payport-4001\(key.dropFirst(12))", key + "x", String(key.dropLast()), "x" + key,
    ] {
      #expect(!session.admits(wrong), "\(wrong)")
    }
  }
}

@Suite struct PageVisitsTests {
  private let start = ContinuousClock.now

  @Test func itEndsSomeTimeAfterTheLastPageHasGone() {
    var visits = PageVisits(idle: .seconds(600), at: start)
    #expect(visits.end(at: start + .seconds(599)) == nil, "nobody has come yet")
    visits.came(at: start)
    visits.came(at: start)
    visits.went(at: start + .seconds(1))
    #expect(visits.end(at: start + .seconds(100)) == nil, "one is open")
    visits.went(at: start + .seconds(100))
    #expect(visits.end(at: start + .seconds(109)) == nil)
    #expect(visits.end(at: start + .seconds(110)) == .left)
    visits.came(at: start + .seconds(109))
    #expect(visits.end(at: start + .seconds(200)) == nil, "it was loaded again")
  }

  @Test func itEndsWhereNothingIsAskedForLong() {
    var visits = PageVisits(idle: .seconds(600), at: start)
    #expect(visits.end(at: start + .seconds(600)) == .idle)
    visits.came(at: start + .seconds(10))
    visits.asked(at: start + .seconds(500))
    #expect(visits.end(at: start + .seconds(1099)) == nil)
    #expect(visits.end(at: start + .seconds(1100)) == .idle)
  }
}
