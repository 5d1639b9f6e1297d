// Written by scripts/swift_types.py from protocol/owner: change the schemas, and `make spec`.

package import PaymentsAPI

/// Tells that the owner is done with what was opened; answers the way back to the app.
package enum FinishOpening: OwnerMethod {
  package static let name = "open.finish"

  /// The params of `open.finish`.
  package struct Params: OwnerObject {
    /// The identifier of the opening.
    package var openingID: String

    package init(openingID: String) {
      self.openingID = openingID
    }
  }

  /// The result of `open.finish`.
  package struct Result: OwnerObject {
    /// The identifier of the opening.
    package var openingID: String
    /// How it went with what was shown.
    package var result: OpeningResult
    /// The link that leads back to the app, where it gave one.
    package var link: String?

    package init(openingID: String, result: OpeningResult, link: String? = nil) {
      (self.openingID, self.result, self.link) = (openingID, result, link)
    }
  }
}

/// Opens a link that an app sent the owner, once: tells who asked, and what is to be shown.
package enum ShowOpening: OwnerMethod {
  package static let name = "open"

  /// The params of `open`.
  package struct Params: OwnerObject {
    /// The name of the provider that the link is for.
    package var provider: String
    /// The token of the link.
    package var token: String

    package init(provider: String, token: String) {
      (self.provider, self.token) = (provider, token)
    }
  }

  package typealias Result = OpeningView
}

/// Begins a statement of what one app or all received and paid in a period.
package enum BeginStatement: OwnerMethod {
  package static let name = "statement"

  /// The params of `statement`.
  package struct Params: OwnerObject {
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
      (self.format, self.from, self.to, self.app) = (format, from, to, app)
      self.currency = currency
    }
  }

  /// The result of `statement`.
  package struct Result: OwnerObject {
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

  /// The params of `statement.part`.
  package struct Params: OwnerObject {
    /// The identifier of the statement.
    package var statementID: String
    /// Which part; the first is 0.
    package var part: Int?

    package init(statementID: String, part: Int? = nil) {
      (self.statementID, self.part) = (statementID, part)
    }
  }

  /// The result of `statement.part`.
  package struct Result: OwnerObject {
    /// How far it is.
    package var statement: Statement
    /// Once it is ready: the bytes of the part, in base64url.
    package var data: String?

    package init(statement: Statement, data: String? = nil) {
      (self.statement, self.data) = (statement, data)
    }
  }
}
