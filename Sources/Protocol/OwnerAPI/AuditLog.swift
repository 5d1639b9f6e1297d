package import JSON
package import PaymentsModel

/// Lists entries of the audit log, the newest first.
package enum ListAuditEntries: OwnerMethod {
  package static let name = "audit"
  package static let summary = "Lists entries of the audit log, the newest first."
  package static let failures: [OwnerFailure.Reason] = [.appNotFound, .ambiguousApp]

  package struct Params: Codable, Sendable, Equatable {
    /// Only those about this app: its key or the beginning of it, or its id.
    package var app: String?
    /// Only those from this moment on.
    package var since: Timestamp?
    /// The most entries, from 1 to 200; 50 where absent.
    package var limit: Int?
    /// Only those before this entry.
    package var before: Int64?

    package init(app: String? = nil, since: Timestamp? = nil, limit: Int? = nil, before: Int64? = nil) {
      self.app = app
      self.since = since
      self.limit = limit
      self.before = before
    }
  }

  package struct Result: Codable, Sendable, Equatable {
    /// The entries.
    package var entries: [AuditLogEntry]
    /// Where there may be more: what `before` is to be for them.
    package var next: Int64?

    package init(entries: [AuditLogEntry], next: Int64? = nil) {
      self.entries = entries
      self.next = next
    }
  }
}

/// An entry of the audit log.
package struct AuditLogEntry: Codable, Sendable, Equatable {
  /// Its number; the first is 1.
  package var number: Int64
  /// When it was written.
  package var at: Timestamp
  /// What happened, such as `order.approved`.
  package var kind: String
  /// The app that it is about.
  package var app: AppKey?
  /// What that app calls itself; a claim.
  package var name: String?
  /// The order, invoice or other thing that it is about.
  package var object: String?
  /// What is known of it; an object whose members depend on the kind.
  package var detail: JSONValue
  /// The hash over this entry and all before it, in hexadecimal.
  package var hash: String

  package init(
    number: Int64, at: Timestamp, kind: String, app: AppKey? = nil, name: String? = nil, object: String? = nil,
    detail: JSONValue, hash: String
  ) {
    self.number = number
    self.at = at
    self.kind = kind
    self.app = app
    self.name = name
    self.object = object
    self.detail = detail
    self.hash = hash
  }

  private enum CodingKeys: String, CodingKey {
    case number = "entry"
    case at, kind, app, name, object, detail, hash
  }
}

/// Tells the newest entry of the audit log, to be noted elsewhere.
package enum GetAuditHead: OwnerMethod {
  package static let name = "audit.head"
  package static let summary = "Tells the newest entry of the audit log, to be noted elsewhere."
  package typealias Params = OwnerNothing

  package struct Result: Codable, Sendable, Equatable {
    /// How many entries there are.
    package var entries: Int64
    /// The hash of the newest, in hexadecimal.
    package var hash: String
    /// Both in one word, for `expect` of a later check.
    package var note: String

    package init(entries: Int64, hash: String, note: String) {
      self.entries = entries
      self.hash = hash
      self.note = note
    }
  }
}

/// Checks the whole audit log.
package enum VerifyAuditLog: OwnerMethod {
  package static let name = "audit.verify"
  package static let summary = "Checks the whole audit log."
  package static let failures: [OwnerFailure.Reason] = [.badNote]

  package struct Params: Codable, Sendable, Equatable {
    /// A note that is to be part of the log.
    package var expect: String?

    package init(expect: String? = nil) {
      self.expect = expect
    }
  }

  package typealias Result = AuditVerification
}

/// The log is what it was.
package struct SoundAuditLog: Codable, Sendable, Equatable {
  /// How many entries there are.
  package var entries: Int64
  /// The hash of the newest, in hexadecimal.
  package var hash: String
  /// Both in one word, for `expect` of a later check.
  package var note: String
  /// Always true.
  package var ok: Bool
  /// The note that was asked for.
  package var expected: String?

  package init(entries: Int64, hash: String, note: String, ok: Bool, expected: String? = nil) {
    self.entries = entries
    self.hash = hash
    self.note = note
    self.ok = ok
    self.expected = expected
  }
}

/// The log is not what it was.
package struct BrokenAuditLog: Codable, Sendable, Equatable {
  /// Always false.
  package var ok: Bool
  /// The entry at which that is seen; 0 where no entry is about it.
  package var number: Int64
  /// `changed`, `missing`, `cut_off`, `not_as_noted`, `note_unknown` or `settings_changed`.
  package var fault: String
  /// What is wrong, in a sentence for people.
  package var message: String

  package init(ok: Bool, number: Int64, fault: String, message: String) {
    self.ok = ok
    self.number = number
    self.fault = fault
    self.message = message
  }

  private enum CodingKeys: String, CodingKey {
    case ok
    case number = "entry"
    case fault, message
  }
}

/// What a check of the audit log found; its member `ok` tells which.
package enum AuditVerification: Sendable, Equatable {
  /// All is what it was.
  case sound(SoundAuditLog)
  /// Something was changed, taken out or cut off.
  case broken(BrokenAuditLog)
}

extension AuditVerification: Codable {
  private enum CodingKeys: String, CodingKey { case ok }

  /// Decodes either, by the member `ok`.
  package init(from decoder: any Decoder) throws {
    let isSound = try decoder.container(keyedBy: CodingKeys.self).decode(Bool.self, forKey: .ok)
    self = isSound ? .sound(try SoundAuditLog(from: decoder)) : .broken(try BrokenAuditLog(from: decoder))
  }

  /// Encodes the members of either.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .sound(let log): try log.encode(to: encoder)
    case .broken(let log): try log.encode(to: encoder)
    }
  }
}
