import GRDB

/// Stores for each app up to which place its events were dropped, even if no event of the app is left.
enum EventBoundsMigration {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("event bounds", foreignKeyChecks: .immediate) { database in
      try database.execute(
        sql: """
          CREATE TABLE event_bounds (
            app_key TEXT PRIMARY KEY NOT NULL,
            dropped_through INTEGER NOT NULL
          ) STRICT, WITHOUT ROWID;
          """)
    }
  }
}
