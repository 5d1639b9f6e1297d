// Written by scripts/swift_types.py from protocol/owner: change the schemas, and `make spec`.

package import PaymentsAPI
package import PaymentsModel

/// What a question is about.
package enum QuestionKind: String, Codable, Sendable, Hashable, CaseIterable {
  /// An app asks to be paired.
  case pairing
  /// An app asks for a payment.
  case payment
}

/// Why nothing is paid before the owner unlocks the wallet.
package enum LockReason: String, Codable, Sendable, Hashable, CaseIterable {
  /// The owner locked it.
  case owner
  /// The provider took over a shared ledger of which its state folder knew nothing, and had not seen another one write
  /// it. It may be an older copy, which lacks what the owner locked, revoked or lowered since.
  case unvouchedLedger = "unvouched_ledger"
}

/// Whether the wallet is locked, and what that means for payments under way.
package struct LockReport: OwnerObject {
  /// Whether nothing new is paid now.
  package var locked: Bool
  /// Whether it was the other way before.
  package var changed: Bool
  /// Payments that are approved and not sent: they go on once paying is unlocked.
  package var paymentsWaiting: Int
  /// The first of them, the oldest first, as many as an answer has room for.
  package var waiting: [OwnerOrder]
  /// Payments that are not made before the owner has looked.
  package var paymentsToLookAt: Int
  /// Payments that were sent and are followed.
  package var paymentsInFlight: Int

  package init(
    locked: Bool, changed: Bool, paymentsWaiting: Int, waiting: [OwnerOrder], paymentsToLookAt: Int,
    paymentsInFlight: Int
  ) {
    (self.locked, self.changed, self.paymentsWaiting, self.waiting) = (locked, changed, paymentsWaiting, waiting)
    (self.paymentsToLookAt, self.paymentsInFlight) = (paymentsToLookAt, paymentsInFlight)
  }
}

/// Whether a PIN is set, and how it stands.
package struct PinStatus: OwnerObject {
  /// Whether a PIN is set; the other members are there only then.
  package var set: Bool
  /// By the code of a currency: up to this amount, fee included, no PIN is needed.
  package var above: NamedValues<DecimalAmount>?
  /// How many tries are left before the owner has to wait.
  package var triesLeft: Int?
  /// When the next try may be, where too many were wrong.
  package var nextTryAt: Timestamp?

  package init(
    set: Bool, above: NamedValues<DecimalAmount>? = nil, triesLeft: Int? = nil, nextTryAt: Timestamp? = nil
  ) {
    (self.set, self.above, self.triesLeft, self.nextTryAt) = (set, above, triesLeft, nextTryAt)
  }
}

/// An app that waits to be paired, as the owner sees it.
package struct PairingOwnerQuestion: OwnerObject {
  /// Always `pairing`.
  package private(set) var kind = "pairing"
  /// The name of the question, `pair_…`.
  package var id: String
  /// What the app is called.
  package var app: AppNames
  /// The identifier that the app gives itself; a claim.
  package var appID: String
  /// The version that the app gives itself; a claim.
  package var version: String
  /// What the app asks for.
  package var scopes: [Scope]
  /// What a yes grants that names no scopes.
  package var granted: [Scope]
  /// Since when it waits.
  package var askedAt: Timestamp
  /// Until when it waits.
  package var expiresAt: Timestamp
  /// Whether a yes needs the owner's PIN.
  package var needsPin: Bool
  /// A short name of the question, which no other question of this ledger is ever given; absent where none could be
  /// stored.
  package var number: Int?
  /// The currencies that the app asks for; absent where all.
  package var currencies: [String]?
  /// The program that holds the connection, as the system says; advice.
  package var process: String?
  /// By currency, what leaves without a question after a yes: `ask_above` is the largest payment; absent where nothing
  /// does.
  package var unasked: NamedValues<AppLimits>?

  package init(
    id: String, app: AppNames, appID: String, version: String, scopes: [Scope], granted: [Scope], askedAt: Timestamp,
    expiresAt: Timestamp, needsPin: Bool, number: Int? = nil, currencies: [String]? = nil, process: String? = nil,
    unasked: NamedValues<AppLimits>? = nil
  ) {
    (self.id, self.app, self.appID, self.version) = (id, app, appID, version)
    (self.scopes, self.granted, self.askedAt, self.expiresAt) = (scopes, granted, askedAt, expiresAt)
    (self.needsPin, self.number, self.currencies, self.process) = (needsPin, number, currencies, process)
    self.unasked = unasked
  }
}

