import MockWallet
import PaymentsModel
import Testing
import WalletBackend

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite final class MockStateFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("mock-\(UInt64.random(in: 0 ... .max))")
  private var path: String { folder.appendingPathComponent("network").path }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func open() throws -> (network: MockNetwork, wallet: MockWallet) {
    let network = try MockNetwork(.init(stateFile: path))
    return (network, try #require(network.wallet("XMR")))
  }

  private let intent = PaymentIntent(
    address: MockAddress.example(currency: "XMR"), amount: Amount(atomicUnits: 5_000_000_000_000))

  @Test func survivesItsProcess() async throws {
    let (network, wallet) = try open()
    let cap = Amount(atomicUnits: 1_000_000_000)
    let address = try await wallet.newAddress(label: "")
    try network.control.receive(address, amount: DecimalAmount("2"))
    let sent = try await wallet.prepare(intent, feeCap: cap)
    let held = try await wallet.prepare(intent, feeCap: cap)
    #expect(try await wallet.commit(sent) == .accepted)
    try network.control.mine(3)
    let before = try await wallet.transfers(since: nil, depth: 10)

    // The first wallet is never closed, so the file has the content that a killed process leaves.
    let (again, walletAgain) = try open()
    #expect(try await walletAgain.transfers(since: nil, depth: 10).transfers == before.transfers)
    #expect(try await walletAgain.lookup(sent) == .confirmed(3))
    #expect(try await walletAgain.lookup(held) == .unknown)
    #expect(try await walletAgain.balance().locked == .zero)
    try await walletAgain.lock(held)
    let fresh = try await walletAgain.prepare(intent, feeCap: cap)
    #expect(fresh.transactionID != held.transactionID)
    for signedTransaction in [sent, held, fresh, held] {
      #expect(try await walletAgain.commit(signedTransaction) == .accepted)
    }
    let ids = [sent.transactionID, held.transactionID, fresh.transactionID]
    #expect(try again.control.broadcasts("XMR").map(\.transactionID) == ids)
    #expect(try await walletAgain.newAddress(label: "") != address)
    let snapshot = try MockNetwork.snapshot(ofStateFile: path)
    #expect(try snapshot.control.broadcasts("XMR").map(\.transactionID) == ids)
  }

  @Test func cutsOffALineThatWasNotWrittenWhole() async throws {
    let (_, wallet) = try open()
    let address = try await wallet.newAddress(label: "")
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try (whole + Data(#"{"currency":"XMR","eve"#.utf8)).write(to: URL(fileURLWithPath: path))
    let (network, _) = try open()
    try network.control.receive(address, amount: DecimalAmount("1"))
    let (_, last) = try open()
    #expect(try await last.transfers(since: nil, depth: 1).transfers.count == 1)
  }

  @Test func refusesAFileThatIsNotItsOwn() throws {
    try Data("hello\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: MockNetworkError.corruptStateFile(line: 1)) { try open() }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: MockNetworkError.self) { try open() }
  }
}
