import Cryptography
import Ledger
import Orders
import OwnerAPI
import PaymentsModel
import TestSupport
import Testing

@testable import Provider

@Suite("PIN")
struct PinTests {
  private let start = Timestamp(milliseconds: 1_700_000_000_000)
  /// The same algorithm as `keyFile`, at lower cost.
  private let cheap = Scrypt(cost: 16, blockSize: 8, parallelization: 1)

  private func at(_ seconds: Int) -> Timestamp { start.advanced(by: .seconds(seconds)) }

  /// Makes a number of tries and returns how many of them were allowed.
  private func tries(_ count: Int, _ pin: inout PinGuard, at now: Timestamp) -> Int {
    var taken = 0
    for _ in 0..<count where pin.begin(at: now) { taken += 1 }
    return taken
  }

  @Test("five tries are free, then each further one waits: half a minute, doubled up to an hour")
  func delays() {
    #expect((0...4).allSatisfy { PinGuard.delay(afterTries: $0) == nil })
    let delays = (5...14).map { PinGuard.delay(afterTries: $0) }
    #expect(delays == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600].map { .seconds($0) })
    #expect(PinGuard.delay(afterTries: .max) == .seconds(3600))
  }

  @Test("a try before its time is refused and not counted")
  func tooEarly() {
    var pin = PinGuard()
    #expect(tries(5, &pin, at: start) == 5)
    #expect(pin.triesLeft == 0)
    #expect(pin.wait(at: start) == .seconds(30))
    #expect(tries(100, &pin, at: at(29)) == 0)
    #expect(pin.wait(at: at(29)) == .seconds(1))
    #expect(tries(1, &pin, at: at(30)) == 1)
    #expect(pin.wait(at: at(30)) == .seconds(60))
  }

  @Test("the right PIN forgets the tries")
  func success() {
    var pin = PinGuard()
    #expect(tries(5, &pin, at: start) == 5)
    #expect(tries(1, &pin, at: at(30)) == 1)
    pin.succeed()
    #expect(pin.triesLeft == 5)
    #expect(tries(1, &pin, at: at(30)) == 1)
  }

  @Test("what is stored is what goes on after a restart; each try is in it before the PIN is compared")
  func stored() throws {
    var pin = PinGuard()
    for _ in 0..<7 { _ = pin.begin(at: at(10_000)) }
    let read = try #require(PinGuard.State(stored: pin.state.stored))
    #expect(read == pin.state)
    #expect(PinGuard(read).wait(at: at(10_010)) == .seconds(20))
    #expect(PinGuard.State(stored: PinGuard().state.stored) == .fresh)
    for damaged in ["", "{}", #"{"tries":-1,"last":0}"#, #"{"tries":"5","last":0}"#] {
      #expect(PinGuard.State(stored: damaged) == nil)
    }
  }

  @Test("a clock that is set back makes no wait longer than its delay")
  func clockSetBack() {
    let pin = PinGuard(.init(tries: 5, last: at(1_000_000)))
    #expect(pin.wait(at: start) == .seconds(30))
  }

