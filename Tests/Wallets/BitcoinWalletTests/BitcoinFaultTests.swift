import BitcoinWallet
import PaymentsModel
import TestSupport
import Testing
import WalletBackend
import WalletContract

/// Faults of a daemon of the Bitcoin Core family.
@Suite struct BitcoinFaultTests {
  @Test func contract() async throws {
    let report = await DaemonFaultContract.run("bitcoin, simulated") { try await $0.check(BitcoinFaultWorld()) }
    print(report)
    #expect(report.isFulfilled && report.rows.allSatisfy { $0.result == .passed }, "\(report)")
  }
}

private struct BitcoinFaultWorld: DaemonFaultWorld {
  let daemon: ScriptedDaemon

  init() throws { daemon = try ScriptedDaemon(timeout: .milliseconds(500)) }

  var wallet: any WalletBackend { daemon.wallet }
  var broadcasts: Int { daemon.calls.count { $0.method == "sendrawtransaction" } }

  func prepared() async throws -> SignedTransaction { try await daemon.prepare() }

  func play(_ fault: DaemonFault) {
    daemon.change(ScriptedDaemon.answers.merging(answers(to: fault)) { $1 })
  }

  private func answers(to fault: DaemonFault) -> [String: String] {
    let block = String(repeating: "d", count: 64)
    switch fault {
    case .nothing: return [:]
    case .inPool:
      return [
        "gettransaction": #"{"txid":"\#(ScriptedDaemon.transaction)","confirmations":0}"#, "getmempoolentry": "{}",
      ]
    case .inBlock: return ["gettransaction": #"{"txid":"\#(ScriptedDaemon.transaction)","confirmations":3}"#]
    case .receiptTwice:
      let entry =
        #"{"category":"receive","txid":"\#(ScriptedDaemon.other)","confirmations":2,"vout":0,"address":"to","amount":1.5}"#
      return [
        "listsinceblock": #"{"transactions":[\#(entry),\#(entry)],"lastblock":"\#(block)"}"#,
        "getblockchaininfo": #"{"chain":"regtest","blocks":7,"headers":7,"bestblockhash":"\#(block)","#
          + #""initialblockdownload":false}"#,
      ]
    case .signsNothing:
      return [
        "finalizepsbt": #"{"hex":"","complete":true}"#,
        "decoderawtransaction": #"{"txid":"\#(ScriptedDaemon.transaction)","vin":[],"vout":[]}"#,
      ]
    case .commitHangs: return ["sendrawtransaction": "hang"]
    case .commitRefusedInProse:
      return ["sendrawtransaction": "!-26 Die Transaktion wurde abgelehnt: bereits ausgegeben"]
    case .answersToOthers:
      return ["gettransaction": #"@{"txid":"\#(ScriptedDaemon.other)","confirmations":6}"#]
    }
  }
}
