package import PaymentsModel

/// Why a wallet did not do what it was asked to. It carries no text of the wallet, which could contain addresses or
/// amounts.
public enum WalletError: Error, Sendable, Hashable {
  /// The wallet is not reachable: it does not run, or the connection was refused or lost. If the call changes
  /// something, it is not known whether it did.
  case unavailable
  /// The wallet did not answer in time. If the call changes something, it is not known whether it did.
  case timeout
  /// The wallet is reachable, but its owner must unlock it first.
  case locked
  /// The wallet is reachable, but still loads or is behind the network.
  case syncing
  /// The wallet gave an answer that violates its protocol, or an error that the backend does not know.
  case protocolViolation(code: Int?)
  /// The credentials are wrong.
  case unauthorized
  /// The wallet does not have enough spendable coins for the amount and the fee.
  case insufficientFunds
  /// The wallet has enough coins, but some of them are reserved for other payments or wait for blocks. A later attempt
  /// can succeed.
  case coinsBusy
  /// The amount is below the smallest that the network carries.
  case amountTooSmall
  /// The wallet has no addresses, and is paid by invoices of its own.
  case noAddresses
  /// The address is invalid, or belongs to another network.
  case invalidAddress
  /// The fee would exceed the cap.
  case feeAboveCap
  /// The invoice of a payment by hash was paid before, by whomever.
  case alreadyPaid
  /// The invoice of a payment by hash cannot be paid any more, because its time is over.
  case invoiceExpired
  /// The invoice of a payment by hash is one of the wallet itself, which has nobody to pay.
  case ownInvoice
  /// The wallet does not have the key or the transaction, or cannot make this kind of proof.
  case cannotProve
  /// The text is no proof of the expected kind.
  case malformedProof
}

extension Amount {
  /// Returns the sum of what a wallet told. An overflow is an error of the wallet.
  package func plus(_ other: Amount) throws(WalletError) -> Amount {
    do { return try adding(other) } catch { throw .protocolViolation(code: nil) }
  }
}
