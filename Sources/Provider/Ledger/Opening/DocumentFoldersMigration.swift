import GRDB

/// Where each app leaves its documents, and the key with which it seals them.
enum DocumentFoldersMigration {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("document folders", foreignKeyChecks: .immediate) { database in
      try database.execute(
        sql: """
          CREATE TABLE document_folders (
            app_key TEXT PRIMARY KEY NOT NULL REFERENCES apps (app_key),
            name TEXT NOT NULL UNIQUE,
            document_key BLOB NOT NULL
          ) STRICT, WITHOUT ROWID;
          """)
    }
  }
}
