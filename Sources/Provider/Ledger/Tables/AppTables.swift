import PaymentsCore
import PaymentsModel

extension LedgerSchema {
  static let apps = AppsTable()
  static let appGrants = AppGrantsTable()
  static let documentFolders = DocumentFoldersTable()
  static let daemons = DaemonsTable()
  static let requests = RequestsTable()
}

private let apps = TableDeclaration<AppsTable>("apps")

/// What an app proved, and what it was let in with.
struct AppsTable: TableColumns {
  let key: Column<AppKey> = apps.key("app_key")
  let status: Column<AppStatus> = apps.column("status", oneOf: ["pending", "approved", "denied", "revoked"])
  let claimedName: Column<String> = apps.column("claimed_name")
  let scopes: Column<String> = apps.column("scopes")
  let manifest: Column<[UInt8]> = apps.column("manifest")
  let handshakeHash: Column<[UInt8]> = apps.column("handshake_hash")
  let sessionKey: Column<[UInt8]> = apps.column("session_key")
  let signature: Column<[UInt8]> = apps.column("signature")
  let pairedAt: Column<Timestamp> = apps.column("paired_at")
  let lastSeenAt: Column<Timestamp?> = apps.column("last_seen_at")
  let table = apps.table()
}

private let appGrants = TableDeclaration<AppGrantsTable>("app_grants")

/// What the owner granted an app beyond that.
struct AppGrantsTable: TableColumns {
  let app: Column<AppKey> = appGrants.key("app_key", references: LedgerSchema.apps)
  let currencies: Column<String?> = appGrants.column("currencies")
  let expiresAt: Column<Timestamp?> = appGrants.column("expires_at")
  let ownerName: Column<String?> = appGrants.column("owner_name")
  let table = appGrants.table()
}

private let documentFolders = TableDeclaration<DocumentFoldersTable>("document_folders")

/// Where an app leaves its documents, and the key with which it seals them.
struct DocumentFoldersTable: TableColumns {
  let app: Column<AppKey> = documentFolders.key("app_key", references: LedgerSchema.apps)
  let name: Column<String> = documentFolders.column("name", isUnique: true)
  let documentKey: Column<[UInt8]> = documentFolders.column("document_key")
  let table = documentFolders.table()
}

private let daemons = TableDeclaration<DaemonsTable>("daemons")

/// The daemons that may pass on what apps and the owner say, by the keys of their own. One that was sent away stays in
/// the list, with the moment.
struct DaemonsTable: TableColumns {
  let publicKey: Column<String> = daemons.key("public_key")
  let name: Column<String> = daemons.column("name")
  let addedAt: Column<Timestamp> = daemons.column("added_at")
  let lastSeenAt: Column<Timestamp?> = daemons.column("last_seen_at")
  let revokedAt: Column<Timestamp?> = daemons.column("revoked_at")
  let table = daemons.table()
}

private let requests = TableDeclaration<RequestsTable>("requests")

/// Which request made which object, so that a repeated one makes nothing anew.
struct RequestsTable: TableColumns {
  let app: Column<AppKey> = requests.column("app_key", references: LedgerSchema.apps)
  let requestID: Column<PaymentRequestID> = requests.column("request_id")
  let method: Column<String> = requests.column("method")
  let paramsDigest: Column<String> = requests.column("params_digest")
  let objectKind: Column<String> = requests.column("object_kind")
  let objectID: Column<String> = requests.column("object_id")
  let createdAt: Column<Timestamp> = requests.column("created_at")
  let table = requests.table(key: ["app_key", "request_id"])
}
