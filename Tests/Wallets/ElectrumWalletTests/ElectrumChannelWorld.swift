import ElectrumWallet
import JSON
import LightningWallet
import PaymentsModel
import TestSupport
import WalletBackend
import WalletContract

/// Two daemons of Electrum with a Lightning channel between them.
struct ElectrumChannelWorld: LightningContractWorld {
  let payerDaemon: ElectrumDaemon
  let shopDaemon: ElectrumDaemon
  /// The payments that the payer's channels had made before.
  private let before: Int
  private let clock = ManualWallClock(SystemWallClock().now())

  let lacks: [LightningContractNeed: String] = [
    .script: "what Electrum says is its own; see the simulated daemon"
  ]

  /// Gives the payer coins, and opens a channel.
  static func openChannel(_ network: ElectrumRegtest, from payer: ElectrumDaemon, to shop: ElectrumDaemon) async throws
  {
    var outputs = JSONObject()
    for _ in 0..<4 { outputs[try await payer.text("createnewaddress")] = "3" }
    try await network.node.rpc("sendmany", ["", .object(outputs)], wallet: "payer")
    try await network.mine(2, seenBy: [payer, shop])
    try await network.openChannel(from: payer, to: shop)
  }

  init(payer: ElectrumDaemon, shop: ElectrumDaemon) async throws {
    (payerDaemon, shopDaemon) = (payer, shop)
    before = try await Self.payments(of: payer)
  }

  func payer(patience: Duration) throws -> any WalletBackend { try wallet(payerDaemon, patience) }
  func shop() throws -> any WalletBackend { try wallet(shopDaemon, .seconds(120)) }

  private func wallet(_ daemon: ElectrumDaemon, _ patience: Duration) throws -> any WalletBackend {
    let chain = try ElectrumWallet(ElectrumWorld.configuration(daemon))
    return LightningWallet(
      chain: chain, node: try ElectrumLightning(chain), clock: clock, patience: patience, uptime: clock.uptime)
  }

  func invoice(_ amount: Amount, lifetime: Duration) async throws -> String {
    try await shop().newInvoice(ReceivingTerms(amount: amount, text: "contract", lifetime: lifetime)).lightning
  }

  func receive(_ amount: Amount) async throws -> String {
    let places = try await shop().newInvoice(
      ReceivingTerms(amount: amount, text: "contract", lifetime: .seconds(600)))
    let wallet = try payer(patience: .seconds(120))
    let intent = PaymentIntent(address: places.lightning, amount: amount)
    let decision = try await wallet.prepare(intent, feeCap: Amount(atomicUnits: 1_000))
    _ = try await eventually("the invoice is paid") { () async throws -> Bool? in
      guard case .attempted(.settled) = try await wallet.commit(decision) else { return nil }
      return true
    }
    return places.paymentHash
  }

  func attempts() async throws -> Int { try await Self.payments(of: payerDaemon) - before }
  func advance(by duration: Duration) { clock.advance(by: duration) }
  /// Electrum 4.3 can be told none.
  func toldFeeLimit() -> Amount? { nil }

  private static func payments(of daemon: ElectrumDaemon) async throws -> Int {
    let list = try await daemon.rpc("lightning_history")
    let history = list.objectValue?.map(\.value) ?? list.arrayValue ?? []
    return history.count { ($0["amount_msat"]?.integerValue(as: Int.self) ?? 0) < 0 && $0["type"] == "payment" }
  }
}
