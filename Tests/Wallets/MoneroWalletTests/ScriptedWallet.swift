import JSON
import MoneroWallet
import PaymentsModel
import Synchronization
import TestSupport
import WalletBackend

/// A simulated `monero-wallet-rpc` and its `monerod` on one port, which pay 1 XMR unless a test changes their answers.
final class ScriptedWallet: Sendable {
  static let transaction = String(repeating: "b", count: 64)
  static let images = [String(repeating: "1", count: 64), String(repeating: "2", count: 64)]
  static let other = String(repeating: "c", count: 64)
  static let block = String(repeating: "d", count: 64)
  static let address = "8" + String(repeating: "A", count: 94)
  static let fee = Amount(atomicUnits: 2_605_200_000)
  static let intent = PaymentIntent(address: address, amount: Amount(atomicUnits: 1_000_000_000_000))

  static let answers = [
    "get_info": info(),
    "get_last_block_header": #"{"status":"OK","block_header":{"height":99,"hash":"\#(block)"}}"#,
    "get_block_header_by_height": #"{"status":"OK","block_header":{"height":99,"hash":"\#(block)"}}"#,
    "get_fee_estimate": #"{"status":"OK","fee":20000,"fees":[20000,80000]}"#,
    "get_height": #"{"height":100}"#,
    "get_address": #"{"address":"\#(address)"}"#,
    "validate_address": #"{"valid":true,"nettype":"mainnet"}"#,
    "create_address": #"{"address":"\#(address)","address_index":1}"#,
    "sign_transfer": "!-26 Failed to parse hex.",
    "refresh": "{}", "store": "{}", "freeze": "{}", "thaw": "{}",
    "frozen": #"{"frozen":false}"#,
    "transfer": transfer(),
    "relay_tx": #"{"tx_hash":"\#(transaction)"}"#,
    "get_transfer_by_txid": "!-8 Transaction not found.",
    "get_transfers": "{}", "incoming_transfers": "{}",
    "get_balance": #"{"balance":0,"unlocked_balance":0}"#,
    "/get_transactions": missed(),
    "/is_key_image_spent": #"{"status":"OK","spent_status":[0,0]}"#,
    "/send_raw_transaction": #"{"status":"Failed","double_spend":false}"#,
  ]

  static func info(_ network: String = "fakechain", target: Int = 0, synchronized: Bool = true) -> String {
    #"{"status":"OK","nettype":"\#(network)","height":100,"target_height":\#(target),"synchronized":\#(synchronized)}"#
  }

  static func transfer(amount: String = "1000000000000", images: [String] = images, id: String = transaction) -> String
  {
    let list = images.map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"tx_hash":"\#(id)","fee":2605200000,"amount":\#(amount),"tx_key":"00ff","tx_metadata":"01ff","#
      + #""tx_blob":"02ff","spent_key_images":{"key_images":[\#(list)]}}"#
  }

  /// Makes a list of unspent coins that are not frozen.
  static func coins(_ images: [String]) -> String {
    let list = images.map { #"{"amount":1000000000000,"key_image":"\#($0)","frozen":false,"unlocked":true}"# }
    return #"{"transfers":[\#(list.joined(separator: ","))]}"#
  }

  static func missed(_ id: String = transaction) -> String { #"{"status":"OK","missed_tx":["\#(id)"]}"# }

  /// Makes a transaction with a number of confirmations; with 0 it is in the pool.
  static func seen(_ confirmations: Int, _ id: String = transaction, contested: Bool = false, json: String = "")
    -> String
  {
    let place = confirmations > 0 ? #""in_pool":false,"confirmations":\#(confirmations)"# : #""in_pool":true"#
    return #"{"status":"OK","txs":[{"tx_hash":"\#(id)",\#(place),"double_spend_seen":\#(contested),"#
      + #""as_json":"\#(json)"}]}"#
  }

  private final class Script: Sendable {
    let answers: Mutex<[String: [String]]>
    init(_ answers: [String: String]) { self.answers = Mutex(answers.mapValues { [$0] }) }
  }

  private let script: Script
  let server: ScriptedServer
  let wallet: MoneroWallet

  /// - Parameter changed: the results by method or path, as JSON, or `!code message` for an error, or `hang` for no
  ///   answer.
  init(
    _ changed: [String: String] = [:], network: MoneroNetwork = .regtest, timeout: Duration = .seconds(30)
  ) throws {
    let script = Script(Self.answers.merging(changed) { $1 })
    self.script = script
    server = try ScriptedServer { request in
      let call = try? JSONValue(parsing: request.body)
      let method = call?["method"]?.stringValue ?? String(request.line.split(separator: " ")[1])
      let answer = script.answers.withLock { answers -> String? in
        guard let list = answers[method], let first = list.first else { return nil }
        if list.count > 1 { answers[method] = Array(list.dropFirst()) }
        return first
      }
      guard let answer else { return [.answer("", status: "404 Not Found")] }
      if answer == "hang" { return [.hang] }
      guard let id = call?["id"]?.text() else { return [.answer(answer)] }
      guard answer.hasPrefix("!") else {
        return [.answer("{\r\n  \"id\": \(id),\r\n  \"jsonrpc\": \"2.0\",\r\n  \"result\": \(answer)\r\n}")]
      }
      let parts = answer.dropFirst().split(separator: " ", maxSplits: 1)
      let error = #"{"code":\#(parts[0]),"message":"\#(parts.count > 1 ? parts[1] : "")"}"#
      return [.answer(#"{"error":\#(error),"id":\#(id),"jsonrpc":"2.0"}"#)]
    }
    wallet = try MoneroWallet(
      MoneroWalletConfiguration(
        walletURL: server.url, daemonURL: server.url, login: nil, network: network, timeout: timeout))
  }

  /// One of the two programs, as the owner is told of it.
  func endpoint(_ program: String) -> WalletEndpoint { WalletEndpoint(program: program, url: server.url) }

  /// Changes the answers from now on. Each call gets the next answer of a list, and further calls get the last one.
  func change(_ changed: [String: [String]]) {
    script.answers.withLock { $0.merge(changed) { $1 } }
  }

  func change(_ method: String, _ answers: String...) { change([method: answers]) }

  /// Prepares a payment that the ledger has stored.
  func prepare(feeCap: Amount = fee) async throws -> SignedTransaction {
    let signedTransaction = try await wallet.prepare(Self.intent, feeCap: feeCap)
    wallet.reservations.keep(try wallet.coins(of: signedTransaction))
    return signedTransaction
  }

  /// The calls so far, as methods or paths with their parameters.
  var calls: [(method: String, parameters: JSONValue)] {
    server.requests.compactMap { request in
      guard let call = try? JSONValue(parsing: request.body) else { return nil }
      if let method = call["method"]?.stringValue { return (method, call["params"] ?? .null) }
      return (String(request.line.split(separator: " ")[1]), call)
    }
  }

  func count(_ method: String) -> Int { calls.count { $0.method == method } }

  /// The coins that are frozen at present.
  var frozen: Set<String> {
    calls.reduce(into: []) { frozen, call in
      let image = call.parameters["key_image"]?.stringValue ?? ""
      if call.method == "freeze" { frozen.insert(image) }
      if call.method == "thaw" { frozen.remove(image) }
    }
  }
}
