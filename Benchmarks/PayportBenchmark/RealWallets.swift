import Cryptography
import HTTPClient
import JSON
import Platform
import TestSupport

/// Measures invoices and payments on real daemons in regtest, beside the same calls made to the daemon directly. Both are
/// measured in turns in one run, with one and with eight callers at once.
struct RealWallets {
  /// The numbers of coins in the Litecoin wallet.
  static let coins = [10, 150, 1000]
  static let callers = [1, 8]
  /// The names of the wallets in the measurements.
  static let wallets = coins.map { "litecoin-\($0)" } + ["monero", "electrum", "electrum-lightning"]
  private static let invoices = 48
  private static let payments = 8

  let options: Options
  let identity: Ed25519.SigningKey

  /// Adds, for each `WALLET` such as `litecoin-150`: `invoices.WALLET.SIDE.CALLERS` and `payments.WALLET.SIDE.CALLERS`
  /// in 1/s, and `cpu.invoices.…` and `cpu.payments.…`, the daemon's CPU time for each in milliseconds. `SIDE` is
  /// `direct` or `payd`.
  func measure(into measurements: inout Measurements) async throws {
    try Self.useDisk(options)
    if LitecoinRegtest.isInstalled {
      for coins in Self.coins {
        measurements = try await LitecoinRegtest.with { daemon in try await litecoin(daemon, coins, measurements) }
      }
    }
    if MoneroRegtest.isInstalled {
      measurements = try await MoneroRegtest.with { network in try await monero(network, measurements) }
    }
  }

  /// Lets daemons synchronise their files with the disk, as those of users do.
  static func useDisk(_ options: Options) throws {
    guard let path = realpath(options.tools, nil) else { throw BenchmarkError.systemCall(options.tools, errno) }
    setenv("PAYPORT_REGTEST_FOLDER", path, 1)
    free(path)
  }

  // MARK: Litecoin

  /// Creates the wallet `bench` with so many coins, whose sum is always the same, and returns the section of the
  /// configuration that names it.
  func fund(_ daemon: LitecoinRegtest, coins: Int) async throws -> String {
    try await daemon.createWallets(["bench"])
    let value = coins >= 1000 ? "0.2" : "\(200 / coins)"
    for start in stride(from: 0, to: coins, by: 100) {
      var outputs = JSONObject()
      for _ in start..<min(start + 100, coins) { outputs[try await daemon.newAddress("bench")] = .string(value) }
      try await daemon.rpc("sendmany", ["", .object(outputs)], wallet: "payer")
    }
    try await daemon.mine()
    return Self.section(of: daemon)
  }

  private func litecoin(
    _ daemon: LitecoinRegtest, _ coins: Int, _ before: Measurements
  ) async throws -> Measurements {
    var measurements = before
    let wallets = try await fund(daemon, coins: coins)
    let name = "litecoin-\(coins)"
    let recipient = try await daemon.newAddress("shop")
    let subject = Subject(
      name: name, section: wallets, currency: "LTC", amount: "0.05", daemon: { daemon.processID },
      recipients: { [String](repeating: recipient, count: $0) }
    ) { kind, callers in
      let http = try HTTPClient(url: daemon.url, connections: callers)
      return { recipient in
        let (method, parameters): (String, [JSONValue]) =
          kind == .invoice ? ("getnewaddress", ["", "bech32"]) : ("sendtoaddress", [.string(recipient), "0.05"])
        let body: JSONValue = ["id": "1", "method": .string(method), "params": .array(parameters)]
        let response = try await http.send(
          HTTPRequest(
            path: "/wallet/bench", body: body.encoded(),
            authentication: .basic(user: daemon.user, password: daemon.password), timeout: .seconds(60)))
        guard response.status == 200 else { throw BenchmarkError("\(method): \(response.status)") }
      }
    } between: {
      try await daemon.mine()
    }
    try await rounds(subject, &measurements)
    return measurements
  }

  /// Returns the section of the configuration for the wallet `bench` of a daemon.
  static func section(of daemon: LitecoinRegtest) -> String {
    """
    wallets:
      - {type: bitcoin, currency: LTC, url: "\(daemon.url)", wallet: bench, user: \(daemon.user), password: \(daemon.password), chain: regtest, confirmations: 2, limits: {ask: above 1000, per_period: 1000000000}}

    """
  }

  // MARK: Monero

  /// Returns the section of the configuration that names the wallet with coins.
  func section(_ network: MoneroRegtest) -> String {
    """
    wallets:
      - {type: monero, url: "\(network.url(.payer))", daemon: "\(network.daemonURL)", user: \(network.user), password: \(network.password), network: regtest, confirmations: 2, limits: {ask: above 1000, per_period: 1000000000}}

    """
  }

