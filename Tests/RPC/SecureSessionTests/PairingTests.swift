import Cryptography
import SecureSession
import Testing

@Suite struct PairingTests {
  @Test func bothSidesDeriveTheSameCode() throws {
    var met = try Sides().run()
    let nonce = Base64URL.encode(met.claim.pairingNonce)
    let result = Array(#"{"status":"pending","sas_nonce":"\#(nonce)"}"#.utf8)
    let frames = try met.provider.finish(result: result).frames
    let session = try #require(met.consumer.received(binary: frames[0]).established)
    #expect(session.status == .pending)
    #expect(session.pairingCode == met.claim.pairingCode)
    #expect(session.handshakeHash == met.claim.handshakeHash)
  }

  @Test(arguments: [
    #"{"status":"pending","sas_nonce":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#,
    #"{"status":"approved","sas_nonce":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#,
  ])
  func aNonceThatWasNotCommittedTo(result: String) throws {
    var met = try Sides().run()
    let frames = try met.provider.finish(result: Array(result.utf8)).frames
    #expect(met.consumer.received(binary: frames[0]).failure == .authenticationFailed)
    #expect(met.consumer.received(binary: frames[0]).failure == .unexpectedMessage)
  }

  @Test(arguments: [
    #"{"status":"pending"}"#, #"{"status":"pending","sas_nonce":""}"#, #"{"status":"pending","sas_nonce":null}"#,
    #"{"status":"pending","sas_nonce":"AAAA"}"#, #"{"status":"maybe"}"#, "{}", "[]", "null", "", "}{",
  ])
  func resultsThatAreNone(result: String) throws {
    var met = try Sides().run()
    let frames = try met.provider.finish(result: Array(result.utf8)).frames
    #expect(met.consumer.received(binary: frames[0]).failure == .malformedMessage)
  }

  @Test func typedDigits() {
    #expect(PairingCode(digits: "000001")?.digits == "000001")
    #expect(PairingCode(digits: "000001") == PairingCode(digits: "000001"))
    #expect(PairingCode(digits: "000001") != PairingCode(digits: "000002"))
    for text in ["", "12345", "1234567", "12345a", " 12345", "１２３４５６", "-12345"] {
      #expect(PairingCode(digits: text) == nil)
    }
  }

  @Test func digitsStayOutOfText() throws {
    let code = try #require(PairingCode(digits: "424242"))
    var dumped = ""
    dump(code, to: &dumped)
    for text in ["\(code)", String(reflecting: code), dumped, "\([code])"] { #expect(!text.contains("424242")) }
  }
}
