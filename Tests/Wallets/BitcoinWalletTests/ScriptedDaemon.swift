import BitcoinWallet
import JSON
import PaymentsModel
import Synchronization
import TestSupport
import WalletBackend

/// A simulated daemon that pays 1.25 LTC from one coin of 50, unless a test changes its answers.
final class ScriptedDaemon: Sendable {
  static let coin = String(repeating: "a", count: 64)
  static let other = String(repeating: "c", count: 64)
  static let transaction = String(repeating: "b", count: 64)
  static let address = "rltc1qrecipientrecipient"
  static let fee = Amount(atomicUnits: 28_200)
  static let intent = PaymentIntent(address: address, amount: Amount(atomicUnits: 125_000_000))

  static let answers = [
    "getblockchaininfo":
      #"{"chain":"regtest","blocks":7,"headers":7,"verificationprogress":1,"initialblockdownload":false}"#,
    "getnetworkinfo": #"{"version":210204,"subversion":"/LitecoinCore:0.21.2.4/"}"#,
    "getwalletinfo": #"{"scanning":false}"#,
    "validateaddress": #"{"isvalid":true,"address":"\#(address)","scriptPubKey":"0014aa","ismweb":false}"#,
    "getrawchangeaddress": #""rltc1qchangechangechange""#,
    "walletcreatefundedpsbt": #"{"psbt":"cHNidA==","fee":0.00028200,"changepos":1}"#,
    "decodepsbt": psbt(),
    "lockunspent": "true", "listlockunspent": "[]",
    "listunspent": #"[{"txid":"\#(coin)","vout":0,"amount":50.00000000,"spendable":true}]"#,
    "testmempoolaccept": #"[{"allowed":true}]"#, "listsinceblock": #"{"transactions":[]}"#,
    "walletprocesspsbt": #"{"psbt":"cHNidA==","complete":true}"#,
    "finalizepsbt": #"{"hex":"00ff","complete":true}"#,
    "decoderawtransaction": signed(),
    "gettransaction": "!-5 Invalid or non-wallet transaction id",
    "getmempoolentry": "!-5 Transaction not in mempool",
    "getmempoolinfo": #"{"loaded":true}"#,
    "gettxout": #"{"value":50.00000000}"#,
    "sendrawtransaction": #""\#(transaction)""#,
  ]

  /// The unsigned transaction as the daemon decodes it.
  static func psbt(coin: String = coin, paying outputs: [String] = ["1.25000000", "48.74971800"]) -> String {
    let outputs = outputs.map { #"{"value":\#($0)}"# }.joined(separator: ",")
    return #"{"tx":{"vin":[{"txid":"\#(coin)","vout":0}],"vout":[\#(outputs)]},"#
      + #""inputs":[{"witness_utxo":{"amount":50.00000000}}]}"#
  }

  /// The signed transaction as the daemon decodes it.
  static func signed(
    coin: String = coin, witness: String = #"["00"]"#, paid: String = "1.25000000", script: String = "0014aa",
    change: String = "48.74971800", changeAddress: String = "rltc1qchangechangechange", more: String = ""
  ) -> String {
    #"{"txid":"\#(transaction)","vin":[{"txid":"\#(coin)","vout":0,"txinwitness":\#(witness)}],"#
      + #""vout":[{"value":\#(paid),"scriptPubKey":{"hex":"\#(script)"}},"#
      + #"{"value":\#(change),"scriptPubKey":{"hex":"0014bb","address":"\#(changeAddress)"}}\#(more)]}"#
  }

  private final class Script: Sendable {
    let answers: Mutex<[String: String]>
    /// The answers to `gettransaction` for certain transactions.
    let transactions = Mutex<[String: String]>([:])

    init(_ answers: [String: String]) {
      self.answers = Mutex(answers)
    }
  }

  private let script: Script
  let server: ScriptedServer
  let wallet: BitcoinWallet

  /// - Parameter changed: the results by method, as JSON, or `!code message` for an error, or `hang` for no answer; with `@`
  ///   before it, it is the answer to another call.
  /// - Parameter validate: returns the result of `validateaddress` for an address, if it is not always the same.
  /// - Parameter onCall: called before each call is answered, on the thread of its connection.
  init(
    _ changed: [String: String] = [:], onCall: @escaping @Sendable (String, JSONValue) -> Void = { _, _ in },
    validate: (@Sendable (String) -> String)? = nil, timeout: Duration = .seconds(5)
  ) throws {
    let script = Script(Self.answers.merging(changed) { $1 })
    self.script = script
    server = try ScriptedServer { request in
      guard let call = try? JSONValue(parsing: request.body), let method = call["method"]?.stringValue,
        var id = call["id"]?.text(), var answer = script.answers.withLock({ $0[method] })
      else { return [.answer("", status: "404 Not Found")] }
      let subject = call["params"]?[0]?.stringValue ?? ""
      if method == "validateaddress", let validate { answer = validate(subject) }
      if method == "gettransaction" { answer = script.transactions.withLock { $0[subject] } ?? answer }
      onCall(method, call["params"] ?? .null)
      if answer == "hang" { return [.hang] }
      if answer.hasPrefix("@") { (id, answer) = ("\"\(method)\"", String(answer.dropFirst())) }
      guard answer.hasPrefix("!") else {
        return [.answer(#"{"result":\#(answer),"error":null,"id":\#(id)}"#)]
      }
      let parts = answer.dropFirst().split(separator: " ", maxSplits: 1)
      let error = #"{"code":\#(parts[0]),"message":"\#(parts.count > 1 ? parts[1] : "")"}"#
      return [
        .answer(#"{"result":null,"error":\#(error),"id":\#(id)}"#, status: "500 Internal Server Error")
      ]
    }
    wallet = try BitcoinWallet(
      BitcoinWalletConfiguration(
        family: .litecoin, chain: .regtest, url: server.url, wallet: "my wallet/1",
        credentials: .password(user: "user", password: "password"), timeout: timeout))
  }

  /// Changes the answers from now on.
  func change(_ changed: [String: String]) {
    script.answers.withLock { $0.merge(changed) { $1 } }
  }

  /// Changes the answer to `gettransaction` for one transaction.
  func answerTransaction(_ id: String, _ answer: String) {
    script.transactions.withLock { $0[id] = answer }
  }

  /// Prepares a payment that the ledger has stored.
  func prepare(feeCap: Amount = fee) async throws -> SignedTransaction {
    let signedTransaction = try await wallet.prepare(Self.intent, feeCap: feeCap)
    wallet.reservations.keep(try wallet.coins(of: signedTransaction))
    return signedTransaction
  }

  /// The calls so far, as methods with their parameters.
  var calls: [(method: String, parameters: JSONValue)] {
    server.requests.compactMap { request in
      guard let call = try? JSONValue(parsing: request.body), let method = call["method"]?.stringValue else {
        return nil
      }
      return (method, call["params"] ?? .null)
    }
  }

  /// How often the daemon has chosen coins.
  var choices: Int { calls.count { $0.method == "walletcreatefundedpsbt" } }

  /// Whether no payment uses the coin and no lock was set.
  var isCoinFree: Bool {
    !wallet.reservations.isTaken(CoinID(rawValue: "\(Self.coin):0")) && !calls.contains { $0.method == "lockunspent" }
  }
}
