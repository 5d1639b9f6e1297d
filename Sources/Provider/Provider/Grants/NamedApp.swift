import Ledger
import OwnerAPI
import PaymentsAPI
import PaymentsModel

/// A paired app that the owner named in a command, with the owner's decisions about it.
struct NamedApp: Sendable {
  let record: AppRecord
  let grant: AppGrantRecord

  /// The name that the owner sees.
  var name: String { grant.ownerName ?? record.claimedName }

  /// Finds a paired app by its key (with or without spaces), by the first eight or more characters of that, by its
  /// identifier, or by the name that the owner gave it. The app's own name is not considered.
  ///
  /// - Throws: ``OwnerAPI/OwnerFailure``: not found, or a conflict where several are meant.
  static func find(_ text: String, _ ledger: Ledger) async throws -> NamedApp {
    let wanted = AppKey.wanted(text)
    let matches = try await all(ledger).filter { app in
      let key = app.record.key.rawValue
      return key == wanted || (wanted.utf8.count >= 8 && key.utf8.starts(with: wanted.utf8))
        || Manifest(signed: app.record.evidence.manifest)?.appID == wanted || app.grant.ownerName == text
    }
    guard let app = matches.first else {
      throw OwnerFailure(.appNotFound, "no paired app is called \(text)")
    }
    guard matches.count == 1 else {
      throw OwnerFailure(.ambiguousApp, "several apps are called \(text); name one by its key")
    }
    return app
  }

  /// Returns all paired apps.
  static func all(_ ledger: Ledger) async throws -> [NamedApp] {
    try await ledger.read { reader -> [NamedApp] in
      let grants = Dictionary(try reader.appGrants().map { ($0.app, $0) }) { first, _ in first }
      return try reader.apps().filter { $0.status == .approved }.map { record in
        NamedApp(record: record, grant: grants[record.key] ?? AppGrantRecord(app: record.key))
      }
    }
  }
}

extension AppKey {
  /// Returns the key, or the beginning of a key, that the owner typed, without spaces and without the prefix `key:`.
  /// The prefix is needed for a key with a leading hyphen, which would otherwise be taken for an option.
  static func wanted(_ text: String) -> String {
    let scalars = text.unicodeScalars.filter { $0 != " " }
    return String(scalars.starts(with: "key:".unicodeScalars) ? scalars.dropFirst(4) : scalars[...])
  }
}
