import Orders
import PaymentsCore
import PaymentsModel
import WalletBackend

@testable import Ledger
@testable import MockWallet

/// One story: an app that repeats its requests, an owner, a wallet on a network, and a provider that crashes.
///
/// `@unchecked Sendable`: the simulation has one thread.
final class World: @unchecked Sendable {
  static let currency = "LTC"
  static let app = AppKey(rawValue: "app")
  private static let start: Int64 = 1_700_000_000_000_000_000
  /// What leaves without a question, fee included.
  static let unasked = Amount(atomicUnits: 60_000)
  static let limits = PaymentLimits(
    perPeriod: Amount(atomicUnits: 2_000_000), period: .month, asking: .above(unasked))

  /// A payment that the app asks for, written down before it is sent.
  ///
  /// A class because of the compiler's fault with large values. `@unchecked Sendable`: the simulation has one thread.
  final class Request: @unchecked Sendable {
    let id: PaymentRequestID
    let address: String
    let amount: Amount
    /// The order, once the app was told of it.
    var order: OrderID?
    /// The largest total that the owner has said yes to.
    var approved: Amount?

    init(id: PaymentRequestID, address: String, amount: Amount) {
      (self.id, self.address, self.amount) = (id, address, amount)
    }

    /// What the app sends, the same each time.
    var message: OrderRequest {
      OrderRequest(
        app: World.app, requestID: id, method: "payment_order", paramsDigest: address, currency: World.currency,
        address: address, amount: amount.decimal(decimals: 8), maxFee: nil, purpose: PaymentPurpose(description: nil),
        expiresAt: nil, signedAt: nil)
    }
  }

  let network: MockNetwork
  let store: SimulatedStore
  private(set) var provider: SimulatedProvider
  private(set) var orders: Orders
  var requests: [Request] = []
  var transcript: [String] = []
  private(set) var crashes = 0
  var hasFailed = false

  init(seed: UInt64) throws {
    Scheduler.begin(seed: seed, at: Self.start)
    let litecoin = MockCurrency(
      currency: Currency(
        code: Self.currency, name: "Litecoin", decimals: 8, network: "mock", uriScheme: "litecoin", confirmations: 2),
      fee: Amount(atomicUnits: 1000), dust: Amount(atomicUnits: 1), funds: Amount(atomicUnits: 40_000_000), coins: 40)
    network = try MockNetwork(MockNetwork.Configuration(currencies: [litecoin], seed: seed))
    store = try SimulatedStore()
    provider = SimulatedProvider(store) {}
    orders = provider.start(network, Self.limits)
    run { [provider] in
      try await provider.ledger.write { transaction in
        try transaction.saveApp(
          AppRecord(
            key: Self.app, status: .approved, claimedName: "App", scopes: ["pay"],
            evidence: AppEvidence(manifest: [], handshakeHash: [], sessionKey: [], signature: []),
            pairedAt: Timestamp(milliseconds: 0), lastSeenAt: nil))
      }
    }
  }

  func note(_ text: String) {
    transcript.append("\((Scheduler.now - Self.start) / 1_000_000) ms: \(text)")
  }

  /// Runs something to its end, whatever else happens meanwhile.
  func run(_ work: @escaping @Sendable () async throws -> Void) {
    let done = Flag()
    Task {
      // What fails here is found by the check that needed it.
      try? await work()
      done.isSet = true
    }
    for _ in 0..<100_000 where !done.isSet {
      if !Scheduler.step() { Scheduler.advance(atMost: 1_000_000_000) }
    }
  }

  /// Kills the process at whatever place it is, and starts another one on the same disk.
  func crash() {
    crashes += 1
    Scheduler.dropAll()
    // A process that was in the middle of a transaction leaves none behind.
    store.faults = []
    hasFailed = false
    provider = SimulatedProvider(store) { self.hasFailed = true }
    orders = provider.start(network, Self.limits)
    note("the provider starts again")
  }

  /// Sends a request, for the first time or once more.
  func send(_ index: Int) {
    let (request, message) = (requests[index], requests[index].message)
    Task { [orders] in
      do {
        let (order, isReplayed) = try await orders.submit(message)
        note("request \(index) is \(order.terms.id.rawValue), \(order.state.rawValue)\(isReplayed ? ", again" : "")")
        request.order = order.terms.id
      } catch {
        note("request \(index) is refused: \(error)")
      }
    }
  }
}

/// Whether something has happened. `@unchecked Sendable`: the simulation has one thread.
final class Flag: @unchecked Sendable {
  var isSet = false
}
