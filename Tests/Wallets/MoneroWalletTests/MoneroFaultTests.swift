import MoneroWallet
import PaymentsModel
import Testing
import WalletBackend
import WalletContract

/// Faults of `monero-wallet-rpc` and `monerod`.
@Suite struct MoneroFaultTests {
  @Test func contract() async throws {
    let report = await DaemonFaultContract.run("monero, simulated") { try await $0.check(MoneroFaultWorld()) }
    print(report)
    #expect(report.isFulfilled && report.rows.allSatisfy { $0.result == .passed }, "\(report)")
  }
}

private struct MoneroFaultWorld: DaemonFaultWorld {
  let programs: ScriptedWallet

  init() throws { programs = try ScriptedWallet(timeout: .milliseconds(500)) }

  var wallet: any WalletBackend { programs.wallet }
  var broadcasts: Int { programs.count("relay_tx") + programs.count("/send_raw_transaction") }

  func prepared() async throws -> SignedTransaction { try await programs.prepare() }

  func play(_ fault: DaemonFault) {
    programs.change(ScriptedWallet.answers.merging(answers(to: fault)) { $1 }.mapValues { [$0] })
  }

  private func answers(to fault: DaemonFault) -> [String: String] {
    switch fault {
    case .nothing: return [:]
    case .inPool: return ["/get_transactions": ScriptedWallet.seen(0), "get_transfer_by_txid": "{}"]
    case .inBlock: return ["/get_transactions": ScriptedWallet.seen(3)]
    case .receiptTwice:
      let entry =
        #"{"type":"in","txid":"\#(ScriptedWallet.other)","height":50,"confirmations":49,"locked":false,"unlock_time":0,"#
        + #""amount":5,"address":"to","subaddr_index":{"major":0,"minor":7}}"#
      return [
        "get_transfers": #"{"in":[\#(entry),\#(entry)]}"#,
        "/get_transactions": ScriptedWallet.seen(50, ScriptedWallet.other),
      ]
    case .signsNothing: return ["transfer": ScriptedWallet.transfer(images: [])]
    case .commitHangs: return ["relay_tx": "hang"]
    case .commitRefusedInProse:
      return [
        "relay_tx": "!-4 Übertragung fehlgeschlagen: bereits ausgegeben",
        "/send_raw_transaction": #"{"status":"Fehlgeschlagen","reason":"bereits ausgegeben"}"#,
      ]
    case .answersToOthers: return ["/get_transactions": ScriptedWallet.seen(6, ScriptedWallet.other)]
    }
  }
}
