import Foundation
import MockWallet
import PaymentsModel
import Testing
import WalletBackend

/// Tests two networks that use the same file, which are equivalent to two processes: each has its own descriptor and
/// therefore its own lock.
@Suite final class SharedNetworkTests {
  private final class Clock: WallClock {
    private let time = Timestamps()
    func now() -> Timestamp { time.value }
    func advance(by duration: Duration) { time.value = time.value.advanced(by: duration) }
  }

  /// `@unchecked Sendable`: only the test's own task uses it.
  private final class Timestamps: @unchecked Sendable {
    var value = Timestamp(milliseconds: 1_000_000)
  }

  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("network-\(UInt64.random(in: 0 ... .max))").path
  private let cap = Amount(atomicUnits: 1_000_000_000)

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  private func intent(_ address: String, _ units: UInt128 = 250_000_000) -> PaymentIntent {
    PaymentIntent(address: address, amount: Amount(atomicUnits: units))
  }

  @Test func whatOnePaysTheOtherReceives() async throws {
    let networks = try [MockNetwork(.init(stateFile: path)), MockNetwork(.init(stateFile: path))]
    let alice = try #require(networks[0].wallet("LTC", name: "alice"))
    let bob = try #require(networks[1].wallet("LTC", name: "bob"))
    let before = try await bob.balance().available
    let address = try await bob.newAddress(label: "")
    let payment = try await alice.prepare(intent(address), feeCap: cap)
    #expect(try await alice.commit(payment) == .accepted)
    let seen = try await bob.transfers(since: nil, depth: 6).transfers
    #expect(seen.map(\.address) == [address])
    #expect(seen.map(\.amount) == [Amount(atomicUnits: 250_000_000)])
    #expect(try await bob.balance().pending == Amount(atomicUnits: 250_000_000))
    try networks[1].control.mine(2)
    #expect(try await alice.lookup(payment) == .confirmed(2))
    #expect(try await bob.balance().available == before.adding(Amount(atomicUnits: 250_000_000)))
    #expect(try await alice.newAddress(label: "") != address)
  }

  @Test func idsDifferAlsoOfOneWalletInTwoProcesses() async throws {
    let first = try #require(MockNetwork(.init(stateFile: path)).wallet("LTC"))
    let second = try #require(MockNetwork(.init(stateFile: path)).wallet("LTC"))
    let address = MockAddress.example(currency: "LTC")
    let one = try await first.prepare(intent(address), feeCap: cap)
    let two = try await second.prepare(intent(address), feeCap: cap)
    #expect(one.transactionID != two.transactionID)
    // Both took the same coins, because neither knows the locks of the other. Only one payment can be sent.
    #expect(try await first.commit(one) == .accepted)
    await #expect(throws: WalletError.protocolViolation(code: nil)) { try await second.commit(two) }
    let other = PaymentReplacement(transactionID: one.transactionID, fee: one.fee)
    #expect(try await second.lookup(two) == .replaced(by: other, confirmations: 0))
  }

  @Test func twoDoNotFindTwiceTheBlocks() async throws {
    let clock = Clock()
    let configuration = MockNetwork.Configuration(stateFile: path, blockInterval: .seconds(10))
    let networks = try [MockNetwork(configuration, clock: clock), MockNetwork(configuration, clock: clock)]
    let address = try await #require(networks[0].wallet("LTC")).newAddress(label: "")
    try networks[0].control.receive(address, amount: DecimalAmount("1"))
    for _ in 0..<4 {
      clock.advance(by: .seconds(10))
      _ = try networks[0].control.height("LTC")
      _ = try networks[1].control.height("LTC")
    }
    #expect(try networks.map { try $0.control.height("LTC") } == [4, 4])
  }

  @Test func whatAnotherLeftUnfinishedIsCutOff() async throws {
    let networks = try [MockNetwork(.init(stateFile: path)), MockNetwork(.init(stateFile: path))]
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try append(#"{"currency":"LTC","eve"#)
    let address = try await #require(networks[0].wallet("LTC")).newAddress(label: "")
    try networks[1].control.receive(address, amount: DecimalAmount("1"))
    let lines = try #require(String(data: Data(contentsOf: URL(fileURLWithPath: path)), encoding: .utf8))
      .split(separator: "\n")
    #expect(lines.count == whole.split(separator: UInt8(ascii: "\n")).count + 2)
  }

  @Test func whatNobodyCanReadStopsTheWallets() async throws {
    let network = try MockNetwork(.init(stateFile: path))
    let wallet = try #require(network.wallet("LTC"))
    try append("{\"currency\":\"LTC\",\"event\":\"mine\",\"blocks\":1}\nhello\n")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    await #expect(throws: WalletError.unavailable) { _ = try await wallet.balance() }
    await #expect(throws: WalletError.unavailable) { _ = try await wallet.newAddress(label: "") }
    #expect(throws: MockControlError.notWritten) { try network.control.mine(1) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    // After the file is repaired the network continues, and the lines before the bad one count once.
    try before.dropLast(6).write(to: URL(fileURLWithPath: path), options: [])
    #expect(try network.control.height("LTC") == 1)
  }

  private func append(_ text: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
  }
}
