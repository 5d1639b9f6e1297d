import PaymentsAPI
import PaymentsModel
import ServiceDoor
import Testing

@Suite("Pairing desk")
struct PairingDeskTests {
  private let start = Timestamp(milliseconds: 1_700_000_000_000)

  private func prompt(_ id: String, app: String = "key", code: String = "123456", at: Timestamp? = nil)
    -> PairingDesk.Prompt
  {
    let since = at ?? start
    return PairingDesk.Prompt(
      id: id, app: AppKey(rawValue: app),
      manifest: Manifest(appID: "chat.example.app", name: "Chat", version: "1", scopes: [.receive]), code: code,
      process: nil, since: since, until: since.advanced(by: PairingDesk.promptLifetime))
  }

  private func add(
    _ prompt: PairingDesk.Prompt, to desk: inout PairingDesk, at now: Timestamp, expecting expected: Bool = true
  ) {
    let added = desk.add(prompt, at: now)
    #expect(added == expected, "\(prompt.id)")
  }

  private func refusal(_ body: () throws(PairingDesk.Refusal) -> PairingDesk.Prompt) -> PairingDesk.Refusal? {
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
    #expect(approved.id == "a")
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

  @Test("prompts expire, are withdrawn, and one app has one at a time")
  func lifetime() {
    var desk = PairingDesk()
    add(prompt("a"), to: &desk, at: start)
    add(prompt("a2"), to: &desk, at: start)
    #expect(desk.prompts.map(\.id) == ["a2"])
    desk.withdraw("a2")
    #expect(desk.prompts.isEmpty)
    add(prompt("b"), to: &desk, at: start)
    desk.expire(at: start.advanced(by: PairingDesk.promptLifetime))
    #expect(desk.prompts.isEmpty)
  }

  @Test("at most eight apps wait")
  func crowd() {
    var desk = PairingDesk()
    for number in 0..<PairingDesk.maximumPrompts {
      add(prompt("p\(number)", app: "key\(number)"), to: &desk, at: start)
    }
    add(prompt("late", app: "late"), to: &desk, at: start, expecting: false)
  }
}
