import Cryptography
import PaymentsAPI
import PaymentsModel
import SecureSession
import Testing
import Transport

@testable import ServiceDoor

@Suite("Pairing desk")
struct PairingDeskTests {
  private let start = Timestamp(milliseconds: 1_700_000_000_000)

  private func prompt(
    _ id: String, app: String = "key", code: String = "123456", session: String? = nil, manifest: String = "{}",
    at: Timestamp? = nil
  ) -> PairingDesk.Prompt {
    let since = at ?? start
    return PairingDesk.Prompt(
      id: id, app: AppKey(rawValue: app),
      manifest: Manifest(appID: "chat.example.app", name: "Chat", version: "1", scopes: [.receive]), since: since,
      until: since.advanced(by: PairingDesk.promptLifetime),
      applicant: .init(
        session: session ?? id, code: code, evidence: Self.evidence(manifest),
        peer: PeerDescription(
          address: "127.0.0.1", port: 1, userIdentifier: nil, offeredSubprotocols: "", selectedSubprotocol: "",
          authority: "")))
  }

  private static func evidence(_ manifest: String) -> ConsumerEvidence {
    ConsumerEvidence(
      handshakeHash: [], sessionKey: keys.0, manifest: Array(manifest.utf8), signature: keys.1)
  }

  private static let keys: (X25519.PublicKey, Ed25519.Signature) = {
    do {
      return (
        try X25519.PublicKey(bytes: [UInt8](repeating: 9, count: 32)),
        try Ed25519.Signature(bytes: [UInt8](repeating: 0, count: 64))
      )
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  private func add(
    _ prompt: PairingDesk.Prompt, to desk: inout PairingDesk, at now: Timestamp, expecting expected: Bool = true
  ) {
    #expect((notAsked(prompt, &desk, at: now) == nil) == expected, "\(prompt.id)")
  }

  private func notAsked(
    _ prompt: PairingDesk.Prompt, _ desk: inout PairingDesk, at now: Timestamp
  ) -> PairingDesk.NotAsked? {
    do throws(PairingDesk.NotAsked) {
      _ = try desk.ask(prompt, at: now)
      return nil
    } catch {
      return error
    }
  }

  private func at(_ seconds: Int) -> Timestamp { start.advanced(by: .seconds(seconds)) }

  private func refusal<Answer>(_ body: () throws(PairingDesk.Refusal) -> Answer) -> PairingDesk.Refusal? {
    do throws(PairingDesk.Refusal) {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }

  @Test("the right code approves, once")
  func rightCode() throws {
    var desk = PairingDesk()
    add(prompt("a"), to: &desk, at: start)
    let approved = try desk.approve("a", code: "123456", at: start)
    #expect(approved.prompt.id == "a")
    #expect(refusal { () throws(PairingDesk.Refusal) in try desk.approve("a", code: "123456", at: start) } == .notFound)
  }

  @Test("a code is required, and asking without one costs no try")
  func codeMissing() {
    var desk = PairingDesk()
    add(prompt("a"), to: &desk, at: start)
    for _ in 0..<5 {
      #expect(refusal { () throws(PairingDesk.Refusal) in try desk.approve("a", code: nil, at: start) } == .codeMissing)
    }
    #expect(desk.locked(at: start) == nil)
  }

  @Test("three wrong codes within ten minutes lock pairing for everybody, and the right one does not help then")
  func lock() {
    var desk = PairingDesk()
    add(prompt("a"), to: &desk, at: start)
    add(prompt("b", app: "other"), to: &desk, at: start)
    func approve(_ id: String, _ code: String, _ at: Timestamp) -> PairingDesk.Refusal? {
      refusal { () throws(PairingDesk.Refusal) in try desk.approve(id, code: code, at: at) }
    }
    let later = start.advanced(by: .seconds(60))
    #expect(approve("a", "000000", start) == .wrongCode(triesLeft: 2))
    #expect(approve("b", "000000", start) == .wrongCode(triesLeft: 1))
    let until = later.advanced(by: PairingDesk.window)
    #expect(approve("a", "000000", later) == .locked(until: until))
    #expect(approve("a", "123456", later) == .locked(until: until))
    #expect(desk.prompts.isEmpty)
    add(prompt("c", at: later), to: &desk, at: later, expecting: false)
    add(prompt("d", at: until), to: &desk, at: until)
  }

  @Test("misses older than ten minutes do not count")
  func oldMisses() {
    var desk = PairingDesk()
    let much = start.advanced(by: .seconds(599))
    add(prompt("a"), to: &desk, at: start)
    _ = refusal { () throws(PairingDesk.Refusal) in try desk.approve("a", code: "0", at: start) }
    _ = refusal { () throws(PairingDesk.Refusal) in try desk.approve("a", code: "0", at: much) }
    let after = start.advanced(by: .seconds(601))
    add(prompt("b", at: after), to: &desk, at: after)
    #expect(
      refusal { () throws(PairingDesk.Refusal) in try desk.approve("b", code: "0", at: after) }
        == .wrongCode(triesLeft: 1))
  }

  @Test("prompts expire and are withdrawn")
  func lifetime() {
    var desk = PairingDesk()
    add(prompt("a"), to: &desk, at: start)
    desk.withdraw("a", session: "other")
    #expect(desk.prompts.map(\.id) == ["a"])
    desk.withdraw("a", session: "a")
    #expect(desk.prompts.isEmpty)
    add(prompt("b"), to: &desk, at: start)
    desk.expire(at: start.advanced(by: PairingDesk.promptLifetime))
    #expect(desk.prompts.isEmpty)
  }

  @Test("two connections of an app share one question, which ends with the last of them, and either code will do")
  func twoConnections() throws {
    var desk = PairingDesk()
    #expect(try desk.ask(prompt("a", code: "111111"), at: start) == "a")
    #expect(try desk.ask(prompt("b", code: "222222"), at: start) == "a")
    #expect(desk.prompts.map(\.id) == ["a"])
    #expect(notAsked(prompt("c"), &desk, at: start) == .tooMany)
    desk.withdraw("a", session: "b")
    #expect(desk.prompts.map(\.id) == ["a"])
    #expect(try desk.ask(prompt("b2", code: "333333"), at: start) == "a")
    desk.withdraw("a", session: "a")
    #expect(
      refusal { () throws(PairingDesk.Refusal) in try desk.approve("a", code: "111111", at: start) }
        == .wrongCode(triesLeft: 2))
    #expect(try desk.approve("a", code: "333333", at: start).prompt.id == "a")
    #expect(desk.prompts.isEmpty)
  }

  @Test("what was signed with the code that was typed is what is kept, and another manifest is another question")
  func evidenceOfTheCode() throws {
    var desk = PairingDesk()
    add(prompt("a", code: "111111", manifest: #"{"a":1}"#), to: &desk, at: start)
    #expect(notAsked(prompt("b", code: "222222", manifest: #"{"a":2}"#), &desk, at: start) == .tooMany)
    #expect(try desk.approve("a", code: "111111", at: start).evidence == Self.evidence(#"{"a":1}"#))
  }

  @Test("an app asks three times at once, and then after waits that double")
  func backOff() {
    var desk = PairingDesk()
    func ask(_ second: Int) -> PairingDesk.NotAsked? {
      defer { for prompt in desk.prompts { desk.withdraw(prompt.id, session: prompt.applicants[0].session) } }
      return notAsked(prompt("p\(second)", at: at(second)), &desk, at: at(second))
    }
    for second in 0..<3 { #expect(ask(second) == nil) }
    #expect(ask(3) == .tooOften(wait: .seconds(29)))
    #expect(ask(32) == nil)
    #expect(ask(33) == .tooOften(wait: .seconds(59)))
    #expect(ask(92) == nil)
    #expect(ask(93) == .tooOften(wait: .seconds(119)))
    #expect(ask(92 + 3600) == nil, "after an hour of quiet it is as if it had never asked")
    #expect(ask(93 + 3600) == nil)
  }

  @Test("of all apps together, whatever their number, the owner is asked at most once a minute in the end")
  func backOffOfAll() {
    var desk = PairingDesk()
    var asked = 0
    for second in 0..<3600 {
      if notAsked(prompt("p\(second)", app: "key\(second)", at: at(second)), &desk, at: at(second)) == nil {
        asked += 1
      }
      desk.withdraw("p\(second)", session: "p\(second)")
    }
    #expect(asked == 8 + 4 + 58)
  }

  @Test("an app that was denied is answered from memory, longer each time; an approval forgets it")
  func denied() throws {
    var desk = PairingDesk()
    add(prompt("a"), to: &desk, at: start)
    _ = try desk.deny("a", at: start)
    #expect(notAsked(prompt("b"), &desk, at: at(10)) == .denied(wait: .seconds(50)))
    add(prompt("c", app: "other"), to: &desk, at: at(10))
    add(prompt("d", at: at(60)), to: &desk, at: at(60))
    _ = try desk.deny("d", at: at(60))
    #expect(notAsked(prompt("e"), &desk, at: at(60)) == .denied(wait: .seconds(120)))
    add(prompt("f", at: at(180)), to: &desk, at: at(180))
    _ = try desk.approve("f", code: "123456", at: at(180))
    add(prompt("g", at: at(181)), to: &desk, at: at(181))
  }

  @Test("a clock that is set back makes no wait longer")
  func clockSetBack() throws {
    var desk = PairingDesk()
    add(prompt("a", at: at(100_000)), to: &desk, at: at(100_000))
    _ = try desk.deny("a", at: at(100_000))
    #expect(notAsked(prompt("b"), &desk, at: start) == .denied(wait: .seconds(60)))
  }

  @Test("at most eight apps wait")
  func crowd() {
    var desk = PairingDesk()
    for number in 0..<PairingDesk.maximumPrompts {
      add(prompt("p\(number)", app: "key\(number)"), to: &desk, at: start)
    }
    #expect(notAsked(prompt("late", app: "late"), &desk, at: start) == .tooMany)
  }

  @Test("what is remembered of apps is bounded")
  func memory() {
    var history = PairingHistory()
    for number in 0..<10_000 { history.noteDenial(AppKey(rawValue: "key\(number)"), at: at(number)) }
    #expect(history.count <= PairingHistory.most)
    #expect(history.denied(AppKey(rawValue: "key9999"), at: at(9999)) == .seconds(60))
  }
}
