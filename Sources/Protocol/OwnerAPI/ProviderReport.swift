import JSON
package import PaymentsModel

/// Tells what the provider does.
package enum GetProviderStatus: OwnerMethod {
  package static let name = "status"
  package static let summary = "Tells what the provider does."
  package typealias Params = OwnerNothing

  package struct Result: Codable, Sendable, Equatable {
    /// The name of the provider.
    package var name: String
    /// With a ledger that several providers share, the name of the one that writes it, if this one stands by. What the
    /// provider has and does is then that of the other one.
    package var standbyFor: String?
    /// Where apps reach it.
    package var url: String
    /// The identifier of its process.
    package var pid: Int
    /// Its key, as apps know it.
    package var providerID: String
    /// Its program and version.
    package var software: String
    /// The folder of its ledger.
    package var ledger: String
    /// The path of its configuration; absent if it runs without one.
    package var configuration: String?
    /// When it was started.
    package var startedAt: Timestamp
    /// How many connections of apps are open.
    package var sessions: Int
    /// How many apps are paired.
    package var apps: Int
    /// How many questions wait for the owner.
    package var approvals: Int
    /// Whether the owner locked the wallet.
    package var isLocked: Bool
    /// Whether a PIN is set.
    package var hasPIN: Bool
    /// Payments that were sent and are followed.
    package var paymentsInFlight: Int
    /// Payments that had succeeded and were taken back, the newest ones.
    package var ordersReversed: [ReversedOrder]
    /// Orders that may be paid already and wait for the owner to look.
    package var paymentsToLookAt: Int
    /// How many payments are approved and not sent: they go on by themselves, or once paying is unlocked.
    package var paymentsWaiting: Int
    /// Open orders whose currency is not configured any more.
    package var ordersWithoutWallet: [StrandedOrder]
    /// The wallets.
    package var currencies: [CurrencyReport]

    package init(
      name: String, standbyFor: String? = nil, url: String, pid: Int, providerID: String, software: String,
      ledger: String,
      configuration: String? = nil, startedAt: Timestamp, sessions: Int, apps: Int, approvals: Int, isLocked: Bool,
      hasPIN: Bool, paymentsInFlight: Int, ordersReversed: [ReversedOrder],
      paymentsToLookAt: Int, paymentsWaiting: Int, ordersWithoutWallet: [StrandedOrder], currencies: [CurrencyReport]
    ) {
      self.name = name
      self.standbyFor = standbyFor
      self.url = url
      self.pid = pid
      self.providerID = providerID
      self.software = software
      self.ledger = ledger
      self.configuration = configuration
      self.startedAt = startedAt
      self.sessions = sessions
      self.apps = apps
      self.approvals = approvals
      self.isLocked = isLocked
      self.hasPIN = hasPIN
      self.paymentsInFlight = paymentsInFlight
      self.ordersReversed = ordersReversed
      self.paymentsToLookAt = paymentsToLookAt
      self.paymentsWaiting = paymentsWaiting
      self.ordersWithoutWallet = ordersWithoutWallet
      self.currencies = currencies
    }

    private enum CodingKeys: String, CodingKey {
      case name
      case standbyFor = "standby_for"
      case url, pid
      case providerID = "provider_id"
      case software, ledger, configuration
      case startedAt = "started_at"
      case sessions, apps, approvals
      case isLocked = "locked"
      case hasPIN = "pin"
      case paymentsInFlight = "payments_in_flight"
      case ordersReversed = "orders_reversed"
      case paymentsToLookAt = "payments_to_look_at"
      case paymentsWaiting = "payments_waiting"
      case ordersWithoutWallet = "orders_without_wallet"
      case currencies
    }
  }
}

/// A payment that had succeeded before another transaction spent its coins.
package struct ReversedOrder: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// The identifier of the order.
  package var id: String
  /// The code of the currency.
  package var currency: String
  /// What the recipient has not got.
  package var amount: DecimalAmount
  /// When that was noticed.
  package var reversedAt: Timestamp?

  package init(id: String, currency: String, amount: DecimalAmount, reversedAt: Timestamp? = nil) {
    self.id = id
    self.currency = currency
    self.amount = amount
    self.reversedAt = reversedAt
  }
}

/// An open order whose currency is not configured any more.
package struct StrandedOrder: Codable, Sendable, Equatable {
  /// The identifier of the order.
  package var id: String
  /// The code of the currency.
  package var currency: String
  /// The state of the order.
  package var state: OrderState

  package init(id: String, currency: String, state: OrderState) {
    self.id = id
    self.currency = currency
    self.state = state
  }
}

/// A wallet of the provider.
package struct CurrencyReport: Codable, Sendable, Equatable {
  /// The code of the currency.
  package var code: String
  /// The network that it is of.
  package var network: String
  /// `ready`, `syncing`, `locked` or `unavailable`.
  package var ready: String
  /// Whether nothing is paid before the owner has looked at what the wallet sent.
  package var isStopped: Bool
  /// Whether the money is made up, on a simulated network.
  package var isMadeUp: Bool
  /// The number of the newest block that the wallet knows.
  package var height: Int?
  /// Why the wallet is not ready.
  package var trouble: WalletTrouble?
  /// What the owner has to know of the wallet besides; absent if there is nothing.
  package var notices: [WalletNotice]?

  package init(
    code: String, network: String, ready: String, isStopped: Bool, isMadeUp: Bool = false, height: Int? = nil,
    trouble: WalletTrouble? = nil, notices: [WalletNotice]? = nil
  ) {
    self.code = code
    self.network = network
    self.ready = ready
    self.isStopped = isStopped
    self.isMadeUp = isMadeUp
    self.height = height
    self.trouble = trouble
    self.notices = notices
  }

  private enum CodingKeys: String, CodingKey {
    case code, network, ready
    case isStopped = "stopped"
    case isMadeUp = "made_up"
    case height, trouble, notices
  }
}
