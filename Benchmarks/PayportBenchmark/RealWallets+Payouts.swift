import JSON
import Platform
import TestSupport

/// Measures payouts: payments to many recipients that one app asks for at the same time. The limits of the app let each
/// payment leave in a transaction of its own in one half of the rounds, and several in one transaction in the other half.
extension RealWallets {
  enum Batching: String, CaseIterable, CustomStringConvertible {
    case alone
    case together

    var description: String { rawValue }
  }

  /// The wallets in the measurements, the number of payouts from each in one round, and how many of them are asked for at
  /// the same time, on as many connections. A provider lets 32 calls of an app wait for a wallet, for at most 20 seconds.
  static let payouts = [
    (wallet: "litecoin-150", count: 100, atOnce: 32), (wallet: "monero", count: 30, atOnce: 15),
  ]

  /// Adds, for each `WALLET` and each `BATCHING`, `payouts.WALLET.BATCHING` in 1/s, `cpu.payouts.WALLET.BATCHING` (the
  /// daemon's CPU time for each payout in milliseconds) and `transactions.payouts.WALLET.BATCHING` (how many transactions
  /// made them).
  func measurePayouts(into measurements: inout Measurements) async throws {
    try Self.useDisk(options)
    if LitecoinRegtest.isInstalled {
      measurements = try await LitecoinRegtest.with { daemon in try await litecoinPayouts(daemon, measurements) }
    }
    if MoneroRegtest.isInstalled {
      measurements = try await MoneroRegtest.with { network in try await moneroPayouts(network, measurements) }
    }
  }

  private func litecoinPayouts(_ daemon: LitecoinRegtest, _ before: Measurements) async throws -> Measurements {
    var measurements = before
    let (wallet, count, atOnce) = Self.payouts[0]
    let section = try await fund(daemon, coins: 150)
    for round in 1...options.walletRounds {
      for batching in Batching.allCases {
        note("round \(round) of \(options.walletRounds), \(wallet), payouts, \(batching)")
        var recipients: [String] = []
        for _ in 0..<count { recipients.append(try await daemon.newAddress("shop")) }
        let name = "payouts.\(wallet).\(batching)"
        let payouts = Payouts(
          recipients: recipients, atOnce: atOnce, currency: "LTC", amount: "0.05", batching: batching)
        try await pay(payouts, from: section, name, { daemon.processID }, &measurements)
        let waiting: Int? = try await daemon.rpc("getmempoolinfo")["size"]?.integerValue()
        measurements.add("transactions.\(name)", Double(waiting ?? 0), unit: "transactions")
        try await daemon.mine()
      }
    }
    return measurements
  }

  private func moneroPayouts(_ network: MoneroRegtest, _ before: Measurements) async throws -> Measurements {
    var measurements = before
    let (wallet, count, atOnce) = Self.payouts[1]
    // Each payment that is made alone needs a coin, and one more of the payer's coins is mature after each block.
    try await network.mine(40)
    for round in 1...options.walletRounds {
      for batching in Batching.allCases {
        note("round \(round) of \(options.walletRounds), \(wallet), payouts, \(batching)")
        var recipients: [String] = []
        for _ in 0..<count { recipients.append(try await network.newAddress(.shop)) }
        let name = "payouts.\(wallet).\(batching)"
        let payouts = Payouts(
          recipients: recipients, atOnce: atOnce, currency: "XMR", amount: "0.01", batching: batching)
        try await pay(payouts, from: section(network), name, { network.processID(.payer) }, &measurements)
        let waiting: Int? = try await network.daemon("get_info")["tx_pool_size"]?.integerValue()
        measurements.add("transactions.\(name)", Double(waiting ?? 0), unit: "transactions")
        // The change of a payment can be spent after ten blocks.
        try await network.mine(10)
      }
    }
    return measurements
  }

  /// Payments of the same amount to different recipients.
  private struct Payouts {
    let recipients: [String]
    let atOnce: Int
    let currency: String
    let amount: String
    let batching: Batching
  }

  /// Starts a provider with an empty state, and has an app order all payouts. A payout counts once the network was handed
  /// its transaction.
  private func pay(
    _ payouts: Payouts, from section: String, _ name: String, _ daemon: () -> pid_t?,
    _ measurements: inout Measurements
  ) async throws {
    let folder = try RunFolder(below: options.tools)
    let payd = try BenchmarkedPayd(options: options, folder: folder, wallets: section)
    defer { payd.process.stop() }
    let target = try payd.target(identity: identity, frameSize: options.frameSize)
    try payd.pair(target)
    if payouts.batching == .together { try payd.letPaymentsLeaveTogether(payouts.currency) }
    let count = payouts.recipients.count
    let exchanges = try (0..<payouts.atOnce).map { _ in try target.connect() }
    try await measure(name, count, daemon, &measurements) {
      var calls = Conversations(exchanges: exchanges, followUp: OrderBenchmark.followUp)
      try calls.run { number in
        guard number < count else { return nil }
        return OrderBenchmark.request(
          currency: payouts.currency, address: payouts.recipients[number], amount: payouts.amount)
      }
    }
  }
}
