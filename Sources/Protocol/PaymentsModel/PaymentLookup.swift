/// What a wallet says became of a signed transaction.
public enum PaymentLookup: Sendable, Hashable {
  /// The wallet and its network do not know the transaction. It may be committed again.
  case unknown
  /// The network knows the transaction, which waits for a block.
  case pool
  /// The transaction is in a block and has this number of confirmations, at least 1.
  case confirmed(Int)
  /// Another transaction spent the inputs and does not make the payment. The confirmations are those of the other
  /// transaction.
  case conflicted(confirmations: Int)
  /// Another transaction spent the inputs, and the wallet cannot tell whether it makes the payment: it was made by another
  /// wallet with the same keys. Only the owner can find out. The confirmations are those of the other transaction.
  case spent(by: String, confirmations: Int)
  /// Another transaction spent its inputs and makes this very payment, as where the owner raised the fee.
  ///
  /// `confirmations` are those of the other transaction, 0 while it waits for a block. `payments` is how many of its
  /// outputs pay the recipient exactly the amount: it stands for so many payments that are alike, and for no more.
  indirect case replaced(by: PaymentReplacement, confirmations: Int, payments: Int = 1)
  /// A payment by hash is under way, or may be: a node is looking for a way, or a part of it waits at another node. The
  /// money may leave at any time, and nothing else may be tried meanwhile.
  case attempting
  /// The one attempt at a payment by hash is over, and no part of it is under way any more. It moved no money and will
  /// move none.
  case undelivered
  /// The node knows nothing of a payment by hash, which may be committed.
  case untried
  /// The node knows nothing of a payment by hash, and it is too late to attempt it.
  case lapsed
  /// A payment by hash has arrived: the wallet has the preimage of the hash, which nobody can take back. `fee` is what the
  /// payment cost on its way.
  case settled(fee: Amount)

  /// The confirmations of a payment that cannot be undone, because it is no transaction in a block. It is the largest
  /// number that anybody can ask for.
  public static let finalConfirmations = 1_000
}

/// A transaction that makes the payment of a signed transaction in its place: it spends an input of the signed
/// transaction, so that only one of the two can be in a block, and pays the recipient the amount.
public struct PaymentReplacement: Sendable, Hashable {
  /// The id of the transaction in the network.
  public let transactionID: String
  /// The network fee of the transaction.
  public let fee: Amount

  /// A transaction that took the place of another one.
  public init(transactionID: String, fee: Amount) {
    self.transactionID = transactionID
    self.fee = fee
  }
}

extension PaymentReplacement: CustomStringConvertible, CustomDebugStringConvertible {
  /// Redacted: which transaction makes a payment does not appear in logs.
  public var description: String { "‹transaction›" }
  /// A fixed text, like the description.
  public var debugDescription: String { description }
}
