/// Something that shows the owner what waits, wherever the owner looks: a desktop notification, for instance.
///
/// The provider calls it from any thread, one call at a time, and never waits for it: neither method may block.
public protocol OwnerNotifier: Sendable {
  /// Shows a question, or shows it anew where one with this id is shown already.
  ///
  /// - Parameter answer: to be called with what the owner answered, on any thread; a second call, and one after the
  ///   question was withdrawn, does nothing. Where the answer could not be carried out the question is shown again,
  ///   with ``OwnerNotice/problem``.
  func show(_ notice: OwnerNotice, answer: @escaping @Sendable (OwnerAnswer) -> Void)

  /// Takes a question back: it was answered elsewhere, has expired or was cancelled. May name one that is not shown.
  func withdraw(_ id: String)
}

/// What the owner can answer to a notice.
public enum OwnerAnswer: Sendable, Hashable {
  /// Yes, this once.
  case approve
  /// No, this once.
  case deny
}

/// A question to the owner, in few words.
///
/// Names and texts of apps are claims, and come as the app wrote them: make them safe for where they are shown.
public struct OwnerNotice: Sendable, Hashable {
  /// What is asked.
  public enum Kind: String, Sendable, Hashable {
    /// An app wants to be paired.
    case pairing
    /// An app wants a payment made.
    case payment
  }

  /// The name of the question, such as `ord_…` or `pair_…`.
  public var id: String
  /// What is asked.
  public var kind: Kind
  /// The owner's name for the app where there is one, and what it calls itself otherwise.
  public var appName: String
  /// The app's key, as people compare it.
  public var fingerprint: String
  /// What is asked, a fact per line: for a payment amount, address and whether it is known, fee and total.
  public var lines: [String]
  /// The same facts one by one; `nil` for a pairing.
  public var payment: PaymentFacts?
  /// Whether a yes needs the owner's PIN, which can be typed at the console only.
  public var needsPIN: Bool
  /// Whether ``OwnerAnswer/approve`` may be answered here; ``OwnerAnswer/deny`` always may. A pairing needs its code
  /// and some payments need the PIN: these are approved at the console.
  public var canAnswer: Bool
  /// Why the last answer to it could not be carried out, for people; `nil` where there was none.
  public var problem: String?

  /// A notice.
  public init(
    id: String, kind: Kind, appName: String, fingerprint: String, lines: [String], payment: PaymentFacts? = nil,
    needsPIN: Bool, canAnswer: Bool, problem: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.appName = appName
    self.fingerprint = fingerprint
    self.lines = lines
    self.payment = payment
    self.needsPIN = needsPIN
    self.canAnswer = canAnswer
    self.problem = problem
  }
}

extension OwnerNotice: CustomStringConvertible, CustomDebugStringConvertible {
  /// The id and the kind; what is asked does not appear in logs.
  public var description: String { "\(kind.rawValue) \(id)" }
  /// The same as the description.
  public var debugDescription: String { description }
}
