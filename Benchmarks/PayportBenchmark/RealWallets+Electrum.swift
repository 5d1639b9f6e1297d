import HTTPClient
import JSON
import TestSupport

/// Measures a wallet in a daemon of Electrum, on chain and by Lightning, with a server before `litecoind` and another Electrum
/// that is paid.
extension RealWallets {
  /// What one payment by Lightning moves. All of them fit into the channel.
  private static let lightningAmount = "0.00005"

  /// Adds what ``measure(into:)`` adds for other wallets, for `electrum` and `electrum-lightning`.
  func measureElectrum(into measurements: inout Measurements) async throws {
    guard ElectrumRegtest.isInstalled else { return }
    try Self.useDisk(options)
    let regtest = try await ElectrumRegtest.started()
    let payer = try await regtest.wallet("payer", hasChannels: true)
    let shop = try await regtest.wallet("shop", hasChannels: true)
    var outputs = JSONObject()
    for _ in 0..<40 { outputs[try await payer.text("createnewaddress")] = "1" }
    try await regtest.node.rpc("sendmany", ["", .object(outputs)], wallet: "payer")
    try await regtest.mine(2, seenBy: [payer, shop])
    try await regtest.openChannel(from: payer, to: shop)
    try await rounds(try await onChain(regtest, payer), &measurements)
    try await rounds(lightning(payer, shop), &measurements)
  }

  private func section(_ daemon: ElectrumDaemon, lightning: Bool) -> String {
    """
    wallets:
      - {type: electrum, currency: LTC, url: "\(daemon.url)", user: \(daemon.user), password: \(daemon.password), chain: regtest, confirmations: 2, lightning: \(lightning), limits: {ask: above 1000, per_period: 1000000000}}

    """
  }

  private func onChain(_ regtest: ElectrumRegtest, _ payer: ElectrumDaemon) async throws -> Subject {
    let recipient = try await regtest.node.newAddress("payer")
    return Subject(
      name: "electrum", section: section(payer, lightning: false), currency: "LTC", amount: "0.05",
      daemon: { payer.processID }, recipients: { [String](repeating: recipient, count: $0) }
    ) { kind, callers in
      let http = try HTTPClient(url: payer.url, connections: callers)
      return { recipient in
        guard kind == .payment else {
          _ = try await Self.call(payer, "createnewaddress", over: http)
          return
        }
        let transaction = try await Self.call(
          payer, "payto", ["destination": .string(recipient), "amount": "0.05", "addtransaction": true], over: http)
        _ = try await Self.call(payer, "broadcast", ["tx": transaction], over: http)
      }
    } between: {
      try await regtest.mine(seenBy: [payer])
    }
  }

  private func lightning(_ payer: ElectrumDaemon, _ shop: ElectrumDaemon) -> Subject {
    Subject(
      name: "electrum-lightning", section: section(payer, lightning: true), currency: "LTC",
      amount: Self.lightningAmount, daemon: { payer.processID },
      recipients: { count in
        var invoices: [String] = []
        for _ in 0..<count { invoices.append(try await Self.request(shop).string("lightning_invoice")) }
        return invoices
      },
      direct: { kind, callers in
        let http = try HTTPClient(url: payer.url, connections: callers)
        return { invoice in
          guard kind == .payment else {
            _ = try await Self.request(payer, over: http)
            return
          }
          let paid = try await Self.call(payer, "lnpay", ["invoice": .string(invoice)], over: http)
          guard paid["success"] == true else { throw BenchmarkError("lnpay: not paid") }
        }
      }, followUp: { try OrderBenchmark.followUp($0, until: ["succeeded"]) }, between: {})
  }

  private static func request(_ daemon: ElectrumDaemon, over http: HTTPClient? = nil) async throws -> JSONValue {
    try await call(
      daemon, "add_request",
      ["amount": .string(lightningAmount), "memo": "", "expiration": 86_400, "force": true],
      over: http ?? HTTPClient(url: daemon.url))
  }

  private static func call(
    _ daemon: ElectrumDaemon, _ method: String, _ parameters: JSONObject = [:], over http: HTTPClient
  ) async throws -> JSONValue {
    let body: JSONValue = ["id": "1", "jsonrpc": "2.0", "method": .string(method), "params": .object(parameters)]
    let response = try await http.send(
      HTTPRequest(
        body: body.encoded(), authentication: .basic(user: daemon.user, password: daemon.password),
        timeout: .seconds(60)))
    let answer = try JSONValue(parsing: response.body)
    guard let result = answer["result"], !result.isNull else {
      throw BenchmarkError("\(method): \(answer["error"]?["message"]?.stringValue ?? "no result")")
    }
    return result
  }
}

extension JSONValue {
  fileprivate func string(_ name: String) throws -> String {
    guard let text = self[name]?.stringValue else { throw BenchmarkError("no \(name)") }
    return text
  }
}
