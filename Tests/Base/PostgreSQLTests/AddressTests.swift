import Platform
import TestSupport
import Testing

@testable import PostgreSQL

@Suite struct AddressTests {
  /// Any password is read as it was meant, or the address is refused; and no text about it has a part of it.
  @Test func passwordsOfAllCharactersAreReadRightOrRefused() throws {
    var random = SeededRandom(7)
    let printable = (0x20...0x7E).map { UInt8($0) }
    var taken = 0
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 1...24, using: &random)).map { _ in
        printable.randomElement(using: &random) ?? 0x41
      }
      let password = String(decoding: bytes, as: UTF8.self)
      do throws(PostgresError) {
        let address = try PostgresAddress("postgresql://payport:\(password)@db.example:5432/payport")
        let given = try address.settings()
        // A percent sign and two digits are another character, by RFC 3986.
        #expect(given["host"] == "db.example" && given["port"] == "5432" && given["dbname"] == "payport", "\(password)")
        if !password.contains("%") { #expect(given["password"] == password) }
        #expect(address.description == "payport at db.example 5432")
        #expect(address.holdsPassword)
        taken += 1
      } catch {
        guard case .invalidAddress(let words) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(bytes.count < 4 || !words.contains(password))
      }
    }
    #expect(taken > 1000, "most characters mean nothing in an address")
  }

  @Test func everyPasswordCanBeWrittenWithPercentSigns() throws {
    for byte in UInt8(0x20)...0x7E {
      let hex = (byte < 16 ? "0" : "") + String(byte, radix: 16)
      let address = try PostgresAddress("postgresql://payport:a%\(hex)b@127.0.0.1/payport")
      #expect(try address.settings()["password"] == "a\(UnicodeScalar(byte))b")
    }
  }

  @Test(arguments: [
    "postgresql://payport:CAN/ARY@127.0.0.1:25432/payport", "postgresql://payport:12/ARY@127.0.0.1/payport",
    "postgresql://payport:a?b@127.0.0.1/payport", "postgresql://payport:a@b@127.0.0.1/payport",
    "postgresql://payport:a#b@127.0.0.1/payport", "postgresql://payport:a b@127.0.0.1/payport",
    "postgresql://payport:CANARY", "postgresql://payport:%zz@127.0.0.1/payport", "postgresql://h:0/d",
    "postgresql://h:70000/d", "mysql://h/d",
  ])
  func whatIsNotReadAsItWasMeantIsRefused(_ uri: String) throws {
    #expect(throws: PostgresError.self) { try PostgresAddress(uri) }
  }

  @Test(arguments: [
    "postgresql:///payport?service=payport", "postgresql://payport@/payport?host=/tmp/x&port=6432",
    "postgresql://a:1,b:2/payport?target_session_attrs=any", "postgresql://[::1]:5432/payport",
    "postgresql://me:p:q@h/d?sslmode=require", "postgresql://h/d?user=me&password=a%40b",
  ])
  func whatIsPlainIsTaken(_ uri: String) throws { _ = try PostgresAddress(uri) }

  /// Before anything is sent, where the address says it; a connection that is made all the same is ended.
  @Test(arguments: [
    ("postgresql://h/d?sslmode=disable", false), ("postgresql://h/d?sslmode=prefer", false),
    ("postgresql://127.0.0.1,h/d?sslmode=allow", false), ("postgresql://h/d", true),
    ("postgresql://127.0.0.1,[::1],localhost/d?sslmode=disable", true),
    ("postgresql:///d?host=/run/postgresql&sslmode=disable", true), ("postgresql://h/d?sslmode=require", true),
  ])
  func throughANetworkOnlyEncrypted(_ uri: String, _ isTaken: Bool) throws {
    let address = try PostgresAddress(uri)
    if isTaken { return try address.checkEncryption() }
    #expect(throws: PostgresAddress.notEncrypted) { try address.checkEncryption() }
  }

  /// A pool on the machine, which has no certificate, works without a further word, as a socket does.
  @Test(
    .enabled(if: getenv("PGSSLMODE") == nil),
    arguments: [
      ("postgresql://127.0.0.1:6432/d", "prefer"), ("postgresql://me@localhost,[::1]/d", "prefer"),
      ("postgresql://127.0.0.1/d?sslmode=verify-full", "verify-full"), ("postgresql://h/d", nil),
      ("postgresql://127.0.0.1,h/d", nil), ("postgresql://127.0.0.1/d?service=s", nil), ("postgresql:///d", nil),
    ])
  func onTheMachineNothingNeedsToBeProved(_ uri: String, _ mode: String?) throws {
    #expect(try PostgresAddress(uri).parameters()["sslmode"] == mode)
  }

  @Test func aTextOfTheLibraryWithThePasswordIsNotShown() throws {
    let address = try PostgresAddress("postgresql://me:hunter2@h/d")
    #expect(!address.withoutSecrets("cannot use hunter2 there").contains("hunter2"))
    #expect(address.withoutSecrets("no route") == "no route")
  }
}
