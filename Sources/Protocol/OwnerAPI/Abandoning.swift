import JSON
package import PaymentsModel

/// Ends an order that gets nowhere, once that is safe; without `id` lists those that have not ended.
package enum AbandonOrder: OwnerMethod {
  package static let name = "abandon"
  package static let summary =
    "Ends an order that gets nowhere, once that is safe; without `id` lists those that have not ended."
  package static let failures: [OwnerFailure.Reason] = [
    .orderNotOpen, .notFound, .feeAboveCap, .conflict, .walletLocked, .lockedInWallet, .pinRequired, .wrongPin,
  ]

  package struct Params: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// The order, or the beginning or end of its identifier.
    package var id: String?
    /// The largest network fee that the owner agrees to, a decimal. Without one nothing is done that costs anything:
    /// what it would cost is told.
    package var feeCap: String?
    /// The transaction that has taken the order's coins, or its first characters, where the wallet cannot tell whether it
    /// pays the order: the owner says that it does not.
    package var notPaidBy: String?
    /// The owner's PIN, where it is needed.
    package var pin: String?

    package init(id: String? = nil, feeCap: String? = nil, notPaidBy: String? = nil, pin: String? = nil) {
      self.id = id
      self.feeCap = feeCap
      self.notPaidBy = notPaidBy
      self.pin = pin
    }
  }

  package typealias Result = AbandonReport
}

/// An order that has not ended, and what is done to end it.
package struct OpenOrder: Codable, Sendable, Equatable {
  /// The identifier of the order.
  package var id: String
  /// The state of the order.
  package var state: OrderState
  /// What the recipient gets.
  package var amount: DecimalAmount
  /// The code of the currency.
  package var currency: String
  /// Whether the network may not have it.
  package var isInDoubt: Bool
  /// What it waits for, as apps are told.
  package var waitingFor: String?
  /// How many confirmations another transaction with its coins needs until the order is failed.
  package var confirmations: Int?
  /// The transaction that sends its coins back, once there is one.
  package var transactionID: String?
  /// What that transaction costs.
  package var fee: DecimalAmount?
  /// Where nothing was sent yet: the largest fee to agree to.
  package var feeCap: DecimalAmount?
  /// The other orders that its transaction pays, which end with it; absent where it pays no other.
  package var together: [String]?

  package init(
    id: String, state: OrderState, amount: DecimalAmount, currency: String, isInDoubt: Bool, waitingFor: String? = nil,
    confirmations: Int? = nil, transactionID: String? = nil, fee: DecimalAmount? = nil, feeCap: DecimalAmount? = nil,
    together: [String]? = nil
  ) {
    self.id = id
    self.state = state
    self.amount = amount
    self.currency = currency
    self.isInDoubt = isInDoubt
    self.waitingFor = waitingFor
    self.confirmations = confirmations
    self.transactionID = transactionID
    self.fee = fee
    self.feeCap = feeCap
    self.together = together
  }

  private enum CodingKeys: String, CodingKey {
    case id, state, amount, currency
    case isInDoubt = "in_doubt"
    case waitingFor = "waiting_for"
    case confirmations
    case transactionID = "transaction_id"
    case fee
    case feeCap = "fee_cap"
    case together
  }
}

/// What became of an order that was to be ended, or all orders that have not ended, where none was named.
package enum AbandonReport: Sendable, Equatable {
  /// All that have not ended, as `orders`.
  case open([OpenOrder])
  /// The one that was named.
  case order(OpenOrder)
}

extension AbandonReport: Codable {
  private enum CodingKeys: String, CodingKey { case orders }

  /// Decodes a list where there is one.
  package init(from decoder: any Decoder) throws {
    let orders = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent([OpenOrder].self, forKey: .orders)
    self = if let orders { .open(orders) } else { .order(try OpenOrder(from: decoder)) }
  }

  /// Encodes the list, or the members of the order.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .open(let orders):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(orders, forKey: .orders)
    case .order(let order): try order.encode(to: encoder)
    }
  }
}
