import ElectrumWallet
import PaymentsModel
import Testing
import WalletBackend
import WalletContract

/// Faults of a daemon of Electrum.
@Suite struct ElectrumFaultTests {
  @Test func contract() async throws {
    let report = await DaemonFaultContract.run("electrum, simulated") { try await $0.check(ElectrumFaultWorld()) }
    print(report)
    #expect(report.isFulfilled, "\(report)")
  }
}

private struct ElectrumFaultWorld: DaemonFaultWorld {
  let electrum: ScriptedElectrum
  let signsNothing: String? = "its payment was signed before; what Electrum signs is tested with a real one"

  init() throws { electrum = try ScriptedElectrum(timeout: .milliseconds(500)) }

  var wallet: any WalletBackend { electrum.wallet }
  var broadcasts: Int { electrum.calls(of: "broadcast") }

  func prepared() -> SignedTransaction { electrum.payment }

  func play(_ fault: DaemonFault) {
    let sent = "gettransaction:\(ScriptedElectrum.transaction)"
    let none = [sent: "!Der Server kennt sie nicht."]
    electrum.change(ScriptedElectrum.answers.merging(none) { $1 }.merging(answers(to: fault, sent)) { $1 })
  }

  private func answers(to fault: DaemonFault, _ sent: String) -> [String: String] {
    switch fault {
    case .nothing, .signsNothing: return [:]
    case .inPool: return [sent: #""\#(ScriptedElectrum.hex)""#, "get_tx_status": #"{"confirmations":0}"#]
    case .inBlock: return ["get_tx_status": #"{"confirmations":3}"#]
    case .receiptTwice:
      let entry = ScriptedElectrum.received(height: 0)
      return ["onchain_history": ScriptedElectrum.history(entry, entry)]
    case .commitHangs: return ["broadcast": "hang"]
    case .commitRefusedInProse: return ["broadcast": "!Die Transaktion wurde abgelehnt: bereits ausgegeben"]
    case .answersToOthers: return ["get_tx_status": #"@{"confirmations":6}"#]
    }
  }
}
