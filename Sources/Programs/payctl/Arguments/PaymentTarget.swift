import ArgumentParser
import PaymentURI
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The arguments of `pay`: either a payment URI, optionally with a currency before and an amount after it, or a
/// currency, an address and an amount.
enum PaymentTarget {
  case uri(String, currency: CurrencyArgument?, amount: String?)
  case address(String, currency: CurrencyArgument, amount: String)

  /// Reads the arguments.
  ///
  /// - Throws: `ValidationError`.
  init(_ words: [String]) throws {
    let uri = words.firstIndex { $0.contains(":") }
    if let other = Self.reordered(words, uri: uri) {
      throw ValidationError(
        localized("These are in another order than pay wants them. Is it this: payctl pay \(other)"))
    }
    switch (uri, words.count) {
    case (0?, 1), (0?, 2): self = .uri(words[0], currency: nil, amount: words.count == 2 ? words[1] : nil)
    case (1?, 2), (1?, 3):
      self = .uri(words[1], currency: try Self.currency(words[0]), amount: words.count == 3 ? words[2] : nil)
    case (nil, 3): self = .address(words[1], currency: try Self.currency(words[0]), amount: words[2])
    case (nil, 2) where Self.kind(words[0]) == .currency && Self.kind(words[1]) == .address:
      throw ValidationError(
        localized("The amount is missing: payctl pay \(words[0].uppercased()) \(Self.shown(words[1])) AMOUNT"))
    case (nil, 2) where Set(words.map(Self.kind)) == [.address, .amount]:
      throw ValidationError(
        localized("The currency is missing: payctl pay CUR ADDRESS AMOUNT, such as payctl pay LTC …"))
    default: throw ValidationError(localized("Give a payment URI, or a currency, an address and an amount."))
    }
    if let amount { _ = try AmountText.parse(amount) }
  }

  private var amount: String? {
    switch self {
    case .uri(_, _, let amount): amount
    case .address(_, _, let amount): amount
    }
  }

  private enum Kind {
    case currency, amount, address, other
  }

  /// What a word can only be.
  private static func kind(_ word: String) -> Kind {
    if (try? DecimalAmount(word)) != nil { return .amount }
    if CurrencyArgument(argument: word) != nil { return .currency }
    // No address is shorter, and nothing else that is typed here is longer.
    return word.utf8.count >= 20 ? .address : .other
  }

  /// Returns the words in the order in which they are wanted if they stand in another one; `nil` if they do not, or if
  /// they cannot be told apart.
  private static func reordered(_ words: [String], uri: Int?) -> String? {
    let kinds = words.map(kind)
    func first(_ kind: Kind) -> String? { kinds.firstIndex(of: kind).map { words[$0] } }
    if let uri {
      guard uri > 0, kinds[0] == .amount, words.count == 2 else { return nil }
      return "\(CommandWords.quoted(shown(words[uri]))) \(words[0])"
    }
    guard words.count == 3, kinds != [.currency, .address, .amount], Set(kinds) == [.currency, .address, .amount],
      let currency = first(.currency), let address = first(.address), let amount = first(.amount)
    else { return nil }
    return "\(currency.uppercased()) \(shown(address)) \(amount)"
  }

  private static func shown(_ word: String) -> String { SafeText(word, limit: 200).text }

  private static func currency(_ word: String) throws -> CurrencyArgument {
    guard let currency = CurrencyArgument(argument: word) else {
      throw ValidationError(localized("'\(SafeText(word, limit: 40))' is no currency code, such as LTC."))
    }
    return currency
  }

  /// Returns the recipient and the amount. A URI is also shown to the person.
  ///
  /// - Parameters:
  ///   - isRepeated: whether this may repeat an earlier order, in which case an expired URI is accepted.
  ///   - byLightning: whether the Lightning invoice of a URI is paid in place of its address.
  /// - Throws: `CommandFailure` if the URI cannot be paid, or contradicts the other arguments.
  func payment(in context: CommandContext, isRepeated: Bool, byLightning: Bool) async throws -> TargetPayment {
    switch self {
    case .address(let address, let currency, let amount):
      guard !byLightning else {
        throw CommandFailure(
          .usage, reason: "usage", localized("--lightning is for a payment URI."),
          advice: localized("A Lightning invoice is given in place of the address, without it."))
      }
      return TargetPayment(currency: currency.code, address: address, amount: try AmountText.parse(amount))
    case .uri(let text, let currency, let amount):
      let (uri, info) = try await URIReading(text: text, currency: currency).read(in: context)
      let view = URIView(context: context, currency: info)
      let typed = try amount.map { try AmountText.parse($0) }
      if let typed, let asked = uri.amount, typed != asked {
        throw CommandFailure(
          .dataError, reason: "contradiction",
          localized("The URI asks for \(asked.text) \(info.code), not for \(typed.text)."),
          advice:
            localized(
              "Leave the amount out to pay what the URI asks for; to pay something else, give currency, address and "
                + "amount."))
      }
      guard let amount = uri.amount ?? typed else {
        throw CommandFailure(
          .usage, reason: "usage", localized("The URI names no amount."),
          advice: localized("Type it after the URI, such as 0.5."))
      }
      if let end = uri.expiresAt, end <= context.now(), !isRepeated {
        throw CommandFailure(
          .dataError, reason: "expired", localized("The URI was good until \(MomentText.full(end)) only."),
          advice: localized("Ask the payee for a new one; nothing was ordered."))
      }
      if byLightning, uri.lightning == nil {
        throw CommandFailure(
          .dataError, reason: "no_lightning", localized("The URI has no Lightning invoice."),
          advice: localized("Leave --lightning out to pay its address; nothing was ordered."))
      }
      let address = uri.address(on: info.network)
      for line in view.lines(uri, amount: amount, .error) { try context.remark(line) }
      return TargetPayment(
        currency: info.code, address: byLightning ? uri.lightning ?? address : address, amount: amount,
        description: URIView.description(uri), expiresAt: uri.expiresAt)
    }
  }
}

/// The recipient and the amount of a payment.
struct TargetPayment {
  var currency: String
  var address: String
  var amount: DecimalAmount
  /// The payee's description, if the URI has one.
  var description: String?
  /// The time at which the payee's offer ends, if the URI has one.
  var expiresAt: Timestamp?
}
