import JSON
import PaymentsModel
import Platform
import TestSupport

/// A real `litecoind`. The wallet's own list of transactions is its `listtransactions`.
struct LitecoinNetwork: Network {
  let litecoin: LitecoinRegtest
  let recipient: String
  let tellsShares = false

  func receive(_ address: String, _ amount: String, _ trial: Trial) async throws -> Bool { false }

  func mine(_ trial: Trial) async throws { try await litecoin.mine(2) }

  func sent(_ trial: Trial) async throws -> [SentTransaction] {
    // The wallet also keeps transactions that the network never accepted or has dropped.
    let all = try await litecoin.rpc("listtransactions", ["*", 10_000, 0, true], wallet: "payer").arrayValue ?? []
    return all.filter { $0["category"]?.stringValue == "send" && $0["address"]?.stringValue == recipient }.map {
      SentTransaction(
        id: $0["txid"]?.stringValue ?? "", amount: Self.positive($0["amount"]), fee: Self.positive($0["fee"]))
    }
  }

  func balance(received: Amount, paid: Amount) -> String? { nil }

  /// Returns an amount without its sign, because the wallet shows outgoing amounts as negative numbers with eight
  /// decimals.
  private static func positive(_ value: JSONValue?) -> String {
    let text = (value?.text() ?? "").drop { $0 == "-" }
    return (try? DecimalAmount(String(text)))?.text ?? String(text)
  }
}

/// Trials over one real `litecoind` that serves them all. In every third trial it is killed too.
struct LitecoinTrials: Sendable {
  let workplace: Workplace
  let yaml: String
  let litecoin: LitecoinRegtest
  let kind: Kind

  static func with(
    _ kind: Kind, _ workplace: Workplace, _ body: (LitecoinTrials) async throws -> Void
  ) async throws {
    guard LitecoinRegtest.isInstalled else { return }
    try await LitecoinRegtest.with { litecoin in
      let yaml = litecoin.configuration(
        name: "test", times: "poll: 200ms, follow: 200ms, retry: 200ms", more: "timeout_seconds: 5")
      try await body(LitecoinTrials(workplace: workplace, yaml: yaml, litecoin: litecoin, kind: kind))
    }
  }

  /// Each trial has its own provider. The wallet serves all of them and marks whose payment each transaction is. A copy
  /// of one prepared folder would find unknown payments in the wallet, and would then pay nothing.
  private func trials(_ name: String) async throws -> PaydTrials {
    let prepared = try await workplace.paired(
      "prepared-\(kind.rawValue)-\(name)", yaml, isBatching: kind == .litecoinPayout)
    var networks: [LitecoinNetwork] = []
    for _ in 0..<(kind == .litecoinPayout ? PayoutStory.count : 1) {
      networks.append(LitecoinNetwork(litecoin: litecoin, recipient: try await litecoin.newAddress("shop")))
    }
    return PaydTrials(workplace: workplace, prepared: prepared) { [kind, networks] in
      if kind == .litecoinPayout { return PayoutStory(networks) }
      return Story(network: networks[0], told: Told())
    }
  }

  func places() async throws -> [(at: Int, place: String)] {
    try await trials("places").places(of: kind)
  }

  func run(_ at: Int, _ place: String) async -> PointResult {
    do {
      let trials = try await trials("\(at)")
      guard at % 3 == 0 else { return await trials.run(kind, at: at, place: place) }
      return await withLitecoinKilled(trials, at, place)
    } catch {
      return PointResult(
        kind: kind, at: at, place: place, hit: false, restarts: 0, outcome: "", violation: "\(error)")
    }
  }

  /// Kills both daemons. The daemon of the network is started first.
  private func withLitecoinKilled(_ trials: PaydTrials, _ at: Int, _ place: String) async -> PointResult {
    var hit = false
    var kept: Trial?
    do {
      let trial = try await Trial(copying: trials.prepared, to: workplace.folder + "/\(kind.rawValue)-\(at)")
      kept = trial
      let story = trials.story()
      let first = try await trials.firstRun(story, trial, trials.strike(kind, at, trial), .seconds(30))
      hit = first.hit
      _ = try first.outcome(isDisk: false)
      await litecoin.kill()
      try await litecoin.start(reindex: true)
      _ = try await eventually("the payer has its coins") {
        try await litecoin.rpc("getbalance", wallet: "payer").text() == "0.00000000" ? nil : true
      }
      try await trials.recover(story, trial)
      trial.remove()
      return PointResult(
        kind: kind, at: at, place: place, hit: hit, restarts: 2, outcome: "both killed", violation: nil)
    } catch {
      return PointResult(
        kind: kind, at: at, place: place, hit: hit, restarts: 2, outcome: "",
        violation: "\(error)\(kept.map { " (kept: \($0.folder))" } ?? "")")
    }
  }
}
