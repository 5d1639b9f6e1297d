import Cryptography
import PaymentsAPI
import PaymentsModel
import SecureSession
import Testing
import Transport

@testable import ServiceHost

@Suite("Pairing desk")
struct PairingRequestsTests {
  private let start = Timestamp(milliseconds: 1_700_000_000_000)

  private func question(
    _ id: String, app: String = "key", code: String = "123456", session: String? = nil, manifest: String = "{}",
    at: Timestamp? = nil
  ) -> PairingRequests.Question {
    let since = at ?? start
    return PairingRequests.Question(
      id: id, app: AppKey(rawValue: app),
      manifest: Manifest(appID: "chat.example.app", name: "Chat", version: "1", scopes: [.receive]), since: since,
      until: since.advanced(by: PairingRequests.promptLifetime),
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
    _ question: PairingRequests.Question, to requests: inout PairingRequests, at now: Timestamp,
    expecting expected: Bool = true
  ) {
    #expect((notAsked(question, &requests, at: now) == nil) == expected, "\(question.id)")
  }

  private func notAsked(
    _ question: PairingRequests.Question, _ requests: inout PairingRequests, at now: Timestamp
  ) -> PairingRequests.NotAsked? {
    do throws(PairingRequests.NotAsked) {
      _ = try requests.ask(question, at: now)
      return nil
    } catch {
      return error
    }
  }

  private func at(_ seconds: Int) -> Timestamp { start.advanced(by: .seconds(seconds)) }

  private func refusal<Answer>(_ body: () throws(PairingRequests.Refusal) -> Answer) -> PairingRequests.Refusal? {
    do throws(PairingRequests.Refusal) {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }

  @Test("the right code approves, once")
  func rightCode() throws {
    var requests = PairingRequests()
    add(question("a"), to: &requests, at: start)
    let approved = try requests.approve("a", code: "123456", at: start)
    #expect(approved.question.id == "a")
    #expect(
      refusal { () throws(PairingRequests.Refusal) in try requests.approve("a", code: "123456", at: start) }
        == .notFound)
  }

  @Test("a code is required, and asking without one costs no try")
  func codeMissing() {
    var requests = PairingRequests()
    add(question("a"), to: &requests, at: start)
    for _ in 0..<5 {
      #expect(
        refusal { () throws(PairingRequests.Refusal) in try requests.approve("a", code: nil, at: start) }
          == .codeMissing)
    }
    #expect(requests.locked(at: start) == nil)
  }

  @Test("three wrong codes within ten minutes lock pairing for everybody, and the right one does not help then")
  func lock() {
    var requests = PairingRequests()
    add(question("a"), to: &requests, at: start)
    add(question("b", app: "other"), to: &requests, at: start)
    func approve(_ id: String, _ code: String, _ at: Timestamp) -> PairingRequests.Refusal? {
      refusal { () throws(PairingRequests.Refusal) in try requests.approve(id, code: code, at: at) }
    }
    let later = start.advanced(by: .seconds(60))
    #expect(approve("a", "000000", start) == .wrongCode(triesLeft: 2))
    #expect(approve("b", "000000", start) == .wrongCode(triesLeft: 1))
    let until = later.advanced(by: PairingRequests.window)
    #expect(approve("a", "000000", later) == .locked(until: until))
    #expect(approve("a", "123456", later) == .locked(until: until))
    #expect(requests.questions.isEmpty)
    add(question("c", at: later), to: &requests, at: later, expecting: false)
    add(question("d", at: until), to: &requests, at: until)
  }

