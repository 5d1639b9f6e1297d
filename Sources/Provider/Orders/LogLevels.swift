package import Logging

/// Whose business a line of the log is. Each line of a provider has one of these levels, and no other rule decides it:
/// an owner who reads from `warning` on reads all that has to be done, and nothing that an app can cause by its
/// requests.
///
/// A line names currencies, states, reasons and identifiers of orders. It never has an amount, an address, a
/// transaction, a text that an app or a wallet chose, or anything secret, at any level.
extension Logger.Level {
  /// What helps to find a fault, such as each request that was refused and each call of a wallet that failed.
  package static let detail = Logger.Level.debug
  /// The fault of a peer: a malformed message, a handshake that fails, an app beyond its limits, a refused document.
  package static let peersFault = Logger.Level.info
  /// The owner's business that needs no act: a wallet that comes or goes, a question that waits, what was continued.
  package static let ownersBusiness = Logger.Level.notice
  /// The owner has to do something: look at a payment, change the configuration, call a recipient.
  package static let ownersTurn = Logger.Level.warning
  /// A defect of this program, or a disk that fails.
  package static let ownFault = Logger.Level.error
  /// The program ends because of it.
  package static let end = Logger.Level.critical
}
