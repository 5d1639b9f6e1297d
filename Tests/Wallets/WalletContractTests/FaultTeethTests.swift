import ExampleWallet
import PaymentsModel
import Testing
import WalletBackend
import WalletContract

/// Tests that each clause about faults of daemons detects a wallet that believes whatever it is told.
@Suite struct FaultTeethTests {
  @Test(arguments: DaemonFaultContract.allCases)
  func aWalletThatBelievesAllIsFoundOut(_ clause: DaemonFaultContract) async throws {
    await #expect(throws: ContractViolation.self) { try await clause.check(CredulousWorld()) }
  }
}

private struct CredulousWorld: DaemonFaultWorld {
  let wallet: any WalletBackend = CredulousWallet(
    inner: ExampleWallet(node: ExampleNode(funded: ["payer"]), name: "payer"), memory: Memory())
  let broadcasts = 2

  func prepared() -> SignedTransaction {
    SignedTransaction(transactionID: String(repeating: "a", count: 64), fee: .zero, blob: [])
  }
  func play(_ fault: DaemonFault) {}
}

private struct CredulousWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    .rejected(.invalid)
  }

  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup { .confirmed(6) }

  func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    let transfer = IncomingTransfer(
      id: "a:0", transactionID: "a", address: "to", amount: Amount(atomicUnits: 1), confirmations: 1)
    return TransferPage(transfers: [transfer, transfer], cursor: TransferCursor(rawValue: ""))
  }
}