  @Test("misses older than ten minutes do not count")
  func oldMisses() {
    var requests = PairingRequests()
    let much = start.advanced(by: .seconds(599))
    add(question("a"), to: &requests, at: start)
    _ = refusal { () throws(PairingRequests.Refusal) in try requests.approve("a", code: "0", at: start) }
    _ = refusal { () throws(PairingRequests.Refusal) in try requests.approve("a", code: "0", at: much) }
    let after = start.advanced(by: .seconds(601))
    add(question("b", at: after), to: &requests, at: after)
    #expect(
      refusal { () throws(PairingRequests.Refusal) in try requests.approve("b", code: "0", at: after) }
        == .wrongCode(triesLeft: 1))
  }

  @Test("questions expire and are withdrawn")
  func lifetime() {
    var requests = PairingRequests()
    add(question("a"), to: &requests, at: start)
    requests.withdraw("a", session: "other")
    #expect(requests.questions.map(\.id) == ["a"])
    requests.withdraw("a", session: "a")
    #expect(requests.questions.isEmpty)
    add(question("b"), to: &requests, at: start)
    requests.expire(at: start.advanced(by: PairingRequests.promptLifetime))
    #expect(requests.questions.isEmpty)
  }

  @Test("two connections of an app share one question, which ends with the last of them, and either code will do")
  func twoConnections() throws {
    var requests = PairingRequests()
    #expect(try requests.ask(question("a", code: "111111"), at: start) == "a")
    #expect(try requests.ask(question("b", code: "222222"), at: start) == "a")
    #expect(requests.questions.map(\.id) == ["a"])
    #expect(notAsked(question("c"), &requests, at: start) == .tooMany)
    requests.withdraw("a", session: "b")
    #expect(requests.questions.map(\.id) == ["a"])
    #expect(try requests.ask(question("b2", code: "333333"), at: start) == "a")
    requests.withdraw("a", session: "a")
    #expect(
      refusal { () throws(PairingRequests.Refusal) in try requests.approve("a", code: "111111", at: start) }
        == .wrongCode(triesLeft: 2))
    #expect(try requests.approve("a", code: "333333", at: start).question.id == "a")
    #expect(requests.questions.isEmpty)
  }

  @Test("what was signed with the code that was typed is what is kept, and another manifest is another question")
  func evidenceOfTheCode() throws {
    var requests = PairingRequests()
    add(question("a", code: "111111", manifest: #"{"a":1}"#), to: &requests, at: start)
    #expect(notAsked(question("b", code: "222222", manifest: #"{"a":2}"#), &requests, at: start) == .tooMany)
    #expect(try requests.approve("a", code: "111111", at: start).evidence == Self.evidence(#"{"a":1}"#))
  }

  @Test("an app asks three times at once, and then after waits that double")
  func backOff() {
    var requests = PairingRequests()
    func ask(_ second: Int) -> PairingRequests.NotAsked? {
      defer {
        for question in requests.questions { requests.withdraw(question.id, session: question.applicants[0].session) }
      }
      return notAsked(question("p\(second)", at: at(second)), &requests, at: at(second))
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
    var requests = PairingRequests()
    var asked = 0
    for second in 0..<3600 {
      if notAsked(question("p\(second)", app: "key\(second)", at: at(second)), &requests, at: at(second)) == nil {
        asked += 1
      }
      requests.withdraw("p\(second)", session: "p\(second)")
    }
    #expect(asked == 8 + 4 + 58)
  }

  @Test("an app that was denied is answered from memory, longer each time; an approval forgets it")
  func denied() throws {
    var requests = PairingRequests()
    add(question("a"), to: &requests, at: start)
    _ = try requests.deny("a", at: start)
    #expect(notAsked(question("b"), &requests, at: at(10)) == .denied(wait: .seconds(50)))
    add(question("c", app: "other"), to: &requests, at: at(10))
    add(question("d", at: at(60)), to: &requests, at: at(60))
    _ = try requests.deny("d", at: at(60))
    #expect(notAsked(question("e"), &requests, at: at(60)) == .denied(wait: .seconds(120)))
    add(question("f", at: at(180)), to: &requests, at: at(180))
    _ = try requests.approve("f", code: "123456", at: at(180))
    add(question("g", at: at(181)), to: &requests, at: at(181))
  }

  @Test("a clock that is set back makes no wait longer")
  func clockSetBack() throws {
    var requests = PairingRequests()
    add(question("a", at: at(100_000)), to: &requests, at: at(100_000))
    _ = try requests.deny("a", at: at(100_000))
    #expect(notAsked(question("b"), &requests, at: start) == .denied(wait: .seconds(60)))
  }

  @Test("at most eight apps wait")
  func crowd() {
    var requests = PairingRequests()
    for number in 0..<PairingRequests.maximumQuestions {
      add(question("p\(number)", app: "key\(number)"), to: &requests, at: start)
    }
    #expect(notAsked(question("late", app: "late"), &requests, at: start) == .tooMany)
  }

  @Test("what is remembered of apps is bounded")
  func memory() {
    var history = PairingHistory()
    for number in 0..<10_000 { history.noteDenial(AppKey(rawValue: "key\(number)"), at: at(number)) }
    #expect(history.count <= PairingHistory.most)
    #expect(history.denied(AppKey(rawValue: "key9999"), at: at(9999)) == .seconds(60))
  }
}
