/// What a transaction sets for itself, since a pool may hand out another connection for the next.
enum PostgresSettings {
  /// How long the server lets a transaction be idle. If this process is stopped in the middle of one, all others wait for
  /// so long.
  private static let idle = ("idle_in_transaction_session_timeout", "5000")
  /// How long one statement may take.
  private static let statement = ("statement_timeout", "20000")
  /// How long a transaction waits for others.
  private static let lock = ("lock_timeout", "15000")
  /// When the server takes a client for dead that does not answer; it ignores these where the client is on its machine.
  private static let network = [
    ("tcp_keepalives_idle", "10"), ("tcp_keepalives_interval", "5"), ("tcp_keepalives_count", "3"),
    ("tcp_user_timeout", "15000"),
  ]

  /// Columns of a statement, which apply from the next one on.
  static let reading = columns(network + [idle, statement])
  /// A statement whose result is of no interest. A server that answers commits before they are durable is told to wait.
  static let writing =
    "SELECT " + columns(network + [idle, statement, lock])
      + """
      , set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
        ELSE current_setting('synchronous_commit') END, true)
      """

  private static func columns(_ settings: [(name: String, value: String)]) -> String {
    settings.map { "set_config('\($0.name)', '\($0.value)', true)" }.joined(separator: ", ")
  }
}
