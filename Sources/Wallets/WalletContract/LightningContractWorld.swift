public import PaymentsModel
public import WalletBackend

/// A node with a wallet that pays by it, in which the contract of payments by hash is checked. Each kind of node has its own
/// world.
///
/// From ``advance(by:)`` on, every requirement applies only if the world can do it; ``lacks`` tells what it cannot.
public protocol LightningContractWorld: Sendable {
  /// The abilities that this world lacks, with the reasons; none by default.
  var lacks: [LightningContractNeed: String] { get }

  /// A wallet of the node that pays, as a program has one that was just started.
  ///
  /// - Parameter patience: how long a commit waits for the end of its attempt.
  func payer(patience: Duration) async throws -> any WalletBackend
  /// A wallet that receives, as a program has one that was just started. It may be of the same node.
  func shop() async throws -> any WalletBackend
  /// An invoice of somebody else that the payer's node can pay: the same one each time where the world is scripted.
  func invoice(_ amount: Amount, lifetime: Duration) async throws -> String
  /// Has an invoice of the shop paid.
  ///
  /// - Returns: the payment hash.
  func receive(_ amount: Amount) async throws -> String
  /// How often the payer's node was asked to pay since the world was made; or how many payments it has made, where that is all
  /// that can be seen.
  func attempts() async throws -> Int

  /// Moves the clock of the payer.
  func advance(by duration: Duration) async throws
  /// The fee limit that the last attempt was told; `nil` if it was told none.
  func toldFeeLimit() async throws -> Amount?
  /// Decides what the payer's node tells of the hash from now on.
  func tell(_ tale: LightningTale) async throws
  /// Decides what becomes of the attempts from now on. At first they succeed.
  func attempt(_ course: LightningCourse) async throws
  /// Lets an attempt end that waits.
  func endAttempt() async throws
  /// Makes the payer's node answer every question with an error in prose, in another language than English, or as before.
  func speakProse(_ isOn: Bool) async throws
  /// Makes the shop's node answer with another invoice than it was asked for.
  func mistakeInvoices(_ mistake: LightningInvoiceMistake) async throws
  /// Makes the shop's node tell each receipt twice.
  func repeatReceipts() async throws
  /// Adds a receipt to the list of the shop's node that lacks its amount.
  func receiveUnreadable() async throws
}

/// What a node tells of a hash.
public enum LightningTale: Sendable, Hashable {
  /// It was never asked to pay it.
  case nothing
  /// A part is under way, and another one has failed.
  case underway
  /// All parts have failed.
  case failed
  /// All parts are said to have failed, and a channel still holds the money of one.
  case failedWithMoneyUnderway
  /// It is paid.
  case paid
  /// It is paid, with a number in place of what it cost that may have lost digits.
  case paidWithNumber(InexactNumber)
  /// It is paid, with the preimage of another hash.
  case paidWithOtherPreimage
  /// Another hash than the one that was asked for is paid.
  case paidForAnother
}

/// What becomes of an attempt.
public enum LightningCourse: Sendable, Hashable {
  /// The node answers at once, and then tells this of the hash.
  case answers(LightningTale)
  /// The connection ends, and the node then tells this of the hash.
  case breaks(LightningTale)
  /// The node answers when ``LightningContractWorld/endAttempt()`` is called.
  case waits
  /// The node lets nobody pay.
  case refuses
}

/// How an invoice differs from the one that was asked for.
public enum LightningInvoiceMistake: Sendable, Hashable, CaseIterable {
  /// It asks for more.
  case otherAmount
  /// It leaves the amount to the payer.
  case noAmount
  /// It is of another network.
  case otherNetwork
  /// It is of another hash than the one that the node tells beside it.
  case otherHash
  /// It is no invoice.
  case nonsense
}

/// A form in which JSON has a number, and which loses digits in some readers or is no number of the kind.
public enum InexactNumber: Sendable, Hashable, CaseIterable {
  case fraction, exponent, fractionInText, tooLarge, missing

  /// The JSON text.
  ///
  /// - Parameter exact: the number that would be right.
  public func json(for exact: Int) -> String {
    switch self {
    case .fraction: "\(exact).0"
    case .exponent: "\(exact)e0"
    case .fractionInText: "\"\(exact).0\""
    case .tooLarge: "18446744073709551616"
    case .missing: "null"
    }
  }
}

/// An ability of a world that a clause needs.
public enum LightningContractNeed: String, Sendable, Hashable, CaseIterable {
  /// The world implements ``LightningContractWorld/advance(by:)``.
  case time
  /// The world implements ``LightningContractWorld/toldFeeLimit()``, or its node cannot be told any.
  case feeLimits
  /// The world decides what its nodes say: it implements all the other requirements.
  case script
}

extension LightningContractWorld {
  /// By default a world has all abilities.
  public var lacks: [LightningContractNeed: String] { [:] }

  /// Throws by default.
  public func advance(by duration: Duration) async throws { throw Self.missing(.time) }

  /// Throws by default.
  public func toldFeeLimit() async throws -> Amount? { throw Self.missing(.feeLimits) }

  /// Throws by default.
  public func tell(_ tale: LightningTale) async throws { throw Self.missing(.script) }

  /// Throws by default.
  public func attempt(_ course: LightningCourse) async throws { throw Self.missing(.script) }

  /// Throws by default.
  public func endAttempt() async throws { throw Self.missing(.script) }

  /// Throws by default.
  public func speakProse(_ isOn: Bool) async throws { throw Self.missing(.script) }

  /// Throws by default.
  public func mistakeInvoices(_ mistake: LightningInvoiceMistake) async throws { throw Self.missing(.script) }

  /// Throws by default.
  public func repeatReceipts() async throws { throw Self.missing(.script) }

  /// Throws by default.
  public func receiveUnreadable() async throws { throw Self.missing(.script) }

  private static func missing(_ need: LightningContractNeed) -> ContractViolation {
    ContractViolation(
      description: "the world does not implement \(need.rawValue): do so, or say in lacks why there is none")
  }
}
