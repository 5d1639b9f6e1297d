import GRDB

/// Adds the document folder of each app and the key with which the app seals its documents.
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
