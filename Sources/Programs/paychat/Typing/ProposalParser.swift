import ArgumentParser
import ChatPayments
import PaymentsModel
import TerminalUI

/// Parses amounts, currencies and people in the orders in which people type them.
enum ProposalParser {
  /// Parses a card: `bob 0.5 XMR or 1.2 LTC Pizza`, or `0.5 XMR to bob Pizza`. An offer may say `by lightning` before its note.
  static func card(_ kind: CardKind, verb: ChatVerb, from reader: inout WordReader) throws(CommandFailure)
    -> CardProposal
  {
    guard let first = reader.peeked else { throw ChatLineParser.usage(verb, localized("Whom, and how much?")) }
    var who: String?
    if !beginsAmount(first) { who = name(reader.next() ?? "") }
    guard !reader.isAtEnd else { throw ChatLineParser.usage(verb, localized("How much, and in which currency?")) }
    let prices = try prices(verb, &reader)
    if who == nil, reader.skip("to", "from") {
      guard let word = reader.next() else { throw ChatLineParser.usage(verb, localized("To whom?")) }
      who = name(word)
    }
    let byLightning = kind == .offer && skipByLightning(&reader)
    return CardProposal(kind: kind, who: who, prices: prices, note: reader.text, byLightning: byLightning)
  }

  /// Skips two words, of which neither alone says how to pay: a note may begin with either.
  private static func skipByLightning(_ reader: inout WordReader) -> Bool {
    var ahead = reader
    guard ahead.skip("by"), ahead.skip("lightning") else { return false }
    reader = ahead
    return true
  }

  /// Parses a collection: `90 LTC from bob carol for the boat`.
  static func collection(_ reader: inout WordReader) throws(CommandFailure) -> CollectionProposal {
    guard !reader.isAtEnd else { throw ChatLineParser.usage(.collect, localized("How much, and from whom?")) }
    let total = try price(.collect, &reader)
    if reader.peeked?.lowercased() == "or" {
      throw ChatLineParser.usage(.collect, localized("A collection is in one currency."))
    }
    _ = reader.skip("from")
    let people = people(&reader)
    guard !people.isEmpty else { throw ChatLineParser.usage(.collect, localized("From whom?")) }
    return CollectionProposal(total: total, people: people, title: reader.text)
  }

  /// Parses names up to the word `for`. Commas and `and` may stand between them.
  static func people(_ reader: inout WordReader) -> [String] {
    var people: [String] = []
    while !reader.isAtEnd, !reader.skip("for") {
      if reader.skip("and", ",", "&") { continue }
      guard let word = reader.next() else { break }
      people += word.split(separator: ",").map { name(String($0)) }.filter { !people.contains($0) }
    }
    return people
  }

  /// Removes the marks that people add to a name: `@bob` becomes `bob`.
  static func name(_ word: String) -> String {
    let name = word.hasPrefix("@") ? String(word.dropFirst()) : word
    return name.hasSuffix(",") ? String(name.dropLast()) : name
  }

  private static func prices(_ verb: ChatVerb, _ reader: inout WordReader) throws(CommandFailure) -> [CardPrice] {
    var prices = [try price(verb, &reader)]
    while reader.peeked?.lowercased() == "or" {
      var ahead = reader
      _ = ahead.next()
      // The word `or` may also begin the note.
      guard let word = ahead.peeked, beginsAmount(word) else { break }
      let next = try price(verb, &ahead)
      guard !prices.contains(where: { $0.currency == next.currency }) else {
        throw ChatLineParser.usage(verb, localized("There are two prices in \(next.currency)."))
      }
      prices.append(next)
      reader = ahead
    }
    return prices
  }

  private static func price(_ verb: ChatVerb, _ reader: inout WordReader) throws(CommandFailure) -> CardPrice {
    let word = reader.next() ?? ""
    // Amount and currency may be one word, as in `0.5XMR`.
    let digits = word.prefix { !$0.isLetter }
    // A text such as `1e3` is no amount with a currency.
    let isJoined =
      !digits.isEmpty && word[digits.endIndex...].allSatisfy(\.isLetter)
      && Currency.isCode(word[digits.endIndex...].uppercased())
    let amount = try amount(isJoined ? String(digits) : word)
    guard let code = isJoined ? String(word[digits.endIndex...]) : reader.next() else {
      throw ChatLineParser.usage(verb, localized("\(amount.text) of which currency?"))
    }
    return CardPrice(currency: try currency(code, verb), amount: amount)
  }

  static func currency(_ word: String, _ verb: ChatVerb) throws(CommandFailure) -> String {
    let code = word.uppercased()
    guard Currency.isCode(code), code.contains(where: \.isLetter) else {
      throw ChatLineParser.usage(
        verb, localized("'\(word.prefix(40))' is no currency: type its code, such as XMR or LTC."))
    }
    return code
  }

  private static func amount(_ word: String) throws(CommandFailure) -> DecimalAmount {
    do {
      return try AmountText.parse(word)
    } catch {
      let sentence = (error as? ValidationError)?.message ?? localized("'\(word.prefix(40))' is no amount.")
      throw CommandFailure(.usage, reason: "usage", sentence)
    }
  }

  private static func beginsAmount(_ word: String) -> Bool {
    guard let first = word.first else { return false }
    return first.isNumber || (("-+.\u{2212}".contains(first)) && word.dropFirst().first?.isNumber == true)
  }
}
