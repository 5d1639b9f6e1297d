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

  init(_ daemon: LitecoinRegtest) throws {
    self.daemon = daemon
    payer = try BitcoinWallet(Self.configuration(daemon, wallet: "payer"))
    shop = try BitcoinWallet(Self.configuration(daemon, wallet: "shop"))
  }

  static func configuration(_ daemon: LitecoinRegtest, wallet: String) -> BitcoinWalletConfiguration {
    BitcoinWalletConfiguration(
      family: .litecoin, chain: .regtest, url: daemon.url, wallet: wallet,
      credentials: .password(user: daemon.user, password: daemon.password))
  }

  let wrongNetworkAddress = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"

  func mine(_ blocks: Int) async throws { try await daemon.mine(blocks) }

  func takeBack(_ blocks: Int) async throws {
    let height: Int = try await daemon.rpc("getblockcount").integerValue() ?? 0
    let block = try await daemon.rpc("getblockhash", [.number(JSONNumber(height - blocks + 1))])
    try await daemon.rpc("invalidateblock", [block])
  }

  func doubleSpend(_ artefact: PaymentArtefact) async throws {
    let inputs = try JSONValue(parsing: artefact.blob)["inputs"] ?? .null
    var total: UInt128 = 0
    for input in inputs.arrayValue ?? [] {
      let coin = try await daemon.rpc("gettxout", [input["txid"] ?? .null, input["vout"] ?? .null, false])
      total += try Amount(DecimalAmount(coin["value"]?.numberValue?.text ?? ""), decimals: 8).atomicUnits
    }
    let rest = Amount(atomicUnits: total - 100_000).text(decimals: 8)
    let back = try await daemon.newAddress("payer")
    let raw = try await daemon.rpc("createrawtransaction", [inputs, [.object([back: .string(rest)])]])
    let signed = try await daemon.rpc("signrawtransactionwithwallet", [raw], wallet: "payer")
    try await daemon.rpc(
      "generateblock", [.string(try await daemon.newAddress("payer")), [signed["hex"] ?? .null]])
    try await daemon.flush()
  }

  func crash() async throws { await daemon.kill() }

  func restart() async throws { try await daemon.start() }
}
