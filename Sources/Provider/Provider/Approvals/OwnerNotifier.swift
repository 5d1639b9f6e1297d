package import DisplayText

/// A way to show waiting questions to the owner, for example as desktop notifications.
///
/// The provider calls it from any thread, one call at a time, and does not wait for it. No function may block.
public protocol OwnerNotifier: Sendable {
  /// Shows a question. If a question with this identifier is shown already, it is updated.
  ///
  /// - Parameter answer: Has to be called with the owner's answer, on any thread. Further calls, and calls after the
  ///   question was withdrawn, have no effect. If the answer could not be carried out, the question is shown again with
  ///   ``OwnerNotice/problem``.
  func show(_ notice: OwnerNotice, answer: @escaping @Sendable (OwnerAnswer) -> Void)

  /// Withdraws a question that was answered elsewhere, has expired or was cancelled. The question may not be shown at
  /// all.
  func withdraw(_ id: String)

  /// Tells of money that moved without a question. Nothing is done about it if that is not possible at present.
  func tell(_ notice: MoneyNotice)
}

/// The owner's answer to a notice.
public enum OwnerAnswer: Sendable, Hashable {
  /// The owner approves this one request.
  case approve
  /// The owner denies this one request.
  case deny
}

/// A question to the owner in short form.
///
/// Names and texts of apps are unverified and contained as the app wrote them. They have to be made safe for the place
/// where they are shown.
public struct OwnerNotice: Sendable, Hashable {
  /// The subject of a question.
  public enum Kind: String, Sendable, Hashable {
    /// An app asks to be paired.
    case pairing
    /// An app asks for a payment.
    case payment
  }

  /// The identifier of the question, such as `ord_…` or `pair_…`.
  public var id: String
  /// The subject of the question.
  public var kind: Kind
  /// The name that the owner gave the app, or the app's own name if there is none.
  public var appName: String
  /// The fingerprint of the app's key, for comparison by people.
  public var fingerprint: String
  /// The details of a pairing, one per line. Those of a payment are its facts.
  public var lines: [String]
  /// The details of a payment; `nil` for a pairing.
  public var payment: PaymentFacts?
  /// Whether an approval needs the owner's PIN, which can be typed at the console only.
  public var needsPIN: Bool
  /// Whether ``OwnerAnswer/approve`` is possible here; ``OwnerAnswer/deny`` always is. A pairing needs its code and
  /// some payments need the PIN, so these are approved at the console.
  public var canAnswer: Bool
  /// Why the last answer could not be carried out, as text for people; `nil` if nothing failed.
  public var problem: String?

  /// Creates a notice.
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
  /// The identifier and the kind. The details do not appear in logs.
  public var description: String { "\(kind.rawValue) \(id)" }
  /// The same as the description.
  public var debugDescription: String { description }
}

/// A notifier whose reader has a language.
package protocol TranslatingNotifier: OwnerNotifier {
  /// The translation of what it shows; `nil` for English.
  var translation: Translation? { get }
}
