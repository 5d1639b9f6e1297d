import Consumer
import OwnerAPI
import PaymentsModel
import Provider
import TerminalUI
import Testing

@testable import payd

@Suite("What payd status prints")
struct StatusViewTests {
  private func answer(locked: Bool = false, _ currencies: [CurrencyReport]) -> GetProviderStatus.Result {
    GetProviderStatus.Result(
      name: "wallet", url: "ws://127.0.0.1:40000/v1", pid: 4711, providerID: "key", software: "payd/1.0.0",
      ledger: "/home/me/.local/state/payport/ledger", startedAt: Timestamp(milliseconds: 1_700_000_000_000),
      sessions: 2, apps: 1, questions: 1, locked: locked, pin: true, paymentsInFlight: 3, ordersReversed: [],
      paymentsToLookAt: 0, paymentsWaiting: 0, ordersWithoutWallet: [], currencies: currencies,
      configuration: "/home/me/.config/payport/provider.yml")
  }

  private func lines(
    _ answer: GetProviderStatus.Result, width: Int = 80, of software: String = "payd/1.0.0"
  ) -> [String] {
    let terminal = Terminal(output: -1, environment: ["COLUMNS": "\(width)"])
    return StatusView(answer: answer, terminal: terminal, software: software).lines
  }

  private var missing: CurrencyReport {
    var trouble = WalletTrouble(
      .walletNotFound, reason: .noWallet, program: "litecoind", url: "http://127.0.0.1:9332")
    (trouble.wallet, trouble.loaded, trouble.stored) = ("shop", ["main"], ["main", "shop"])
    return CurrencyReport(
      code: "LTC", network: "mainnet", ready: "unavailable", stopped: false, madeUp: false, trouble: trouble)
  }

  @Test("what is wrong with a wallet stands below it, with what to type")
  func trouble() {
    let text = lines(answer([missing])).joined(separator: "\n")
    #expect(
      text.hasPrefix(
        """
        LTC: unavailable, mainnet
          litecoind at http://127.0.0.1:9332 has no wallet "shop" loaded. It has loaded:
          "main". It could load: "shop".
          Load it with: litecoin-cli loadwallet "shop"
        After a change of the configuration: payd reload, which says what needs a
        restart of payd.

        questions
        """), "\(text)")
  }

  @Test("a payd that runs on after an upgrade is told first, and that of another program is no older payd")
  func anUpgrade() {
    let text = lines(answer(locked: true, []), of: "payd/1.1.0").joined(separator: " ")
    #expect(text.hasPrefix("OTHER VERSION: payd/1.0.0 runs, and this command is of payd/1.1.0;"), "\(text)")
    #expect(!lines(answer([])).joined().contains("VERSION"))
    var example = answer([])
    example.software = "exampled/1.0.0"
    #expect(!lines(example).joined().contains("VERSION"))
  }

  @Test("a lock comes first, and made-up money is called so")
  func lockFirst() {
    let mock = CurrencyReport(
      code: "XMR", network: "mock", ready: "ready", stopped: false, madeUp: true, height: 12)
    let text = lines(answer(locked: true, [mock]))
    #expect(text[0] == "LOCKED: nothing is paid until you unlock it: payd unlock")
    #expect(text[2] == "XMR: receives only, block 12, MADE-UP MONEY")
    for fact in [
      "PIN\tset", "sessions\t2 open", "questions\t1 waiting: payd questions", "in flight\t3 sent and followed",
    ] {
      #expect(text.contains(fact), "\(text)")
    }
  }

  @Test("lines fit into the window, paths excepted", arguments: [40, 80])
  func width(_ width: Int) {
    for line in lines(answer(locked: true, [missing]), width: width) where !line.contains("/") && !line.contains("\t") {
      #expect(line.count <= width, "\(line)")
    }
  }

  @Test("all that can be wrong has words, and advice unless it passes by itself")
  func words() {
    for problem in WalletTroubleProblem.allCases {
      let trouble = WalletTrouble(
        problem, reason: .notUnderstood, program: "monero-wallet-rpc", url: "http://127.0.0.1:1")
      #expect(trouble.sentence.hasSuffix("."), "\(problem)")
      let passes = [.notAsked, .starting].contains(problem)
      for code in ["LTC", "XMR"] {
        let wallet = WalletCommandLine(code: code, network: "mainnet")
        #expect((trouble.advice(configuration: nil, wallet) == nil) == passes, "\(problem)")
      }
    }
    for (code, network, typed) in [
      ("LTC", "regtest", "litecoin-cli -regtest createwallet \"payport\""),
      ("LTC", "mainnet", "litecoin-cli createwallet"), ("BTC", "testnet", "bitcoin-cli -testnet createwallet"),
    ] {
      let wallet = WalletCommandLine(code: code, network: network)
      let missing = WalletTrouble(.walletNotFound, reason: .noWallet, program: "litecoind", url: "http://127.0.0.1:1")
      #expect(missing.advice(configuration: nil, wallet)?.contains(typed) == true)
      let locked = WalletTrouble(.locked, reason: .walletLocked)
      let command = typed.split(separator: " createwallet")[0] + " -stdinwalletpassphrase walletpassphrase"
      #expect(locked.advice(configuration: nil, wallet)?.contains(command) == true)
    }
    for reason in WalletReason.allCases {
      #expect(reason.sentence.hasSuffix(".") && reason.remedy.hasSuffix("."), "\(reason)")
    }
  }
}
