import GRDB

/// Numbers the events of each app by themselves: a number that all shared told each app how much the others do.
///
/// Apps keep places of before, also such as lie after their own last event, and they stay good: what an app has keeps
/// its number, and its next event follows on the last number that there was.
enum EventPlacesMigration {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("event places", foreignKeyChecks: .immediate) { try $0.execute(sql: steps) }
  }

  private static let steps = """
    CREATE TABLE event_counters (
      app_key TEXT PRIMARY KEY NOT NULL,
      newest INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO event_counters (app_key, newest)
      SELECT app_key, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0) FROM apps;
    ALTER TABLE events ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
    UPDATE events SET place = sequence;
    DROP INDEX events_by_app;
    CREATE UNIQUE INDEX events_by_place ON events (app_key, place);
    """
}
