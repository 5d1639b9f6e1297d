import Ledger
import OwnerAPI
import PaymentsAPI
import PaymentsModel

/// An app that the owner named in a command, with the owner's decisions about it.
struct NamedApp: Sendable {
  let record: AppRecord
  let grant: AppGrantRecord

  /// The name that the owner sees.
  var name: String { grant.ownerName ?? record.claimedName }

  /// Finds a paired app by what the owner typed; see ``AppNaming``.
  ///
  /// - Throws: ``OwnerAPI/OwnerFailure``: not found, or a conflict where several are meant.
  static func find(_ text: String, _ ledger: Ledger) async throws -> NamedApp {
    try AppNaming.find(text, among: try await all(ledger), "no paired app is called \(text)")
  }

  /// Returns all paired apps.
  static func all(_ ledger: Ledger) async throws -> [NamedApp] {
    try await ledger.read { reader in try known(reader).filter { $0.record.status == .approved } }
  }

  /// Returns all apps that were ever paired.
  static func known(_ reader: LedgerReader) throws -> [NamedApp] {
    let grants = Dictionary(try reader.appGrants().map { ($0.app, $0) }) { first, _ in first }
    return try reader.apps().map { record in
      NamedApp(record: record, grant: grants[record.key] ?? AppGrantRecord(app: record.key))
    }
  }
}

/// The one rule by which the owner names an app, in every command.
///
/// The whole key and the owner's own name for the app come first, because no app can choose them. Then come what apps
/// say of themselves, their identifier and their name, and the beginning of a key; if these mean several apps, none is
/// taken.
enum AppNaming {
  /// The shortest beginning of a key that is taken, in bytes.
  private static let leastKeyLength = 4
  /// The most apps that are listed where several are meant.
  private static let mostCandidates = 8

  /// Finds the app.
  ///
  /// - Parameter notFound: the sentence if there is none.
  /// - Throws: ``OwnerAPI/OwnerFailure``: not found, or a conflict with the apps that are meant.
  static func find(_ text: String, among apps: [NamedApp], _ notFound: String) throws -> NamedApp {
    let typed = AppKey.wanted(text)
    if let app = apps.first(where: { $0.record.key.rawValue == typed }) { return app }
    if !text.isEmpty, let app = apps.first(where: { $0.grant.ownerName == text }) { return app }
    let matches = apps.filter { app in
      guard !typed.isEmpty else { return false }
      return Manifest(signed: app.record.evidence.manifest)?.appID == text || app.record.claimedName == text
        || (typed.utf8.count >= leastKeyLength && app.record.key.rawValue.utf8.starts(with: typed.utf8))
    }
    guard let app = matches.first else { throw OwnerFailure(.appNotFound, notFound) }
    guard matches.count == 1 else {
      throw OwnerFailure(
        .ambiguousApp, "several apps are called \(text); name one by its key",
        .init(candidates: matches.prefix(mostCandidates).map { "\($0.name) (\($0.record.key.fingerprint))" }))
    }
    return app
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

extension PartialIdentifier {
  /// Returns the identifier that the owner typed.
  ///
  /// - Parameters:
  ///   - ambiguous: the reason if several are meant.
  ///   - what: what the identifiers are, in the plural.
  /// - Returns: `nil` if none is meant.
  /// - Throws: ``OwnerAPI/OwnerFailure`` with the candidates if several are meant.
  static func find(
    _ text: String, among all: [String], _ ambiguous: OwnerFailure.Reason, of what: String
  ) throws -> String? {
    switch find(text, among: all) {
    case .one(let id): return id
    case .none: return nil
    case .several(let ids):
      throw OwnerFailure(
        ambiguous, "several \(what) have this in their ids; give more of it",
        .init(candidates: Array(ids.sorted().prefix(8))))
    }
  }
}
