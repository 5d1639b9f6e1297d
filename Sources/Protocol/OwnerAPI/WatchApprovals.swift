/// Tells what waits for the owner, and then each change until either side hangs up. After the result each notification
/// `watch` has an ``OwnerNews`` as params.
package enum WatchApprovals: OwnerMethod {
  /// The name on the wire, also of the notifications.
  package static let name = "watch"
  package static let summary =
    "Tells what waits for the owner, and then each change, as notifications of the same name."
  package typealias Params = OwnerNothing
  /// What is answered at once.
  package typealias Result = OwnerNothing
}

/// What an owner's program that watches is told; the member `change` tells which.
package enum OwnerNews: Sendable, Equatable {
  /// Which of them it is.
  package enum Change: String, Codable, Sendable, Hashable, CaseIterable {
    /// What holds for all questions.
    case standing
    /// A question has come up.
    case shown
    /// A question that was shown has changed.
    case updated
    /// A question is not asked any more.
    case withdrawn
    /// Money has left or arrived without a question.
    case moved
    /// All that waited at the beginning was told.
    case ready
  }

  /// Why a question is not asked any more.
  package enum Ending: String, Codable, Sendable, Hashable, CaseIterable {
    /// The owner said yes.
    case approved
    /// The owner has refused the app.
    case denied
    /// The user of the chat did not answer in time.
    case expired
    /// The app withdrew it.
    case cancelled
    /// It can not be carried out any more.
    case failed
    /// It does not wait any more, for whatever other reason.
    case ended
  }

  /// What holds for all questions: the provider's name, whether the wallet is locked, whether a PIN is set, and how the
  /// wallets are.
  case standing(provider: String, locked: Bool, pin: Bool, wallets: [CurrencyReport])
  /// A question has come up.
  case shown(WaitingApproval)
  /// A question that was shown has changed.
  case updated(WaitingApproval)
  /// A question is not asked any more.
  case withdrawn(id: String, kind: QuestionKind, because: Ending)
  /// Money has left or arrived without a question.
  case moved(MoneyMoved)
  /// All that waited at the beginning was told.
  case ready
}

extension OwnerNews: Codable {
  private enum CodingKeys: String, CodingKey {
    case change, provider, locked, pin, wallets, approval, id, kind, because, money
  }

  /// Decodes by the member `change`.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Change.self, forKey: .change) {
    case .standing:
      self = .standing(
        provider: try container.decode(String.self, forKey: .provider),
        locked: try container.decode(Bool.self, forKey: .locked), pin: try container.decode(Bool.self, forKey: .pin),
        wallets: try container.decodeIfPresent([CurrencyReport].self, forKey: .wallets) ?? [])
    case .shown: self = .shown(try container.decode(WaitingApproval.self, forKey: .approval))
    case .updated: self = .updated(try container.decode(WaitingApproval.self, forKey: .approval))
    case .withdrawn:
      self = .withdrawn(
        id: try container.decode(String.self, forKey: .id),
        kind: try container.decode(QuestionKind.self, forKey: .kind),
        because: try container.decode(Ending.self, forKey: .because))
    case .moved: self = .moved(try container.decode(MoneyMoved.self, forKey: .money))
    case .ready: self = .ready
    }
  }

  /// Encodes with the member `change` first.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .standing(let provider, let locked, let pin, let wallets):
      try container.encode(Change.standing, forKey: .change)
      try container.encode(provider, forKey: .provider)
      try container.encode(locked, forKey: .locked)
      try container.encode(pin, forKey: .pin)
      try container.encode(wallets, forKey: .wallets)
    case .shown(let approval):
      try container.encode(Change.shown, forKey: .change)
      try container.encode(approval, forKey: .approval)
    case .updated(let approval):
      try container.encode(Change.updated, forKey: .change)
      try container.encode(approval, forKey: .approval)
    case .withdrawn(let id, let kind, let because):
      try container.encode(Change.withdrawn, forKey: .change)
      try container.encode(id, forKey: .id)
      try container.encode(kind, forKey: .kind)
      try container.encode(because, forKey: .because)
    case .moved(let money):
      try container.encode(Change.moved, forKey: .change)
      try container.encode(money, forKey: .money)
    case .ready: try container.encode(Change.ready, forKey: .change)
    }
  }
}