  private func monero(_ network: MoneroRegtest, _ before: Measurements) async throws -> Measurements {
    var measurements = before
    let recipient = try await network.address(.shop)
    let subject = Subject(
      name: "monero", section: section(network), currency: "XMR", amount: "0.01",
      daemon: { network.processID(.payer) }, recipients: { [String](repeating: recipient, count: $0) }
    ) { kind, _ in
      { recipient in
        switch kind {
        case .invoice:
          _ = try await network.rpc("create_address", ["account_index": 0, "label": ""], wallet: .payer)
        case .payment:
          let destination: JSONValue = ["amount": 10_000_000_000, "address": .string(recipient)]
          _ = try await network.rpc("transfer", ["destinations": [destination], "account_index": 0], wallet: .payer)
        }
      }
    } between: {
      // The change of a payment can be spent after ten blocks.
      try await network.mine(10)
    }
    try await rounds(subject, &measurements)
    return measurements
  }

  // MARK: Rounds

  enum Kind: String, CaseIterable, CustomStringConvertible {
    case invoice = "invoices"
    case payment = "payments"

    var description: String { rawValue }
  }

  /// A wallet that is measured beside its daemon.
  struct Subject {
    let name: String
    /// The section of the configuration that names it.
    let section: String
    let currency: String
    /// What each payment pays.
    let amount: String
    /// The process of the daemon that does the work.
    let daemon: () -> pid_t?
    /// The recipients of so many payments, which are made before anything is measured.
    let recipients: (Int) async throws -> [String]
    /// What asks the daemon itself for an invoice, or to pay a recipient, with so many callers at once.
    let direct: (Kind, Int) throws -> @Sendable (_ recipient: String) async throws -> Void
    /// What a payment's reply leads to: another request, as long as the payment does not count yet.
    var followUp: (UnsafeBufferPointer<UInt8>) throws -> [UInt8]? = OrderBenchmark.followUp
    /// What lets the wallet pay again.
    let between: () async throws -> Void
  }

  func rounds(_ subject: Subject, _ measurements: inout Measurements) async throws {
    let folder = try RunFolder(below: options.tools)
    let payd = try BenchmarkedPayd(options: options, folder: folder, wallets: subject.section)
    defer { payd.process.stop() }
    let target = try payd.target(identity: identity, frameSize: options.frameSize)
    try payd.pair(target)
    for round in 1...options.walletRounds {
      for kind in [Kind.invoice, .payment] {
        for callers in Self.callers {
          let name = subject.name
          note("round \(round) of \(options.walletRounds), \(name), \(kind.rawValue), \(callers) at once")
          let count = kind == .invoice ? Self.invoices : Self.payments
          let call = try subject.direct(kind, callers)
          let share = count / callers
          var payees = kind == .payment ? try await subject.recipients(count) : [String](repeating: "", count: count)
          let called = payees
          try await measure("\(kind.rawValue).\(name).direct.\(callers)", count, subject.daemon, &measurements) {
            try await withThrowingTaskGroup(of: Void.self) { group in
              for caller in 0..<callers {
                group.addTask { for payee in called[caller * share..<(caller + 1) * share] { try await call(payee) } }
              }
              try await group.waitForAll()
            }
          }
          try await subject.between()
          if kind == .payment { payees = try await subject.recipients(count) }
          try await measure("\(kind.rawValue).\(name).payd.\(callers)", count, subject.daemon, &measurements) {
            let exchanges = try (0..<callers).map { _ in try target.connect() }
            var calls = Conversations(exchanges: exchanges) { reply in
              kind == .payment ? try subject.followUp(reply) : try Self.checkInvoice(reply)
            }
            try calls.run { number in
              guard number < count else { return nil }
              return kind == .payment
                ? OrderBenchmark.request(currency: subject.currency, address: payees[number], amount: subject.amount)
                : Self.invoiceRequest(subject.currency)
            }
          }
          try await subject.between()
        }
      }
    }
  }

  /// Adds the rate of the calls that a closure makes, in 1/s, and the daemon's CPU time for each, in milliseconds.
  func measure(
    _ name: String, _ count: Int, _ daemon: () -> pid_t?, _ measurements: inout Measurements,
    _ body: () async throws -> Void
  ) async throws {
    let work = daemon().flatMap { processorNanoseconds(of: $0) } ?? 0
    let start = monotonicNanoseconds()
    try await body()
    let seconds = Double(monotonicNanoseconds() - start) / 1e9
    let after = daemon().flatMap { processorNanoseconds(of: $0) } ?? 0
    measurements.add(name, Double(count) / seconds, unit: "1/s")
    measurements.add("cpu.\(name)", Double(after - work) / 1e6 / Double(count), unit: "ms")
  }

  static func invoiceRequest(_ currency: String) -> [UInt8] {
    Array(
      (#"{"jsonrpc":"2.0","id":1,"method":"invoice_request","params":{"request_id":""# + OrderBenchmark.identifier()
        + #"","currency":""# + currency + #"","amount":"0.1"}}"#).utf8)
  }

  static func checkInvoice(_ reply: UnsafeBufferPointer<UInt8>) throws -> [UInt8]? {
    guard try JSONValue(parsing: UnsafeRawBufferPointer(reply))["result"] != nil else {
      throw BenchmarkError("payd answers an invoice with: \(String(decoding: reply, as: UTF8.self))")
    }
    return nil
  }
}
