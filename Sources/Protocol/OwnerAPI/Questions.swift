package import PaymentsAPI
package import PaymentsModel

/// An app that waits to be paired, as the owner sees it.
package struct PairingApproval: Codable, Sendable, Equatable {
  /// The name of the question, `pair_…`.
  package var id: String
  /// Always `pairing`.
  package var kind: QuestionKind
  /// What the app calls itself; a claim.
  package var name: String
  /// The identifier that the app gives itself; a claim.
  package var appID: String
  /// The version that the app gives itself; a claim.
  package var version: String
  /// The key of the app.
  package var key: AppKey
  /// The beginning of the key, as people compare it.
  package var fingerprint: String
  /// What the app asks for.
  package var scopes: [Scope]
  /// What a yes grants that names no scopes.
  package var granted: [Scope]
  /// Since when it waits.
  package var askedAt: Timestamp
  /// Until when it waits.
  package var expiresAt: Timestamp
  /// The currencies that the app asks for; absent where all.
  package var currencies: [String]?
  /// The program that holds the connection, as the system says; advice.
  package var process: String?
  /// By currency, what leaves without a question after a yes: `ask_above` is the largest payment; absent where nothing does.
  package var unasked: NamedValues<AppLimits>?
  /// Whether a yes needs the owner's PIN.
  package var needsPIN: Bool

  package init(
    id: String, kind: QuestionKind, name: String, appID: String, version: String, key: AppKey, fingerprint: String,
    scopes: [Scope], granted: [Scope], askedAt: Timestamp, expiresAt: Timestamp, currencies: [String]? = nil,
    process: String? = nil, unasked: NamedValues<AppLimits>? = nil, needsPIN: Bool
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.appID = appID
    self.version = version
    self.key = key
    self.fingerprint = fingerprint
    self.scopes = scopes
    self.granted = granted
    self.askedAt = askedAt
    self.expiresAt = expiresAt
    self.currencies = currencies
    self.process = process
    self.unasked = unasked
    self.needsPIN = needsPIN
  }

  private enum CodingKeys: String, CodingKey {
    case id, kind, name
    case appID = "app_id"
    case version, key, fingerprint, scopes, granted
    case askedAt = "asked_at"
    case expiresAt = "expires_at"
    case currencies, process, unasked
    case needsPIN = "needs_pin"
  }
}

/// A payment that waits for the owner, with what is known to judge it by. Amounts are in the unit of the currency.
package struct PaymentApproval: Codable, Sendable, Equatable {
  /// The identifier of the order.
  package var id: String
  /// Always `payment`.
  package var kind: QuestionKind
  /// The key of the app.
  package var key: AppKey
  /// The beginning of the key, as people compare it.
  package var fingerprint: String
  /// What the app calls itself; a claim.
  package var name: String
  /// The code of the currency.
  package var currency: String
  /// Where the money goes.
  package var address: String
  /// What the recipient gets.
  package var amount: DecimalAmount
  /// How far the order is.
  package var state: OrderState
  /// When the app asked.
  package var askedAt: Timestamp
  /// What the owner calls the app.
  package var ownerName: String?
  /// The program that holds the connection of the app, as the system says; advice.
  package var process: String?
  /// The network fee as it is now.
  package var fee: DecimalAmount?
  /// The largest fee that a yes to this covers; a yes has to name it.
  package var feeCap: DecimalAmount?
  /// The amount and the fee.
  package var total: DecimalAmount?
  /// What the app says that it is for; a claim.
  package var description: String?
  /// Until when it waits; absent where for ever.
  package var expiresAt: Timestamp?
  /// What was paid to the address before.
  package var paidBefore: AddressPayments
  /// What the payment leaves of the limits of the app; absent where none holds.
  package var budget: ApprovalBudget?
  /// How many later questions of the app wait beside this one.
  package var behind: Int
  /// Whether a yes needs the owner's PIN.
  package var needsPIN: Bool
  /// True where the wallet has not enough for it; the app is not told.
  package var shortOfFunds: Bool?

  package init(
    id: String, kind: QuestionKind, key: AppKey, fingerprint: String, name: String, currency: String, address: String,
    amount: DecimalAmount, state: OrderState, askedAt: Timestamp, ownerName: String? = nil, process: String? = nil,
    fee: DecimalAmount? = nil, feeCap: DecimalAmount? = nil, total: DecimalAmount? = nil, description: String? = nil,
    expiresAt: Timestamp? = nil, paidBefore: AddressPayments, budget: ApprovalBudget? = nil, behind: Int,
    needsPIN: Bool, shortOfFunds: Bool? = nil
  ) {
    self.id = id
    self.kind = kind
    self.key = key
    self.fingerprint = fingerprint
    self.name = name
    self.currency = currency
    self.address = address
    self.amount = amount
    self.state = state
    self.askedAt = askedAt
    self.ownerName = ownerName
    self.process = process
    self.fee = fee
    self.feeCap = feeCap
    self.total = total
    self.description = description
    self.expiresAt = expiresAt
    self.paidBefore = paidBefore
    self.budget = budget
    self.behind = behind
    self.needsPIN = needsPIN
    self.shortOfFunds = shortOfFunds
  }

  private enum CodingKeys: String, CodingKey {
    case id, kind, key, fingerprint, name, currency, address, amount, state
    case askedAt = "asked_at"
    case ownerName = "owner_name"
    case process, fee
    case feeCap = "fee_cap"
    case total, description
    case expiresAt = "expires_at"
    case paidBefore = "paid_before"
    case budget, behind
    case needsPIN = "needs_pin"
    case shortOfFunds = "short_of_funds"
  }
}

