import JSON
package import PaymentsModel

/// Lists what the wallets sent that the ledger has no order for, and the orders that wait for the owner to look at it.
package enum ListUnknownSends: OwnerMethod {
  package static let name = "sends"
  package static let summary =
    "Lists what the wallets sent that the ledger has no order for, and the orders that wait for the owner to look at it."

  package struct Params: Codable, Sendable, Equatable {
    /// True for also what is only remembered in case an app asks for the same again.
    package var all: Bool?

    package init(all: Bool? = nil) {
      self.all = all
    }
  }

  package typealias Result = SendsReport
}

/// Says what a send of the wallet was.
package enum SettleUnknownSend: OwnerMethod {
  package static let name = "sends.settle"
  package static let summary = "Says what a send of the wallet was."
  package static let failures: [OwnerFailure.Reason] = [
    .conflict, .sendNotFound, .heldOrderNotFound, .pinRequired, .wrongPin,
  ]

  package struct Params: Codable, Sendable, Equatable {
    /// The transaction, or its first characters; `all` for all that stop paying, as forgotten.
    package var id: String
    /// The identifier of the order that it paid; `own` where the owner made it; `forgotten` where no order is left of
    /// it.
    package var verdict: String
    /// The owner's PIN, where one is set.
    package var pin: String?

    package init(id: String, verdict: String, pin: String? = nil) {
      self.id = id
      self.verdict = verdict
      self.pin = pin
    }

    private enum CodingKeys: String, CodingKey {
      case id
      case verdict = "as"
      case pin
    }
  }

  package typealias Result = SendsReport
}

/// Lets an order go on that waits for the owner to look: none of the sends was its payment.
package enum PayHeldOrder: OwnerMethod {
  package static let name = "sends.pay"
  package static let summary =
    "Lets an order go on that waits for the owner to look: none of the sends was its payment."
  package static let failures: [OwnerFailure.Reason] = [
    .heldOrderNotFound, .conflict, .sendsFirst, .walletLocked, .pinRequired, .wrongPin,
  ]

  package struct Params: Codable, Sendable, Equatable {
    /// The order, or the end of its identifier.
    package var id: String
    /// The owner's PIN, where it is needed.
    package var pin: String?

    package init(id: String, pin: String? = nil) {
      self.id = id
      self.pin = pin
    }
  }

  package typealias Result = HeldOrderReport
}

/// Ends an order that waits for the owner to look.
package enum CancelHeldOrder: OwnerMethod {
  package static let name = "sends.cancel"
  package static let summary = "Ends an order that waits for the owner to look."
  package static let failures: [OwnerFailure.Reason] = [.heldOrderNotFound, .conflict]

  package struct Params: Codable, Sendable, Equatable {
    /// The order, or the end of its identifier.
    package var id: String

    package init(id: String) {
      self.id = id
    }
  }

  package typealias Result = HeldOrderReport
}

/// Says that a wallet is another one than before, on purpose.
package enum AcceptWallet: OwnerMethod {
  package static let name = "sends.accept"
  package static let summary =
    "Says that a wallet has taken the place of the one that the ledger knows, on purpose: it is paid from again."
  package static let failures: [OwnerFailure.Reason] = [.conflict, .pinRequired, .wrongPin]

  package struct Params: Codable, Sendable, Equatable {
    /// The code of the wallet's currency.
    package var currency: String
    /// The owner's PIN, where one is set.
    package var pin: String?

    package init(currency: String, pin: String? = nil) {
      self.currency = currency
      self.pin = pin
    }
  }

  package typealias Result = SendsReport
}

/// What became of an order that waited for the owner to look.
package struct HeldOrderReport: Codable, Sendable, Equatable {
  /// The identifier of the order.
  package var id: String
  /// How far it is now.
  package var state: OrderState

  package init(id: String, state: OrderState) {
    self.id = id
    self.state = state
  }
}

/// What the owner has to look at.
package struct SendsReport: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// Currencies of which nothing is paid before the owner has looked.
  package var stopped: [String]
  /// Currencies whose wallet has not told yet what it sent; nothing is paid before.
  package var notCompared: [String]
  /// Currencies whose wallet is not the one that the ledger knows, or lacks payments of the ledger; nothing is paid from
  /// it.
  package var notRecognised: [String]
  /// What the wallets sent.
  package var sends: [SendReport]
  /// The orders that wait for the owner's word.
  package var orders: [HeldOrder]

  package init(
    stopped: [String], notCompared: [String], notRecognised: [String], sends: [SendReport], orders: [HeldOrder]
  ) {
    self.stopped = stopped
    self.notCompared = notCompared
    self.notRecognised = notRecognised
    self.sends = sends
    self.orders = orders
  }
}

/// A transaction of the wallet that the ledger has no order for.
package struct SendReport: Codable, Sendable, Equatable {
  /// The identifier of the transaction.
  package var id: String
  /// The code of the currency.
  package var currency: String
  /// What is known of it.
  package var what: SendKind
  /// What it pays.
  package var outputs: [SendReportOutput]
  /// The open orders whose payment it may be.
  package var orders: [String]
  /// What it cost, where the wallet tells.
  package var fee: DecimalAmount?
  /// When it was sent, where the wallet tells.
  package var at: Timestamp?

  package init(
    id: String, currency: String, what: SendKind, outputs: [SendReportOutput], orders: [String],
    fee: DecimalAmount? = nil, at: Timestamp? = nil
  ) {
    self.id = id
    self.currency = currency
    self.what = what
    self.outputs = outputs
    self.orders = orders
    self.fee = fee
    self.at = at
  }
}

/// What a transaction pays to one address.
package struct SendReportOutput: Codable, Sendable, Equatable {
  /// How much.
  package var amount: DecimalAmount
  /// To where; absent where the wallet does not know.
  package var address: String?

  package init(amount: DecimalAmount, address: String? = nil) {
    self.amount = amount
    self.address = address
  }
}

/// An order that waits for the owner to look, since it may be paid already.
package struct HeldOrder: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// The identifier of the order.
  package var id: String
  /// The key of the app.
  package var key: AppKey
  /// The code of the currency.
  package var currency: String
  /// What the recipient gets.
  package var amount: DecimalAmount
  /// Where the money goes.
  package var address: String
  /// The state of the order.
  package var state: OrderState
  /// When the app asked.
  package var askedAt: Timestamp
  /// What the app says that it is for; a claim.
  package var description: String?

  package init(
    id: String, key: AppKey, currency: String, amount: DecimalAmount, address: String, state: OrderState,
    askedAt: Timestamp, description: String? = nil
  ) {
    self.id = id
    self.key = key
    self.currency = currency
    self.amount = amount
    self.address = address
    self.state = state
    self.askedAt = askedAt
    self.description = description
  }
}

/// What is known of a send that the ledger has no order for.
package enum SendKind: String, Codable, Sendable, Hashable, CaseIterable {
  /// This provider made it, by a ledger that knew more than the present one: paying is stopped.
  case open
  /// It was made with other tools while the provider was away, as far as anybody can tell.
  case noted
  /// The owner has looked: it is of a request that the ledger does not know any more.
  case forgotten
  /// The owner has looked: the transaction belongs to no order.
  case own
  /// The transaction belongs to an order, which has taken it over.
  case order
}
