/// What is looked for in statements. A pattern that stands where it is used is read anew each time.
///
/// `nonisolated(unsafe)`: the simulation has one thread.
enum ServerPatterns {
  nonisolated(unsafe) static let function = /CREATE FUNCTION (\w+)\(\)/.dotMatchesNewlines()
  nonisolated(unsafe) static let truncation = /^TRUNCATE (\w+)/
  nonisolated(unsafe) static let sequence = /setval\(pg_get_serial_sequence\('(\w+)', '(\w+)'\)/
  nonisolated(unsafe) static let creation = /^CREATE (UNLOGGED )?TABLE/
  nonisolated(unsafe) static let interval = /interval '(\d+) seconds'/
  nonisolated(unsafe) static let nameOfTable = /to_regclass\('(\w+)'\)/
  nonisolated(unsafe) static let lock = /pg_advisory_xact_lock\([^)]*\)\)/
  nonisolated(unsafe) static let cast = /::\w+/
  nonisolated(unsafe) static let rowLock = /\s+FOR UPDATE( OF \w+)?( NOWAIT| SKIP LOCKED)?/
  nonisolated(unsafe) static let argument = /\$(\d+)/
  nonisolated(unsafe) static let deletion =
    /^(WITH (\w+) AS .*\))\s+DELETE FROM (\w+) AS (\w+) USING \w+\s+WHERE (.*)\s+RETURNING (.*)$/
    .dotMatchesNewlines()
  nonisolated(unsafe) static let ledgerRow = /(FROM|UPDATE) ledger\b/
  nonisolated(unsafe) static let namedLock = /pg_advisory_xact_lock\(hashtext\('([^']*)'\)\)/
  nonisolated(unsafe) static let setting = /set_config\('(\w+)', '(\w+)', true\)/
  nonisolated(unsafe) static let parameter = /\?(\d+)/
}
