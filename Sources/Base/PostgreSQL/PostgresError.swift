/// Why PostgreSQL did not do what was asked. It carries no text of the server, which could contain stored data, except
/// in ``unreachable(_:)``, where no statement was sent.
package enum PostgresError: Error, Sendable, Hashable {
  /// The address cannot be read; the text says where it is wrong.
  case invalidAddress(String)
  /// There is no connection. The text of the library or the server says why, such as a wrong password.
  case unreachable(String)
  /// The connection was lost, or the server did not answer in time. What was sent may have been carried out.
  case lost
  /// The server refused a statement, with the five characters of SQLSTATE (PostgreSQL 15, appendix A).
  case refused(sqlState: String)
  /// The answer has a type that is not read here.
  case unreadable
}
