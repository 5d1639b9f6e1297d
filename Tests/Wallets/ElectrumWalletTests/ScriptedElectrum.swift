import BitcoinWallet
import ElectrumWallet
import JSON
import PaymentsModel
import Synchronization
import TestSupport
import WalletBackend

/// A simulated daemon of Electrum with one coin, unless a test changes its answers.
final class ScriptedElectrum: Sendable {
  /// A transaction of a real chain. It spends output 1 of ``parent``, and pays 0.1 LTC to ``recipient``.
  static let transaction = "0638654fa4ada820dcfeceab2e511c33fb752ad1b2d579d50d3e3ad7ec9a30a7"
  static let hex =
    "02000000000101708e0629a50d49d29a38f652d78572686d5be6facd7e27a8f067b8ed150072b10100000000feffffff03000000000000"
    + "0000166a149cd57dd185805fd25dbc14c5b3f3daa4f7eb69b38096980000000000220020841e0f153279a38d07e45f4cce9143f558662e2b"
    + "5351d364ac279ef4211a6ec3208b481100000000160014609b3714a0d5b51a99685961c9040790885c00690247304402207367905ae7b26d"
    + "06be3467e3a5cdc9bab9bfbf5352dba9de926e039e041a9c9f022017d1e1511d468fdda4c674996c573aa5332eb26f4ba6e1b290c9a2b532"
    + "0ba9ef0121039d53fc88c20cf53aabbf9355cf2802a55510eb7fe961273c9bbea9d254a474fc70000000"
  static let parent = "b1720015edb867f0a8277ecdfae65b6d687285d752f6389ad2490da529068e70"
  static let recipient = "rltc1qss0q79fj0x3c6plytaxvay2r74vxvt3t2dgaxe9vy700ggg6dmpsuslgfd"
  static let change = "rltc1qvzdnw99q6k634xtgt9sujpq8jzy9cqrftdym3c"
  static let own = "rltc1q4l3mwzg8ayucf2y7gsumq80yzwwtwe6zkmtd9m"
  static let example = "rltc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnmxrc5"

  static let answers = [
    "getinfo": info(),
    "validateaddress": "true", "is_synchronized": "true", "get": "null", "get:use_encryption": "false",
    "getbalance": #"{"confirmed":"3"}"#, "listaddresses": #"["\#(own)","\#(change)"]"#, "signmessage": #""signature""#,
    "ismine": "false", "ismine:\(own)": "true", "ismine:\(change)": "true",
    "listunspent": #"[{"prevout_hash":"\#(parent)","prevout_n":1,"value":"3","height":5,"coinbase":false}]"#,
    "getaddresshistory": "[]", "removelocaltx": "null", "setlabel": "null", "onchain_history": history(),
    "gettransaction": "!Der Server hat mit einem Fehler geantwortet.", "get_tx_status": "!Transaction not in wallet.",
    "broadcast": #""\#(transaction)""#, "addtransaction": #""\#(transaction)""#,
  ]

  static func info(
    network: String = "regtest", version: String = "4.3.4", height: Int = 7, server: Int = 7, isConnected: Bool = true
  ) -> String {
    #"{"network":"\#(network)","version":"\#(version)","blockchain_height":\#(height),"server_height":\#(server),"#
      + #""connected":\#(isConnected)}"#
  }

