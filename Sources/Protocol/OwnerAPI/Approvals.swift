package import PaymentsAPI
package import PaymentsModel

/// Lists what waits for the owner: apps to pair, and of each app the payment that comes first.
package enum ListApprovals: OwnerMethod {
  package static let name = "approvals"
  package static let summary =
    "Lists what waits for the owner: apps to pair, and of each app the payment that comes first."
  package typealias Params = OwnerNothing

  package struct Result: Codable, Sendable, Equatable {
    /// Currencies of which nothing is paid before the owner has looked at what the wallet sent.
    package var stopped: [String]
    /// Currencies whose wallet has not told yet what it sent; nothing is paid before.
    package var notCompared: [String]
    /// The questions, the oldest first.
    package var approvals: [WaitingApproval]
    /// Whether the owner locked the wallet.
    package var locked: Bool
    /// How many questions wait, also those that are not shown yet.
    package var waiting: Int

    package init(stopped: [String], notCompared: [String], approvals: [WaitingApproval], locked: Bool, waiting: Int) {
      self.stopped = stopped
      self.notCompared = notCompared
      self.approvals = approvals
      self.locked = locked
      self.waiting = waiting
    }

    private enum CodingKeys: String, CodingKey {
      case stopped
      case notCompared = "not_compared"
      case approvals, locked, waiting
    }
  }
}

/// Shows what a yes to one question would be to, as it stands now.
package enum GetApproval: OwnerMethod {
  package static let name = "approval"
  package static let summary = "Shows what a yes to one question would be to, as it stands now."
  package static let failures: [OwnerFailure.Reason] = [
    .notReady, .walletLocked, .payingStopped, .feeUnknown, .notCompared, .maybePaid, .decided,
    .questionNotFound, .ambiguousQuestion,
  ]

  package struct Params: Codable, Sendable, Equatable {
    /// The name of the question, or the beginning or end of it.
    package var id: String

    package init(id: String) {
      self.id = id
    }
  }

  package struct Result: Codable, Sendable, Equatable {
    /// The question; absent where a pairing does not wait any more.
    package var approval: WaitingApproval?
    /// True where the fee may be more by now than when the owner was last shown it.
    package var risen: Bool?
    /// Where it has risen: the largest fee that the owner was shown before.
    package var shownFeeCap: DecimalAmount?

    package init(approval: WaitingApproval? = nil, risen: Bool? = nil, shownFeeCap: DecimalAmount? = nil) {
      self.approval = approval
      self.risen = risen
      self.shownFeeCap = shownFeeCap
    }

    private enum CodingKeys: String, CodingKey {
      case approval, risen
      case shownFeeCap = "shown_fee_cap"
    }
  }
}

/// Says yes to a question, once.
package enum ApproveQuestion: OwnerMethod {
  package static let name = "approve"
  package static let summary = "Says yes to a question, once."
  package static let failures: [OwnerFailure.Reason] = [
    .needsPeriodLimit, .codeRequired, .wrongCode, .locked, .pinRequired, .wrongPin, .feeRisen, .feeOutdated,
    .otherParams, .overLimit, .insufficientFunds, .notReady, .walletLocked, .payingStopped, .feeUnknown,
    .notCompared, .maybePaid, .decided, .questionNotFound, .ambiguousQuestion,
  ]

  package struct Params: Codable, Sendable, Equatable {
    /// The name of the question, or the beginning or end of it.
    package var id: String
    /// For a pairing: the six digits that the app shows.
    package var code: String?
    /// For a pairing: what the app may do, where not what it asks for.
    package var scopes: [Scope]?
    /// For a payment: the largest fee that the owner was shown, a decimal in the unit of the currency. A yes that names
    /// less than the fee may be now has no effect.
    package var feeCap: String?
    /// For a payment: `AMOUNT/day`, `/week` or `/month`, which the app may pay without a question from now on.
    package var always: String?
    /// The owner's PIN, where it is needed.
    package var pin: String?

    package init(
      id: String, code: String? = nil, scopes: [Scope]? = nil, feeCap: String? = nil, always: String? = nil,
      pin: String? = nil
    ) {
      self.id = id
      self.code = code
      self.scopes = scopes
      self.feeCap = feeCap
      self.always = always
      self.pin = pin
    }

    private enum CodingKeys: String, CodingKey {
      case id, code, scopes
      case feeCap = "fee_cap"
      case always, pin
    }
  }

  package typealias Result = OwnerDecision
}

/// Says no to a question.
package enum DenyQuestion: OwnerMethod {
  package static let name = "deny"
  package static let summary = "Says no to a question."
  package static let failures: [OwnerFailure.Reason] = [
    .notReady, .notCompared, .maybePaid, .decided, .questionNotFound, .ambiguousQuestion,
  ]

  package struct Params: Codable, Sendable, Equatable {
    /// The name of the question, or the beginning or end of it.
    package var id: String
    /// True where all further payments of the app in this currency are to be refused, too.
    package var always: Bool?

    package init(id: String, always: Bool? = nil) {
      self.id = id
      self.always = always
    }
  }

  package typealias Result = OwnerDecision
}

/// What was decided about an app.
package struct AppDecision: Codable, Sendable, Equatable {
  /// The key of the app.
  package var key: AppKey
  /// The beginning of the key, as people compare it.
  package var fingerprint: String
  /// What the app calls itself; a claim.
  package var name: String
  /// After a yes: what it may do.
  package var scopes: [Scope]?
  /// After a yes: by currency, what leaves without a question: `ask_above` is the largest payment; absent where nothing
  /// does.
  package var unasked: NamedValues<AppLimits>?

  package init(
    key: AppKey, fingerprint: String, name: String, scopes: [Scope]? = nil, unasked: NamedValues<AppLimits>? = nil
  ) {
    self.key = key
    self.fingerprint = fingerprint
    self.name = name
    self.scopes = scopes
    self.unasked = unasked
  }
}

/// What was decided about a payment.
package struct PaymentDecision: Codable, Sendable, Equatable {
  /// The identifier of the order.
  package var id: String
  /// How far the order is now.
  package var state: OrderState
  /// After a yes: what the recipient gets.
  package var amount: DecimalAmount?
  /// After a yes: the code of the currency.
  package var currency: String?
  /// After a yes: the largest fee that it covers.
  package var feeCap: DecimalAmount?
  /// What holds from now on, in words, where the answer was for always.
  package var always: String?

  package init(
    id: String, state: OrderState, amount: DecimalAmount? = nil, currency: String? = nil, feeCap: DecimalAmount? = nil,
    always: String? = nil
  ) {
    self.id = id
    self.state = state
    self.amount = amount
    self.currency = currency
    self.feeCap = feeCap
    self.always = always
  }

  private enum CodingKeys: String, CodingKey {
    case id, state, amount, currency
    case feeCap = "fee_cap"
    case always
  }
}

/// What was decided: about an app, which has a `key`, or about a payment, which has an `id`.
package enum OwnerDecision: Sendable, Equatable {
  /// About an app.
  case app(AppDecision)
  /// About a payment.
  case payment(PaymentDecision)
}

extension OwnerDecision: Codable {
  private enum CodingKeys: String, CodingKey { case key }

  /// Decodes either, by the member that only an app has.
  package init(from decoder: any Decoder) throws {
    let isApp = try decoder.container(keyedBy: CodingKeys.self).contains(.key)
    self = isApp ? .app(try AppDecision(from: decoder)) : .payment(try PaymentDecision(from: decoder))
  }

  /// Encodes the members of either.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .app(let decision): try decision.encode(to: encoder)
    case .payment(let decision): try decision.encode(to: encoder)
    }
  }
}
