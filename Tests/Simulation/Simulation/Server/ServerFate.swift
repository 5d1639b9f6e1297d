/// What becomes of a commit.
enum CommitFate {
  /// It is committed, and its client is told.
  case committed
  /// Its client loses the connection, and the server undoes it.
  case lostUndone
  /// It is committed, and its client loses the connection.
  case lostCommitted
  /// Its client loses the connection, and the server holds it for so many nanoseconds before it decides.
  case lostUndecided(Int64, isCommitted: Bool)
  /// It is undone with this SQLSTATE: `53100` for a full disk, `40001`, `40P01`.
  case refused(String)
  /// It is committed without the standby, of which the server warns.
  case warned
}

/// What becomes of a statement before it is carried out.
enum StatementFate {
  /// It is refused with this SQLSTATE: `57014` for one that took too long.
  case refused(String)
  /// The connection is closed, as with `57P01`, and the server undoes the transaction.
  case lost
  /// The connection is closed, and the server does not notice: it keeps the transaction until it was idle for too long.
  case lostUnnoticed
}