  static func history(_ entries: String...) -> String { #"{"transactions":[\#(entries.joined(separator: ","))]}"# }

  /// An entry that pays the wallet's own address.
  static func received(
    _ id: String = transaction, height: Int, confirmations: Int = 0, amount: String = #""0.1""#
  ) -> String {
    #"{"txid":"\#(id)","height":\#(height),"confirmations":\#(confirmations),"bc_value":\#(amount),"fee_sat":null,"#
      + #""timestamp":null,"label":"","inputs":[{"prevout_hash":"\#(parent)","prevout_n":1}],"#
      + #""outputs":[{"address":"\#(own)","value":\#(amount)}]}"#
  }

  let server: ScriptedServer
  let configuration: ElectrumWalletConfiguration
  let wallet: ElectrumWallet
  /// What the wallet's clock shows.
  let time: Time

  final class Time: Sendable {
    private let start = ContinuousClock.now
    private let passed = Mutex(Duration.zero)
    var now: ContinuousClock.Instant { start + passed.withLock { $0 } }
    func pass(_ duration: Duration) { passed.withLock { $0 += duration } }
  }

  private final class Script: Sendable {
    let answers: Mutex<[String: String]>
    init(_ answers: [String: String]) { self.answers = Mutex(answers) }
  }

  private let answers: Script

  /// - Parameters:
  ///   - changed: the results by method, or by method and its first parameter that is a text, as JSON, or `!message` for an
  ///     error, or `hang` for no answer; with `@` before it, it is the answer to another call.
  ///   - status: of each answer.
  ///   - first: what is asked for an answer before all these, with the call and its id.
  init(
    _ changed: [String: String] = [:], chain: BitcoinChain = .regtest, status: String = "200 OK",
    walletPassword: String? = nil, timeout: Duration = .seconds(30),
    first: @escaping @Sendable (_ call: JSONValue, _ id: String) -> ScriptedServer.Step? = { _, _ in nil }
  ) throws {
    let script = Script(Self.answers.merging(changed) { $1 })
    answers = script
    let time = Time()
    self.time = time
    server = try ScriptedServer { request in
      guard status == "200 OK" else { return [.answer("Forbidden", status: status)] }
      guard let call = try? JSONValue(parsing: request.body), let method = call["method"]?.stringValue,
        let id = call["id"]?.text()
      else { return [.answer("", status: "404 Not Found")] }
      if let step = first(call, id) { return [step] }
      let subject = ["txid", "address", "key"].compactMap { call["params"]?[$0]?.stringValue }.first ?? ""
      let answer = script.answers.withLock { $0["\(method):\(subject)"] ?? $0[method] } ?? "!no such method"
      if answer == "hang" { return [.hang] }
      if answer.hasPrefix("@") { return [Self.step(String(answer.dropFirst()), id: "\"\(method)\"")] }
      return [Self.step(answer, id: id)]
    }
    configuration = ElectrumWalletConfiguration(
      family: .litecoin, chain: chain, url: server.url, wallet: "/w", user: "user", password: "password",
      walletPassword: walletPassword, timeout: timeout)
    wallet = try ElectrumWallet(configuration, clock: { time.now })
  }

  /// An answer to a call: a result as JSON, or `!message` for an error.
  static func step(_ answer: String, id: String) -> ScriptedServer.Step {
    guard answer.hasPrefix("!") else { return .answer(#"{"jsonrpc":"2.0","result":\#(answer),"id":\#(id)}"#) }
    let error = #"{"code":1,"message":"\#(answer.dropFirst())"}"#
    return .answer(#"{"jsonrpc":"2.0","error":\#(error),"id":\#(id)}"#)
  }

  /// Changes the answers from now on.
  func change(_ changed: [String: String]) { answers.answers.withLock { $0.merge(changed) { $1 } } }

  /// How often a method was called.
  func calls(of method: String) -> Int {
    server.requests.count { (try? JSONValue(parsing: $0.body))?["method"]?.stringValue == method }
  }

  /// A payment of 0.1 LTC that was signed before.
  var payment: SignedTransaction {
    BitcoinTransactionBlob(
      transactionID: Self.transaction, hex: Self.hex, inputs: [Outpoint(transactionID: Self.parent, index: 1)],
      payout: [
        PaidOutput(
          script: "0020841e0f153279a38d07e45f4cce9143f558662e2b5351d364ac279ef4211a6ec3",
          amount: Amount(atomicUnits: 10_000_000))
      ]
    ).signedTransaction(fee: Amount(atomicUnits: 33_120))
  }
}