  @Test("only the PIN matches, also after it was stored; the hash shows nothing of it")
  func record() throws {
    let record = try PinRecord(
      SecretBytes("2468".utf8), above: ["LTC": try DecimalAmount("0.5")], cost: cheap, random: SystemRandom())
    let read = try #require(PinRecord(stored: record.stored))
    #expect(read == record)
    #expect(try read.matches(SecretBytes("2468".utf8)))
    for wrong in ["2469", "246", "24680", "", "2468\n"] { #expect(try !read.matches(SecretBytes(wrong.utf8))) }
    #expect(!record.stored.contains("2468"))
    let other = try PinRecord(SecretBytes("2468".utf8), above: [:], cost: cheap, random: SystemRandom())
    #expect(other.hash != record.hash, "each has a salt of its own")
    for damaged in ["", "{}", "null", record.stored.replacing("\"v\":1", with: "\"v\":2")] {
      #expect(PinRecord(stored: damaged) == nil)
    }
  }

  @Test("six digits or other characters are enough, however many bytes they are; fewer are not")
  func lengths() async throws {
    let folder = try ScratchFolder()
    let parts = try ProviderParts.make(in: folder)
    let pin = parts.pin
    let above = ["LTC": try DecimalAmount("0.5")]
    for short in ["", "12345", "\u{e9}\u{e9}\u{e9}", "٢٤٦٨٢", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}"] {
      await #expect(throws: OwnerFailure.self, "\(short)") { try await pin.set(short, above: above) }
    }
    await #expect(throws: OwnerFailure.self) { try await pin.set(String(repeating: "1", count: 129), above: above) }
    #expect(!pin.isSet)
    try await pin.set("٢٤٦٨٢٤", above: above)
    #expect(pin.isSet)
    await parts.core.ledger.close()
  }

  @Test("an amount that is none of the currency lets nothing go")
  func strangeAmount() async throws {
    let folder = try ScratchFolder()
    let parts = try ProviderParts.make(in: folder)
    let record = try PinRecord(
      SecretBytes("246824".utf8), above: ["LTC": try DecimalAmount("0.123")], cost: cheap, random: SystemRandom())
    try await parts.core.ledger.write { transaction in try transaction.setSetting("pin", record.stored) }
    let most = try await parts.core.ledger.read { reader in
      [
        try PinRecord.mostWithoutPIN("LTC", decimals: 2, reader),
        try PinRecord.mostWithoutPIN("LTC", decimals: 3, reader),
      ]
    }
    #expect(most == [.zero, Amount(atomicUnits: 123)])
    await parts.core.ledger.close()
  }

  @Test("it is needed above the limit of the currency, and always for one that is not named")
  func limits() throws {
    let record = try PinRecord(
      SecretBytes("2468".utf8), above: ["LTC": try DecimalAmount("0.5")], cost: cheap, random: SystemRandom())
    func isNeeded(_ units: UInt128, _ currency: String) -> Bool {
      record.isNeeded(for: Amount(atomicUnits: units), currency, decimals: 8)
    }
    #expect(!isNeeded(50_000_000, "LTC"))
    #expect(isNeeded(50_000_001, "LTC"))
    #expect(isNeeded(0, "XMR"))
  }

  /// Whether a quota needs the PIN is judged by what the ledger has as it stores the quota.
  @Test func aQuotaThatIsRaisedWithoutThePINThatWasSetMeanwhileStays() async throws {
    let folder = try ScratchFolder()
    let parts = try ProviderParts.make(in: folder)
    let record = AppRecord(
      key: AppKey(rawValue: "alice"), status: .approved, claimedName: "app", scopes: ["receive"],
      evidence: AppEvidence(manifest: [], handshakeHash: [], sessionKey: [], signature: []),
      pairedAt: Timestamp(milliseconds: 0),
      lastSeenAt: nil)
    try await parts.core.ledger.write { transaction in try transaction.saveApp(record) }
    let pin = try PinRecord(
      SecretBytes("246824".utf8), above: [:], cost: Scrypt(cost: 16, blockSize: 8, parallelization: 1),
      random: SystemRandom())
    try await parts.core.ledger.write { transaction in try transaction.setSetting(PinRecord.setting, pin.stored) }
    let commands = QuotaCommands(core: parts.core, quotas: parts.payments.quotas, pin: parts.pin)
    await #expect(throws: OwnerPIN.missing) {
      _ = try await commands.quota(.init(app: AppKey(rawValue: "alice").rawValue, openInvoices: 1_000_000))
    }
    let fewer = try await commands.quota(.init(app: AppKey(rawValue: "alice").rawValue, openInvoices: 0))
    #expect(fewer.quota.openInvoices.most == 0, "less is anybody's to allow")
    await parts.core.ledger.close()
  }
}