/// A payment that waits for the owner, with what is known to judge it by.
package struct PaymentOwnerQuestion: OwnerObject {
  /// Always `payment`.
  package private(set) var kind = "payment"
  /// The identifier of the order, which is the name of the question.
  package var id: String
  /// The order.
  package var order: OwnerOrder
  /// What was paid to the address before.
  package var paidBefore: AddressPayments
  /// How many later questions of the app wait beside this one.
  package var behind: Int
  /// Whether a yes needs the owner's PIN.
  package var needsPin: Bool
  /// A short name of the question, which no other question of this ledger is ever given; absent where none could be
  /// stored.
  package var number: Int?
  /// The program that holds the connection of the app, as the system says; advice.
  package var process: String?
  /// What the payment leaves of the limits of the app; absent where none holds.
  package var budget: QuestionBudget?
  /// True where the limits of the app have the owner asked for new recipients, and this is one; absent where not.
  package var newRecipient: Bool?
  /// True where the wallet has not enough for it; the app is not told.
  package var shortOfFunds: Bool?

  package init(
    id: String, order: OwnerOrder, paidBefore: AddressPayments, behind: Int, needsPin: Bool, number: Int? = nil,
    process: String? = nil, budget: QuestionBudget? = nil, newRecipient: Bool? = nil, shortOfFunds: Bool? = nil
  ) {
    (self.id, self.order, self.paidBefore, self.behind) = (id, order, paidBefore, behind)
    (self.needsPin, self.number, self.process, self.budget) = (needsPin, number, process, budget)
    (self.newRecipient, self.shortOfFunds) = (newRecipient, shortOfFunds)
  }
}

/// What waits for the owner; its member `kind` tells which.
package enum OwnerQuestion: OwnerObject {
  /// An app that waits to be paired, as the owner sees it.
  case pairing(PairingOwnerQuestion)
  /// A payment that waits for the owner, with what is known to judge it by.
  case payment(PaymentOwnerQuestion)

  private enum Tag: String, CodingKey { case kind }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Tag.self)
    switch try container.decode(String.self, forKey: .kind) {
    case "pairing": self = .pairing(try PairingOwnerQuestion(from: decoder))
    case "payment": self = .payment(try PaymentOwnerQuestion(from: decoder))
    default: throw DecodingError.dataCorruptedError(forKey: .kind, in: container, debugDescription: "none of these")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .pairing(let part): try part.encode(to: encoder)
    case .payment(let part): try part.encode(to: encoder)
    }
  }
}

/// What a payment leaves of the limits of its app. Amounts are totals, fee included.
package struct QuestionBudget: OwnerObject {
  /// The period of the limits.
  package var period: BudgetPeriodName
  /// When the next period begins.
  package var resetsAt: Timestamp
  /// Whether the payment fits.
  package var fits: Bool
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

  package init(
    period: BudgetPeriodName, resetsAt: Timestamp, fits: Bool, perPayment: DecimalAmount? = nil,
    perPeriod: DecimalAmount? = nil, left: DecimalAmount? = nil, leftAfter: DecimalAmount? = nil,
    paymentsLeftAfter: Int? = nil
  ) {
    (self.period, self.resetsAt, self.fits, self.perPayment) = (period, resetsAt, fits, perPayment)
    (self.perPeriod, self.left, self.leftAfter, self.paymentsLeftAfter) = (
      perPeriod, left, leftAfter, paymentsLeftAfter
    )
  }
}

/// What was decided: about an app that asked to be paired, or about a payment.
package struct OwnerDecision: OwnerObject {
  /// The app.
  package var app: AppNames?
  /// After a yes to an app: what it may do.
  package var scopes: [Scope]?
  /// After a yes to an app: by currency, what leaves without a question: `ask_above` is the largest payment; absent
  /// where nothing does.
  package var unasked: NamedValues<AppLimits>?
  /// The payment order, as it is now.
  package var order: OwnerOrder?
  /// What holds from now on, in words, where the answer was for always.
  package var always: String?

  package init(
    app: AppNames? = nil, scopes: [Scope]? = nil, unasked: NamedValues<AppLimits>? = nil, order: OwnerOrder? = nil,
    always: String? = nil
  ) {
    (self.app, self.scopes, self.unasked, self.order) = (app, scopes, unasked, order)
    self.always = always
  }
}

/// Why a question is not asked any more.
package enum QuestionEnding: String, Codable, Sendable, Hashable, CaseIterable {
  /// The owner said yes.
  case approved
  /// The owner has refused the app.
  case denied
  /// The user of the chat did not answer in time.
  case expired
  /// The app withdrew it.
  case cancelled
  /// It can not be carried out any more.
  case failed
  /// It does not wait any more, for whatever other reason.
  case ended
}
