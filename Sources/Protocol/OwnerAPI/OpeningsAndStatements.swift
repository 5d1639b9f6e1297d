import JSON
package import PaymentsAPI
package import PaymentsModel

/// Opens a link that an app sent the owner, once: tells who asked, and what is to be shown.
package enum ShowOpening: OwnerMethod {
  package static let name = "open"
  package static let summary =
    "Opens a link that an app sent the owner, once: tells who asked, and what is to be shown."
  package static let failures: [OwnerFailure.Reason] = [.otherProvider, .notFound, .conflict]

  package struct Params: Codable, Sendable, Equatable {
    /// The name of the provider that the link is for.
    package var provider: String
    /// The token of the link.
    package var token: String

    package init(provider: String, token: String) {
      self.provider = provider
      self.token = token
    }
  }

  package typealias Result = OpeningView
}

/// What an app wanted the owner to see.
package struct OpeningView: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// The identifier of the opening, to finish it.
  package var openingID: String
  /// What the app calls itself; a claim.
  package var name: String
  /// The key of the app.
  package var key: AppKey
  /// The beginning of the key, as people compare it.
  package var fingerprint: String
  /// What the owner calls the app.
  package var ownerName: String?
  /// The scheme of the links that lead back to the app; a claim.
  package var callback: String?
  /// What is shown.
  package var kind: OpeningKind
  /// With `payment_order`: the order, as its app sees it.
  package var paymentOrder: PaymentOrder?
  /// With `payment_order`: the question about it, where it waits for the owner.
  package var approval: WaitingApproval?
  /// With `invoice`: the invoice, as its app sees it.
  package var invoice: Invoice?
  /// With `payments`: the newest orders of the app.
  package var paymentOrders: [PaymentOrder]?
  /// With `payments`: the newest invoices of the app.
  package var invoices: [Invoice]?

  package init(
    openingID: String, name: String, key: AppKey, fingerprint: String, ownerName: String? = nil,
    callback: String? = nil, kind: OpeningKind, paymentOrder: PaymentOrder? = nil, approval: WaitingApproval? = nil,
    invoice: Invoice? = nil, paymentOrders: [PaymentOrder]? = nil, invoices: [Invoice]? = nil
  ) {
    self.openingID = openingID
    self.name = name
    self.key = key
    self.fingerprint = fingerprint
    self.ownerName = ownerName
    self.callback = callback
    self.kind = kind
    self.paymentOrder = paymentOrder
    self.approval = approval
    self.invoice = invoice
    self.paymentOrders = paymentOrders
    self.invoices = invoices
  }
}

/// What an app wants the owner to see.
package enum OpeningKind: String, Codable, Sendable, Hashable, CaseIterable {
  /// A payment order.
  case paymentOrder = "payment_order"
  /// An invoice.
  case invoice
  /// All payments of the app.
  case payments
}

/// Tells that the owner is done with what was opened; answers the way back to the app.
package enum FinishOpening: OwnerMethod {
  package static let name = "open.finish"
  package static let summary = "Tells that the owner is done with what was opened; answers the way back to the app."
  package static let failures: [OwnerFailure.Reason] = [.conflict]

  package struct Params: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// The identifier of the opening.
    package var openingID: String

    package init(openingID: String) {
      self.openingID = openingID
    }
  }

  package struct Result: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// The identifier of the opening.
    package var openingID: String
    /// How it went with what was shown.
    package var result: OpeningResult
    /// The link that leads back to the app, where it gave one.
    package var link: String?

    package init(openingID: String, result: OpeningResult, link: String? = nil) {
      self.openingID = openingID
      self.result = result
      self.link = link
    }
  }
}

/// Begins a statement of what one app or all received and paid in a period.
package enum BeginStatement: OwnerMethod {
  package static let name = "statement"
  package static let summary = "Begins a statement of what one app or all received and paid in a period."
  package static let failures: [OwnerFailure.Reason] = [
    .appNotFound, .ambiguousApp, .currencyNotFound, .emptyPeriod, .programMissing,
  ]

  package struct Params: Codable, Sendable, Equatable {
    /// The form of the file.
    package var format: StatementFormat
    /// The first day, such as `2026-03-01`, or a moment in UTC.
    package var from: String
    /// The first day that is not part of it, or a moment in UTC.
    package var to: String
    /// Only this app: its key or the beginning of it, its id, or the owner's name for it.
    package var app: String?
    /// Only this currency.
    package var currency: String?

    package init(format: StatementFormat, from: String, to: String, app: String? = nil, currency: String? = nil) {
      self.format = format
      self.from = from
      self.to = to
      self.app = app
      self.currency = currency
    }
  }

  package struct Result: Codable, Sendable, Equatable {
    /// How far it is.
    package var statement: Statement

    package init(statement: Statement) {
      self.statement = statement
    }
  }
}

/// Tells how far a statement is, and a part of its file once it is ready; waits a while for that.
package enum FetchStatement: OwnerMethod {
  package static let name = "statement.part"
  package static let summary =
    "Tells how far a statement is, and a part of its file once it is ready; waits a while for that."
  package static let failures: [OwnerFailure.Reason] = [.notFound]

  package struct Params: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// The identifier of the statement.
    package var statementID: String
    /// Which part; the first is 0.
    package var part: Int?

    package init(statementID: String, part: Int? = nil) {
      self.statementID = statementID
      self.part = part
    }
  }

  package struct Result: Codable, Sendable, Equatable {
    /// How far it is.
    package var statement: Statement
    /// Once it is ready: the bytes of the part, in base64url.
    package var data: String?

    package init(statement: Statement, data: String? = nil) {
      self.statement = statement
      self.data = data
    }
  }
}
