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

  /// What holds for all questions: the provider's name, whether the wallet is locked, whether a PIN is set, and how the
  /// wallets are.
  case standing(provider: String, locked: Bool, pin: Bool, wallets: [CurrencyReport])
  /// A question has come up.
  case shown(OwnerQuestion)
  /// A question that was shown has changed.
  case updated(OwnerQuestion)
  /// A question is not asked any more.
  case withdrawn(id: String, kind: QuestionKind, because: QuestionEnding)
  /// Money has left or arrived without a question.
  case moved(MoneyMoved)
  /// All that waited at the beginning was told.
  case ready
}

extension OwnerNews: Codable {
  private enum CodingKeys: String, CodingKey {
    case change, provider, locked, pin, wallets, question, id, kind, because, money
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
    case .shown: self = .shown(try container.decode(OwnerQuestion.self, forKey: .question))
    case .updated: self = .updated(try container.decode(OwnerQuestion.self, forKey: .question))
    case .withdrawn:
      self = .withdrawn(
        id: try container.decode(String.self, forKey: .id),
        kind: try container.decode(QuestionKind.self, forKey: .kind),
        because: try container.decode(QuestionEnding.self, forKey: .because))
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
    case .shown(let question):
      try container.encode(Change.shown, forKey: .change)
      try container.encode(question, forKey: .question)
    case .updated(let question):
      try container.encode(Change.updated, forKey: .change)
      try container.encode(question, forKey: .question)
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
