import BitcoinWallet
import JSON
import PaymentsModel
import TestSupport
import WalletBackend
import WalletContract

/// Two wallets of a real daemon.
struct LitecoinWorld: WalletContractWorld {
  let daemon: LitecoinRegtest
  let payer: any WalletBackend
  let shop: any WalletBackend
  /// The name of the payer's wallet in the daemon.
  private let payerName: String

  /// - Parameter suffix: the suffix of the names of both wallets.
  init(_ daemon: LitecoinRegtest, suffix: String = "") throws {
    self.daemon = daemon
    payerName = "payer" + suffix
    payer = try BitcoinWallet(Self.configuration(daemon, wallet: payerName))
    shop = try BitcoinWallet(Self.configuration(daemon, wallet: "shop" + suffix))
  }

  /// Makes new wallets in a running daemon. This is faster than a new daemon, and equivalent for a clause.
  static func new(_ daemon: LitecoinRegtest) async throws -> LitecoinWorld {
    let suffix = "-\(UInt32.random(in: 0 ... .max))"
    for wallet in try await daemon.rpc("listwallets").arrayValue ?? [] where wallet.stringValue?.contains("-") == true {
      try await daemon.rpc("unloadwallet", [wallet, false])
    }
    try await daemon.createWallets(["payer" + suffix, "shop" + suffix])
    var outputs = JSONObject()
    for _ in 0..<10 { outputs[try await daemon.newAddress("payer" + suffix)] = "5" }
    try await daemon.rpc("sendmany", ["", .object(outputs)], wallet: "payer")
    try await daemon.mine()
    return try LitecoinWorld(daemon, suffix: suffix)
  }

  static func configuration(_ daemon: LitecoinRegtest, wallet: String) -> BitcoinWalletConfiguration {
    BitcoinWalletConfiguration(
      family: .litecoin, chain: .regtest, url: daemon.url, wallet: wallet,
      credentials: .password(user: daemon.user, password: daemon.password), timeout: .seconds(60))
  }

  let wrongNetworkAddress = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"

  func mine(_ blocks: Int) async throws { try await daemon.mine(blocks) }

  func takeBack(_ blocks: Int) async throws {
    let height: Int = try await daemon.rpc("getblockcount").integerValue() ?? 0
    let block = try await daemon.rpc("getblockhash", [.number(JSONNumber(height - blocks + 1))])
    try await daemon.rpc("invalidateblock", [block])
    try await daemon.flush()
  }

  func doubleSpend(_ signedTransaction: SignedTransaction) async throws {
    let inputs = try JSONValue(parsing: signedTransaction.blob)["inputs"] ?? .null
    var total: UInt128 = 0
    for input in inputs.arrayValue ?? [] {
      let coin = try await daemon.rpc("gettxout", [input["txid"] ?? .null, input["vout"] ?? .null, false])
      total += try Amount(DecimalAmount(coin["value"]?.numberValue?.text ?? ""), decimals: 8).atomicUnits
    }
    let rest = Amount(atomicUnits: total - 1_000_000).text(decimals: 8)
    let back = try await daemon.newAddress(payerName)
    let raw = try await daemon.rpc("createrawtransaction", [inputs, [.object([back: .string(rest)])]])
    let signed = try await daemon.rpc("signrawtransactionwithwallet", [raw], wallet: payerName)
    try await daemon.mine(insteadOfOthers: signed["hex"] ?? .null)
  }

  func raiseFee(of transactionID: String) async throws {
    try await daemon.rpc("bumpfee", [.string(transactionID)], wallet: payerName)
  }

  func crash() async throws { await daemon.kill() }

  func restart() async throws { try await daemon.start() }

  func setLocked(_ isLocked: Bool) async throws {
    if isLocked {
      try await daemon.rpc("encryptwallet", ["secret"], wallet: payerName)
    } else {
      try await daemon.rpc("walletpassphrase", ["secret", 600], wallet: payerName)
    }
  }

  func setHanging(_ isHanging: Bool) async throws { try await daemon.pause(isHanging) }

  func otherSpellings(of address: String) -> [String] { [address.uppercased()] }
}
