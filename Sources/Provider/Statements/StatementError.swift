/// Why a statement was not made.
package enum StatementError: Error, Sendable, Equatable {
  /// A sum does not fit 127 bits of atomic units.
  case sumTooLarge
  /// It cannot be written as JSON.
  case notEncodable
}
