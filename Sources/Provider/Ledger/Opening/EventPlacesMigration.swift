import GRDB

/// Numbers the events of each app separately. A common sequence told each app how active the other apps are.
///
/// Apps store places of the common sequence, including some after their own last event. These places stay valid:
/// existing events keep their numbers, and the next event of each app follows the last number of the common sequence.
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
