import BitcoinWallet
import ElectrumWallet
import JSON
import PaymentsModel
import TestSupport
import WalletBackend
import WalletContract

/// Two daemons of Electrum with a wallet each, on one server.
struct ElectrumWorld: WalletContractWorld {
  let network: ElectrumRegtest
  let payerDaemon: ElectrumDaemon
  let shopDaemon: ElectrumDaemon
  let payer: any WalletBackend
  let shop: any WalletBackend

  private var daemons: [ElectrumDaemon] { [payerDaemon, shopDaemon] }

  /// Makes new wallets in running daemons and gives the payer ten coins.
  static func new(
    _ network: ElectrumRegtest, payer: ElectrumDaemon, shop: ElectrumDaemon
  ) async throws -> ElectrumWorld {
    async let first: Void = payer.openNewWallet()
    async let second: Void = shop.openNewWallet()
    _ = try await (first, second)
    let world = try ElectrumWorld(network, payer: payer, shop: shop)
    var outputs = JSONObject()
    for _ in 0..<10 { outputs[try await world.payerDaemon.text("createnewaddress")] = "5" }
    try await network.node.rpc("sendmany", ["", .object(outputs)], wallet: "payer")
    try await world.mine(1)
    _ = try await eventually("the payer has its coins") { () async throws -> Bool? in
      try await payer.rpc("listunspent").arrayValue?.count == 10 ? true : nil
    }
    try await network.settle([payer, shop])
    return world
  }

  init(_ network: ElectrumRegtest, payer: ElectrumDaemon, shop: ElectrumDaemon) throws {
    self.network = network
    payerDaemon = payer
    shopDaemon = shop
    self.payer = try ElectrumWallet(Self.configuration(payer))
    self.shop = try ElectrumWallet(Self.configuration(shop))
  }

  static func configuration(_ daemon: ElectrumDaemon) -> ElectrumWalletConfiguration {
    ElectrumWalletConfiguration(
      family: .litecoin, chain: .regtest, url: daemon.url, user: daemon.user, password: daemon.password,
      timeout: .seconds(60))
  }

  let wrongNetworkAddress = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"

  func waitUntilHeard(_ signedTransaction: SignedTransaction) async throws {
    try await waitUntilHeard(of: .string(signedTransaction.transactionID), by: [shopDaemon])
  }

  /// Electrum reads a block and the transactions of its addresses apart, and calls itself synchronized between them.
  private func waitUntilHeard(of id: JSONValue, by daemons: [ElectrumDaemon]) async throws {
    for daemon in daemons {
      _ = try await eventually("Electrum has heard of \(id.text())") { () async throws -> Bool? in
        (try? await daemon.rpc("get_tx_status", ["txid": id])).map { _ in true }
      }
    }
  }

  func mine(_ blocks: Int) async throws { try await network.mine(blocks, seenBy: daemons) }

  func takeBack(_ blocks: Int) async throws { try await network.takeBack(blocks, seenBy: daemons) }

  /// The node signs with the keys of the coins, which Electrum tells, because Electrum would not spend them twice.
  func doubleSpend(_ signedTransaction: SignedTransaction) async throws {
    let inputs = try JSONValue(parsing: signedTransaction.blob)["inputs"] ?? .null
    var total: UInt128 = 0
    for input in inputs.arrayValue ?? [] {
      let coin = try await network.node.rpc("gettxout", [input["txid"] ?? .null, input["vout"] ?? .null, false])
      total += try Amount(DecimalAmount(coin["value"]?.numberValue?.text ?? ""), decimals: 8).atomicUnits
    }
    let rest = Amount(atomicUnits: total - 1_000_000).text(decimals: 8)
    let back = try await payerDaemon.text("createnewaddress")
    let raw = try await network.node.rpc("createrawtransaction", [inputs, [.object([back: .string(rest)])]])
    let signed = try await network.node.rpc(
      "signrawtransactionwithkey", [raw, .array(try await keys(of: inputs.arrayValue ?? []))])
    let id = try await network.node.mine(insteadOfOthers: signed["hex"] ?? .null)
    try await waitUntilHeard(of: id, by: [payerDaemon])
    try await network.settle(daemons)
  }

  /// The node takes the higher fee from the change and signs, as another wallet of the owner with the same keys would:
  /// Debian's Electrum raises no fees any more.
  func raiseFee(of transactionID: String) async throws {
    let node = network.node
    let sent = try await node.rpc("getrawtransaction", [.string(transactionID), true])
    let inputs = (sent["vin"]?.arrayValue ?? []).map { input -> JSONValue in
      ["txid": input["txid"] ?? .null, "vout": input["vout"] ?? .null, "sequence": 4_294_967_293]
    }
    var outputs: [JSONValue] = []
    for output in sent["vout"]?.arrayValue ?? [] {
      let address = output["scriptPubKey"]?["addresses"]?[0]?.stringValue ?? ""
      var amount = try Amount(DecimalAmount(output["value"]?.numberValue?.text ?? ""), decimals: 8).atomicUnits
      if try await payerDaemon.rpc("ismine", ["address": .string(address)]) == true { amount -= 50_000 }
      outputs.append(.object([address: .string(Amount(atomicUnits: amount).text(decimals: 8))]))
    }
    let raw = try await node.rpc("createrawtransaction", [.array(inputs), .array(outputs)])
    let signed = try await node.rpc("signrawtransactionwithkey", [raw, .array(try await keys(of: inputs))])
    let id = try await node.rpc("sendrawtransaction", [signed["hex"] ?? .null, 0])
    try await waitUntilHeard(of: id, by: daemons)
    try await network.settle(daemons)
  }

  /// The keys of coins, which Electrum tells.
  private func keys(of inputs: [JSONValue]) async throws -> [JSONValue] {
    var keys: [JSONValue] = []
    for input in inputs {
      let source = try await network.node.rpc("getrawtransaction", [input["txid"] ?? .null, true])
      let index: Int = input["vout"]?.integerValue() ?? 0
      let address = source["vout"]?[index]?["scriptPubKey"]?["addresses"]?[0] ?? .null
      let key = try await payerDaemon.text("getprivatekeys", ["address": address])
      keys.append(.string(String(key.unicodeScalars.drop { $0 != ":" }.dropFirst())))
    }
    return keys
  }

  func crash() async throws { for daemon in daemons { await daemon.kill() } }

  func restart() async throws {
    async let first: Void = payerDaemon.start()
    async let second: Void = shopDaemon.start()
    _ = try await (first, second)
  }

  func setLocked(_ isLocked: Bool) async throws {
    if isLocked {
      try await payerDaemon.rpc("password", ["new_password": "secret"])
      try await network.settle(daemons)
    } else {
      try await payerDaemon.rpc("password", ["password": "secret", "new_password": .null, "encrypt_file": false])
    }
  }

  func setHanging(_ isHanging: Bool) async throws { try await payerDaemon.pause(isHanging) }

  func otherSpellings(of address: String) -> [String] { [address.uppercased()] }
}
