import JSON
import Orders
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import Testing
import WalletBackend

@testable import Provider

@Suite("Rules of proofs")
struct ProofRulesTests {
  private func failure(_ body: () throws(PaymentsFailure) -> Void) -> PaymentsFailure? {
    do throws(PaymentsFailure) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "a message is one line of what can be seen",
    arguments: ["a", "für Ann; \"8812\" ☂ 👩‍👧", String(repeating: "é", count: 256)])
  func messages(_ text: String) {
    #expect(failure { () throws(PaymentsFailure) in try ProofRules.message(text) } == nil)
  }

  @Test(
    "and nothing that could pass for another part of the text",
    arguments: [
      "", "a\nb", "a\rb", "\t", "\u{0}", "\u{7f}", "\u{85}", "a\u{2028}b", "a\u{2029}b", "\u{202e}cba", "\u{2066}a",
      "\u{e000}", String(repeating: "a", count: 257),
    ])
  func badMessages(_ text: String) {
    let failure = failure { () throws(PaymentsFailure) in try ProofRules.message(text) }
    #expect(failure?.reason == .invalidParams)
    #expect(failure?.pointer == "/message")
  }

  @Test(
    "a request has the members of its kind and no others",
    arguments: [
      (#"{"kind":"payment","order_id":"o"}"#, nil), (#"{"kind":"payment","invoice_id":"i","transaction_id":"t"}"#, nil),
      (#"{"kind":"address","address":"a"}"#, nil), (#"{"kind":"reserve","amount":"1"}"#, nil),
      (#"{"kind":"payment","order_id":"o","invoice_id":"i"}"#, "/invoice_id"),
      (#"{"kind":"payment","order_id":"o","transaction_id":"t"}"#, "/transaction_id"),
      (#"{"kind":"payment","order_id":"o","amount":"1"}"#, "/amount"),
      (#"{"kind":"address","address":"a","invoice_id":"i"}"#, "/invoice_id"),
      (#"{"kind":"reserve","amount":"1","address":"a"}"#, "/address"),
    ] as [(String, String?)])
  func members(_ text: String, _ pointer: String?) throws {
    var value = try #require(try JSONValue(parsing: text).objectValue)
    value["currency"] = "LTC"
    value["message"] = "m"
    let params = try JSONValueDecoder().decode(ProofRequest.Params.self, from: .object(value))
    let failure = failure { () throws(PaymentsFailure) in try ProofRules.members(params) }
    #expect(failure?.pointer == pointer)
  }

  private static let hash = String(repeating: "a1", count: 32)

  @Test(
    "what is to be verified names its subject",
    arguments: [
      (#""kind":"payment","address":"a""#, ""), (#""kind":"payment","transaction_id":"\#(hash)""#, ""),
      (#""kind":"payment","transaction_id":"AB","address":"a""#, "/transaction_id"),
      (#""kind":"payment","transaction_id":"\#(hash.uppercased())","address":"a""#, "/transaction_id"),
      (#""kind":"address""#, ""), (#""kind":"address","address":"a","amount":"1""#, "/amount"),
      (#""kind":"address","address":"a","transaction_id":"\#(hash)""#, "/transaction_id"),
      (#""kind":"reserve""#, ""), (#""kind":"reserve","amount":"0""#, "/amount"),
      (#""kind":"address","address":"a","proof":"""#, "/proof"),
      (#""kind":"address","address":"a","signed_message":"""#, "/signed_message"),
    ])
  func subjects(_ text: String, _ pointer: String) throws {
    let defaults: [(String, JSONValue)] = [("currency", "LTC"), ("proof", "p"), ("signed_message", "m")]
    var value = try #require(try JSONValue(parsing: "{\(text)}").objectValue)
    for (name, given) in defaults where value[name] == nil { value[name] = given }
    let params = try JSONValueDecoder().decode(VerifyProof.Params.self, from: .object(value))
    let amount = try params.amount.map { try Amount($0, decimals: 8) }
    let failure = failure { () throws(PaymentsFailure) in _ = try ProofRules.subject(params, amount) }
    #expect(failure?.pointer == pointer)
  }

  @Test("a proof that is too long is refused unread")
  func lengths() throws {
    var params = VerifyProof.Params(
      currency: "LTC", kind: .address, proof: String(repeating: "a", count: WalletProof.maximumLength),
      signedMessage: String(repeating: "m", count: 4096), address: "a")
    #expect(try ProofRules.subject(params, nil) == .address("a"))
    params.signedMessage += "m"
    #expect(failure { () throws(PaymentsFailure) in _ = try ProofRules.subject(params, nil) } != nil)
    params.signedMessage = "m"
    params.proof += "a"
    #expect(failure { () throws(PaymentsFailure) in _ = try ProofRules.subject(params, nil) }?.pointer == "/proof")
  }

  @Test("each app has an allowance of its own, which comes back with time")
  func allowances() {
    let allowances = WorkAllowances()
    let (app, other) = (AppKey(rawValue: "a"), AppKey(rawValue: "b"))
    let start = ContinuousClock.now
    func time(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }
    for second in 0..<6 { #expect(allowances.takeOrWait(.reserveProof, of: app, at: time(100 + second)) == nil) }
    #expect(allowances.takeOrWait(.reserveProof, of: app, at: time(110)) == 3_590_001)
    #expect(allowances.takeOrWait(.reserveProof, of: other, at: time(110)) == nil)
    #expect(allowances.takeOrWait(.proof, of: app, at: time(110)) == nil)
    #expect(allowances.takeOrWait(.reserveProof, of: app, at: time(3700)) == nil)
    #expect(allowances.takeOrWait(.reserveProof, of: app, at: time(3700)) == 1_001)
    for _ in 0..<30 { _ = allowances.takeOrWait(.proof, of: other, at: time(200)) }
    #expect(allowances.takeOrWait(.proof, of: other, at: time(200)) == 60_001)
    #expect(allowances.takeOrWait(.proof, of: other, at: time(260)) == nil)
  }
}