/// How often an address was paid before.
package struct AddressPayments: Codable, Sendable, Equatable {
  /// Payments to it that the same app asked for.
  package var byApp: Int
  /// Payments to it that any app asked for.
  package var inAll: Int
  /// When the last of the same app was.
  package var lastByAppAt: Timestamp?
  /// When the last of any app was.
  package var lastAt: Timestamp?

  package init(byApp: Int, inAll: Int, lastByAppAt: Timestamp? = nil, lastAt: Timestamp? = nil) {
    self.byApp = byApp
    self.inAll = inAll
    self.lastByAppAt = lastByAppAt
    self.lastAt = lastAt
  }

  private enum CodingKeys: String, CodingKey {
    case byApp = "by_app"
    case inAll = "in_all"
    case lastByAppAt = "last_by_app_at"
    case lastAt = "last_at"
  }
}

/// What a payment leaves of the limits of its app. Amounts are totals, fee included.
package struct ApprovalBudget: Codable, Sendable, Equatable {
  /// The period of the limits.
  package var period: BudgetPeriodName
  /// When the next period begins.
  package var resetsAt: Timestamp
  /// The largest payment.
  package var perPayment: DecimalAmount?
  /// The most in a period.
  package var perPeriod: DecimalAmount?
  /// The largest payment that fits now.
  package var left: DecimalAmount?
  /// What is left of the period after this payment.
  package var leftAfter: DecimalAmount?
  /// How many further payments of the period are left after this one.
  package var paymentsLeftAfter: Int?
  /// Whether the payment fits.
  package var fits: Bool

  package init(
    period: BudgetPeriodName, resetsAt: Timestamp, perPayment: DecimalAmount? = nil, perPeriod: DecimalAmount? = nil,
    left: DecimalAmount? = nil, leftAfter: DecimalAmount? = nil, paymentsLeftAfter: Int? = nil, fits: Bool
  ) {
    self.period = period
    self.resetsAt = resetsAt
    self.perPayment = perPayment
    self.perPeriod = perPeriod
    self.left = left
    self.leftAfter = leftAfter
    self.paymentsLeftAfter = paymentsLeftAfter
    self.fits = fits
  }

  private enum CodingKeys: String, CodingKey {
    case period
    case resetsAt = "resets_at"
    case perPayment = "per_payment"
    case perPeriod = "per_period"
    case left
    case leftAfter = "left_after"
    case paymentsLeftAfter = "payments_left_after"
    case fits
  }
}

/// What a question is about.
package enum QuestionKind: String, Codable, Sendable, Hashable, CaseIterable {
  /// An app asks to be paired.
  case pairing
  /// An app asks for a payment.
  case payment
}

/// A question to the owner; its member `kind` tells which.
package enum WaitingApproval: Sendable, Equatable {
  /// An app wants to be paired.
  case pairing(PairingApproval)
  /// An app wants a payment made.
  case payment(PaymentApproval)

  /// The name of the question, which an answer to it gives.
  package var id: String {
    switch self {
    case .pairing(let pairing): pairing.id
    case .payment(let payment): payment.id
    }
  }

  /// Whether a yes needs the owner's PIN.
  package var needsPIN: Bool {
    switch self {
    case .pairing(let pairing): pairing.needsPIN
    case .payment(let payment): payment.needsPIN
    }
  }

  /// The payment that it is about, if it is about one.
  package var payment: PaymentApproval? { if case .payment(let payment) = self { payment } else { nil } }
}

extension WaitingApproval: Codable {
  private enum CodingKeys: String, CodingKey { case kind }

  /// Decodes either, by the member `kind`.
  package init(from decoder: any Decoder) throws {
    switch try decoder.container(keyedBy: CodingKeys.self).decode(QuestionKind.self, forKey: .kind) {
    case .pairing: self = .pairing(try PairingApproval(from: decoder))
    case .payment: self = .payment(try PaymentApproval(from: decoder))
    }
  }

  /// Encodes the members of either.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .pairing(let pairing): try pairing.encode(to: encoder)
    case .payment(let payment): try payment.encode(to: encoder)
    }
  }
}
